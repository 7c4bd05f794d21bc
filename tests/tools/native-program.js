// SPDX-License-Identifier: MIT
// The native program for runs that take seconds to minutes: training with its time and memory,
// evaluation, and the texts that reports use.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** GF_PROGRAM names another build. */
export const PROGRAM = process.env.GF_PROGRAM ?? join(ROOT, 'build/native/glassformer');

/** How often a running program is asked for its time and memory. */
const POLL_MS = 50;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The texts everybody uses; a loss compares only on the same bytes. */
const TEXTS = {
  shakespeare: {
    file: 'tinyshakespeare.txt',
    sha: '86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed',
  },
  fierro: {
    file: 'martin_fierro.txt',
    sha: 'a6ce4aff789c6f4d6f5375026795f08bb33fd2c65f2f912f7280af21c575c360',
  },
};

/** @param {keyof typeof TEXTS} name @param {string} [given] another place to look
 * @returns {{ path: string, missing: string | false }} */
export function textFile(name, given) {
  const { file, sha } = TEXTS[name];
  const path = given || join(ROOT, '../shared/data', file);
  if (!existsSync(path))
    return { path, missing: `no text at ${path}; --text FILE names a copy of ${file}` };
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== sha)
    throw new Error(`${path} is another text than the ${file} of the reports`);
  return { path, missing: false };
}

/** @param {string[]} args @param {{ code?: number | null, error?: Error }} end */
function checkEnd(args, { code, error }) {
  if (error) throw new Error(`${PROGRAM}: ${error.message}; make native`);
  if (code !== 0) throw new Error(`glassformer ${args.join(' ')} failed`);
}

/** @param {string} text @returns {any[]} */
const jsonLines = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** @param {string[]} args @returns {any} the JSON line it printed */
export function native(args) {
  const { stdout, status, error } = spawnSync(PROGRAM, [...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  checkEnd(args, { code: status, error });
  return jsonLines(stdout.toString())[0];
}

/** @param {string} name @returns {{ name: string, lines: string | null, config: any }} */
export const preset = (name) =>
  native(['presets']).find((/** @type {any} */ each) => each.name === name);

/** @typedef {{ seconds: number, bytes: number }} Usage processor time of all threads, most memory */

/** Nothing where /proc does not tell. @param {number} pid @returns {Usage | null} */
export function usage(pid) {
  try {
    // The second field is a name in brackets that may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kilobytes = Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]);
    const seconds = (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
    return kilobytes ? { seconds, bytes: 1024 * kilobytes } : null;
  } catch {
    return null;
  }
}

/** Runs it to its end. @param {string[]} args @param {(lines: any[]) => void} [onLines] of JSON
 * @returns {Promise<{ ms: number, used: Usage | null }>} */
export function runNative(args, onLines) {
  const begin = performance.now();
  const child = spawn(PROGRAM, args, {
    stdio: ['ignore', onLines ? 'pipe' : 'ignore', 'inherit'],
  });
  /** @type {Usage | null} */
  let used = null;
  const poll = setInterval(() => (used = usage(child.pid ?? 0) ?? used), POLL_MS);
  let rest = '';
  child.stdout?.on('data', (chunk) => {
    rest += chunk;
    const end = rest.lastIndexOf('\n') + 1;
    onLines?.(jsonLines(rest.slice(0, end)));
    rest = rest.slice(end);
  });
  return new Promise((resolve, reject) => {
    /** @param {Parameters<typeof checkEnd>[1]} end */
    const finish = (end) => {
      clearInterval(poll);
      try {
        checkEnd(args, end);
        resolve({ ms: performance.now() - begin, used });
      } catch (error) {
        reject(error);
      }
    };
    child.on('error', (error) => finish({ error }));
    child.on('close', (code) => finish({ code }));
  });
}

/** Trains, on one thread unless told otherwise. @param {string[]} args of `glassformer train`
 * @param {(record: any) => void} [onStep]
 * @returns {Promise<{ steps: any[], ms: number, used: Usage | null }>} one record a step */
export async function train(args, onStep) {
  /** @type {any[]} */
  const steps = [];
  const end = await runNative(['train', ...args, '--json'], (lines) => {
    steps.push(...lines);
    if (onStep) lines.forEach(onStep);
  });
  return { steps, ...end };
}

/** Loss and accuracy of a saved model over a whole split. @param {string} model
 * @param {{ text?: string, split?: 'train' | 'val' }} [options]
 * @returns {{ loss: number, tokens: number, accuracy: number, exact_match: number }} */
export const evaluate = (model, { text, split = 'val' } = {}) =>
  native(
    ['eval', '--model', model, '--split', split].concat(text ? ['--text', text] : []),
  );

/** A folder that is gone afterwards.
 * @template T @param {(folder: string) => Promise<T>} use */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
