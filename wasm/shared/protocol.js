// SPDX-License-Identifier: MIT
// Remote procedure calls between a session and the host of its model: one table of calls,
// a Caller and a Responder. Each end holds a MessagePort, whether or not the other end is
// in another thread.
//
// Messages:  { id, call, params }           a request
//            { id, part }                   a part of the reply, before the reply itself
//            { id, value } or { id, error } the reply
//            { id, abort: true }            cancels the request
//            { event, data }                an event, not a reply

import { GlassError } from './errors.js';

/** Increase with every change of the calls or of the message format. */
export const PROTOCOL_VERSION = 8;

/** @import { Config, EngineInfo, ModelFile, Sampling, SaveOptions, StepResult } from './types.js' */
/** @import { PlainError } from './errors.js' */

/**
 * Parameters and result of each call.
 * @typedef {object} Calls
 * @property {{ params: { version: number }, value: { version: number } }} hello
 * @property {{ params: { config: Config }, value: number }} measure bytes that a model of
 *   these settings takes in training; 0: the engine refuses them
 * @property {{ params: OpenParams, value: EngineInfo }} open
 * @property {{ params: { until: number, evaluateAtEnd: boolean },
 *   value: { reached: boolean, step: number } }} train until so many optimizer steps, or a pause,
 *   where `reached` is false; evaluateAtEnd: the validation text, at `until`
 * @property {{ params: null, value: void }} pause
 * @property {{ params: { seed?: number }, value: EngineInfo }} reset
 * @property {{ params: { split: 'train' | 'val', windows: number },
 *   value: Evaluation }} evaluate
 * @property {{ params: { steps: number },
 *   value: import('./types.js').Profile }} profile
 * @property {{ params: SampleParams, value: { step: number }, part: SamplePart }} sample
 * @property {{ params: CacheParams, value: ActivationCache }} runWithCache
 * @property {{ params: At & { request: import('./types.js').Request }, value: any }} analyze
 *   see analyses.js
 * @property {{ params: null, value: string[] }} tensorNames
 * @property {{ params: HeadMaskParams, value: void }} setHeadMask
 * @property {{ params: { steps: number[] }, value: void }} pinSnapshots
 * @property {{ params: null, value: Snapshot[] }} transferSnapshots
 * @property {{ params: SaveOptions, value: Uint8Array<ArrayBuffer> }} save
 * @property {{ params: { files: ModelFile[], snapshots?: Snapshot[], settings?: Config,
 *   fineTune?: boolean }, value: EngineInfo, part: number }} load several files are a model of
 *   another program, or a model and its adapter, of which parts say what share was read;
 *   snapshots: from transferSnapshots
 * @property {{ params: At, value: string }} hash
 * @property {{ params: { id: number, port: MessagePort }, value: void }} addGradientWorker
 * @property {{ params: { id: number }, value: void }} removeGradientWorker
 * @property {{ params: GradientRequest, value: GradientReply }} gradient sent to gradient workers
 * @property {{ params: Directions & { range: import('./types.js').Range }, value: Directions }}
 *   orthogonalize likewise, a part of the update
 * @property {{ params: WindowsRequest, value: WindowsReply }} evaluateWindows likewise
 */

/** The step of a snapshot; default: the model in training.
 * @typedef {{ at?: number }} At */
/** @typedef {{ layer: number, head: number, mask: number }} HeadMaskParams */

/**
 * @typedef {object} Evaluation
 * @property {number} loss mean, nats
 * @property {number} tokens predicted
 * @property {number} accuracy share of them predicted correctly
 * @property {number} exactShare share of sequences without an error
 */

/**
 * @typedef {object} Events
 * @property {ProgressUpdate} progress
 * @property {{ id: number }} gradientWorkerLost it failed or did not answer
 */

/**
 * How long training may run before messages are handled.
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
 * @property {boolean} useAll share steps with all gradient workers, even if fewer are faster
 */

/**
 * @typedef {object} GradientRequest
 * @property {number} step completed
 * @property {Float32Array<ArrayBuffer>} weights all, after that step
 * @property {import('./types.js').Range[]} ranges shards to compute
 * @property {Float32Array<ArrayBuffer>[]} gradients one to fill for each range
 */

/**
 * The arrays of the request, returned.
 * @typedef {object} GradientReply
 * @property {Float32Array<ArrayBuffer>} weights
 * @property {Float32Array<ArrayBuffer>[]} gradients
 * @property {number[]} lossSums
 */

