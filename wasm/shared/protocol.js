// SPDX-License-Identifier: MIT
// What the page and the engine's thread say to each other: one table of messages, one way
// to call. Both ends hold a MessagePort; whether a thread lies in between is not their
// business.
//
// On the wire:  { id, call, params }           a request
//               { id, part }                   something on the way to its reply
//               { id, value } or { id, error } its reply
//               { id, abort: true }            the caller does not want it any more
//               { event, data }                news that nobody asked for

import { GlassError } from './errors.js';

/** Raised with every change of the table below or of the wire format. */
export const PROTOCOL_VERSION = 4;

/** @typedef {import('./types.js').StepResult} StepResult */
/** @typedef {import('./types.js').Sampling} Sampling */
/** @typedef {import('./types.js').LabInfo} LabInfo */
/** @typedef {import('./types.js').Config} Config */
/** @typedef {import('./errors.js').PlainError} PlainError */

/**
 * The calls: what each takes and what it answers.
 *
 * @typedef {object} Calls
 * @property {{ params: { version: number }, value: { version: number } }} hello
 * @property {{ params: OpenParams, value: LabInfo }} open
 * @property {{ params: TrainParams, value: TrainResult }} train until `until` or a pause
 * @property {{ params: null, value: null }} pause
 * @property {{ params: { seed?: number }, value: LabInfo }} reset
 * @property {{ params: { split: 'train' | 'val', windows: number },
 *   value: Evaluation }} evaluate
 * @property {{ params: { steps: number },
 *   value: import('./types.js').Profile }} profile
 * @property {{ params: SampleParams, value: { step: number }, part: SamplePart }} sample
 * @property {{ params: CacheParams, value: ActivationCache }} runWithCache
 * @property {{ params: At & { request: import('./types.js').Request }, value: any }} analyze
 *   see analyses.js
 * @property {{ params: null, value: string[] }} tensorNames
 * @property {{ params: GateParams, value: null }} setGate
 * @property {{ params: { steps: number[] }, value: null }} pinSnapshots
 * @property {{ params: null, value: Snapshot[] }} transferSnapshots none stay
 * @property {{ params: { training: boolean }, value: Uint8Array<ArrayBuffer> }} save
 * @property {{ params: { bytes: Uint8Array, snapshots?: Snapshot[] },
 *   value: LabInfo }} load snapshots: as they were handed over
 * @property {{ params: At, value: string }} hash
 * @property {{ params: { id: number, port: MessagePort }, value: null }} addGradientWorker
 * @property {{ params: { id: number }, value: null }} removeGradientWorker
 * @property {{ params: GradientRequest, value: GradientReply }} gradient asked of a gradient worker
 */

/** Which model a question is about: that of a step of which a copy is kept, or the one
 * in training. @typedef {{ at?: number }} At */
/** @typedef {{ layer: number, head: number, gate: number }} GateParams */

/**
 * @typedef {object} Evaluation
 * @property {number} loss mean, nats
 * @property {number} tokens how many were guessed
 * @property {number} accuracy share of them guessed right
 * @property {number} exactShare share of sequences right from end to end
 */

/**
 * @typedef {object} Events
 * @property {ProgressUpdate} progress
 * @property {{ id: number }} gradientWorkerLost it failed or did not answer
 */

/**
 * How long a worker works before it answers messages.
 *
 * @typedef {object} TimeLimits
 * @property {number} sliceMs of training between two turns of the event loop
 * @property {number} pieceMs of a single piece of work. A pause waits for one piece: at
 *   worst an eighth of a step, because a step has at most 8 shards
 */

/**
 * @typedef {object} OpenParams
 * @property {string | Uint8Array} text
 * @property {Config} config
 * @property {TimeLimits} timeLimits
 * @property {boolean} useAll take all gradient workers there are; otherwise as many as pay
 */

/**
 * @typedef {object} GradientRequest
 * @property {number} step completed
 * @property {Float32Array<ArrayBuffer>} weights all, as they are after it
 * @property {import('./types.js').ShardRange[]} ranges shards to compute
 * @property {Float32Array<ArrayBuffer>[]} gradients one to fill for each range
 */

