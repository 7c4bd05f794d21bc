// SPDX-License-Identifier: MIT
// Views draw in turns while a model trains: in each frame as many as fit, the others in the next
// one, so that scrolling and typing never wait for all of them.

/** Most of the 16 ms of a frame are for styles, layout and paint. */
const FRAME_MS = 2;

/** @type {(() => void)[]} */
const waiting = [];
let isDue = false;

function askForFrame() {
  if (!isDue && waiting.length > 0) requestAnimationFrame(frame);
  isDue = waiting.length > 0;
}

function frame() {
  const end = performance.now() + FRAME_MS;
  do waiting.shift()?.();
  while (waiting.length > 0 && performance.now() < end);
  isDue = false;
  askForFrame();
}

/**
 * Does the work when its turn comes; a hidden page waits until it is visible.
 * @template T @param {() => T} work
 * @returns {Promise<T>} rejects with what it throws
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
    askForFrame();
  });
}
