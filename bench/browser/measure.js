// SPDX-License-Identifier: MIT
// What is measured the same way in Node and in a page: matrix products, training with one
// worker and with two, writing. Only needs performance.now().

import { Engine } from '../../wasm/index.js';
import { fastest, instantiate, peakOf } from '../peak.js';
import { openSession, turn } from '../race/session.js';
import { inTurns, makeText, msOf, quartiles } from '../steps.js';

// ---- matrix products ----------------------------------------------------------------

/** [form, rows R, width C]: products of a layer of 4 C units over R rows. */
const FORMS = ['NN', 'NT', 'TN'];
const SIZES = [
  { C: 64, R: 1024 },
  { C: 128, R: 768 },
  { C: 384, R: 1024 },
];

/** @typedef {(name: string) => Promise<WebAssembly.Module>} Compile a module of build, by its file */

/** @param {Compile} compile @param {number} slices */
export async function products(compile, slices) {
  const module = await compile('bench/products.wasm');
  const peaks = await instantiate(module);
  peakOf(peaks, 2);
  const before = peakOf(peaks, slices);
  const cases = [];
  for (const { C, R } of SIZES) {
    for (const form of FORMS) {
      const [M, N, K] = form === 'TN' ? [4 * C, C, R] : [R, 4 * C, C];
      const calls = await instantiate(module);
      if (!calls.bench_prepare(FORMS.indexOf(form), M, N, K)) {
        throw new Error('no memory');
      }
      const run = (/** @type {number} */ times) => {
        calls.bench_run(times);
        return 2 * M * N * K * times;
      };
      fastest(run, 2);
      cases.push({ form, C, M, N, K, gflops: fastest(run, slices) });
    }
  }
  const peak = Math.max(before, peakOf(peaks, slices));
  return {
    peak_128: peak,
    cases: cases.map((row) => ({ ...row, share_of_peak: row.gflops / peak })),
  };
}

// ---- one worker and two -------------------------------------------------------------

/** Steps of a session with one worker, of one with two, and of two sessions side by
 * side that have nothing to do with each other, in turns. The last is what the machine
 * allows: two cores share memory and much else, with each other and with whoever else
 * is there.
 * @param {Compile} compile @param {{ config: Record<string, unknown>, n_vocab: number }} model
 * @param {number} rounds @param {number} turnMs about how long a turn is
 * @returns {Promise<{ ms: number[][], workers: number[], same: boolean }>} ms: of one
 * step, a list each for one worker, two, and one of a pair of sessions */
export async function workers(compile, { config, n_vocab: V }, rounds, turnMs) {
  const wasm = await compile('wasm/glassformer.wasm');
  const sessions = [];
  for (const n of [1, 2, 1])
    sessions.push(await openSession({ text: makeText(V), config, workers: n, wasm }));
  const { ms: stepMs } = await turn(sessions[0], 3);
  const n = Math.max(2, Math.round(turnMs / stepMs));
  const [one, two, other] = sessions;
  const taken = await inTurns([[one], [two], [one, other]], rounds, async (side) => {
    const each = await Promise.all(side.map((session) => turn(session, n)));
    return each.reduce((sum, of) => sum + of.ms, 0) / side.length;
  });
  const ms = taken.map(([, ...timed]) => timed);
  const last = Math.max(...sessions.map(({ steps }) => steps));
  for (const session of sessions) {
    if (session.steps < last) await session.step(last - session.steps);
  }
  const got = [one.workers, two.workers];
  const hashes = await Promise.all(sessions.map((session) => session.hash()));
  for (const session of sessions) await session.close();
  return { ms, workers: got, same: new Set(hashes).size === 1 };
}

// ---- writing -------------------------------------------------------------------------

/** Characters a second of one stream: the model's window fills, half of it is kept and
 * read again, as in the page. @param {Compile} compile
 * @param {{ config: Record<string, unknown>, n_vocab: number }} model
 * @param {number} slices @param {number} chars in a slice */
export async function writing(compile, { config, n_vocab: V }, slices, chars) {
  const engine = await Engine.create(await compile('wasm/glassformer.wasm'));
  const text = makeText(V);
  const session = engine.newSession(text, config);
  session.prompt(text.slice(0, 10));
  const sampling = { temperature: 0.8, seed: 1 };
  const write = () => {
    for (let i = 0; i < chars; i++) session.sampleNext(sampling);
  };
  write();
  const speeds = Array.from({ length: slices }, () => (1000 * chars) / msOf(write));
  session.free();
  return { characters_per_second: quartiles(speeds), slices, chars };
}
