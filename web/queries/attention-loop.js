// SPDX-License-Identifier: MIT
// Computes the activations of the selected line at intervals that leave the processor to
// training.

import { viewedModel, isVisible } from '../state/selectors.js';
import { depthsAtOnce, lensCost, STILL_MS } from './budget.js';
import { withDepths } from './lens-pieces.js';
import { DrawingTime } from './drawing-time.js';
import { Paced } from './paced.js';
import { hasAny } from '../state/store.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { LineActivations, ModelView } from '../state/types.js' */

/** No view changes more often than this. */
const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;
/** Share of the training time for this loop, and where all depths are drawn; for all
 * queries together see budget.js. */
const BUDGET = 0.015;
const DEPTHS_BUDGET = 0.03;
/** Share of the main thread for drawing the answers: where every core trains, and where one
 * is left for it. */
const DRAWING = { shared: 0.035, own: 0.2 };

/**
 * A forward pass costs about a third of a training step, and takes one sequence instead of
 * the batch; the pause after it keeps the budget.
 * @param {number} msPerStep
 * @param {number} batchSize
 * @param {boolean} still
 * @param {number} [budget] share of the time, per forward pass of an answer
 */
export function attentionInterval(msPerStep, batchSize, still, budget = BUDGET) {
  const cost = msPerStep / (3 * batchSize);
  const pause = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, cost / budget));
  return still ? Math.max(STILL_MS, pause) : pause;
}

export class AttentionLoop {
  /** @type {AppStore} */ #store;
  #pace;
  #drawing = new DrawingTime();

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#pace = new Paced(
      () => this.#run(),
      () => this.#interval(),
      report,
    );
    store.subscribe((changed) => {
      const { depths, viewedSnapshot } = store.state;
      const isOther = hasAny(changed, 'session', 'line', 'viewedSnapshot', 'ablated');
      if (isOther || (depths && changed.has('depths'))) this.#pace.now();
      else if (viewedSnapshot) return;
      else if (hasAny(changed, 'progress', 'phase', 'visible')) this.#pace.soon();
    });
  }

  #interval() {
    const { session, progress, reducedMotion, phase, throttle, depths, ablated } =
      this.#store.state;
    if (!session || phase !== 'running') return 0;
    const batch = Number(session.info.config.batch_size) || 1;
    const ms = progress?.msPerStep ?? 0;
    if (!depths) return throttle * attentionInterval(ms, batch, reducedMotion);
    const passes = (1 + lensCost(session)) * (ablated.length > 0 ? 2 : 1);
    const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
    const share = cores > session.workers ? DRAWING.own : DRAWING.shared;
    const budget = DEPTHS_BUDGET / passes;
    const pause = throttle * attentionInterval(ms, batch, reducedMotion, budget);
    return Math.max(pause, Math.min(MAX_INTERVAL_MS, this.#drawing.ms / share));
  }

  async #run() {
    const { line, ablated, depths } = this.#store.state;
    const model = viewedModel(this.#store.state);
    if (!model || line === '' || !isVisible(this.#store.state)) return;
    try {
      const count = depthsAtOnce(this.#store.state);
      const lens = depths && count === Infinity;
      const asked = { lens, norms: depths, compared: depths };
      const answer = await model.runWithCache({ text: line, ...asked });
      const now = this.#store.state;
      // The line as it was requested: decoding its tokens may spell it differently.
      if (viewedModel(now) !== model || now.line !== line) return;
      const activations = /** @type {LineActivations} */ ({
        ...answer,
        ...{ text: line, ablated },
      });
      this.#store.set({ activations });
      if (depths) void this.#drawing.measure();
      if (depths && !lens) await this.#addLens(model, activations, count);
    } catch (error) {
      // The session may have been closed or replaced meanwhile; that is no failure.
      if (viewedModel(this.#store.state) === model) throw error;
    }
  }

  /** The lens of a large model, some depths at a time: each is drawn as soon as it is there,
   * and none is asked for once another line is.
   * @param {ModelView} model @param {LineActivations} shown @param {number} count */
  async #addLens(model, shown, count) {
    const { residual } = model.info.structure;
    const isWanted = () => {
      const { activations, line, depths } = this.#store.state;
      return depths && activations === shown && line === shown.text;
    };
    for (let first = 0; first < residual.length && isWanted(); first += count) {
      const part = await model.lens({
        text: shown.text,
        first,
        count: Math.min(count, residual.length - first),
      });
      if (!isWanted()) return;
      const lens = withDepths(shown.lens, residual, first, part);
      shown = { ...shown, lens };
      this.#store.set({ activations: shown });
    }
  }

  stop() {
    this.#pace.stop();
  }
}
