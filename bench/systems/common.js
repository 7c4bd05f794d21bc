// SPDX-License-Identifier: MIT
// What the programs in this folder share: the native program, texts, the engine as
// WebAssembly for looking inside, and a record of what was claimed and what came out.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { Engine } from '../../wasm/engine/engine.js';
export { randomBelow } from '../../web/lessons/copying.js';
import { ROOT, WASM, compile, stop } from '../common.js';

/** GF_PROGRAM and GF_WASM name other builds. */
export const PROGRAM = process.env.GF_PROGRAM ?? join(ROOT, 'build/native/glassformer');

/** How often a running program is asked for its time and memory. */
const POLL_MS = 50;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

// ---- texts -----------------------------------------------------------------------------

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

/** Path of a text. Ends the program, with exit code 0, where there is none.
 * @param {keyof typeof TEXTS} name @param {string} [path] another place to look */
export function textFile(name, path) {
  const { file, sha } = TEXTS[name];
  const place = path || join(ROOT, '../shared/data', file);
  if (!existsSync(place)) {
    console.log(`skipped: no text at ${place}; --text FILE names a copy of ${file}`);
    process.exit(0);
  }
  const found = createHash('sha256').update(readFileSync(place)).digest('hex');
  if (found !== sha) stop(`${place} is another text than the ${file} of the reports`);
  return place;
}

// ---- the native program ------------------------------------------------------------

/** @param {string[]} args @returns {any[]} the JSON lines it printed */
export function native(args) {
  const result = spawnSync(PROGRAM, [...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  if (result.error) stop(`${PROGRAM}: ${result.error.message}; make native`);
  if (result.status !== 0) stop(`glassformer ${args.join(' ')} failed`);
  return jsonLines(result.stdout.toString());
}

/** @param {string} text @returns {any[]} */
const jsonLines = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Presets as the program lists them. */
export const presets = () =>
  /** @type {{ name: string, lines: string | null, config: any }[]} */ (
    native(['presets'])[0]
  );

/** @param {string} name */
export function preset(name) {
  return presets().find((p) => p.name === name) ?? stop(`there is no preset ${name}`);
}

/** Processor seconds and peak bytes of a process; nothing where /proc does not tell.
 * @param {number} pid */
function usage(pid) {
  try {
    // The second field is a name in brackets that may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    const peak = /VmHWM:\s*(\d+) kB/.exec(
      readFileSync(`/proc/${pid}/status`, 'latin1'),
    );
    if (!peak) return null;
    return {
      seconds: (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND,
      bytes: 1024 * Number(peak[1]),
    };
  } catch {
    return null;
  }
}

/**
 * @typedef {object} Training
 * @property {any[]} steps one record a step
 * @property {number} seconds on the clock
 * @property {number | null} cpuSeconds of processor time, of all threads
 * @property {number | null} peakBytes of memory
 */

/** Trains with the native program, on one thread unless told otherwise.
 * @param {string[]} args of `glassformer train` @param {(record: any) => void} [onStep]
 * @returns {Promise<Training>} */
export function train(args, onStep) {
  const begin = performance.now();
  const child = spawn(PROGRAM, ['train', ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {ReturnType<typeof usage>} */
  let used = null;
  const poll = setInterval(() => (used = usage(child.pid ?? 0) ?? used), POLL_MS);
  /** @type {any[]} */
  const steps = [];
  let rest = '';
  child.stdout.on('data', (chunk) => {
    rest += chunk;
    const end = rest.lastIndexOf('\n') + 1;
    for (const record of jsonLines(rest.slice(0, end))) {
      steps.push(record);
      onStep?.(record);
    }
    rest = rest.slice(end);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`${PROGRAM}: ${error.message}; make native`));
    child.on('close', (code) => {
      clearInterval(poll);
      if (code !== 0) stop(`glassformer train ${args.join(' ')} failed`);
      resolve({
        steps,
        seconds: (performance.now() - begin) / 1000,
        cpuSeconds: used?.seconds ?? null,
        peakBytes: used?.bytes ?? null,
      });
    });
  });
}

/** Loss and accuracy of a saved model over a whole split. @param {string} model
 * @param {{ text?: string, split?: 'train' | 'val' }} [options]
 * @returns {{ loss: number, tokens: number, accuracy: number, exact_match: number }} */
export function evaluate(model, { text, split = 'val' } = {}) {
  const where = text ? ['--text', text] : [];
  return native(['eval', '--model', model, ...where, '--split', split])[0];
}

/** A model of its own for `glassformer train ARGS`, evaluated; `figures` are for the file.
 * @param {string} folder @param {string} name @param {string[]} args @param {string} [text] */
export async function learn(folder, name, args, text) {
  const model = join(folder, `${name}.safetensors`);
  const run = await train([...(text ? ['--text', text] : []), ...args, '--out', model]);
  const held = evaluate(model, { text });
  const figures = { steps: run.steps.length, held_out: held, ...costOf(run) };
  return { model, run, held, figures };
}

/**
 * A folder that is gone afterwards.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} use
 */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// ---- the engine, for looking inside --------------------------------------------------

export const openEngine = async () =>
  Engine.create(await compile(process.env.GF_WASM ?? WASM));

/** Text of no meaning, of 28 different characters; for measuring times. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz \n';
export const LETTERS = Array.from(
  { length: 12000 },
  (_, i) => ALPHABET[i < 28 ? i : (i * i + 7 * i) % 28],
);

/** @param {readonly number[]} values */
export const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

// ---- claims ------------------------------------------------------------------------

/** What a program in this folder says at its end: a table, a file, an exit code. */
export class Report {
  /** @type {{ claim: string, got: string, ok: boolean }[]} */ #claims = [];
  #name = basename(process.argv[1], '.js');
  /** Figures for the file. @type {Record<string, unknown>} */ figures = {};

  /** @param {string} claim what must hold @param {boolean} ok @param {string} got what
   * came out */
  claim(claim, ok, got) {
    this.#claims.push({ claim, got, ok });
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${claim}: ${got}`);
  }

  /** Writes bench/results/system-NAME.json (GF_RESULTS: another folder) and ends. */
  finish() {
    const folder = process.env.GF_RESULTS ?? join(ROOT, 'bench/results');
    const path = join(folder, `system-${this.#name}.json`);
    const record = {
      system: this.#name,
      date: new Date().toISOString().slice(0, 10),
      machine: { cpu: cpus()[0]?.model ?? '', cores: cpus().length },
      claims: this.#claims,
      ...this.figures,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
    console.log(`written to ${relative(process.cwd(), path)}`);
    process.exit(this.#claims.every((c) => c.ok) ? 0 : 1);
  }
}

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(2)} %`;

/** @param {Training} run */
export function timeOf(run) {
  const cpu =
    run.cpuSeconds === null ? '' : ` (${run.cpuSeconds.toFixed(1)} s of processor)`;
  return `${run.seconds.toFixed(1)} s${cpu}`;
}

/** Figures of a training for the file. @param {Training} run */
export const costOf = (run) => ({
  seconds: round(run.seconds, 1),
  cpu_seconds: run.cpuSeconds === null ? null : round(run.cpuSeconds, 1),
  peak_mb: run.peakBytes === null ? null : round(run.peakBytes / 1e6, 1),
});

/** @param {number} x @param {number} digits after the point */
export const round = (x, digits) => Number(x.toFixed(digits));
