// SPDX-License-Identifier: MIT
// What the sides written in JavaScript share. A side is a program that gets a problem's
// folder, says { "ready": … } when it has the model, and then for every line with a
// number n on its input trains n steps and answers { "losses": […], "ms": […], "cpu": […] }: times
// on the clock and of the processor, all threads together.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readSafetensors } from '../../../web/pretrained/safetensors.js';

/** @typedef {import('../problem.js').Problem} Problem */
/** @typedef {{ shape: number[], data: Float32Array }} Weight */

export const folder = process.argv[2];

/** @param {string} name */
const file = (name) => readFileSync(join(folder, name));

/** @type {Problem} */
export const problem = JSON.parse(file('problem.json').toString());

/** A package of this folder; as a variable, because types are checked without it.
 * @param {string} name @returns {Promise<any>} */
export const load = (name) => import(name);

/** What package.json asks for. @param {string} name @returns {string} */
export const pinnedVersion = (name) =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    .dependencies[name];

/** The first weights by nanoGPT's names. @returns {Map<string, Weight>} */
export function readWeights() {
  const bytes = new Uint8Array(file('weights.safetensors'));
  /** @type {Map<string, Weight>} */
  const weights = new Map();
  for (const [name, { shape, data }] of readSafetensors(bytes).tensors)
    weights.set(name, { shape, data: new Float32Array(new Uint8Array(data).buffer) });
  return weights;
}

/** y = x w has w [in, out]; PyTorch keeps [out, in]. @param {Weight} weight @returns {Weight} */
export function transposed({ shape: [rows, columns], data }) {
  const turned = new Float32Array(data.length);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) turned[c * rows + r] = data[r * columns + c];
  }
  return { shape: [columns, rows], data: turned };
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

/** Answers until the input ends. @param {Record<string, unknown>} facts about this side
 * @param {(step: number) => number | Promise<number>} train one step, returns its loss
 * @param {() => number} [peak] answers the line `peak`
 */
export async function serve(facts, train, peak) {
  console.log(JSON.stringify({ ready: facts }));
  let step = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    if (peak && line === 'peak') {
      console.log(JSON.stringify({ peak: peak() }));
      continue;
    }
    const losses = [];
    const ms = [];
    const cpu = [];
    for (let i = 0; i < Number(line); i++) {
      const begin = performance.now();
      const used = process.cpuUsage();
      losses.push(await train(step++));
      ms.push(performance.now() - begin);
      const { user, system } = process.cpuUsage(used);
      cpu.push((user + system) / 1000);
    }
    console.log(JSON.stringify({ losses, ms, cpu }));
  }
}
