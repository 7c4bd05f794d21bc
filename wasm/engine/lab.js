// SPDX-License-Identifier: MIT
// A lab of the engine: a text, a model of it, its training and its analyses.

import { MAX_COUNT, checkLength, wholeNumber } from './instance.js';
import { GlassError } from '../shared/errors.js';
import { readProfile } from './profile.js';

const SPLITS = { train: 0, val: 1, all: 2 };
/** enum gf_saved. */
const SAVED = { merged: 2, adapter: 3 };

/** @import { Bytes, LabInfo, Sampling, SaveOptions, ShardRange, StepResult, Table }
 *   from '../shared/types.js' */
/** @import { Block, Instance } from './instance.js' */
/** @typedef {keyof typeof SPLITS} Split */

/** onShare: hears what share of the files was read; reading goes on when it is done.
 * @typedef {{ signal?: AbortSignal, onShare?: (share: number) => unknown }} ReadOptions */

/** Sums of an evaluation. right: targets predicted correctly; exact: sequences without an
 * error.
 * @typedef {{ lossSum: number, targets: number, right: number, sequences: number,
 *   exact: number }} Tally */

/** @returns {Tally} */
export const emptyTally = () => ({
  lossSum: 0,
  targets: 0,
  right: 0,
  sequences: 0,
  exact: 0,
});

/** @param {Tally} tally */
export const summarize = ({ lossSum, targets, right, sequences, exact }) => ({
  loss: lossSum / targets,
  tokens: targets,
  accuracy: right / targets,
  exactShare: exact / sequences,
});

/** Frees labs that were collected without free(). */
const unfreed = new FinalizationRegistry((/** @type {() => void} */ free) => free());

/** Created by Engine. */
export class Lab {
  /** @type {Instance} */ #instance;
  #handle;
  #free;
  /** Blocks in wasm memory, by purpose.
   * @type {Map<string, Block>} */
  #blocks;

  /** @param {Instance} instance @param {number} handle
   * @param {() => void} onFree */
  constructor(instance, handle, onFree) {
    this.#instance = instance;
    this.#handle = handle;
    /** @type {Map<string, Block>} */
    const blocks = new Map();
    this.#blocks = blocks;
    // The closure must not hold `this`, or the registry would keep it alive.
    this.#free = () => {
      for (const { at } of blocks.values()) instance.release(at);
      blocks.clear();
      onFree();
      instance.release(handle, 'gfx_lab_free');
    };
    unfreed.register(this, this.#free, this);
  }

  /** Frees its memory; later calls throw. */
  free() {
    if (this.#handle === 0) return;
    this.#handle = 0;
    unfreed.unregister(this);
    this.#free();
  }

  #alive() {
    if (this.#handle === 0) {
      throw new GlassError('lab_freed');
    }
    return this.#handle;
  }

  /** @returns {LabInfo} */
  info() {
    this.#instance.call('gfx_lab_info', this.#alive());
    return JSON.parse(this.#instance.resultText());
  }

  /**
   * The model as a .safetensors file.
   * @param {SaveOptions} [options]
   */
  save({ training = true, form } = {}) {
    const what = form ? SAVED[form] : Number(training);
    this.#instance.call('gfx_lab_save', this.#alive(), what);
    return this.#instance.resultBytes(true);
  }

  /** SHA-256 of all weights: the same on every platform for the same run. */
  hash() {
    this.#instance.call('gfx_lab_hash', this.#alive());
    return this.#instance.resultText();
  }

  // ---- training ----------------------------------------------------------------------

  #stepResult() {
    const [step, loss, gradNorm, learningRate] = this.#instance.numbers(4);
    return { step, loss, gradNorm, learningRate };
  }

  /** One optimizer step. @returns {StepResult} */
  step() {
    this.#instance.call('gfx_lab_step', this.#alive());
    return this.#stepResult();
  }

