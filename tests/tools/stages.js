// SPDX-License-Identifier: MIT
// What `make test` does: stages, each of jobs that can run beside those of others.

import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { findProgram } from './find-program.js';
import { runAlone, runTogether } from './node-tests.js';
import { ROOT, run } from './processes.js';

/** @import { Job, Result } from './lanes.js' */

/** One more than there are cores, as jobs also wait. */
export const LANES = Math.min(4, availableParallelism() + 1);
/** Cores for a build that has a lane. */
const BUILD_CORES = Math.max(1, Math.floor(availableParallelism() / LANES));

/** @param {string} folder @param {RegExp} pattern of a file's name */
function list(folder, pattern) {
  if (!existsSync(`${ROOT}${folder}`)) return [];
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path.split('/').at(-1) ?? ''))
    .sort()
    .map((path) => `${folder}/${path}`);
}

/** Progress lines of a build. */
const BUILD_STEPS = /^ {2}(cc|ar|link|web) .*\n/gm;

/** A command that passes or fails as a whole.
 * @param {string} name @param {string} command @param {string[]} args
 * @param {string[]} [needs] names of jobs @returns {Omit<Job, 'stage'>} */
const command = (name, command, args, needs = []) => ({
  ...{ name, needs },
  async run() {
    const { code, output } = await run(command, args);
    const detail = output.replace(BUILD_STEPS, '');
    const skipped = code === 0 && /^left out: /m.test(output) ? 1 : 0;
    return { passed: 0, skipped, failures: code === 0 ? [] : [{ name, detail }] };
  },
});

/** @param {string} name @param {string[]} goals @param {string[]} [needs] */
const make = (name, goals, needs) =>
  command(name, 'make', ['--no-print-directory', `-j${BUILD_CORES}`, ...goals], needs);

/** @param {string[]} parts of lint.sh */
const lint = (...parts) => ({
  ...command(`lint ${parts.join(' ')}`, 'tests/tools/lint.sh', parts),
  early: true,
});

const C_TESTS = list('tests/c', /^test_.*\.c$/);

/**
 * The C tests of one flavour. The program ends with the line `N passed, M failed`
 * (tests/c/support/main.c prints it) and exits 0 when M is 0.
 *
 * @param {string} folder of build/ @param {string} built the job that makes the program
 * @param {string[]} [start] what runs it @param {string} [ending] of its name
 * @param {(source: string) => string} [jobOf] those of a name are run together
 * @returns {Omit<Job, 'stage'>[]}
 */
const cTests = (folder, built, start = [], ending = '', jobOf = (source) => source) =>
  [...new Set(C_TESTS.map(jobOf))].map((name) => ({
    ...{ name: `${folder}:${name}`, needs: [built] },
    run: () =>
      runProgram([
        ...[...start, `build/${folder}/test-program${ending}`],
        ...C_TESTS.filter((source) => jobOf(source) === name),
      ]),
  }));

/** @param {string[]} words of the command @returns {Promise<Result>} */
async function runProgram([program, ...args]) {
  const { code, output } = await run(program, args);
  const tally = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const [passed, failed] = tally ? tally.slice(1).map(Number) : [0, 0];
  const failures = failedTests(output);
  const problems = [];
  if (code !== 0 && failed === 0) problems.push(`exit code ${code}`);
  if (code === 0 && failed > 0) problems.push('exit code 0 despite failures');
  if (passed + failed === 0) problems.push('no test results');
  if (problems.length > 0)
    failures.push({ name: problems.join(', '), detail: output.slice(-4000) });
  return { passed, failures };
}

/** What the C test program printed about each test that failed. @param {string} output */
function failedTests(output) {
  const parts = output.split(/^(ok {4}|FAILED) {2}(.*)\n/m);
  const failures = [];
  for (let i = 0; i + 2 < parts.length; i += 3)
    if (parts[i + 1] === 'FAILED')
      failures.push({ name: parts[i + 2], detail: parts[i] });
  return failures;
}

