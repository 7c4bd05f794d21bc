// SPDX-License-Identifier: MIT
// A session of the engine: a text, a model of it, its training and its analyses.

import { MAX_COUNT, checkLength, choice, wholeNumber } from './instance.js';
import { GlassError } from '../shared/errors.js';
import { withSum } from './profile.js';

/** Bytes of struct gf_gradient_tree, and its first sum. */
const TREE = { bytes: 72, pending: 4, grad: 8, loss: 16 };
/** Of struct gf_evaluation. */
const EVALUATION_BYTES = 24;
/** Where struct gf_sampled stands behind struct gf_sampling. */
const WRITTEN = 40;
const SPLITS = { train: 0, val: 1, all: 2 };
/** enum gf_saved. */
const SAVED = { merged: 2, adapter: 3 };

/** @import { Bytes, EngineInfo, Sampling, SaveOptions, Range, StepResult, Table }
 *   from '../shared/types.js' */
/** @import { Block, Instance } from './instance.js' */
/** @typedef {keyof typeof SPLITS} Split */

/** onShare: hears what share of the files was read; reading goes on when it is done.
 * @typedef {{ signal?: AbortSignal, onShare?: (share: number) => unknown }} ReadOptions */

/** Sums over windows. right: targets predicted correctly; exact: sequences without an error.
 * @typedef {{ lossSum: number, targets: number, right: number, sequences: number,
 *   exact: number }} Tally */

/** Of all windows together. @param {Tally[]} tallies in order */
export function summarize(tallies) {
  const sum = (/** @type {keyof Tally} */ key) =>
    tallies.reduce((total, tally) => total + tally[key], 0);
  const targets = sum('targets');
  return {
    loss: sum('lossSum') / targets,
    tokens: targets,
    accuracy: sum('right') / targets,
    exactShare: sum('exact') / sum('sequences'),
  };
}

/** Frees sessions that were collected without free(). */
const unfreed = new FinalizationRegistry((/** @type {() => void} */ free) => free());

