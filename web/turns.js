// SPDX-License-Identifier: MIT
// Views draw in turns while a model trains: in each frame as many as fit, the others in
// the next one, so that neither scrolling nor typing waits for all of them.

/** Of the 16 ms of a frame, most are the browser's own: styles, layout, paint. */
const FRAME_MS = 4;

/** @type {(() => void)[]} */
const waiting = [];

function frame() {
  const end = performance.now() + FRAME_MS;
  do waiting.shift()?.();
  while (waiting.length > 0 && performance.now() < end);
  if (waiting.length > 0) requestAnimationFrame(frame);
}

/**
 * Does the work when its turn comes, which a hidden page puts off until it is seen.
 * @param {() => void} work
 * @returns {Promise<void>} rejects with what it throws
 */
export function inTurn(work) {
  return new Promise((done, fail) => {
    waiting.push(() => {
      try {
        done(work());
      } catch (error) {
        fail(error);
      }
    });
    if (waiting.length === 1) requestAnimationFrame(frame);
  });
}