  /** Takes one step, times every operation and undoes the step. */
  profile() {
    this.#instance.call('gfx_lab_profile', this.#alive());
    return readProfile(this.#instance.resultText());
  }

  /**
   * Evaluates windows first … last - 1 of the `windows` fixed ones of a split, without
   * dropout, and adds them to a tally.
   * @param {Split} split
   * @param {number} windows
   * @param {number} first
   * @param {number} last
   * @param {Tally} tally at first emptyTally()
   * @returns {Tally}
   */
  evaluatePart(split, windows, first, last, tally) {
    if (!Object.hasOwn(SPLITS, split)) {
      throw new GlassError('option_not_a_choice', {
        option: 'split',
        choices: Object.keys(SPLITS).join(', '),
      });
    }
    const n = wholeNumber(windows, 'windows', MAX_COUNT);
    this.#instance.call(
      'gfx_lab_evaluate',
      ...[this.#alive(), SPLITS[split], n, first, last, tally.lossSum],
    );
    const [lossSum, targets, right, sequences, exact] = this.#instance.numbers(5);
    return {
      lossSum,
      targets: tally.targets + targets,
      right: tally.right + right,
      sequences: tally.sequences + sequences,
      exact: tally.exact + exact,
    };
  }

  /** Mean loss (nats) and accuracy over fixed windows of a split.
   * @param {Split} split @param {number} windows */
  evaluate(split, windows) {
    return summarize(this.evaluatePart(split, windows, 0, windows, emptyTally()));
  }

  /** New weights and step 0; a generated task draws new lines.
   * @param {number} seed */
  reset(seed) {
    this.#instance.call('gfx_lab_reset', this.#alive(), wholeNumber(seed, 'seed'));
  }

  // A step in parts (see worker/parallel/partial-step.js). Partial sums of the gradient
  // stay in buffers inside the engine, each allocated when first used.

  get weightCount() {
    return this.#instance.invoke('gfx_lab_n_value', this.#alive());
  }

  get gradientCount() {
    return this.#instance.invoke('gfx_lab_n_grad', this.#alive());
  }

  /** @param {string} purpose @param {number} n floats */
  #block(purpose, n) {
    const block = this.#blocks.get(purpose);
    if (block && block.n >= n) return block.at;
    const at = this.#instance.alloc(n * Float32Array.BYTES_PER_ELEMENT);
    this.#instance.release(block?.at ?? 0);
    this.#blocks.set(purpose, { at, n });
    return at;
  }

