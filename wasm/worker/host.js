// SPDX-License-Identifier: MIT
// The host of a model, in a worker or, where none can be started, in the page's thread:
// answers the calls of the protocol. Training, samples and analyses interleave (yield.js),
// so each analysis sees the weights of one step.

import { yieldToEventLoop } from '../shared/yield.js';
import { GradientWorker } from './parallel/gradient-worker.js';
import { GradientWorkers } from './parallel/gradient-workers.js';
import { Engine } from '../engine/engine.js';
import { GlassError } from '../shared/errors.js';
import { Responder, PROTOCOL_VERSION, checkVersion } from '../shared/protocol.js';
import { fasterOf } from '../engine/profile.js';
import { bytesOf } from '../engine/sources.js';
import { GRADIENT, runWithCache } from './activation-cache.js';
import { Snapshots, belongTo } from './snapshots.js';
import { Training } from './training.js';

/** @import { EngineSession } from '../engine/session.js' */
/** @import { ModelAtStep } from './activation-cache.js' */
/** @import { Bytes, Config, EngineInfo, ModelFile } from '../shared/types.js' */
/** @import { CacheParams, Calls, HeadMaskParams, Handlers, OpenParams, SampleParams, SamplePart,
 *   Snapshot } from '../shared/protocol.js' */

/** @template P @typedef {import('../shared/protocol.js').Context<P>} Context */

/** Distinct characters of a text that has not been read yet. */
const USUAL_VOCABULARY = 65;
/** Limit for all workers that train together a model that was loaded. */
const MEMORY_LIMIT_BYTES = 2 ** 31;
/** What a weight takes while it is trained: itself, its gradient, two moments, and twice its
 * place in packed matrices; activations come on top. */
const TRAINING_BYTES = 6 * Float32Array.BYTES_PER_ELEMENT;
/** Length of a piece of a sample: short compared to the pieces of training in between. */
const SAMPLE_SLICE_MS = 8;
/** Where something else took longer than this, an analysis of a large model, writing goes on for
 * twice as long, up to SHARE_MS. */
const LONG_MS = 150;
const SHARE_MS = 1000;

/**
 * A model and its state, replaced as a whole by load and reset.
 * @typedef {object} LoadedModel
 * @property {EngineSession} engineSession
 * @property {EngineInfo} info
 * @property {Training} training
 * @property {Snapshots} snapshots
 */

export class WorkerHost {
  /** @type {Responder} */ #responder;
  #module;
  /** The engine that has measured a model, for that model.
   * @type {Promise<Engine> | null} */
  #measured = null;
  /** @type {OpenParams | null} */ #opened = null;
  /** @type {LoadedModel | null} */ #model = null;
  #gradientWorkers = new GradientWorkers();
  /** Head masks that were set, for gradient workers and copies; by layer and head.
   * @type {Map<string, HeadMaskParams>} */
  #headMask = new Map();
  /** The model came from a file: its weights do not follow from text and settings. */
  #loaded = false;
  /** The latest sample: a session draws one at a time, so the next waits for it.
   * @type {Promise<unknown>} */
  #sampling = Promise.resolve();

  /** @param {MessagePort} port @param {WebAssembly.Module} module the engine */
  constructor(port, module) {
    this.#module = module;
    this.#responder = new Responder(port, this.#handlers());
    this.#gradientWorkers.onLost = (id) =>
      this.#responder.emit('gradientWorkerLost', { id });
  }

