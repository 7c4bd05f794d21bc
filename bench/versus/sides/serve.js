// SPDX-License-Identifier: MIT
// What the sides written in JavaScript share. A side is a program that gets a problem's
// folder, says { "ready": … } when it has the model, and then for every line with a
// number n on its input trains n steps and answers { "losses": […], "ms": […], "cpu": […] }: times
// on the clock and of the processor, all threads together.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readSafetensors } from '../../../web/pretrained/safetensors.js';
import { transposed } from '../../../web/pytorch/hugging-face.js';

/** @import { Weights } from '../../../web/pytorch/hugging-face.js' */
/** @typedef {import('../problem.js').Problem} Problem */

const folder = process.argv[2];

/** @param {string} name */
export const file = (name) => readFileSync(join(folder, name));

/** @type {Problem} */
export const problem = JSON.parse(file('problem.json').toString());

/** A package of this folder; as a variable, because types are checked without it.
 * @param {string} name @returns {Promise<any>} */
export const load = (name) => import(name);

/** What package.json asks for. @param {string} name @returns {string} */
export const pinnedVersion = (name) =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    .dependencies[name];

/** The first weights by nanoGPT's names; of linear layers as y = x w wants them, [in, out], where
 * PyTorch keeps [out, in]. @returns {Map<string, Weights>} */
export function readWeights() {
  const bytes = new Uint8Array(file('weights.safetensors'));
  /** @type {Map<string, Weights>} */
  const weights = new Map();
  for (const [name, { shape, data }] of readSafetensors(bytes).tensors) {
    const weight = { shape, values: new Float32Array(new Uint8Array(data).buffer) };
    const isLinear = shape.length === 2 && !/\.w[tp]e\./.test(name);
    weights.set(name, isLinear ? transposed(weight) : weight);
  }
  return weights;
}

/** Tokens and targets of every step. */
export function readBatches() {
  const bytes = new Uint8Array(file('batches.i32'));
  const all = new Int32Array(bytes.buffer);
  const n = problem.B * problem.T;
  return (/** @type {number} */ step) => ({
    tokens: all.slice(2 * step * n, (2 * step + 1) * n),
    targets: all.slice((2 * step + 1) * n, (2 * step + 2) * n),
  });
}

/** Of the processor, all threads together. @returns {number} ms */
export function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Answers until the input ends. @param {Record<string, unknown>} facts about this side
 * @param {(n: number) => Promise<import('../side.js').Turn>} turn of n steps
 * @param {() => Promise<number>} [peak] answers the line `peak`
 */
export async function serveTurns(facts, turn, peak = async () => NaN) {
  console.log(JSON.stringify({ ready: facts }));
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = line === 'peak' ? { peak: await peak() } : await turn(Number(line));
    console.log(JSON.stringify(answer));
  }
}

/** The same, step by step. @param {Record<string, unknown>} facts
 * @param {(step: number) => number | Promise<number>} train one step, returns its loss
 * @param {() => Promise<number>} [peak] */
export function serve(facts, train, peak) {
  let step = 0;
  const turn = async (/** @type {number} */ n) => {
    /** @type {import('../side.js').Turn} */
    const { losses, ms, cpu } = { losses: [], ms: [], cpu: [] };
    for (let i = 0; i < n; i++) {
      const [begin, before] = [performance.now(), used()];
      losses.push(await train(step++));
      ms.push(performance.now() - begin);
      cpu.push(used() - before);
    }
    return { losses, ms, cpu };
  };
  return serveTurns(facts, turn, peak);
}
