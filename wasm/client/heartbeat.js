// SPDX-License-Identifier: MIT
// Whether a worker is still there. A browser may end one without an error event, and every
// open call would wait forever. Chromium closes the worker's end of the port then; in other
// browsers, and where a worker hangs, only its silence tells.
//
// While calls are open and nothing is heard, the worker is asked to say hello, which it does
// between two pieces of work. Silence is counted in beats, not in seconds: a tab in the
// background beats less often, a computer asleep not at all. (A Web Lock held by the worker
// would tell as well, but keeps the page out of the back/forward cache.)

import { PROTOCOL_VERSION } from '../shared/protocol.js';

/** @import { Calls, Caller } from '../shared/protocol.js' */

const BEAT_MS = 10_000;

/** Even a busy machine answers within this; and within a whole step, which no message
 * interrupts where memory is short, by a core far slower than any that runs a browser. */
const LEAST_SILENCE_MS = 120_000;
const SLOWEST_FLOPS_PER_MS = 1e6;

/** Calls that work without a pause, and how much longer they may be silent than those that
 * work in pieces. @type {Partial<Record<keyof Calls, number>>} */
const PATIENCE = { open: Infinity, load: Infinity, analyze: 20 };

/** Silence after which a worker counts as dead while these calls are open.
 * @param {number} flopsPerStep @param {(keyof Calls)[]} calls */
export const longestSilenceMs = (flopsPerStep, calls) =>
  Math.max(LEAST_SILENCE_MS, flopsPerStep / SLOWEST_FLOPS_PER_MS) *
  Math.max(...calls.map((name) => PATIENCE[name] ?? 1));

/**
 * Resolves when the worker has been silent for too long.
 * @param {Caller} caller
 * @param {(calls: (keyof Calls)[]) => number} longestMs while these calls are open
 * @param {number} [beatMs]
 * @returns {Promise<void>}
 */
export const silenceOf = (caller, longestMs, beatMs = BEAT_MS) =>
  new Promise((resolve) => {
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let timer;
    let heard = 0;
    let silentBeats = 0;
    const rest = () => {
      clearInterval(timer);
      timer = undefined;
      silentBeats = 0;
    };
    const beat = () => {
      const calls = caller.openCalls.filter((name) => name !== 'hello');
      silentBeats = caller.heard === heard ? silentBeats + 1 : 0;
      heard = caller.heard;
      if (calls.length === 0) rest();
      else if (silentBeats * beatMs > longestMs(calls)) {
        rest();
        resolve();
      } else if (silentBeats === 1) {
        caller.call('hello', { version: PROTOCOL_VERSION }).catch(() => {});
      }
    };
    caller.onCall = () => {
      if (timer) return;
      timer = setInterval(beat, beatMs);
      // Does not keep Node from ending.
      /** @type {{ unref?: () => void }} */ (timer).unref?.();
    };
  });