/** Created by Engine. */
export class EngineSession {
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
      instance.release(handle, 'gf_session_free');
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
      throw new GlassError('session_freed');
    }
    return this.#handle;
  }

  /** @returns {EngineInfo} */
  info() {
    return this.#instance.json('gf_session_info', this.#alive());
  }

  /**
   * The model as a .safetensors file.
   * @param {SaveOptions} [options]
   */
  save({ training = true, form } = {}) {
    const what = form ? choice(SAVED, form, 'form') : Number(training);
    const [out] = this.#instance.buffers();
    this.#instance.call('gf_session_save', this.#alive(), what, out);
    return this.#instance.takeBytes();
  }

  /** SHA-256 of all weights: the same on every platform for the same run. */
  hash() {
    const { room } = this.#instance;
    this.#instance.invoke('gf_session_hash', this.#alive(), room);
    return this.#instance.text(room);
  }

  // ---- training ----------------------------------------------------------------------

  /** struct gf_progress. */
  #stepResult() {
    const { members } = this.#instance;
    return {
      step: Number(members.getBigUint64(0, true)),
      loss: members.getFloat64(8, true),
      gradNorm: members.getFloat64(16, true),
      learningRate: members.getFloat64(24, true),
    };
  }

  /** One optimizer step. @returns {StepResult} */
  step() {
    this.#instance.call('gf_session_step', this.#alive(), this.#instance.room);
    return this.#stepResult();
  }

  /** Takes one step, times every operation and undoes the step. */
  profile() {
    const [out] = this.#instance.buffers();
    this.#instance.call('gfx_session_profile', this.#alive(), out);
    return withSum(readAnswer(this.#instance.readText()));
  }

  /**
   * Evaluates windows first … last - 1 of the `windows` fixed ones of a split, without
   * dropout.
   * @param {Split} split
   * @param {number} windows
   * @param {number} first
   * @param {number} last
   * @returns {Tally}
   */
  evaluatePart(split, windows, first, last) {
    const which = choice(SPLITS, split, 'split');
    const n = wholeNumber(windows, 'windows', MAX_COUNT);
    const { room } = this.#instance;
    this.#instance.bytes(room, EVALUATION_BYTES).fill(0);
    this.#instance.call(
      'gf_session_evaluate_part',
      ...[this.#alive(), which, n, first, last, room],
    );
    const sum = this.#instance.members; /* struct gf_evaluation */
    const [targets, right, sequences, exact] = [8, 12, 16, 20].map((at) =>
      sum.getUint32(at, true),
    );
    return { lossSum: sum.getFloat64(0, true), targets, right, sequences, exact };
  }

  /** Mean loss (nats) and accuracy over fixed windows of a split.
   * @param {Split} split @param {number} windows */
  evaluate(split, windows) {
    return summarize([this.evaluatePart(split, windows, 0, windows)]);
  }

  /** New weights and step 0; a generated task draws new lines.
   * @param {number} seed */
  reset(seed) {
    const whole = BigInt(wholeNumber(seed, 'seed'));
    this.#instance.call('gf_session_reset', this.#alive(), whole);
  }

  // A step in parts (see worker/training.js). Partial sums of the gradient
  // stay in buffers inside the engine, each allocated when first used.

  get weightCount() {
    return this.#instance.invoke('gf_session_n_value', this.#alive());
  }

  get gradientCount() {
    return this.#instance.invoke('gf_session_n_grad', this.#alive());
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
    return this.#block('gradient tree', TREE.bytes / Float32Array.BYTES_PER_ELEMENT);
  }

  /** The buffer for the next partial gradient. */
  get #nextGradient() {
    const tree = this.#instance.view(this.#tree, TREE.bytes);
    const slot = tree.getUint32(TREE.pending, true);
    return this.#block(`gradient ${slot}`, this.gradientCount);
  }

  /**
   * The shards of a step that worker number `index` of `count` computes, in subtrees of at
   * most `widest` shards.
   * @param {number} nShard
   * @param {number} count
   * @param {number} index
   * @param {number} widest a power of two
   * @returns {Range[]}
   */
  shardRanges(nShard, count, index, widest) {
    const { room } = this.#instance;
    /** @type {Range[]} */
    const ranges = [];
    this.#instance.invoke('gf_worker_shards', room, nShard, count, index);
    const [begin, last] = this.#range();
    for (let first = begin; first < last;) {
      const left = room + 8;
      this.#instance.view(left, 8).setUint32(0, first, true);
      this.#instance.view(left, 8).setUint32(4, last, true);
      this.#instance.invoke('gf_first_subtree', room, left, widest);
      const [, end] = this.#range();
      ranges.push([first, end]);
      first = end;
    }
    return ranges;
  }

  /** What a function of the engine put into `room`. @returns {Range} */
  #range() {
    const { members } = this.#instance;
    return [members.getUint32(0, true), members.getUint32(4, true)];
  }

  /** Discards the partial gradients of a step. */
  beginGradient() {
    const n = this.gradientCount;
    const tree = this.#tree;
    this.#instance.bytes(tree, TREE.bytes).fill(0);
    this.#instance.view(tree, TREE.bytes).setUint32(0, n, true);
  }

  /** Computes the next part of the step's gradient. @param {Range} range */
  computeGradient([first, last]) {
    const at = this.#nextGradient;
    this.#addToTree(at, last - first, this.#gradient(first, last, at));
  }

  /** @param {number} first @param {number} last @param {number} at address of the gradient
   * @returns {number} the sum of the losses of these shards */
  #gradient(first, last, at) {
    const { room } = this.#instance;
    this.#instance.call('gf_session_gradient', this.#alive(), first, last, at, room);
    return this.#instance.members.getFloat64(0, true);
  }

  /** Adds the next part, computed elsewhere.
   * @param {Range} range @param {Float32Array} gradient gradientCount floats
   * @param {number} lossSum */
  addGradient([first, last], gradient, lossSum) {
    checkLength(gradient, this.gradientCount);
    const at = this.#nextGradient;
    this.#instance.floats(at, this.gradientCount).set(gradient);
    this.#addToTree(at, last - first, lossSum);
  }

  /** @param {number} at @param {number} nShard @param {number} lossSum */
  #addToTree(at, nShard, lossSum) {
    this.#instance.invoke('gf_gradient_tree_add', this.#tree, at, nShard, lossSum);
  }

  /** The second half of a step: clips and applies the whole gradient, overwriting it.
   * @param {boolean} [orthogonalized] with the directions that are
   * @returns {StepResult} */
  applyGradient(orthogonalized = false) {
    const directions = orthogonalized ? this.#directions : 0;
    const { grad, loss } = this.#whole();
    const { room } = this.#instance;
    const sums = /** @type {const} */ ([this.#alive(), grad, loss, directions]);
    this.#instance.call('gf_session_apply', ...sums, room);
    return this.#stepResult();
  }

  /** The gradient of all shards: its address, and the sum of the losses. */
  #whole() {
    const tree = this.#instance.view(this.#tree, TREE.bytes);
    const grad = tree.getUint32(TREE.grad, true);
    return { grad, loss: tree.getFloat64(TREE.loss, true) };
  }

  // Muon's directions lie where a partial gradient was.

  get #directions() {
    return this.#block('gradient 1', this.gradientCount);
  }

  /** The part of them that worker number `index` of `count` orthogonalises.
   * @param {number} count @param {number} index @returns {Range} */
  updateShare(count, index) {
    const { room } = this.#instance;
    const session = this.#alive();
    this.#instance.invoke('gf_session_update_share', room, session, count, index);
    return this.#range();
  }

  /** Computes them from the gradient of all shards. */
  beginDirections() {
    const to = this.#directions;
    const { grad } = this.#whole();
    this.#instance.call('gf_session_directions', this.#alive(), grad, to);
  }

  /** Orthogonalises one of the matrices in a range.
   * @param {Range} range @returns {Range} what is left of it */
  orthogonalize([first, last]) {
    const { room } = this.#instance;
    const place = [this.#directions, first, last, room];
    this.#instance.call('gf_session_orthogonalize', this.#alive(), ...place);
    return [this.#instance.members.getUint32(0, true), last];
  }

  /** A view of a part of them, until the engine is called. @param {Range} range */
  directions([first, last]) {
    return this.#instance
      .floats(this.#directions, this.gradientCount)
      .subarray(first, last);
  }

  /** Computes a part of the next step's gradient for the worker that trains.
   * @param {Range} range @param {Float32Array} into gradientCount floats
   * @returns {number} the sum of the losses of these shards */
  partialGradient([first, last], into) {
    checkLength(into, this.gradientCount);
    const at = this.#block('gradient 1', this.gradientCount);
    const lossSum = this.#gradient(first, last, at);
    into.set(this.#instance.floats(at, this.gradientCount));
    return lossSum;
  }

  /** Their address. */
  #weights() {
    const at = this.#instance.invoke('gf_session_weights', this.#alive());
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
    this.#instance.invoke('gf_session_set_weights', this.#alive(), at, BigInt(step));
  }

  /** Tokens of the text, none where the data is pairs.
   * @param {Split} split @returns {Int32Array} */
  corpus(split) {
    const { room } = this.#instance;
    const at = this.#instance.invoke(
      'gf_session_corpus',
      ...[this.#alive(), SPLITS[split], room],
    );
    const n = this.#instance.members.getUint32(0, true);
    return new Int32Array(this.#instance.bytes(at, 4 * n).slice().buffer);
  }

  // ---- reading -----------------------------------------------------------------------

  /** Reads the weights of a session that Engine.openFiles has just created.
   * @param {import('./sources.js').Source[]} sources @param {ReadOptions} [options] */
  async readPieces(sources, { signal, onShare } = {}) {
    const instance = this.#instance;
    const all = sources.reduce((sum, { size }) => sum + size, 0);
    let read = 0;
    while (
      instance.invoke('gf_session_next_piece', this.#alive(), instance.room) !== 0
    ) {
      const piece = instance.members; /* struct gf_file_piece */
      const [file, offset, n] = [0, 4, 8].map((at) => piece.getUint32(at, true));
      const bytes = await sources[file].read(offset, n);
      if (bytes.length !== n) throw new GlassError('file_changed');
      instance.with([bytes], ([{ at }]) =>
        instance.call('gf_session_put_piece', this.#alive(), at),
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
      this.#instance.call('gf_session_prompt', this.#alive(), words.at, words.n, n);
    });
  }

  /**
   * The next token of the sample. Training steps may come in between.
   * @param {Sampling} [options]
   * @returns {{ id: number, text: string, p: number, isEnd: boolean }} p: before penalty,
   *   temperature and cuts; isEnd: the token ends an answer
   */
  sampleNext({
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
    const { room, members } = this.#instance;
    const session = this.#alive();
    /* struct gf_sampling */
    members.setFloat32(0, Number(repetitionPenalty), true);
    members.setFloat32(4, greedy ? 0 : Number(temperature), true);
    members.setInt32(8, wholeNumber(topK, 'topK', MAX_COUNT), true);
    members.setFloat32(12, Number(topP), true);
    members.setFloat32(16, Number(minP), true);
    members.setBigUint64(24, BigInt(wholeNumber(seed, 'seed')), true);
    members.setUint8(32, Number(!cache));
    this.#instance.call('gf_session_sample_next', session, room, room + WRITTEN);
    const written = this.#instance.view(room + WRITTEN, 20); /* struct gf_sampled */
    return {
      id: written.getInt32(0, true),
      text: this.#instance.string(
        written.getUint32(4, true),
        written.getUint32(8, true),
      ),
      p: written.getFloat32(12, true),
      isEnd: written.getUint8(16) !== 0,
    };
  }

  /** Logits [V] the next token will be drawn from. */
  nextLogits() {
    this.#instance.call('gf_session_next_logits', this.#alive(), this.#instance.room);
    const { members } = this.#instance; /* struct gf_view */
    return this.#instance
      .floats(members.getUint32(0, true), members.getUint32(8, true))
      .slice();
  }

  // ---- inspection --------------------------------------------------------------------

  /** Answers a request of src/inspect/inspect.h; readAnswer() describes the form.
   * @param {import('../shared/types.js').Request} request
   * @param {Transferable[]} [transfer] receives the one buffer of all tables
   * @returns {any} */
  inspect(request, transfer) {
    const session = this.#alive();
    const [out, tables] = this.#instance.buffers();
    const written = JSON.stringify(request, (_, x) =>
      typeof x === 'bigint' ? Number(x) : x,
    );
    this.#instance.with([written], ([json]) => {
      this.#instance.call('gf_session_inspect', session, json.at, json.n, out, tables);
    });
    const json = this.#instance.readText();
    const floats = this.#instance.readFloats();
    this.#instance.clear();
    transfer?.push(floats.buffer);
    return readAnswer(json, floats);
  }

  /** Multiplies the output of a head from now on: 0 switches it off, 1 on.
   * @param {number} attention @param {number} head
   * @param {number} mask */
  setHeadMask(attention, head, mask) {
    this.#instance.call(
      'gf_session_set_head_mask',
      this.#alive(),
      wholeNumber(attention, 'layer', MAX_COUNT),
      wholeNumber(head, 'head', MAX_COUNT),
      Number(mask),
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
 * @param {Float32Array<ArrayBuffer>} [floats] of all tables
 * @returns {any}
 */
export function readAnswer(json, floats = new Float32Array()) {
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