/**
 * The same arrays, back.
 *
 * @typedef {object} GradientReply
 * @property {Float32Array<ArrayBuffer>} weights
 * @property {Float32Array<ArrayBuffer>[]} gradients
 * @property {number[]} lossSums
 */

/**
 * @typedef {object} TrainParams
 * @property {number} until optimizer steps
 * @property {boolean} last measure the held-out text when it is reached
 */

/**
 * @typedef {object} TrainResult
 * @property {boolean} reached false: paused before `until`
 * @property {number} step
 */

/**
 * What happened since the last news. Columns of `step` belong together, and so do those of
 * `valStep`.
 *
 * @typedef {object} ProgressUpdate
 * @property {number[]} step
 * @property {number[]} loss
 * @property {number[]} learningRate
 * @property {number[]} gradNorm
 * @property {number[]} valStep
 * @property {number[]} valLoss
 * @property {number[]} valAccuracy share of characters guessed right
 * @property {number[]} valExact share of sequences without a wrong one
 * @property {number} msPerStep median of recent steps
 * @property {number} etaSeconds
 * @property {number} analysisMs spent on answers and samples, while training waited
 * @property {SnapshotMark[] | null} snapshots all there are, when that has changed
 */

/**
 * A copy of the weights.
 *
 * @typedef {object} SnapshotMark
 * @property {number} step
 * @property {string} event baselines the held-out loss was first below then, or ''
 */

/** With the copy itself. important: an event, or the newest rung, which somebody may yet ask
 * for.
 * @typedef {SnapshotMark & { important: boolean, weights: Float32Array<ArrayBuffer> }} Snapshot
 */

/** pauseTraining: training waits, so the whole sample is of one moment.
 * @typedef {Sampling & At & { prompt: string, chars: number, pauseTraining: boolean,
 *   logits: boolean }} SampleParams */

/**
 * @typedef {object} SamplePart
 * @property {string} text
 * @property {number[]} tokens
 * @property {number[]} probs
 * @property {Float32Array[]} logits one row a token drawn, when they are asked for
 */

/**
 * @typedef {object} CacheParams
 * @property {number} [at]
 * @property {string} text
 * @property {boolean} attention
 * @property {boolean} logits
 * @property {string[]} tensors
 */

/**
 * @typedef {object} ActivationCache
 * @property {string} text what was looked at: the end of the text asked for
 * @property {string[]} characters one a token
 * @property {number} n of them
 * @property {number} T n, or the length of the source where that is longer
 * @property {AttentionInfo[]} attentions L of them
 * @property {number} step optimizer steps completed
 * @property {number} L attentions
 * @property {number} H
 * @property {Float32Array | null} attention L·H·T·T: row i is the query, column j the key;
 *   after softmax, before dropout; 0 outside the rows and columns of an attention
 * @property {Float32Array | null} logits n·V
 * @property {Float32Array | null} loss n, nats of the true next character; the last is NaN
 * @property {Record<string, { shape: number[], data: Float32Array }>} tensors
 */

/**
 * @typedef {object} AttentionInfo
 * @property {'self' | 'encoder' | 'cross'} kind
 * @property {boolean} causal the future is hidden
 * @property {string[]} queries characters of the rows
 * @property {string[]} keys characters of the columns
 */

/** @typedef {{ port: MessagePort, abort: AbortController }} Task */

/** One end: calls the other.  */
export class Caller {
  /** @type {MessagePort} */ #port;
  #nextId = 1;
  /** @type {Map<number, { done: (value: any) => void, fail: (error: GlassError) => void, onPart?: (part: any) => void }>} */
  #open = new Map();
  /** @type {GlassError | null} */ #closed = null;
  /** @type {Partial<{ [K in keyof Events]: (data: Events[K]) => void }>} */
  #listeners = {};

  /** @param {MessagePort} port now this object's */
  constructor(port) {
    this.#port = port;
    port.onmessage = (event) => this.#receive(event.data);
  }