/** Files about what happens once in a process: languages are loaded, views and lists are added. */
const FIRST_IN_PROCESS = [
  'tests/web/i18n/languages.test.js',
  'tests/web/i18n/terms.test.js',
  'tests/web/queries/tables.test.js',
  'tests/web/run/published/kept.test.js',
  'tests/web/views/said.test.js',
];

/** The files of Node tests in some folders.
 * @param {string[]} folders @param {string[]} needs
 * @param {(path: string) => Promise<Result>} run @returns {Omit<Job, 'stage'>[]} */
const nodeTests = (folders, needs, run) =>
  folders
    .flatMap((folder) => list(folder, /\.test\.js$/))
    .map((path) => ({ name: path, needs, run: () => run(path) }));

/** The compiler for arm64: its own folder of build/ is called after it. On arm64 itself Debian
 * has it under the same name. */
const ARM64_CC = 'aarch64-linux-gnu-gcc';
const QEMU = findProgram(['qemu-aarch64-static', 'qemu-aarch64']) ?? 'qemu-aarch64';
const ARM64 = process.arch === 'arm64' ? [] : [QEMU, '-L', '/usr/aarch64-linux-gnu'];

/** How many inputs each fuzzer is given: some seconds. */
const FUZZ_RUNS = {
  ...{ json: 200000, text: 8000, pairs: 8000, safetensors: 100000 },
  ...{ llama2c: 8000, hugging_face: 4000, checkpoint: 2000, inspect: 1000 },
};

/** @type {{ name: string, title: string, jobs: Omit<Job, 'stage'>[], asked?: boolean }[]} `asked`:
 *   only where it is asked for */
export const STAGES = [
  {
    name: 'format',
    title: 'layout of the sources',
    jobs: [{ ...command('format', 'tests/tools/format.sh', ['--check']), early: true }],
  },
  {
    name: 'lint',
    title: 'layers, headers, types, eslint',
    jobs: [lint('types'), lint('eslint'), lint('layers', 'headers', 'shell')],
  },
  {
    name: 'build',
    title: 'build everything',
    jobs: [
      make('wasm', ['wasm']),
      make('page', ['web'], ['wasm']),
      make('native', ['native', 'test-program']),
      make('sanitize', ['test-program', 'FLAVOUR=sanitize']),
      make('wasm tests', ['test-program', 'FLAVOUR=wasm'], ['wasm']),
    ],
  },
  {
    name: 'sanitize',
    title: 'C, address and undefined checks',
    jobs: cTests('sanitize', 'sanitize'),
  },
  {
    name: 'fuzz',
    title: 'C, damaged files and texts',
    jobs: Object.entries(FUZZ_RUNS).map(([target, runs]) =>
      command(
        `fuzz ${target}`,
        'tests/fuzz/run.sh',
        ['--runs', `${runs}`, target],
        ['sanitize'],
      ),
    ),
  },
  { name: 'native', title: 'C, as released', jobs: cTests('native', 'native') },
  {
    name: 'wasm',
    title: 'C, as wasm in Node',
    // Node takes longer to compile the program than to run most of it.
    jobs: cTests(
      'wasm',
      'wasm tests',
      ['node', 'tests/tools/run-wasi.js'],
      '.wasm',
      dirname,
    ),
  },
  {
    name: 'arm64',
    title: 'C for arm64',
    asked: true,
    jobs: [
      make('arm64', ['test-program', `CC=${ARM64_CC}`]),
      ...cTests(`native-${ARM64_CC}`, 'arm64', ARM64),
    ],
  },
  {
    name: 'js',
    title: 'JavaScript in Node',
    jobs: nodeTests(
      ['wasm', 'web', 'cli', 'project'].map((name) => `tests/${name}`),
      ['page', 'native'],
      (path) => (FIRST_IN_PROCESS.includes(path) ? runAlone : runTogether)(path),
    ),
  },
  {
    name: 'systems',
    title: 'reference systems, trained',
    asked: true,
    jobs: nodeTests(['tests/systems'], ['page', 'native'], runAlone),
  },
  {
    name: 'browser',
    title: 'Chromium, Firefox and WebKit',
    jobs: nodeTests(['tests/browser'], ['page'], runTogether),
  },
];