/** Of Muon's matrices, in the range that is asked for.
 * @typedef {{ directions: Float32Array<ArrayBuffer> }} Directions */

/**
 * @typedef {object} WindowsRequest
 * @property {number} step completed
 * @property {Float32Array<ArrayBuffer>} weights all, after that step
 * @property {'train' | 'val' | 'all'} split
 * @property {number} windows that it is divided into
 * @property {import('./types.js').Range} range of them to evaluate
 */

/**
 * @typedef {object} WindowsReply
 * @property {Float32Array<ArrayBuffer>} weights of the request, returned
 * @property {import('../engine/session.js').Tally[]} tallies of each window
 */

/** What happened since the previous update. msPerStep: median of recent steps; analysisMs: spent
 * on analyses and samples while training waited; snapshots: all of them, null: unchanged.
 * @typedef {import('./history.js').History & { msPerStep: number, etaSeconds: number,
 *   analysisMs: number, snapshots: SnapshotMark[] | null }} ProgressUpdate */

/**
 * @typedef {object} SnapshotMark
 * @property {number} step
 * @property {string} event baselines the validation loss first fell below at this step, or ''
 */

/** A copy of the weights. important: at an event, or the newest of the doubling steps.
 * @typedef {SnapshotMark & { important: boolean, weights: Float32Array<ArrayBuffer> }} Snapshot
 */

/** pauseTraining: one set of weights draws the whole sample.
 * @typedef {Sampling & At & { prompt: string, chars: number, pauseTraining: boolean,
 *   logits: boolean }} SampleParams */

/**
 * @typedef {object} SamplePart
 * @property {number} step of the weights that drew it
 * @property {string} text
 * @property {string[]} pieces text of each token
 * @property {number[]} tokens
 * @property {number[]} probs
 * @property {Float32Array[]} logits [V] for each token; empty unless asked for
 */

/**
 * What a forward pass over a text answers with.
 * @typedef {object} CacheOptions
 * @property {string} [text] of which the last block_size tokens count; default: a line of the
 *   validation text
 * @property {boolean} [attention] default true
 * @property {boolean} [logits] and losses; default true
 * @property {string[]} [tensors] parameters and activations by name, "grad:NAME" for
 *   gradients
 * @property {boolean} [lens] the logit lens, as lens() gives it
 * @property {boolean} [norms] what each MLP adds
 * @property {boolean} [compared] while heads are off, also the logits (and the lens, if
 *   asked for) with every head on: a second pass
 */

/** @typedef {At & { text?: string } & Required<Omit<CacheOptions, 'text'>>} CacheParams */

/**
 * @typedef {object} ActivationCache
 * @property {string} text the end of the given text, as far as it fits
 * @property {string[]} characters text of each token
 * @property {number[]} tokens ids, [n]
 * @property {number[]} source ids of the other text; empty without one
 * @property {number} n tokens
 * @property {number} T the longer of n and the source's length
 * @property {AttentionInfo[]} attentions L entries
 * @property {number} step optimizer steps completed
 * @property {number} L attentions
 * @property {number} H
 * @property {Float32Array | null} attention [L][H][T][T], after softmax and before dropout;
 *   0 beyond the queries and keys of an attention
 * @property {Float32Array | null} logits [n][V]
 * @property {Float32Array | null} loss [n] cross-entropy of the next token, nats; NaN for the last
 * @property {Record<string, { shape: number[], data: Float32Array }>} tensors
 * @property {import('./types.js').Lens | null} lens of the same pass; { obstacle }
 *   for a model without one
 * @property {Float32Array | null} mlpNorm [MLPs][n] Euclidean norm of what each MLP adds at
 *   each position; null also where there is no MLP
 * @property {Float32Array | null} sourceMlpNorm the same in the encoder of an
 *   encoder-decoder, [MLPs][source's length]
 * @property {ComparedPass | null} compared the line with every head on; null also while no
 *   head is off
 */

/** Logits, losses and lens of an ActivationCache, by the same weights.
 * @typedef {Pick<ActivationCache, 'logits' | 'loss' | 'lens'>} ComparedPass */

/**
 * @typedef {object} AttentionInfo
 * @property {'self' | 'encoder' | 'cross'} kind
 * @property {number} layer of its stack, from 0
 * @property {boolean} causal queries attend to earlier keys only
 * @property {import('./types.js').Stream} queryStream
 * @property {import('./types.js').Stream} keyStream
 * @property {string[]} queries text of each token
 * @property {string[]} keys text of each token
 */