  get #tree() {
    const bytes = this.#instance.invoke('gfx_gradient_tree_size');
    return this.#block('gradient tree', bytes / Float32Array.BYTES_PER_ELEMENT);
  }

  /** The buffer for the next partial gradient. */
  get #nextGradient() {
    const slot = this.#instance.invoke('gfx_gradient_tree_pending', this.#tree);
    return this.#block(`gradient ${slot}`, this.gradientCount);
  }

  /**
   * The shards of a step that worker number `index` of `count` computes, in subtrees of at
   * most `widest` shards.
   * @param {number} nShard
   * @param {number} count
   * @param {number} index
   * @param {number} widest a power of two
   * @returns {ShardRange[]}
   */
  shardRanges(nShard, count, index, widest) {
    const bound = (/** @type {number} */ i) =>
      this.#instance.invoke('gfx_first_shard', nShard, count, i);
    /** @type {ShardRange[]} */
    const ranges = [];
    const last = bound(index + 1);
    for (let first = bound(index); first < last;) {
      const end = this.#instance.invoke('gfx_subtree_end', first, last, widest);
      ranges.push([first, end]);
      first = end;
    }
    return ranges;
  }

  /** Discards the partial gradients of a step. */
  beginGradient() {
    this.#instance.invoke('gfx_gradient_tree_begin', this.#tree, this.#alive());
  }

  /** Computes the next part of the step's gradient. @param {ShardRange} range */
  computeGradient([first, last]) {
    const at = this.#nextGradient;
    this.#instance.call('gfx_lab_gradient', this.#alive(), first, last, at);
    this.#addToTree(at, last - first, this.#instance.numbers(1)[0]);
  }

  /** Adds the next part, computed elsewhere.
   * @param {ShardRange} range @param {Float32Array} gradient gradientCount floats
   * @param {number} lossSum */
  addGradient([first, last], gradient, lossSum) {
    checkLength(gradient, this.gradientCount);
    const at = this.#nextGradient;
    this.#instance.floats(at, this.gradientCount).set(gradient);
    this.#addToTree(at, last - first, lossSum);
  }

  /** @param {number} at @param {number} nShard @param {number} lossSum */
  #addToTree(at, nShard, lossSum) {
    this.#instance.invoke('gfx_gradient_tree_add', this.#tree, at, nShard, lossSum);
  }

  /** The second half of a step: clips and applies the whole gradient, overwriting it.
   * @returns {StepResult} */
  applyGradient() {
    this.#instance.call('gfx_lab_apply', this.#alive(), this.#tree);
    return this.#stepResult();
  }

  /** Computes a part of the next step's gradient for the worker that trains.
   * @param {ShardRange} range @param {Float32Array} into gradientCount floats
   * @returns {number} the sum of the losses of these shards */
  partialGradient([first, last], into) {
    checkLength(into, this.gradientCount);
    const at = this.#block('partial gradient', this.gradientCount);
    this.#instance.call('gfx_lab_gradient', this.#alive(), first, last, at);
    into.set(this.#instance.floats(at, this.gradientCount));
    return this.#instance.numbers(1)[0];
  }

  /** Their address. */
  #weights() {
    const at = this.#instance.invoke('gfx_lab_weights', this.#alive());
    if (at === 0) throw new GlassError('allocation_failed');
    return at;
  }

  /** @param {Float32Array} into weightCount floats */
  readWeights(into) {
    checkLength(into, this.weightCount);
    const at = this.#weights();
    into.set(this.#instance.floats(at, this.weightCount));
  }

  /** @param {Float32Array} from weightCount floats @param {number} step completed */
  writeWeights(from, step) {
    checkLength(from, this.weightCount);
    const at = this.#weights();
    this.#instance.floats(at, this.weightCount).set(from);
    this.#instance.invoke('gfx_lab_set_weights', this.#alive(), at, step);
  }

  /** Tokens of the text, none where the data is pairs.
   * @param {Split} split @returns {Int32Array} */
  corpus(split) {
    this.#instance.call('gfx_lab_corpus', this.#alive(), SPLITS[split]);
    return new Int32Array(this.#instance.resultBytes().buffer);
  }

  // ---- reading -----------------------------------------------------------------------

  /** Reads the weights of a lab that Engine.openFiles has just created.
   * @param {import('./sources.js').Source[]} sources @param {ReadOptions} [options] */
  async readPieces(sources, { signal, onShare } = {}) {
    const instance = this.#instance;
    const all = sources.reduce((sum, { size }) => sum + size, 0);
    let read = 0;
    while (instance.invoke('gfx_lab_next_piece', this.#alive()) !== 0) {
      const [file, offset, n] = instance.numbers(3);
      const bytes = await sources[file].read(offset, n);
      if (bytes.length !== n) throw new GlassError('file_changed');
      instance.with([bytes], ([piece]) =>
        instance.call('gfx_lab_put_piece', this.#alive(), piece.at),
      );
      await onShare?.((read += n) / all);
      signal?.throwIfAborted();
    }
  }

  // ---- sampling ----------------------------------------------------------------------

  /** Begins a sample.
   * @param {Bytes} text empty: a line break
   * @param {number} [keep] tokens kept when the window is full; 0: half of it */
  prompt(text, keep = 0) {
    this.#instance.with([text], ([words]) => {
      const n = wholeNumber(keep, 'keep', MAX_COUNT);
      this.#instance.call('gfx_lab_prompt', this.#alive(), words.at, words.n, n);
    });
  }

  /**
   * The next token of the sample. Training steps may come in between.
   * @param {Sampling} [options]
   * @returns {{ id: number, text: string, p: number, isEnd: boolean }} p: before penalty,
   *   temperature and cuts; isEnd: the token ends an answer
   */
  write({
    temperature = 1,
    topK = 0,
    topP = 1,
    minP = 0,
    repetitionPenalty = 1,
    greedy = false,
    seed = 1,
    cache = true,
  } = {}) {
    if (!(repetitionPenalty > 0)) {
      throw new GlassError('option_not_positive', { option: 'repetitionPenalty' });
    }
    this.#instance.call(
      'gfx_lab_write',
      this.#alive(),
      greedy ? 0 : temperature,
      wholeNumber(topK, 'topK', MAX_COUNT),
      topP,
      minP,
      repetitionPenalty,
      wholeNumber(seed, 'seed'),
      Number(!cache),
    );
    const text = this.#instance.resultText();
    const [id, p, isEnd] = this.#instance.numbers(3);
    return { id, text, p, isEnd: isEnd !== 0 };
  }

  /** Logits [V] the next token will be drawn from. */
  guess() {
    this.#instance.call('gfx_lab_guess', this.#alive());
    return this.#instance.resultFloats();
  }

  // ---- inspection --------------------------------------------------------------------

  /** Answers a request of src/inspect/inspect.h; readAnswer() describes the form.
   * @param {import('../shared/types.js').Request} request
   * @param {Transferable[]} [transfer] receives the one buffer of all tables
   * @returns {any} */
  inspect(request, transfer) {
    this.#instance.with([JSON.stringify(request)], ([json]) => {
      this.#instance.call('gfx_lab_inspect', this.#alive(), json.at, json.n);
    });
    const json = this.#instance.resultText();
    const floats = this.#instance.resultTables();
    this.#instance.invoke('gfx_result_free');
    transfer?.push(floats.buffer);
    return readAnswer(json, floats);
  }

  /** Multiplies the output of a head from now on: 0 switches it off, 1 on.
   * @param {number} attention @param {number} head
   * @param {number} gate */
  setGate(attention, head, gate) {
    this.#instance.call(
      'gfx_lab_set_gate',
      this.#alive(),
      wholeNumber(attention, 'layer', MAX_COUNT),
      wholeNumber(head, 'head', MAX_COUNT),
      Number(gate),
    );
  }
}

/** @param {string} key */
const camelCase = (key) =>
  key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/**
 * The answer of an analysis (src/inspect/inspect.h), JSON beside one block of floats, as
 * plain objects with keys in camelCase. Each table is a { rows, columns, data } whose data is
 * a view of that block.
 * @param {string} json
 * @param {Float32Array<ArrayBuffer>} floats of all tables
 * @returns {any}
 */
export function readAnswer(json, floats) {
  /** @param {any} value @returns {any} */
  const convert = (value) => {
    if (Array.isArray(value)) return value.map(convert);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value.shape)) return table(value);
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([k, v]) => [camelCase(k), convert(v)]));
  };
  /** @param {{ shape: [number, number], at: number }} place @returns {Table} */
  const table = ({ shape: [rows, columns], at }) => {
    return { rows, columns, data: floats.subarray(at, at + rows * columns) };
  };
  return convert(JSON.parse(json));
}
