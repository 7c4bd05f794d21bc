// SPDX-License-Identifier: MIT
// A budget of memory for the models of a page: each session takes its model's share of it
// before the model is made. Gradient workers have limits of their own (worker-pool.js).

import { GlassError } from '../shared/errors.js';

/** Half of the device's memory, where the browser tells: Chromium does, in GB. */
const SHARE = 0.5;
const USUAL_MEMORY_GB = 4;
const MOST_BYTES = 2 ** 31;

const limitBytes = () => {
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (
    globalThis.navigator ?? {}
  );
  return Math.min(MOST_BYTES, SHARE * (deviceMemory ?? USUAL_MEMORY_GB) * 2 ** 30);
};

const inMegabytes = (/** @type {number} */ bytes) => Math.ceil(bytes / 2 ** 20);

/** Of all models of the page. */
let takenBytes = 0;

/** The share of one model. */
export class MemoryShare {
  #bytes = 0;

  /** Takes memory for a model that is to be made. Alone in the page, it may take all that the
   * engine can have. @param {number} bytes 0: not known */
  take(bytes) {
    const needed = takenBytes + bytes;
    if (bytes > 0 && takenBytes > 0 && needed > limitBytes()) {
      throw new GlassError('page_memory', {
        needed: inMegabytes(needed),
        limit: inMegabytes(limitBytes()),
      });
    }
    this.set(bytes);
  }

  /** @param {number} bytes what the model takes as it is; 0: it is gone */
  set(bytes) {
    takenBytes += bytes - this.#bytes;
    this.#bytes = bytes;
  }
}
