// SPDX-License-Identifier: MIT
// A trained model, opened in the engine as WebAssembly, with what its training took.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../wasm/engine/engine.js';
import { evaluate, inFolder, train } from '../tools/native-program.js';

const WASM = new URL('../../build/wasm/glassformer.wasm', import.meta.url);

export const openEngine = async () =>
  Engine.create(await WebAssembly.compile(readFileSync(WASM)));

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(2)} %`;

/** @param {Awaited<ReturnType<typeof train>>} run */
export const costOf = ({ ms, used }) =>
  `${(ms / 1000).toFixed(1)} s` +
  (used
    ? ` (${used.seconds.toFixed(1)} s of processor), ${(used.bytes / 1e6).toFixed(0)} MB`
    : '');

/** A line now and then: the runner ends a file that is silent for minutes.
 * @param {{ step: number, loss: number }} record */
export const progress = ({ step, loss }) => {
  if (step % 20 === 0) console.log(`step ${step}: ${loss.toFixed(3)}`);
};

/** @param {import('node:test').TestContext} t is told what it took
 * @param {string[]} args of `glassformer train` @param {string} [text] a path */
export const learn = (t, args, text) =>
  inFolder(async (folder) => {
    const path = join(folder, 'model.safetensors');
    const given = text ? ['--text', text] : [];
    const run = await train([...given, ...args, '--out', path], progress);
    const held = evaluate(path, { text });
    t.diagnostic(
      `held out ${JSON.stringify(held)}; ${run.steps.length} steps in ${costOf(run)}`,
    );
    return { held, model: readFileSync(path) };
  });