  /** @returns {Handlers} */
  #handlers() {
    return {
      hello: ({ version }) => {
        checkVersion(version);
        return { version: PROTOCOL_VERSION };
      },
      measure: ({ config }) => this.#measure(config),
      open: (params) => this.#open(params),
      train: (params) => {
        this.#shareModel();
        return this.#requireModel().training.run(params);
      },
      pause: () => this.#model?.training.pause(),
      reset: ({ seed }) => this.#reset(seed),
      evaluate: ({ split, windows }, { signal }) =>
        this.#requireModel().training.evaluate(split, windows, signal),
      profile: ({ steps }, { signal }) => this.#profile(steps, signal),
      sample: (params, context) => this.#sample(params, context),
      runWithCache: (params, { transfer }) =>
        this.#withModel(params.at, (subject) =>
          runWithCache(subject, this.#passOf(params), transfer),
        ),
      analyze: ({ request, at }, { transfer }) =>
        this.#withModel(at, ({ engineSession }) =>
          engineSession.inspect(request, transfer),
        ),
      tensorNames: () => this.#tensorNames(),
      setHeadMask: (one) => this.#setHeadMask(one),
      pinSnapshots: ({ steps }) => {
        this.#requireModel().snapshots.pinned = steps;
      },
      transferSnapshots: (_, { transfer }) =>
        this.#requireModel().snapshots.transfer(transfer),
      save: (options, { transfer }) => {
        const { engineSession, training: run } = this.#requireModel();
        // The session's history must reach the step of the file.
        run.flush();
        const bytes = engineSession.save(options);
        transfer.push(bytes.buffer);
        return bytes;
      },
      load: (params, context) => this.#load(params, context),
      hash: ({ at }) =>
        this.#withModel(at, ({ engineSession }) => engineSession.hash()),
      addGradientWorker: ({ id, port }) =>
        this.#addGradientWorker(new GradientWorker(id, port)),
      removeGradientWorker: ({ id }) => this.#gradientWorkers.remove(id),
      gradient: (request, { transfer }) => this.#gradient(request, transfer),
      orthogonalize: (request, { transfer }) => this.#orthogonalize(request, transfer),
      evaluateWindows: (request, { transfer }) =>
        this.#evaluateWindows(request, transfer),
    };
  }

  /** Ends everything under way; in the page's thread no terminate() does. */
  close() {
    this.#responder.close();
    this.#gradientWorkers.close();
    this.#model?.training.close();
    this.#model?.snapshots.close();
    this.#model?.engineSession.free();
    this.#model = null;
  }

  #requireModel() {
    if (!this.#model) throw new GlassError('no_model');
    return this.#model;
  }

  // ---- models ------------------------------------------------------------------------

  /** Where the engine refuses the settings, open() says why.
   * @param {import('../shared/types.js').Config} config */
  async #measure(config) {
    this.#measured = Engine.create(this.#module);
    const engine = await this.#measured;
    try {
      return engine.describe(config, USUAL_VOCABULARY).memory_bytes;
    } catch {
      return 0;
    }
  }

  /** @param {OpenParams} params */
  async #open(params) {
    const engine = await (this.#measured ?? Engine.create(this.#module));
    this.#measured = null;
    const engineSession = engine.newSession(params.text, params.config);
    this.#opened = params;
    return this.#install(engineSession);
  }

  /** @param {EngineSession} engineSession @param {Snapshot[]} [past] snapshots of its run */
  #install(engineSession, past) {
    const info = engineSession.info();
    const { timeLimits, useAll } = /** @type {OpenParams} */ (this.#opened);
    this.#model?.training.close();
    this.#model?.snapshots.close();
    if (this.#model?.engineSession !== engineSession) this.#model?.engineSession.free();
    const snapshots = new Snapshots(
      engineSession,
      info,
      () => this.#openCopy(engineSession),
      past,
    );
    const gradientWorkers = this.#gradientWorkers;
    const parts = { timeLimits, useAll, snapshots, gradientWorkers };
    const training = new Training(engineSession, info, parts);
    training.onUpdate = (update) => this.#responder.emit('progress', update);
    this.#model = { engineSession, info, snapshots, training };
    return info;
  }

  /** Loads into a new instance: an invalid file changes nothing, and the memory of the old
   * model is freed with its instance.
   * @param {Calls['load']['params']} params @param {Context<number>} context */
  async #load({ files, snapshots: past = [], settings, fineTune }, context) {
    this.#requireModel();
    const { text } = /** @type {OpenParams} */ (this.#opened);
    const engineSession =
      (files.length > 1 && (await this.#openFiles(files, text, settings, context))) ||
      (await this.#openBytes(files, text, settings, fineTune));
    if (!belongTo(past, engineSession)) {
      throw new GlassError('snapshots_of_other_run');
    }
    this.#loaded = true;
    this.#gradientWorkers.resting = true;
    const info = this.#install(engineSession, past);
    this.#headMask.clear();
    return info;
  }

  /** A model of another program, which begins at step 0 in any case.
   * @param {ModelFile[]} files @param {Bytes} text @param {Config | undefined} settings
   * @param {Context<number>} context
   * @returns {Promise<EngineSession | null>} null: these files are only read as a whole */
  async #openFiles(files, text, settings, { signal, part }) {
    const onShare = (/** @type {number} */ share) => {
      part(share);
      return yieldToEventLoop(); // for an abort
    };
    try {
      const engine = await Engine.create(this.#module);
      return await engine.openFiles(files, text, settings, { signal, onShare });
    } catch (error) {
      if (GlassError.from(error).key === 'foreign_needed_whole') return null;
      throw error;
    }
  }

  /** @param {ModelFile[]} files @param {Bytes} text @param {Config} [settings]
   * @param {boolean} [fineTune] */
  async #openBytes(files, text, settings, fineTune) {
    // Each step in an instance of its own, whose memory ends with it.
    const engine = () => Engine.create(this.#module);
    const all = await Promise.all(files.map(bytesOf));
    let file = all.length > 1 ? (await engine()).importModel(all) : all[0];
    // A run begins at a checkpoint of step 0, with any adapter merged.
    if (fineTune) file = (await engine()).openSession(file).save({ form: 'merged' });
    return (await engine()).openSession(file, text, settings);
  }

  /** Gives the gradient workers a model that was loaded, once it is trained: until then it is
   * in memory once. They go on resting where all of them together would take too much. */
  #shareModel() {
    const { info } = this.#requireModel();
    const gradientWorkers = this.#gradientWorkers;
    if (!gradientWorkers.resting) return;
    const each = info.n_param * TRAINING_BYTES;
    if (each * gradientWorkers.count > MEMORY_LIMIT_BYTES) return;
    gradientWorkers.resting = false;
    for (const worker of gradientWorkers.leave())
      this.#join(worker).catch(() => gradientWorkers.drop(worker.id));
  }

  /** @param {number} [seed] default: the current one */
  #reset(seed) {
    const { engineSession, info } = this.#requireModel();
    engineSession.reset(seed ?? Number(info.config.seed));
    this.#gradientWorkers.broadcast(({ call }) => call('reset', { seed }));
    return this.#install(engineSession);
  }

  /** Opens the same model in another engine instance. @param {EngineSession} engineSession */
  async #openCopy(engineSession) {
    const { text } = /** @type {OpenParams} */ (this.#opened);
    const engine = await Engine.create(this.#module);
    const copy = engine.openSession(engineSession.save({ training: false }), text);
    for (const { layer, head, mask } of this.#headMask.values()) {
      copy.setHeadMask(layer, head, mask);
    }
    return copy;
  }

  /**
   * Uses the model of the snapshot of step `at`, or the one in training.
   * @template T
   * @param {number | undefined} at
   * @param {(subject: ModelAtStep) => T} use synchronous: the next caller restores another
   *   snapshot
   */
  async #withModel(at, use) {
    const { engineSession, info, training, snapshots } = this.#requireModel();
    const chosen = at === undefined ? engineSession : await snapshots.copySession();
    const start = performance.now();
    try {
      if (at !== undefined) snapshots.restore(chosen, at);
      return use({ engineSession: chosen, info, step: at ?? training.step });
    } finally {
      training.addAnalysisTime(performance.now() - start);
    }
  }

  // ---- gradient workers --------------------------------------------------------------

  /** Sends it the model; from then on it shares steps. @param {GradientWorker} worker */
  async #addGradientWorker(worker) {
    const { call, id } = worker;
    this.#gradientWorkers.expect(worker);
    try {
      await call('open', /** @type {OpenParams} */ (this.#opened));
      await this.#join(worker);
    } catch (error) {
      this.#gradientWorkers.remove(id);
      throw error;
    }
  }

  /** Sends it the model, which may be replaced meanwhile; then it takes part in steps. Before that
   * it would be asked about another model: loading takes turns of the event loop.
   * @param {GradientWorker} worker */
  async #join(worker) {
    const { call, id } = worker;
    const gradientWorkers = this.#gradientWorkers;
    for (let model = null; model !== this.#model;) {
      model = this.#requireModel();
      if (!this.#loaded || gradientWorkers.resting) continue;
      const bytes = model.engineSession.save({ training: false });
      await call('load', { files: [bytes] });
    }
    gradientWorkers.add(worker);
    if (gradientWorkers.resting) return;
    const drop = () => gradientWorkers.drop(id);
    const seed = Number(this.#requireModel().info.config.seed);
    if (!this.#loaded) call('reset', { seed }).catch(drop);
    for (const one of this.#headMask.values()) call('setHeadMask', one).catch(drop);
  }

  /** @param {HeadMaskParams} one */
  #setHeadMask(one) {
    const { engineSession, training, snapshots } = this.#requireModel();
    engineSession.setHeadMask(one.layer, one.head, one.mask);
    snapshots.setHeadMask(one);
    training.modelChanges();
    this.#headMask.set(`${one.layer}.${one.head}`, one);
    this.#gradientWorkers.broadcast(({ call }) => call('setHeadMask', one));
  }

  /** Nothing is compared while every head is on.
   * @param {CacheParams} params @returns {CacheParams} */
  #passOf(params) {
    const isOff = [...this.#headMask.values()].some(({ mask }) => mask !== 1);
    return { ...params, compared: params.compared && isOff };
  }

  /** The work of a gradient worker.
   * @param {import('../shared/protocol.js').GradientRequest} request
   * @param {Transferable[]} transfer */
  #gradient({ step, weights, ranges, gradients }, transfer) {
    const { engineSession } = this.#requireModel();
    engineSession.writeWeights(weights, step);
    const lossSums = ranges.map((range, i) =>
      engineSession.partialGradient(range, gradients[i]),
    );
    transfer.push(weights.buffer, ...gradients.map(({ buffer }) => buffer));
    return { weights, gradients, lossSums };
  }

  /** The same. @param {import('../shared/protocol.js').Calls['orthogonalize']['params']} request
   * @param {Transferable[]} transfer */
  #orthogonalize({ range, directions }, transfer) {
    const { engineSession } = this.#requireModel();
    engineSession.directions(range).set(directions);
    for (let left = range; left[0] < left[1];) left = engineSession.orthogonalize(left);
    directions.set(engineSession.directions(range));
    transfer.push(directions.buffer);
    return { directions };
  }

  /** The same. @param {import('../shared/protocol.js').WindowsRequest} request
   * @param {Transferable[]} transfer */
  #evaluateWindows({ step, weights, split, windows, range: [first, last] }, transfer) {
    const { engineSession } = this.#requireModel();
    engineSession.writeWeights(weights, step);
    const tallies = Array.from({ length: last - first }, (_, i) =>
      engineSession.evaluatePart(split, windows, first + i, first + i + 1),
    );
    transfer.push(weights.buffer);
    return { weights, tallies };
  }

  // ---- sampling ----------------------------------------------------------------------

  /** @param {SampleParams} params @param {Context<SamplePart>} context
   * @returns {Promise<{ step: number }>} */
  #sample(params, context) {
    const turn = this.#sampling.then(() => this.#generate(params, context));
    this.#sampling = turn.catch(() => {});
    return turn;
  }

  /** @param {SampleParams} params @param {Context<SamplePart>} context */
  async #generate({ pauseTraining, ...params }, context) {
    const { training } = this.#requireModel();
    // The weights of a snapshot do not change.
    const release =
      pauseTraining && params.at === undefined ? training.suspend() : () => {};
    try {
      return { step: await this.#generateFrom(params, context) };
    } finally {
      release();
    }
  }

  /** @param {Omit<SampleParams, 'pauseTraining'>} params
   * @param {Context<SamplePart>} context
   * @returns {Promise<number>} the step of the model that wrote the last token */
  async #generateFrom({ prompt, chars, at, logits, ...options }, { signal, part }) {
    const model = this.#requireModel();
    let writtenAt = at ?? model.training.step;
    let [resumed, share] = [0, 0];
    await this.#withModel(at, ({ engineSession }) => engineSession.prompt(prompt));
    for (let left = chars; left > 0 && !signal.aborted;) {
      if (this.#model !== model) {
        throw new GlassError('model_replaced');
      }
      await this.#withModel(at, ({ engineSession, step }) => {
        /** @type {SamplePart} */
        const piece = { step, text: '', pieces: [], tokens: [], probs: [], logits: [] };
        const end = performance.now() + SAMPLE_SLICE_MS;
        do {
          if (logits) piece.logits.push(engineSession.nextLogits());
          const { id, text, p, isEnd } = engineSession.sampleNext(options);
          piece.text += text;
          piece.pieces.push(text);
          piece.tokens.push(id);
          piece.probs.push(p);
          left = isEnd ? 0 : left - 1;
        } while (left > 0 && performance.now() < end);
        part(piece);
        writtenAt = step;
      });
      if (performance.now() - resumed < share) continue;
      const asked = performance.now();
      await yieldToEventLoop();
      resumed = performance.now();
      const waited = resumed - asked;
      share = waited > LONG_MS ? Math.min(2 * waited, SHARE_MS) : 0;
    }
    return writtenAt;
  }

  // ---- analyses ----------------------------------------------------------------------

  /** @param {number} steps @param {AbortSignal} signal
   * @returns {Promise<import('../shared/types.js').Profile>} */
  async #profile(steps, signal) {
    const model = this.#requireModel();
    const release = model.training.suspend();
    try {
      let best = fasterOf(null, model.engineSession.profile());
      for (let i = 1; i < steps; i++) {
        await yieldToEventLoop();
        signal.throwIfAborted();
        if (this.#model !== model) {
          throw new GlassError('model_replaced');
        }
        best = fasterOf(best, model.engineSession.profile());
      }
      return best;
    } finally {
      release();
    }
  }

  #tensorNames() {
    const { info } = this.#requireModel();
    const names = [...info.parameters.map(({ name }) => name), ...info.tensors];
    // Gradients are with respect to the loss; it has none itself.
    const withGradient = names.filter((name) => name !== 'loss');
    return [...names, ...withGradient.map((name) => GRADIENT + name)];
  }
}
