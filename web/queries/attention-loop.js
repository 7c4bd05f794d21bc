// SPDX-License-Identifier: MIT
// Computes the activations of the selected line at intervals that leave the processor to
// training.

import { viewedModel, isVisible } from '../state/selectors.js';
import { depthsAtOnce, lensCost, pauseFor } from './budget.js';
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

/** From one answer to the next while the model trains.
 * @param {import('../state/state.js').State} state @param {number} drawing ms of an answer
 * @returns {number} ms */
export function attentionInterval(state, drawing) {
  const { session, depths, ablated, throttle } = state;
  const passes =
    session && depths ? (1 + lensCost(session)) * (ablated.length > 0 ? 2 : 1) : 1;
  const budget = depths ? DEPTHS_BUDGET : BUDGET;
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  const share = cores > (session?.workers ?? 1) ? DRAWING.own : DRAWING.shared;
  const pause = pauseFor(state, passes, budget, MIN_INTERVAL_MS);
  return Math.min(
    throttle * MAX_INTERVAL_MS,
    Math.max(pause, depths ? drawing / share : 0),
  );
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
    const { state } = this.#store;
    return state.phase === 'running' ? attentionInterval(state, this.#drawing.ms) : 0;
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
