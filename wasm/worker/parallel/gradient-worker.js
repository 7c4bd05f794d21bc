// SPDX-License-Identifier: MIT
// One gradient worker, as the worker that trains sees it. All arrays travel as transferred
// buffers, the same ones back and forth: nothing is cloned, and no shared memory is needed,
// which pages have only with special headers.

import { GlassError } from '../../shared/errors.js';
import { Caller } from '../../shared/protocol.js';

/** @import { EngineSession } from '../../engine/session.js' */
/** @import { Range } from '../../shared/types.js' */
/** @import { GradientReply, WindowsRequest } from '../../shared/protocol.js' */
/** For the declaration of call(). @typedef {import('../../shared/protocol.js').Calls} Calls */

/** The array that came back, or a new one where the size of the model has changed.
 * @param {Float32Array<ArrayBuffer> | null | undefined} used @param {number} n */
const sized = (used, n) => (used?.length === n ? used : new Float32Array(n));

export class GradientWorker {
  #caller;
  /** @type {Float32Array<ArrayBuffer> | null} */ #weights = null;
  /** @type {Float32Array<ArrayBuffer>[]} */ #gradients = [];
  /** @type {Float32Array<ArrayBuffer> | null} */ #directions = null;
  id;

  /** @param {number} id @param {MessagePort} port */
  constructor(id, port) {
    this.id = id;
    this.#caller = new Caller(port);
  }

  get call() {
    return this.#caller.call.bind(this.#caller);
  }

  /** Asks for parts of the gradient of the next step.
   * @param {EngineSession} session @param {number} step completed
   * @param {Range[]} ranges */
  async compute(session, step, ranges) {
    const weights = this.#weightsOf(session);
    const gradients = ranges.map(() =>
      sized(this.#gradients.pop(), session.gradientCount),
    );
    const transfer = [weights, ...gradients].map(({ buffer }) => buffer);
    const request = { step, weights, ranges, gradients };
    const reply = await this.#caller.call('gradient', request, { transfer });
    this.#weights = reply.weights;
    return reply;
  }

  /** Asks for a part of the update. @param {EngineSession} session @param {Range} range */
  async orthogonalize(session, range) {
    const directions = sized(this.#directions, range[1] - range[0]);
    this.#directions = null;
    directions.set(session.directions(range));
    const request = { range, directions };
    const transfer = [directions.buffer];
    const reply = await this.#caller.call('orthogonalize', request, { transfer });
    this.#directions = reply.directions;
    return reply;
  }

  /** Asks for windows of an evaluation.
   * @param {EngineSession} session @param {number} step completed
   * @param {Omit<WindowsRequest, 'step' | 'weights'>} which */
  async evaluate(session, step, which) {
    const weights = this.#weightsOf(session);
    const request = { step, weights, ...which };
    const transfer = [weights.buffer];
    const reply = await this.#caller.call('evaluateWindows', request, { transfer });
    this.#weights = reply.weights;
    return reply;
  }

  /** To be sent. @param {EngineSession} session */
  #weightsOf(session) {
    const weights = sized(this.#weights, session.weightCount);
    this.#weights = null;
    session.readWeights(weights);
    return weights;
  }

  /** Takes the buffers of a reply back for the next one. @param {GradientReply} reply */
  recycle({ gradients }) {
    this.#gradients.push(...gradients);
  }

  end() {
    this.#caller.close(new GlassError('worker_dropped'));
  }
}
