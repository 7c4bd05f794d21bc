// SPDX-License-Identifier: MIT
/**
 * What a page talks to: one text, one model, its training, and every look inside. Pages,
 * the element, the examples and the browser tests use only this; it runs in Node too.
 *
 *   const session = await createSession({ text, config: { n_layer: 2 } });
 *   session.on('progress', ({ step, loss }) => console.log(step, loss));
 *   await session.run({ until: 500 });
 *   const { text } = await session.sample({ prompt: 'The ', chars: 200 });
 *   await session.close();
 *
 * createSession({ text, config, mode, wasm, fast, workerUrl, workers, gradientWorkers })
 *   text       string, or bytes of UTF-8
 *   config     settings by their names in configSchema(); all optional
 *   mode       'worker', 'main' (in this thread, in slices of 8 ms) or 'auto': a worker
 *              if one can be had
 *   wasm       the engine as bytes, Module or URL; needed only where none was provided
 *   fast       true, or the fast engine as bytes, Module or URL (`make fast`): fused
 *              multiply-add, and bytes that depend on the machine, though not on the
 *              number of workers. Where it cannot be had the exact engine is taken
 *   workerUrl  a worker file of the same site, for policies that forbid blob: workers
 *   workers    how many share each step: 1 … 8, useful 1, 2, 3, 4, 8; 'auto': up to four,
 *              one core being left to the page, and of those as many as turn out to pay.
 *              The bytes are the same with any number
 *   gradientWorkers    false: start none before setMaxWorkers() is called, so that a session at rest is
 *              one worker
 *
 * session.info       facts about text and model, see SessionInfo; exact: which engine it is
 * session.state      'idle' | 'running' | 'paused' | 'done' | 'error' | 'closed'
 * session.steps      optimizer steps completed
 * session.history    { step, loss, learningRate, gradNorm, valStep, valLoss, valAccuracy,
 *                    valExact }: arrays that grow; emptied by reset and load. From 16 384
 *                    entries on the older half keeps every second one
 * session.last       the last progress record, or null
 * session.analysisMs    what the engine has spent on answers and samples so far, as of that
 *                    record; training waited meanwhile
 * session.workers    workers at hand now; gradient workers join while training is under way
 * session.workersRequested  how many there are to be
 *
 * step(n = 1)        n steps, then paused; resolves to the last progress record
 * run({ until })     trains until a pause, or until `until` (default max_steps); resolves
 *                    to 'paused' or 'done'. The held-out text is measured at step 0, every
 *                    eval_interval steps and at the end
 * pause()            resolves when training has stopped, at most one piece of work later:
 *                    60 ms, or an eighth of a step where that is longer
 * suspend(on)           while it is on nothing trains: what is under way stops as if paused,
 *                    and what is asked for waits. Both go on afterwards, each to its own
 *                    end, unless pause() or a later request ended them
 * reset({ seed })    fresh weights, step 0, same text; a generated task draws its lines
 *                    from the seed too
 * evaluate({ split: 'val' | 'train', windows })  → { loss, tokens, accuracy, exactShare }
 * sample({ prompt, chars, temperature, topK, topP, greedy, seed, pauseTraining, logits, onText,
 *          signal })
 *                    → { text, tokens, probs, logits, step }; probs[i] is the probability the model
 *                    gave to character i. Models of pairs stop after <EOS>. Training waits
 *                    meanwhile, unless pauseTraining is false (then weights may change between
 *                    characters). With `logits`, logits[i] is the row [V] character i was
 *                    drawn from. A fired signal rejects with its reason
 * profile({ steps: 3 })  → { step, stepMs, ops: [{ name, kind, forwardMs, backwardMs,
 *                    flops }], otherMs }: where the time of a step goes, see profile.js.
 *                    Measures the next step `steps` times, here and alone, and leaves the
 *                    model as it was; training waits meanwhile
 * runWithCache({ text, attention, logits, tensors })  → ActivationCache (protocol.js)
 * headReport, lens, attribution, ablate, … the analyses, see analyses.js
 * tensorNames()      parameters, activations, and 'grad:' + either
 * setGate({ layer, head, gate })  0 switches a head off, 1 on
 * setHead({ layer, head, on })    the same in words; in force for training too
 * save({ training }) → Uint8Array, .safetensors; with training state resume is exact
 * load(bytes, { snapshots })
 *                    replaces the model; a bad file throws and changes nothing. With
 *                    what transferSnapshots() gave when the file was saved the past is
 *                    there again; their buffers are moved, not copied
 * setMaxWorkers(n)           at most n workers from now on, this session's own included; gradient workers
 *                    beyond are ended, missing ones up to the number asked for started
 * hash()             SHA-256 of all weights, the same on every platform for the same run
 * snapshots          { step, event }[]: the steps of which the weights are still there,
 *                    oldest first. Taken at step 0, 25, 50, 100, 200 …, where the held-out
 *                    loss first passes 'unigram', 'bigram' or 'trigram' (the event), and every
 *                    5 steps; thinned out evenly to 64 or 32 MB, whichever is less. Models
 *                    of more than 2.6 million weights have none. Emptied by reset and load
 * transferSnapshots()  → all of them with their weights, moved, not copied; none stay
 * at(step)           the model of one of those steps: sample, runWithCache, hash, tensorNames
 *                    and all of analyses.js, with the heads off that are off now. Training
 *                    goes on untouched. Rejects with 'no-snapshot' when that step is gone.
 *                    E.g. the same head then: session.at(200).pattern({ layer, head, text })
 * pinSnapshots(steps)  these are not thinned out while somebody looks at them
 * on(event, f)       'progress', 'state', 'error', 'workers', 'snapshots'; returns a
 *                    function that ends it
 * close()
 *
 * Requests that train or replace the model wait for each other, and end a run that is
 * under way; the others are answered between two pieces of work. Everything rejects with
 * a GlassError { code, message, hint }.
 */

