// SPDX-License-Identifier: MIT
// A second model beside the reader's own, so small that its arithmetic can be done by hand.
// The engine trains it here; then its weights are rounded to one decimal. It has a state of
// its own, which the views of one character read as they read that of an App.
import { createSession } from '../../wasm/index.js';
import { initialState } from '../app/app.js';
import { QueryScheduler } from './scheduler.js';
import { AttentionLoop } from './attention-loop.js';
import { Selection } from '../app/selection.js';
import { Store } from '../state/store.js';
import { checkText } from '../run/texts.js';

/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../state/types.js').Session} Session */

/** What stands after an a hangs on the characters before it: attention has work to do. */
export const WORD = 'banana ';
const TEXT = WORD.repeat(80);
const CONFIG = {
  n_layer: 1, n_head: 1, n_embd: 4, n_ff: 4, block_size: 8, batch_size: 8, seed: 2,
  learning_rate: 0.03, min_learning_rate: 0.003, warmup_steps: 10, max_steps: 1000,
  eval_interval: 1000,
}; // prettier-ignore
/** Weights become tenths. */
const PARTS = 10;
/** The third a: only what came before tells that the word ends. */
const PLACE = 5;

/** What the page decides for both. */
const SHARED = /** @type {const} */ ([
  'scheme', 'ramps', 'lang', 'reducedMotion', 'printing', 'visible',
]); // prettier-ignore

/**
 * @param {Uint8Array} bytes a .safetensors file; is changed
 * @param {string[]} names of the tensors to round, float32
 */
function roundWeights(bytes, names) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  for (const name of names) {
    const [from, to] = header[name].data_offsets;
    for (let at = start + from; at < start + to; at += 4) {
      view.setFloat32(at, Math.round(view.getFloat32(at, true) * PARTS) / PARTS, true);
    }
  }
}

export class TinyModel extends Selection {
  #app;
  #looking;
  #unsubscribe;
  #closed = false;
  /** Held-out loss before the weights were rounded and after, nats. */
  loss = { before: 0, after: 0 };

  /** @param {App} app the reader's own */
  constructor(app) {
    super(new Store(initialState()));
    this.#app = app;
    const report = (/** @type {unknown} */ error) => app.report(error);
    this.queries = new QueryScheduler(this.store, report);
    this.#looking = new AttentionLoop(this.store, report);
    const share = () => {
      const { state } = app.store;
      this.store.set(Object.fromEntries(SHARED.map((key) => [key, state[key]])));
    };
    this.#unsubscribe = app.store.subscribe((changed) => {
      if (SHARED.some((key) => changed.has(key))) share();
    });
    share();
  }

  get t() {
    return this.#app.t;
  }

  get format() {
    return this.#app.format;
  }

  /** Trains, which takes about a fifth of a second, and rounds. */
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
    this.resetLine();
    this.select({ pin: { i: PLACE, j: null } });
  }

  async close() {
    this.#closed = true;
    this.#unsubscribe();
    this.#looking.stop();
    this.queries.stop();
    const { session } = this.store.state;
    this.store.set({ session: null, activations: null });
    await session?.close();
  }
}
