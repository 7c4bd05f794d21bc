// SPDX-License-Identifier: MIT

/** Weight of a new measurement in the moving average: one hiccup must not halve the chunks. */
const WEIGHT = 0.25;

/**
 * How many shards of a step are computed at a stretch. Wide passes are faster (2 % from 3 to
 * 6 sequences, 7 % from 1 to 2), but messages are not answered until a chunk ends.
 */
export class ChunkSizer {
  #msPerShard;
  nShard;
  limitMs;

  /** @param {number} nShard S, a power of two
   * @param {number} limitMs time that a chunk may take
   * @param {number} msPerStep estimate before the first measurement */
  constructor(nShard, limitMs, msPerStep) {
    this.nShard = nShard;
    this.limitMs = limitMs;
    this.#msPerShard = msPerStep / nShard;
  }

  /** Shards in a chunk, a power of two. */
  get widest() {
    let n = this.nShard;
    while (n > 1 && n * this.#msPerShard > this.limitMs) n /= 2;
    return n;
  }

  /** @template T
   * @param {number} nShard shards that `compute` computes
   * @param {() => T} compute */
  timed(nShard, compute) {
    const start = performance.now();
    const result = compute();
    const ms = (performance.now() - start) / nShard;
    this.#msPerShard += WEIGHT * (ms - this.#msPerShard);
    return result;
  }
}
