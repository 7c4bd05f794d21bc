// SPDX-License-Identifier: MIT
// Runs the native program for the tests: small models, one folder for all their files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const PROGRAM = join(ROOT, 'build/native/glassformer');
export const FABLES = readFileSync(join(ROOT, 'web/texts/fables.txt'), 'utf8');

/** Small enough for a few milliseconds a step, with nothing a multiple of 16 and with
 * dropout, so that every part of a step takes part. */
export const SMALL = 'n_layer=2 n_head=3 n_embd=30 block_size=20 batch_size=9'
  .split(' ')
  .concat(['resid_pdrop=0.1', 'attn_pdrop=0.1', 'embd_pdrop=0.1', 'max_steps=40'])
  .concat(['init_std=0.02', 'warmup_steps=5', 'eval_interval=8', 'eval_windows=10'])
  .flatMap((setting) => ['--set', setting]);

export const folder = mkdtempSync(join(tmpdir(), 'glassformer-cli-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

/** @param {string} name */
export const at = (name) => join(folder, name);

/** @param {string} name @param {string | Uint8Array} content */
export function file(name, content) {
  writeFileSync(at(name), content);
  return at(name);
}

export const TEXT = file('text.txt', FABLES.slice(0, 8000));

/** @param {string[]} args @param {{ input?: string | Uint8Array }} [options] */
export function run(args, { input } = {}) {
  const result = spawnSync(PROGRAM, args, { input, maxBuffer: 1 << 28 });
  if (result.error) throw new Error(`${PROGRAM}: ${result.error.message}; make native`);
  return {
    code: result.status,
    stdout: result.stdout,
    text: result.stdout.toString(),
    stderr: result.stderr.toString(),
  };
}

/** A run that must succeed. @param {string[]} args @param {{ input?: string | Uint8Array }} [options] */
export function ok(args, options) {
  const result = run(args, options);
  assert.equal(result.code, 0, `${args.join(' ')}: ${result.stderr}`);
  return result;
}

/** @param {string[]} args @param {{ input?: string | Uint8Array }} [options] */
export const json = (args, options) =>
  JSON.parse(ok([...args, '--json'], options).text);

/** The answer to a request of src/inspect/inspect.h. @param {string[]} model its options
 * @param {Record<string, unknown>} request */
export function inspect(model, { what, ...members }) {
  const words = Object.entries(members).map(
    ([key, value]) => `${key}=${JSON.stringify(value)}`,
  );
  return json(['inspect', String(what), ...words, ...model]);
}

/** A run that must fail: exit code, nothing on standard output, one sentence.
 * @param {string[]} args @param {number} code @param {RegExp} sentence
 * @param {{ input?: string | Uint8Array }} [options] */
export function fails(args, code, sentence, options) {
  const result = run(args, options);
  const what = `glassformer ${args.join(' ')}\n${result.stderr}`;
  assert.equal(result.code, code, what);
  assert.equal(result.text, '', what);
  assert.match(result.stderr, /^glassformer: [^\n]+\.\n$/, what);
  assert.match(result.stderr, sentence, what);
}

/** @param {string} path */
export const hash = (path) =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** Trains a model of the small settings. @param {string} name @param {string[]} more */
export function train(name, more = []) {
  ok(['train', '--text', TEXT, ...SMALL, '--out', at(name), ...more]);
  return at(name);
}
