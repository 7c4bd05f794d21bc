// SPDX-License-Identifier: MIT
// The half of a session that trains: its state, its run, snapshots, workers and events.
// Requests that train or replace the model wait for each other in a queue.

import { GlassError, obstacle } from '../shared/errors.js';
import {
  choice,
  configJson,
  count,
  list,
  toBytes,
  wholeNumber,
} from '../engine/instance.js';
import { longestSilenceMs, silenceOf } from './heartbeat.js';
import { modelView } from './model-view.js';
import { RunHistory } from './run-history.js';
import { workerDied } from './worker-failure.js';

/** @import { Connection } from './start-worker.js' */
/** @import { ModelView } from './model-view.js' */
/** @import { Progress, SessionEvents, SessionInfo, SessionState } from './types.js' */
/** @import { WorkerPool } from './worker-pool.js' */
/** @import { Config, EngineInfo, ModelFile, SaveOptions } from '../shared/types.js' */
/** @import { Caller, ProgressUpdate, Snapshot, SnapshotMark }
 *   from '../shared/protocol.js' */

/**
 * The model of an earlier step. Switching a head off applies to all steps.
 * @typedef {ModelView & { steps: number, info: SessionInfo,
 *   setHead: Trainer['setHead'] }} SnapshotView
 */

/** The answer where the optimizer's state of an earlier step would be needed. */
const NO_OPTIMIZER_STATE = {
  obstacle: obstacle('obstacle_no_optimizer'),
};

/** @type {Record<keyof SessionEvents, number>} */
const EVENTS = { progress: 0, state: 1, error: 2, workers: 3, snapshots: 4 };

