// SPDX-License-Identifier: MIT
// Asks the engine what it makes of the line looked at: often enough to watch heads
// form, seldom enough to leave the processor to training.

import { viewedModel, isVisible } from '../state/selectors.js';
import { Paced } from './paced.js';

/** @typedef {import('../state/state.js').AppStore} AppStore */

/** No view changes more often than this. */
const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;
/** With reduced motion pictures change once a second. */
const STILL_INTERVAL_MS = 1000;
/** Share of the training time that looking may take; all together: budget.js. */
const BUDGET = 0.015;

/**
 * A forward pass is about a third of a training step and looks at one sequence of the
 * batch; hence the cost of one look, and the pause after it that keeps the budget.
 * @param {number} msPerStep
 * @param {number} batchSize
 * @param {boolean} still
 */
export function attentionInterval(msPerStep, batchSize, still) {
  const cost = msPerStep / (3 * batchSize);
  const pause = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, cost / BUDGET));
  return still ? Math.max(STILL_INTERVAL_MS, pause) : pause;
}

export class AttentionLoop {
  /** @type {AppStore} */ #store;
  #pace;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#pace = new Paced(
      () => this.#look(),
      () => this.#interval(),
      report,
    );
    store.subscribe((changed) => {
      if (
        changed.has('session') ||
        ['line', 'viewedSnapshot', 'ablated'].some((key) =>
          changed.has(/** @type {any} */ (key)),
        )
      )
        this.#pace.now();
      else if (this.#store.state.viewedSnapshot) return;
      else if (
        ['progress', 'phase', 'visible'].some((key) =>
          changed.has(/** @type {any} */ (key)),
        )
      )
        this.#pace.soon();
    });
  }

  #interval() {
    const { session, progress, reducedMotion, phase, throttle } = this.#store.state;
    if (!session || phase !== 'running') return 0;
    const batch = Number(session.info.config.batch_size) || 1;
    return throttle * attentionInterval(progress?.msPerStep ?? 0, batch, reducedMotion);
  }

  async #look() {
    const { line } = this.#store.state;
    const eye = viewedModel(this.#store.state);
    if (!eye || line === '' || !isVisible(this.#store.state)) return;
    try {
      const look = /** @type {import('../state/types.js').LineActivations} */ (
        await eye.runWithCache({ text: line, attention: true, logits: true })
      );
      const now = this.#store.state;
      // The line as it was asked for: words and pairs are not spelled back the same.
      if (viewedModel(now) === eye && now.line === line)
        this.#store.set({ activations: { ...look, text: line } });
    } catch (error) {
      // A session closed under our hands is ordinary; anything else is worth reading.
      if (viewedModel(this.#store.state) === eye) throw error;
    }
  }

  stop() {
    this.#pace.stop();
  }
}
