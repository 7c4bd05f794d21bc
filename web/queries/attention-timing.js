// SPDX-License-Identifier: MIT
// Times a training step with simple and with fused attention as a model grows.
// `node bench/attention.js` does the same in Node, with more sizes.
import { createSession } from '../../wasm/index.js';

const BASE = { n_embd: 64, block_size: 64, n_head: 4 };
export const SWEEPS = [
  { key: 'n_embd', letter: 'C', values: [16, 32, 64, 128, 256] },
  { key: 'block_size', letter: 'T', values: [16, 32, 64, 128, 256] },
  { key: 'n_head', letter: 'H', values: [1, 4, 8, 16, 32] },
];
export const COUNT = SWEEPS.reduce((n, { values }) => n + values.length, 0);
/** Browser clocks are coarse, so many steps are timed together. */
const SPAN_MS = 40;
const [FEWEST, MOST] = [2, 400];
/** The fastest of several rounds counts: interference only adds time. */
const ROUNDS = 3;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz \n';
const text = () =>
  Array.from(
    { length: 4000 },
    (_, i) => ALPHABET[(i * i + 7 * i) % ALPHABET.length],
  ).join('') + ALPHABET;

/** @typedef {{ letter: string, value: number, simple: number, fused: number }} Timing ms per
 * step */

/** One layer without an MLP, batches of two, one worker; both variants take turns.
 * @param {AbortSignal} signal @param {(timing: Timing) => void} tell */
export async function timeBoth(signal, tell) {
  for (const { key, letter, values } of SWEEPS) {
    for (const value of values) {
      signal.throwIfAborted();
      const [simple, fused] = await timeOne({ ...BASE, [key]: value });
      signal.throwIfAborted();
      tell({ letter, value, simple, fused });
    }
  }
}

/** @param {import('../state/types.js').Session} session @param {number} n @returns {Promise<number>} ms per step */
async function timeSteps(session, n) {
  const start = performance.now();
  await session.step(n);
  return (performance.now() - start) / n;
}

/** @param {typeof BASE} sizes @returns {Promise<number[]>} ms per step, simple and fused */
async function timeOne(sizes) {
  /** @type {import('../state/types.js').Session[]} */
  const sessions = [];
  const rest = { n_layer: 1, mlp: false, batch_size: 2, seed: 1, eval_windows: 1 };
  const never = { eval_interval: 1_000_000, max_steps: 1_000_000 };
  try {
    for (const attention of ['simple', 'fused']) {
      const config = { ...sizes, ...rest, ...never, attention };
      sessions.push(await createSession({ text: text(), config, workers: 1 }));
    }
    for (const session of sessions) await session.step(FEWEST);
    const ms = await timeSteps(sessions[0], FEWEST);
    const n = Math.min(MOST, Math.max(FEWEST, Math.ceil(SPAN_MS / ms)));
    const best = sessions.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, session] of sessions.entries()) {
        best[i] = Math.min(best[i], await timeSteps(session, n));
      }
    }
    return best;
  } finally {
    for (const session of sessions) await session.close();
  }
}
