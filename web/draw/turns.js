// SPDX-License-Identifier: MIT
// Views draw in turns while a model trains: in each frame as many as fit, the others in the next
// one, so that scrolling and typing never wait for all of them.

/** Each frame with a change costs a paint, which takes longer than most scripts: a view and the
 * parts it has belong into one. The rest of the 16 ms is for styles, layout and paint. */
const FRAME_MS = 6;

/** @type {(() => void)[]} */
const waiting = [];
let isDue = false;
/** When the time of the frame that was drawn last is over. */
let end = 0;

function askForFrame() {
  if (!isDue && waiting.length > 0) requestAnimationFrame(frame);
  isDue = waiting.length > 0;
}

function frame() {
  end = performance.now() + FRAME_MS;
  do waiting.shift()?.();
  while (waiting.length > 0 && performance.now() < end);
  isDue = false;
  askForFrame();
}

/**
 * Does the work when its turn comes, at once if a frame has time for it; a hidden page waits until
 * it is visible.
 * @template T @param {() => T} work
 * @returns {Promise<T>} rejects with what it throws
 */
export function inTurn(work) {
  return new Promise((done, fail) => {
    const start = () => {
      try {
        done(work());
      } catch (error) {
        fail(error);
      }
    };
    if (performance.now() < end) start();
    else waiting.push(start);
    askForFrame();
  });
}
