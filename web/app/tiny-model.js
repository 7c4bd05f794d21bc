// SPDX-License-Identifier: MIT
// A second model, so small that its arithmetic can be checked by hand. It is trained here,
// then its weights are rounded to one decimal. It has a state of its own, and views can use
// it in place of an App.
import { readSafetensors } from '../pretrained/safetensors.js';
import { createSession } from '../../wasm/index.js';
import { AttentionLoop } from '../queries/attention-loop.js';
import { QueryScheduler } from '../queries/scheduler.js';
import { checkText } from '../run/texts.js';
import { initialState } from '../state/state.js';
import { Store, picked } from '../state/store.js';
import { Selection } from './selection.js';

/** @import { Strings } from '../i18n/index.js' */

/** What follows an a depends on the characters before it, so attention is needed. */
export const WORD = 'banana ';
const TEXT = WORD.repeat(80);
const CONFIG = {
  n_layer: 1, n_head: 1, n_embd: 4, n_ff: 4, block_size: 8, batch_size: 8, seed: 2,
  init_std: 0.02, learning_rate: 0.03, min_learning_rate: 0.003, warmup_steps: 10, max_steps: 1000,
  eval_interval: 1000,
}; // oxfmt-ignore
/** Weights are rounded to tenths. */
const PARTS = 10;
/** The third a: only the context tells that the word ends. */
const PLACE = 5;

/** Entries of the state that both models share. */
const SHARED = /** @type {const} */ ([
  'scheme', 'ramps', 'lang', 'reducedMotion', 'printing', 'visible',
]); // oxfmt-ignore

/** @param {Uint8Array} bytes a .safetensors file; is changed
 * @param {string[]} names of the tensors to round, float32 */
function roundWeights(bytes, names) {
  const { tensors } = readSafetensors(bytes);
  for (const name of names) {
    const { data } = /** @type {import('../pretrained/safetensors.js').Tensor} */ (
      tensors.get(name)
    );
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    for (let at = 0; at < data.length; at += 4) {
      view.setFloat32(at, Math.round(view.getFloat32(at, true) * PARTS) / PARTS, true);
    }
  }
}

export class TinyModel {
  store = new Store(initialState());
  selection = new Selection(this.store);
  #app;
  #attentionLoop;
  #unsubscribe;
  #closed = false;
  /** Validation loss before and after the weights were rounded, nats. */
  loss = { before: 0, after: 0 };

  /** @param {{ store: import('../state/state.js').AppStore, t: Strings,
   *   format: import('../i18n/format.js').Format, report: (error: unknown) => void }} app of
   *   the reader's own model */
  constructor(app) {
    this.#app = app;
    const report = (/** @type {unknown} */ error) => app.report(error);
    this.queries = new QueryScheduler(this.store, report);
    this.#attentionLoop = new AttentionLoop(this.store, report);
    const share = () => this.store.set(picked(app.store.state, SHARED));
    this.#unsubscribe = app.store.subscribe((changed) => {
      if (SHARED.some((key) => changed.has(key))) share();
    });
    share();
  }

  get session() {
    return this.store.state.session;
  }

  get t() {
    return this.#app.t;
  }

  get format() {
    return this.#app.format;
  }

  /** Trains for about a fifth of a second and rounds. */
  async begin() {
    const session = await createSession({ text: TEXT, config: CONFIG, workers: 1 });
    try {
      await session.step(CONFIG.max_steps);
      const { loss: before } = await session.evaluate({ split: 'val' });
      const bytes = await session.save();
      roundWeights(
        bytes,
        session.info.parameters.map(({ name }) => name),
      );
      await session.load(bytes);
      const { loss: after } = await session.evaluate({ split: 'val' });
      this.loss = { before, after };
    } catch (error) {
      await session.close();
      throw error;
    }
    if (this.#closed) return session.close();
    const text = checkText({ id: 'own', name: WORD, text: TEXT });
    this.store.set({ session, text, phase: 'paused' });
    this.selection.resetLine();
    this.selection.select({ pin: { i: PLACE, j: null } });
  }

  async close() {
    this.#closed = true;
    this.#unsubscribe();
    this.#attentionLoop.stop();
    this.queries.stop();
    const { session } = this.store.state;
    this.store.set({ session: null, activations: null });
    await session?.close();
  }
}