  /**
   * @template {keyof Calls} K
   * @param {K} name
   * @param {Calls[K]['params']} params
   * @param {object} [options]
   * @param {Transferable[]} [options.transfer]
   * @param {AbortSignal} [options.signal]
   * @param {(part: Calls[K] extends { part: infer P } ? P : never) => void} [options.onPart]
   * @returns {Promise<Calls[K]['value']>}
   */
  call(name, params, { transfer = [], signal, onPart } = {}) {
    return new Promise((done, fail) => {
      if (this.#closed) {
        fail(this.#closed);
        return;
      }
      const id = this.#nextId++;
      this.#open.set(id, { done, fail, onPart });
      signal?.addEventListener('abort', () => this.#abort(id), { once: true });
      this.#port.postMessage({ id, call: name, params }, transfer);
      if (signal?.aborted) this.#abort(id);
    });
  }

  /** @param {number} id */
  #abort(id) {
    if (!this.#closed && this.#open.has(id))
      this.#port.postMessage({ id, abort: true });
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {(data: Events[K]) => void} listener the only one
   */
  on(name, listener) {
    this.#listeners[name] = /** @type {any} */ (listener);
  }

  /** @param {{ id?: number, event?: keyof Events, [key: string]: any }} message */
  #receive(message) {
    if (message.event) {
      this.#listeners[message.event]?.(message.data);
      return;
    }
    const request = this.#open.get(message.id ?? 0);
    if (!request) return;
    if ('part' in message) {
      request.onPart?.(message.part);
      return;
    }
    this.#open.delete(message.id ?? 0);
    if (message.error) request.fail(GlassError.fromPlain(message.error));
    else request.done(message.value);
  }

  /** Ends the connection; what is still open fails. @param {GlassError} reason */
  close(reason) {
    if (this.#closed) return;
    this.#closed = reason;
    for (const { fail } of this.#open.values()) fail(reason);
    this.#open.clear();
    this.#port.close();
  }
}

/**
 * What a handler can do besides returning a value.
 *
 * @template Part
 * @typedef {object} Context
 * @property {AbortSignal} signal
 * @property {(part: Part) => void} part
 * @property {Transferable[]} transfer buffers of the value to hand over, not copy
 */

/**
 * @typedef {{ [K in keyof Calls]: (params: Calls[K]['params'],
 *   context: Context<Calls[K] extends { part: infer P } ? P : never>)
 *   => Calls[K]['value'] | Promise<Calls[K]['value']> }} Handlers
 */

/** The other end: answers calls. */
export class Answerer {
  /** @type {MessagePort} */ #port;
  /** @type {Handlers} */ #handlers;
  /** @type {Map<number, AbortController>} */ #open = new Map();

  /**
   * @param {MessagePort} port now this object's
   * @param {Handlers} handlers
   */
  constructor(port, handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.onmessage = (event) => this.#receive(event.data);
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K]} data
   */
  emit(name, data) {
    this.#port.postMessage({ event: name, data });
  }

  /** Aborts what is open and answers nothing more. */
  close() {
    for (const controller of this.#open.values()) controller.abort();
    this.#port.close();
  }

  /** @param {{ id: number, call: keyof Calls, params: any, abort?: boolean }} message */
  #receive({ id, call, params, abort }) {
    if (abort) this.#open.get(id)?.abort();
    else void this.#answer(id, call, params);
  }

  /** @param {number} id @param {keyof Calls} name @param {any} params */
  async #answer(id, name, params) {
    const controller = new AbortController();
    /** @type {Transferable[]} */
    const transfer = [];
    this.#open.set(id, controller);
    try {
      if (!Object.hasOwn(this.#handlers, name)) {
        throw new GlassError('protocol', `There is no call "${name}".`);
      }
      // The table says which params belong to which name; a variable name hides that.
      const handler = /** @type {(params: any, context: Context<any>) => unknown} */ (
        this.#handlers[name]
      );
      const value = await handler(params, {
        signal: controller.signal,
        part: (/** @type {unknown} */ part) => this.#port.postMessage({ id, part }),
        transfer,
      });
      this.#port.postMessage({ id, value }, transfer);
    } catch (error) {
      this.#port.postMessage({ id, error: GlassError.from(error).toPlain() });
    } finally {
      this.#open.delete(id);
    }
  }
}

/**
 * Both ends say which table they know before anything else.
 *
 * @param {number} theirs
 */
export function checkVersion(theirs) {
  if (theirs !== PROTOCOL_VERSION) {
    throw new GlassError(
      'protocol',
      `The page speaks version ${PROTOCOL_VERSION} of the protocol, its worker version ${theirs}.`,
    );
  }
}
