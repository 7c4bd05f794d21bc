// SPDX-License-Identifier: MIT
// The time that the main thread takes to draw an answer, measured in the frames after it. Away
// from a graphics card most of it is not spent in scripts.

/** Views draw in turns (web/draw/turns.js): not all in the first frame. */
const FRAMES = 3;
/** Weight of the newest measurement in the mean. */
const NEWEST = 0.2;

/** Milliseconds from the beginning of the next frame until it is painted. */
const frameMs = () =>
  new Promise((/** @type {(ms: number) => void} */ done) => {
    requestAnimationFrame(() => {
      const begin = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done(performance.now() - begin);
      };
      port2.postMessage(null);
    });
  });

export class DrawingTime {
  /** Running mean. */
  ms = 0;
  #busy = false;

  /** Measures the frames that come now; a hidden page has none until it is seen. */
  async measure() {
    if (this.#busy || typeof requestAnimationFrame === 'undefined') return;
    this.#busy = true;
    let ms = 0;
    for (let n = 0; n < FRAMES; n++) ms += await frameMs();
    this.ms += NEWEST * (ms - this.ms);
    this.#busy = false;
  }
}