import { ModelView, SnapshotView, count } from './model-view.js';
import { PACES, connect } from './connect.js';
import { RunHistory } from './run-history.js';
import { GlassError } from '../shared/errors.js';
import { Listeners } from './listeners.js';
import { MAX_WORKERS, Pool, workerCount } from './worker-pool.js';
import { Caller, PROTOCOL_VERSION, checkVersion } from '../shared/protocol.js';
import { chooseEngine, coreCount } from '../engine/loading.js';
import { GRADIENT_WORKER_TIMEOUT_MS, startWorker } from './start-worker.js';

export { provide } from '../engine/loading.js';

/** @typedef {import('../engine/types.js').Config} Config */
/** @typedef {import('../engine/types.js').LabInfo} LabInfo */
/** @typedef {import('../shared/protocol.js').ProgressUpdate} ProgressUpdate */
/** @typedef {import('../shared/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../shared/protocol.js').SnapshotMark} SnapshotMark */
/** @typedef {import('./types.js').SessionOptions} SessionOptions */
/** @typedef {import('./types.js').SessionInfo} SessionInfo */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').SessionEvents} SessionEvents */
/** @typedef {import('./types.js').SessionState} SessionState */
/** @typedef {import('./connect.js').Link} Link */

/**
 * @param {SessionOptions} options
 * @returns {Promise<Session>}
 */
export async function createSession({
  text,
  config = {},
  mode = 'auto',
  wasm,
  fast = false,
  workerUrl,
  workers = 'auto',
  gradientWorkers = true,
}) {
  if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
    throw new GlassError('bad-argument', 'A session needs a text: a string or bytes.');
  }
  if (workers !== 'auto' && count(workers, 'workers', 1) > MAX_WORKERS) {
    throw new GlassError(
      'bad-argument',
      `More than ${MAX_WORKERS} workers are no use.`,
    );
  }
  const settings = asJson(config);
  const module = await chooseEngine(wasm, fast);
  /** @type {{ died: (error: GlassError) => void }} */
  const watch = { died() {} };
  const link = await connect(module, mode, workerUrl, (error) => watch.died(error));
  const caller = new Caller(link.port);
  watch.died = (error) => caller.close(error);
  try {
    checkVersion((await caller.call('hello', { version: PROTOCOL_VERSION })).version);
    const useAll = workers !== 'auto';
    const pace = PACES[link.mode];
    const opening = { text, config: settings, pace, useAll };
    const session = new Session(caller, link, await caller.call('open', opening));
    watch.died = (error) => session.fail(error);
    if (link.mode === 'worker') {
      const n = workerCount(workers, await coreCount(), session.info.memoryBytes);
      const patienceMs = GRADIENT_WORKER_TIMEOUT_MS;
      session.usePool(n - 1, (onDeath) =>
        startWorker({ module, workerUrl, onDeath, patienceMs }),
      );
      if (gradientWorkers) session.setMaxWorkers(n);
    }
    return session;
  } catch (error) {
    caller.close(new GlassError('closed', 'This session was never opened.'));
    link.terminate();
    throw GlassError.from(error);
  }
}

/** Through JSON, because that is how the engine reads it and because nothing else is sure
 * to get into a worker. @param {unknown} config @returns {Config} */
function asJson(config) {
  try {
    return JSON.parse(JSON.stringify(config));
  } catch (cause) {
    throw new GlassError('bad-config', 'These settings cannot be written as JSON.', {
      cause,
    });
  }
}

