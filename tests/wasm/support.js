// SPDX-License-Identifier: MIT
// What the tests of wasm/ share: the built engine, a text, small settings, sessions.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Engine } from '../../wasm/engine/engine.js';
import { createSession } from '../../wasm/index.js';
import { GlassError } from '../../wasm/shared/errors.js';

/** @typedef {import('../../wasm/index.js').Session} Session */

export const WASM_URL = new URL('../../build/wasm/glassformer.wasm', import.meta.url);

/** Compiled once for a whole test file. */
export const MODULE = new WebAssembly.Module(readFileSync(WASM_URL));

export const newEngine = () => Engine.create(MODULE);

const WORDS =
  'the a fox hen owl sly old red saw ate and met ran to by wood hill, pond. "Oh!" ñandú';

/** About `n` characters of sentences without sense: 28 distinct characters, some of them
 * two bytes long. Drawn by a linear congruential generator (Numerical Recipes), so that
 * it is the same everywhere. */
export function makeText(n = 3000) {
  const words = WORDS.split(' ');
  let state = 1;
  let text = '';
  while (text.length < n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const word = words[(state >>> 8) % words.length];
    text += word + ((state >>> 24) % 9 === 0 ? '\n' : ' ');
  }
  return text;
}

export const TEXT = makeText();

/** Odd sizes: no dimension is a multiple of the vector width, and the batch of 7 makes
 * 4 shards of unequal size. Dropout is on, so that its random numbers are under test. */
export const SMALL = {
  n_layer: 2,
  n_head: 3,
  n_embd: 21,
  block_size: 19,
  batch_size: 7,
  embd_pdrop: 0.1,
  attn_pdrop: 0.1,
  resid_pdrop: 0.1,
  init_std: 0.02,
  learning_rate: 0.01,
  warmup_steps: 5,
  max_steps: 60,
  eval_interval: 10,
  eval_windows: 5,
};

/** @param {string} code @param {RegExp} about matches `key {"parameter":value, …}` */
export const glassError = (code, about) => (/** @type {unknown} */ error) => {
  assert.ok(error instanceof GlassError, String(error));
  assert.equal(error.code, code, error.message);
  assert.match(`${error.key} ${JSON.stringify(error.params)}`, about);
  assert.ok(error.message);
  return true;
};

/** The analysis "activations" (src/inspect/inspect.h), with the tensors by name.
 * @param {import('../../wasm/engine/session.js').EngineSession} engineSession @param {string} text
 * @param {{ attention?: boolean, logits?: boolean, tensors?: string[], backward?: boolean }} [options]
 * @returns {any} */
export function runWithCache(engineSession, text, options = {}) {
  const answer = engineSession.inspect({ what: 'activations', text, ...options });
  /** @type {[string, import('../../wasm/shared/types.js').Table][]} */
  const named = answer.tensors.map((/** @type {any} */ t) => [t.name, t.values]);
  return { ...answer, tensors: Object.fromEntries(named) };
}

/** @param {import('../../wasm/engine/session.js').EngineSession} engineSession @param {number} n steps, at least one */
export function train(engineSession, n) {
  let result;
  for (let i = 0; i < n; i++) result = engineSession.step();
  return result ?? assert.fail();
}

export const MODES = /** @type {const} */ (['worker', 'main']);

/** @param {number} ms */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {Session} session @param {number} step */
export async function untilStep(session, step) {
  while (session.steps < step) await wait(2);
}

/** A session of one worker. @param {Partial<import('../../wasm/index.js').SessionOptions>} [options] */
export const openSession = (options) =>
  createSession({ text: TEXT, config: SMALL, wasm: MODULE, workers: 1, ...options });

/** Runs `use` with such a session and closes it.
 * @template T
 * @param {Partial<import('../../wasm/index.js').SessionOptions>} options
 * @param {(session: Session) => Promise<T>} use */
export async function withSession(options, use) {
  const session = await openSession(options);
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}

/** Hashes of the weights after these numbers of uninterrupted steps in one engine.
 * @param {number[]} steps @param {Record<string, unknown>} [config] */
export async function referenceHashes(steps, config = SMALL) {
  const engineSession = (await newEngine()).newSession(TEXT, config);
  /** @type {Record<number, string>} */
  const hashes = { 0: engineSession.hash() };
  for (let step = 1; step <= Math.max(...steps); step++) {
    engineSession.step();
    if (steps.includes(step)) hashes[step] = engineSession.hash();
  }
  return hashes;
}