/** @param {unknown} value */
function isCloneable(value) {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** Why no message can carry these parameters.
 * @param {Record<string, any> | null} params @param {unknown} cause */
function notSent(params, cause) {
  const all = Object.entries({ ...params?.request, ...params });
  const [option] = all.find(([, value]) => !isCloneable(value)) ?? [];
  if (option) return new GlassError('option_not_cloned', { option }, { cause });
  const { key, params: detail } = GlassError.from(cause);
  return new GlassError(key, detail, { cause, code: 'bad-argument' });
}

/** The end that calls. */
export class Caller {
  /** @type {MessagePort} */ #port;
  #nextId = 1;
  /** @type {Map<number, { name: keyof Calls, done: (value: any) => void, fail: (error: GlassError) => void, onPart?: (part: any) => void }>} */
  #open = new Map();
  /** @type {GlassError | null} */ #closed = null;
  /** Messages received. */
  heard = 0;
  /** Hears of every call. */
  onCall = () => {};
  /** @type {Partial<{ [K in keyof Events]: (data: Events[K]) => void }>} */
  #listeners = {};

  /** @param {MessagePort} port used by this object alone */
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
   * @param {AbortSignal} [options.signal] where it is aborted already, nothing is asked
   * @param {(part: Calls[K] extends { part: infer P } ? P : never) => void} [options.onPart]
   * @returns {Promise<Calls[K]['value']>} rejects also where no message can carry the parameters
   */
  call(name, params, { transfer = [], signal, onPart } = {}) {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const abort = () => this.#abort(id);
    try {
      signal?.addEventListener('abort', abort);
      // Of a buffer that is elsewhere Node would say nothing.
      for (const each of transfer)
        if (each instanceof ArrayBuffer) new Uint8Array(each);
      this.#port.postMessage({ id, call: name, params }, transfer);
    } catch (cause) {
      signal?.removeEventListener?.('abort', abort);
      return Promise.reject(notSent(params, cause));
    }
    const reply = new Promise((done, fail) => {
      this.#open.set(id, { name, done, fail, onPart });
    });
    this.onCall();
    return reply.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Names of the calls without a reply. */
  get openCalls() {
    return [...this.#open.values()].map(({ name }) => name);
  }

  /** @param {number} id */
  #abort(id) {
    if (!this.#closed && this.#open.has(id))
      this.#port.postMessage({ id, abort: true });
  }

  /** @template {keyof Events} K
   * @param {K} name @param {(data: Events[K]) => void} listener the only one */
  on(name, listener) {
    this.#listeners[name] = /** @type {any} */ (listener);
  }

  /** @param {{ id?: number, event?: keyof Events, [key: string]: any }} message */
  #receive(message) {
    this.heard++;
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

  /** Ends the connection; open calls reject. @param {GlassError} reason */
  close(reason) {
    if (this.#closed) return;
    this.#closed = reason;
    for (const { fail } of this.#open.values()) fail(reason);
    this.#open.clear();
    this.#port.close();
  }
}

/**
 * What a handler has besides its parameters.
 * @template Part
 * @typedef {object} Context
 * @property {AbortSignal} signal
 * @property {(part: Part) => void} part sends a part of the reply
 * @property {Transferable[]} transfer receives the buffers of the value that are transferred
 */

/**
 * @typedef {{ [K in keyof Calls]: (params: Calls[K]['params'],
 *   context: Context<Calls[K] extends { part: infer P } ? P : never>)
 *   => Calls[K]['value'] | Promise<Calls[K]['value']> }} Handlers
 */

/** The end that answers calls. */
export class Responder {
  /** @type {MessagePort} */ #port;
  /** @type {Handlers} */ #handlers;
  /** @type {Map<number, AbortController>} */ #open = new Map();

  /** @param {MessagePort} port used by this object alone
   * @param {Handlers} handlers */
  constructor(port, handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.onmessage = (event) => this.#receive(event.data);
  }

  /** @template {keyof Events} K
   * @param {K} name @param {Events[K]} data */
  emit(name, data) {
    this.#port.postMessage({ event: name, data });
  }

  /** Aborts open calls and answers no more. */
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
        throw new GlassError('unknown_call', { call: name });
      }
      // TypeScript cannot match params to a name that is a variable.
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

/** Both ends exchange versions before any other call.
 * @param {number} theirs */
export function checkVersion(theirs) {
  if (theirs !== PROTOCOL_VERSION) {
    throw new GlassError('other_protocol', { page: PROTOCOL_VERSION, worker: theirs });
  }
}