export class Session extends ModelView {
  #caller;
  #link;
  #runHistory;
  /** @type {SessionState} */ #state = 'idle';
  /** @type {SnapshotMark[]} */ #snapshots = [];
  /** @type {Listeners<SessionEvents>} */ #listeners = new Listeners();

  /** Requests that train or replace the model, one after another.
   * @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** Counts those requests; a run gives way to any later one. */
  #newest = 0;
  /** Whatever was asked for before this one has been paused. */
  #pausedBefore = 0;
  #runs = false;
  #held = false;
  /** Lets what waits look again whether it may train. @type {(value?: any) => void} */
  #look = () => {};
  /** @type {Pool | null} */ #pool = null;
  /** Helpers asked for. */
  #wanted = 0;

  /** Use createSession. @param {Caller} caller @param {Link} link @param {LabInfo} info */
  constructor(caller, link, info) {
    super(caller);
    this.#caller = caller;
    this.#link = link;
    this.#runHistory = new RunHistory(info, link.mode);
    caller.on('progress', (update) => this.#receiveUpdate(update));
  }

  /**
   * Helpers join as they get ready; training does not wait for them, and its bytes do not
   * depend on them.
   *
   * @param {number} n at most
   * @param {import('./worker-pool.js').Start} start
   */
  usePool(n, start) {
    const caller = this.#caller;
    const pool = new Pool({
      start,
      join: (id, port) =>
        caller.call('addGradientWorker', { id, port }, { transfer: [port] }),
      leave: (id) => void caller.call('removeGradientWorker', { id }).catch(() => {}),
      onChange: () => this.#listeners.emit('workers', { workers: this.workers }),
    });
    caller.on('gradientWorkerLost', ({ id }) => pool.lost(id));
    this.#pool = pool;
    this.#wanted = n;
  }

  /** @param {number} n workers, this session's own included */
  setMaxWorkers(n) {
    const most = count(n, 'The number of workers', 1);
    if (!this.#closed()) this.#pool?.resize(Math.min(this.#wanted, most - 1));
  }

  /** Workers that share a step when all asked for are there. */
  get workersRequested() {
    return 1 + this.#wanted;
  }

  /** Workers that can share a step now, the one that holds the model included. */
  get workers() {
    return 1 + (this.#pool?.size ?? 0);
  }

  get info() {
    return this.#runHistory.info;
  }

  get state() {
    return this.#state;
  }

  /** @override */
  get steps() {
    return this.#runHistory.steps;
  }

  get history() {
    return this.#runHistory.history;
  }

  get last() {
    return this.#runHistory.last;
  }

  get analysisMs() {
    return this.#runHistory.analysisMs;
  }

  get snapshots() {
    return this.#snapshots;
  }

  /** @param {number} step */
  at(step) {
    return new SnapshotView(this, this.#caller, count(step, 'step', 0));
  }

  // ---- events ------------------------------------------------------------------------

  /**
   * @template {keyof SessionEvents} K
   * @param {K} name
   * @param {(data: SessionEvents[K]) => void} listener
   * @returns {() => void} ends it
   */
  on(name, listener) {
    return this.#listeners.add(name, listener);
  }

  /** @param {SessionState} state */
  #setState(state) {
    if (this.#state === state || this.#state === 'closed') return;
    this.#state = state;
    this.#listeners.emit('state', { state });
  }

  /** @param {ProgressUpdate} update */
  #receiveUpdate(update) {
    const last = this.#runHistory.take(update);
    if (update.snapshots) this.#setSnapshots(update.snapshots);
    if (last) this.#listeners.emit('progress', last);
  }

  /** @param {SnapshotMark[]} snapshots */
  #setSnapshots(snapshots) {
    this.#snapshots = snapshots;
    this.#listeners.emit('snapshots', { snapshots });
  }

  /** The engine is gone, or the run cannot go on. @param {GlassError} error */
  fail(error) {
    if (this.#state === 'closed' || this.#state === 'error') return;
    if (error.code === 'worker-died') this.#caller.close(error);
    this.#setState('error');
    this.#listeners.emit('error', error.toPlain());
  }

  // ---- training ----------------------------------------------------------------------

  /**
   * @template T
   * @param {(ticket: number) => Promise<T>} work
   * @returns {Promise<T>}
   */
  #enqueue(work) {
    this.#needOpen();
    const ticket = ++this.#newest;
    if (this.#runs) void this.#askForPause();
    const turn = this.#queue.then(() => {
      this.#needOpen();
      return work(ticket);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #needOpen() {
    if (this.#closed()) {
      throw new GlassError('closed', 'This session has been closed.');
    }
  }

  #askForPause() {
    this.#look();
    return this.#caller.call('pause', null).catch(() => {});
  }

  /**
   * @param {number} ticket
   * @param {number} until
   * @param {boolean} last a run, which gives way to later requests
   * @returns {Promise<boolean>} whether it came to its end
   */
  async #train(ticket, until, last) {
    const isOver = () =>
      this.#closed() || ticket <= this.#pausedBefore || (last && ticket < this.#newest);
    try {
      for (;;) {
        while (this.#held && !isOver())
          await new Promise((look) => (this.#look = look));
        if (isOver()) return false;
        this.#setState('running');
        const { reached, step } = await this.#caller.call('train', { until, last });
        this.#runHistory.steps = step;
        this.#setState(reached && last ? 'done' : 'paused');
        if (reached) return true;
      }
    } catch (cause) {
      // Closing ends a run as a pause does; nobody has to catch that.
      if (this.#closed()) return false;
      const error = GlassError.from(cause);
      this.fail(error);
      throw error;
    }
  }

  #closed() {
    return this.#state === 'closed';
  }

  /**
   * @param {number} [n]
   * @returns {Promise<Progress | null>} null: paused before the first step was done
   */
  async step(n = 1) {
    const steps = count(n, 'The number of steps', 1);
    return this.#enqueue(async (ticket) => {
      await this.#train(ticket, this.#runHistory.steps + steps, false);
      return this.#runHistory.last;
    });
  }

  /**
   * @param {{ until?: number }} [options]
   * @returns {Promise<'paused' | 'done'>}
   */
  async run({ until = Number(this.#runHistory.info.config.max_steps) } = {}) {
    const goal = count(until, 'until', 0);
    return this.#enqueue(async (ticket) => {
      this.#runs = true;
      try {
        return (await this.#train(ticket, goal, true)) ? 'done' : 'paused';
      } finally {
        this.#runs = false;
      }
    });
  }

  async pause() {
    this.#pausedBefore = this.#newest;
    await this.#askForPause();
    await this.#queue;
  }

  /** @param {boolean} on */
  suspend(on) {
    this.#held = on;
    if (on) void this.#askForPause();
    else this.#look();
  }

  /** @param {{ seed?: number }} [options] */
  async reset({ seed } = {}) {
    if (seed !== undefined) count(seed, 'seed', 0);
    return this.#enqueue(async () =>
      this.#replace(await this.#caller.call('reset', { seed })),
    );
  }

  /**
   * @param {Uint8Array} bytes of a .safetensors file; not kept
   * @param {{ snapshots?: Snapshot[] }} [options] of transferSnapshots(); moved
   */
  async load(bytes, { snapshots = [] } = {}) {
    const marks = snapshots.map(({ step, event }) => ({ step, event }));
    const transfer = snapshots.map(({ weights }) => weights.buffer);
    return this.#enqueue(async () =>
      this.#replace(
        await this.#caller.call('load', { bytes, snapshots }, { transfer }),
        marks,
      ),
    );
  }

