// SPDX-License-Identifier: MIT
// What the programs of this folder share: options, the machine, files of results.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Texts and models that are not in the repository. */
export const DATA = join(ROOT, '../shared/data');
export const WASM = join(ROOT, 'build/wasm/glassformer.wasm');
/** Threads of the native program unless told otherwise. */
export const THREADS = Math.min(8, os.availableParallelism());

/** @param {string} message @returns {never} */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Those that are named, separated by commas, in the order of all; none named: all.
 * @param {string} named @param {readonly string[]} all */
export function chosen(named, all) {
  const names = named.split(',').filter(Boolean);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) stop(`no ${unknown}; there are: ${all.join(', ')}`);
  return names.length > 0 ? all.filter((name) => names.includes(name)) : [...all];
}

/** Options of the command line, each of the type of its default; false makes a flag.
 * @template {Record<string, string | number | boolean>} T @param {T} defaults
 * @param {readonly string[]} [parts] that may be named beside them
 * @returns {{ [K in keyof T]: T[K] extends boolean ? boolean : T[K] extends number ? number : string }
 *   & { parts: string[] }} parts: those that are wanted
 */
export function optionsWith(defaults, parts = []) {
  const kinds = Object.entries(defaults).map(([key, value]) => {
    const type = typeof value === 'boolean' ? 'boolean' : 'string';
    return [key, /** @type {const} */ ({ type })];
  });
  const { values, positionals } = parseArgs({
    options: Object.fromEntries(kinds),
    allowPositionals: parts.length > 0,
  });
  const given = Object.entries(values).map(([key, value]) => [
    key,
    typeof defaults[key] === 'number' ? Number(value) : value,
  ]);
  const wanted = chosen(positionals.join(), parts);
  return { ...defaults, ...Object.fromEntries(given), parts: wanted };
}

/** @param {string} path of the engine, or of another module */
export async function compile(path = WASM) {
  if (!existsSync(path)) stop(`${path} is missing; make wasm`);
  return WebAssembly.compile(readFileSync(path));
}

/** @param {string} command @param {string[]} args */
const output = (command, args) =>
  spawnSync(command, args, { cwd: ROOT }).stdout?.toString().trim() ?? '';

/** What a results file says about where it comes from. */
const machineFacts = () => ({
  date: new Date().toISOString(),
  commit: output('git', ['describe', '--always', '--dirty']),
  machine: {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    threads: os.availableParallelism(),
    memory_bytes: os.totalmem(),
    system: `${os.platform()} ${os.release()}`,
    load_average: os.loadavg()[0],
  },
  node: process.version,
  v8: process.versions.v8,
  emcc: output('emcc', ['--version']).split('\n')[0],
});

/** What is measured, by its names in results files; other lists may have nothing in them. */
const LISTS = /(^|\.)(results|table|cases|rows|ops|places|ways|readings)$/;

/** Where something was not measured: not a number, or a list of none; '': nowhere.
 * @param {unknown} value @param {string} [at] @returns {string} */
export function unmeasured(value, at = '') {
  if (typeof value === 'number') return Number.isNaN(value) ? at : '';
  if (typeof value !== 'object' || value === null) return '';
  const parts = Object.entries(value);
  if (parts.length === 0 && LISTS.test(at)) return at;
  for (const [key, part] of parts) {
    const found = unmeasured(part, at ? `${at}.${key}` : key);
    if (found) return found;
  }
  return '';
}

/** A results file, laid out as `make lint` wants it. Times to a microsecond. One in which
 * nothing was measured is none. @param {string} path from the root of the project, or absolute
 * @param {Record<string, unknown>} results */
async function writeResults(path, results) {
  const missing = unmeasured(results);
  if (missing) stop(`${path} is not written: nothing was measured of ${missing}.`);
  const whole = resolve(ROOT, path);
  const text = JSON.stringify(results, (key, value) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? Number(value.toPrecision(7))
      : value,
  );
  const { code } = await format(whole, text, { printWidth: 88 });
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, code);
}

/** Where results of a whole bench are. @param {string} name */
export const resultsPath = (name) => `bench/results/${name}.json`;

/** Options that make a bench no other, or a larger one. */
const SAME = ['out', 'core', 'text', 'parts', 'more', 'native', 'inspect'];

/** Begins a bench: its options, and where its results go: to the file that --out names, of all
 * parts without another option to bench/results, otherwise to build/bench, replacing no whole.
 * @template {Record<string, string | number | boolean>} T
 * @param {T} defaults @param {readonly string[]} [parts] */
export function begin(defaults, parts = []) {
  const options = optionsWith({ ...defaults, out: '' }, parts);
  const facts = machineFacts();
  const script = relative(ROOT, process.argv[1]);
  const isPlain = Object.entries(options).every(
    ([key, value]) => SAME.includes(key) || value === defaults[key],
  );
  const isWhole = isPlain && options.parts.length === parts.length;
  /** @param {string} name @param {Record<string, unknown>} results @param {boolean} whole */
  const write = async (name, results, whole = isWhole) => {
    const path =
      String(options.out) || (whole ? resultsPath(name) : `build/bench/${name}.json`);
    // How busy the machine was, as a number of programs.
    const load_average = { before: facts.machine.load_average, after: os.loadavg()[0] };
    const command = `node ${script}`;
    await writeResults(path, { ...facts, load_average, command, ...results });
    console.log(path);
  };
  return { ...options, facts, isPlain, isWhole, write };
}