/** @returns {{ promise: Promise<void>, resolve: () => void }} */
function deferred() {
  let resolve = () => {};
  const promise = new Promise((/** @type {(value: void) => void} */ done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** How an EventTarget calls a listener; it has each once. @type {WeakMap<object, EventListener>} */
const hearing = new WeakMap();

export class Trainer {
  #caller;
  #connection;
  #pool;
  #runHistory;
  /** @type {SessionState} */ #state = 'idle';
  /** @type {SnapshotMark[]} */ #snapshots = [];
  #events = new EventTarget();

  /** Requests that train or replace the model, one after another.
   * @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** Number of the newest of these requests; a run ends when a later one arrives. */
  #newest = 0;
  /** Requests up to this number have been paused. */
  #pausedUpTo = 0;
  /** A run is under way. */
  #running = false;
  #suspended = false;
  /** The weights came from a file, not from settings and seed. */
  isLoaded = false;
  /** Its run began at trained weights. */
  isFineTuned = false;
  /** Resolves when suspended requests must check again whether they may train. */
  #changed = deferred();

  /** @param {Caller} caller @param {Connection} connection
   * @param {EngineInfo} info
   * @param {WorkerPool | null} pool null: training in this thread */
  constructor(caller, connection, info, pool) {
    this.#caller = caller;
    this.#connection = connection;
    this.#pool = pool;
    this.#runHistory = new RunHistory(info, connection.mode);
    connection.memory.set(info.memory_bytes);
    caller.on('progress', (update) => this.#receiveUpdate(update));
    void connection.died.then((error) => this.#fail(error));
    if (connection.mode === 'worker') {
      const silence = silenceOf(caller, (calls) =>
        longestSilenceMs(this.info.flopsPerStep, calls),
      );
      void silence.then(() => this.#fail(workerDied('')));
    }
    if (pool) {
      pool.onChange = () => this.#emit('workers', { workers: this.workers });
    }
  }

  /** @param {number} n workers, the one that holds the model included */
  setMaxWorkers(n) {
    const most = count(n, 'The number of workers', 1);
    if (!this.#closed()) this.#pool?.setLimit(most - 1);
  }

  /** Workers that share a step when all that were asked for are ready. */
  get workersRequested() {
    return 1 + (this.#pool?.requested ?? 0);
  }

  /** Workers that can share a step now, the one that holds the model included. */
  get workers() {
    return 1 + (this.#pool?.size ?? 0);
  }

  /** @returns {SessionInfo} */
  get info() {
    return this.#runHistory.info;
  }

  get state() {
    return this.#state;
  }

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

  /** @param {number} step @returns {SnapshotView} */
  at(step) {
    const at = count(step, 'step', 0);
    const trainer = this;
    return {
      ...modelView(this.#caller, at),
      nextUpdate: async () => /** @type {any} */ (NO_OPTIMIZER_STATE),
      setHead: (options) => this.setHead(options),
      steps: at,
      get info() {
        return trainer.info;
      },
    };
  }

  // ---- events ------------------------------------------------------------------------

  /** @template {keyof SessionEvents} K
   * @param {K} name @param {(data: SessionEvents[K]) => void} listener given again, it is still
   *   called once
   * @returns {() => void} removes the listener */
  on(name, listener) {
    choice(EVENTS, name, 'event');
    if (typeof listener !== 'function')
      throw new GlassError('option_not_a_function', { option: 'listener' });
    const hear =
      hearing.get(listener) ?? ((/** @type {any} */ { detail }) => listener(detail));
    hearing.set(listener, hear);
    const events = this.#events;
    events.addEventListener(name, hear);
    return () => events.removeEventListener(name, hear);
  }

  /** @template {keyof SessionEvents} K
   * @param {K} name @param {SessionEvents[K]} detail */
  #emit(name, detail) {
    this.#events.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {SessionState} state */
  #setState(state) {
    if (this.#state === state || this.#state === 'closed') return;
    this.#state = state;
    this.#emit('state', { state });
  }

  /** @param {ProgressUpdate} update */
  #receiveUpdate(update) {
    const last = this.#runHistory.take(update);
    if (update.snapshots) this.#setSnapshots(update.snapshots);
    if (last) this.#emit('progress', last);
  }

  /** @param {SnapshotMark[]} snapshots */
  #setSnapshots(snapshots) {
    this.#snapshots = snapshots;
    this.#emit('snapshots', { snapshots });
  }

  /** The worker died, or training failed. @param {GlassError} error */
  #fail(error) {
    if (this.#state === 'closed' || this.#state === 'error') return;
    if (error.code === 'worker-died') this.#release(error);
    this.#setState('error');
    this.#emit('error', error.toPlain());
  }

  // ---- training ----------------------------------------------------------------------

  /** @template T
   * @param {(ticket: number) => Promise<T>} work
   * @returns {Promise<T>} */
  #enqueue(work) {
    this.#requireOpen();
    const ticket = ++this.#newest;
    if (this.#running) void this.#requestPause();
    const turn = this.#queue.then(() => {
      this.#requireOpen();
      return work(ticket);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #requireOpen() {
    if (this.#closed()) {
      throw new GlassError('session_closed');
    }
  }

  /** Suspended requests check again whether they may train. */
  #wake() {
    this.#changed.resolve();
    this.#changed = deferred();
  }

  #requestPause() {
    this.#wake();
    return this.#caller.call('pause', null).catch(() => {});
  }

  /** @param {number} ticket @param {number} until
   * @param {boolean} isRun ends when a later request arrives
   * @returns {Promise<boolean>} whether `until` was reached */
  async #train(ticket, until, isRun) {
    const isOver = () =>
      this.#closed() || ticket <= this.#pausedUpTo || (isRun && ticket < this.#newest);
    try {
      for (;;) {
        while (this.#suspended && !isOver()) await this.#changed.promise;
        if (isOver()) return false;
        this.#setState('running');
        const { reached, step } = await this.#caller.call('train', {
          until,
          evaluateAtEnd: isRun,
        });
        this.#runHistory.steps = step;
        this.#setState(reached && isRun ? 'done' : 'paused');
        if (reached) return true;
      }
    } catch (cause) {
      // A run that close() ends resolves as if paused.
      if (this.#closed()) return false;
      const error = GlassError.from(cause);
      this.#fail(error);
      throw error;
    }
  }

  #closed() {
    return this.#state === 'closed';
  }

  /** @param {number} [n]
   * @returns {Promise<Progress | null>} null: paused before the first step was done */
  async step(n = 1) {
    const steps = count(n, 'The number of steps', 1);
    return this.#enqueue(async (ticket) => {
      const before = this.#runHistory.steps;
      await this.#train(ticket, before + steps, false);
      return this.#runHistory.steps > before ? this.#runHistory.last : null;
    });
  }

  /** @param {{ until?: number }} [options]
   * @returns {Promise<'paused' | 'done'>} */
  async run(options) {
    const { until = this.#runHistory.info.config.max_steps } = options ?? {};
    const goal = count(until, 'until', 0);
    return this.#enqueue(async (ticket) => {
      this.#running = true;
      try {
        return (await this.#train(ticket, goal, true)) ? 'done' : 'paused';
      } finally {
        this.#running = false;
      }
    });
  }

  /** Ends what was asked for before it; a later request goes on. */
  async pause() {
    this.#pausedUpTo = this.#newest;
    const before = this.#queue;
    await this.#requestPause();
    await before;
  }

  /** @param {boolean} on */
  suspend(on) {
    this.#suspended = on;
    if (on) void this.#requestPause();
    else this.#wake();
  }

  /** @param {{ seed?: number }} [options] */
  async reset(options) {
    const { seed } = options ?? {};
    if (seed !== undefined) wholeNumber(seed, 'seed');
    return this.#enqueue(async () => {
      this.#replace(await this.#caller.call('reset', { seed }));
      this.isLoaded = this.isFineTuned = false;
    });
  }

  /** @param {ModelFile | ModelFile[]} bytes of a .safetensors file, or the files of a model
   *   of another program, or a model and its adapter
   * @param {{ snapshots?: Snapshot[], settings?: Config, fineTune?: boolean,
   *   signal?: AbortSignal, onShare?: (share: number) => void }} [options]
   *   snapshots of transferSnapshots(); moved */
  async load(bytes, options) {
    const { settings = {}, fineTune = false, signal, onShare } = options ?? {};
    const snapshots = list(options?.snapshots ?? [], 'snapshots');
    const files = Array.isArray(bytes) ? bytes : [bytes];
    // Or the reason why not: no message could carry it.
    for (const data of [...files, ...snapshots.map(({ weights }) => weights)])
      if (!(data instanceof Blob)) toBytes(data, 'file');
    const marks = snapshots.map(({ step, event }) => ({ step, event }));
    const transfer = snapshots.map(({ weights }) => weights.buffer);
    const plain = JSON.parse(configJson(settings));
    const params = { files, snapshots, settings: plain, fineTune };
    return this.#enqueue(async () => {
      const more = { transfer, signal, onPart: onShare };
      const info = await this.#caller.call('load', params, more).catch((error) => {
        signal?.throwIfAborted();
        throw error;
      });
      this.#replace(info, marks);
      this.isLoaded = true;
      this.isFineTuned = fineTune || files.length > 1;
    });
  }

  /** @param {EngineInfo} info @param {SnapshotMark[]} [snapshots] */
  #replace(info, snapshots = []) {
    this.#runHistory.restart(info);
    this.#connection.memory.set(info.memory_bytes);
    this.#setSnapshots(snapshots);
    this.#setState(info.step > 0 ? 'paused' : 'idle');
  }

  /** @param {number[]} steps */
  async pinSnapshots(steps) {
    const pinned = list(steps, 'steps').map((step) => count(step, 'steps', 0));
    await this.#caller.call('pinSnapshots', { steps: pinned });
  }

  async transferSnapshots() {
    const all = await this.#caller.call('transferSnapshots', null);
    this.#setSnapshots([]);
    return all;
  }

  // ---- the model ---------------------------------------------------------------------

  /** @param {{ split?: 'val' | 'train', windows?: number }} [options] */
  async evaluate(options) {
    const { split = 'val', windows } = options ?? {};
    const n = windows ?? this.#runHistory.info.config.eval_windows;
    return this.#caller.call('evaluate', { split, windows: count(n, 'windows', 1) });
  }

  /** @param {{ steps?: number }} [options] */
  async profile(options) {
    const { steps = 3 } = options ?? {};
    return this.#caller.call('profile', { steps: count(steps, 'steps', 1) });
  }

  /** @param {{ layer: number, head: number, mask: number }} options */
  async setHeadMask(options) {
    const { layer, head, mask } = options ?? {};
    await this.#caller.call('setHeadMask', { layer, head, mask });
  }

  /** @param {{ layer: number, head: number, on: boolean }} options */
  async setHead(options) {
    const { layer, head, on } = options ?? {};
    await this.setHeadMask({ layer, head, mask: on ? 1 : 0 });
  }

  /** @param {SaveOptions} [options] */
  async save(options) {
    const { training = true, form } = options ?? {};
    return this.#caller.call('save', { training, form });
  }

  async close() {
    if (this.#closed()) return;
    this.#setState('closed');
    this.#wake();
    this.#release(new GlassError('session_closed'));
    this.#events = new EventTarget();
  }

  /** Ends all workers; open calls reject. @param {GlassError} reason */
  #release(reason) {
    this.#caller.close(reason);
    this.#pool?.close();
    this.#connection.terminate();
    this.#connection.memory.set(0);
  }
}