  /** @param {LabInfo} info @param {SnapshotMark[]} [snapshots] */
  #replace(info, snapshots = []) {
    this.#runHistory.restart(info);
    this.#setSnapshots(snapshots);
    this.#setState(info.step > 0 ? 'paused' : 'idle');
  }

  /** @param {number[]} steps */
  async pinSnapshots(steps) {
    await this.#caller.call('pinSnapshots', { steps });
  }

  async transferSnapshots() {
    const all = await this.#caller.call('transferSnapshots', null);
    this.#setSnapshots([]);
    return all;
  }

  // ---- questions ---------------------------------------------------------------------

  /** @param {{ split?: 'val' | 'train', windows?: number }} [options] */
  async evaluate({ split = 'val', windows } = {}) {
    const n = windows ?? Number(this.#runHistory.info.config.eval_windows);
    return this.#caller.call('evaluate', { split, windows: count(n, 'windows', 1) });
  }

  /** @param {{ steps?: number }} [options] */
  async profile({ steps = 3 } = {}) {
    return this.#caller.call('profile', { steps: count(steps, 'steps', 1) });
  }

  /** @param {{ layer: number, head: number, gate: number }} options */
  async setGate({ layer, head, gate }) {
    await this.#caller.call('setGate', { layer, head, gate });
  }

  /** @param {{ layer: number, head: number, on: boolean }} options */
  async setHead({ layer, head, on }) {
    await this.setGate({ layer, head, gate: on ? 1 : 0 });
  }

  /** @param {{ training?: boolean }} [options] false: the weights alone */
  async save({ training = true } = {}) {
    return this.#caller.call('save', { training });
  }

  async close() {
    if (this.#closed()) return;
    this.#setState('closed');
    this.#look();
    this.#caller.close(new GlassError('closed', 'This session has been closed.'));
    this.#pool?.close();
    this.#link.terminate();
    this.#listeners.clear();
  }
}
