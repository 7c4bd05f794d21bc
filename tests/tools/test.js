// SPDX-License-Identifier: MIT
// `make test` after the set-up: runs the stages in turn and prints the time of each and a
// last line `N passed, N failed`. Stops at the first failing stage and shows its output.
// `make test STAGES="browser js"` (or `node tests/tools/test.js browser js`) runs those
// alone.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const JOBS = Math.min(4, availableParallelism());

/** Far above what any program, or any file of JavaScript tests, takes on two slow cores. */
const PROGRAM_LIMIT_MS = 900_000;
const TEST_FILE_LIMIT_MS = 300_000;
/** All files of a stage, each with its own limit. */
const STAGE_LIMIT_MS = 2_400_000;

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string} output shown when something failed
 * @property {string} [note] shown beside the time
 */

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * added to this process's
 * @param {number} [limitMs]
 * @returns {Promise<{ code: number, output: string, signal: string | null }>} */
function run(command, args, env = {}, limitMs = PROGRAM_LIMIT_MS) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env } });
    let output = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, limitMs);
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (late) output += `stopped after ${limitMs / 1000} s\n`;
      else if (signal) output += `ended by ${signal}\n`;
      done({ code: code ?? 1, output, signal });
    });
  });
}

/**
 * Runs the jobs, at most JOBS at a time.
 *
 * @template T
 * @param {(() => Promise<T>)[]} jobs
 * @returns {Promise<T[]>} in the order of the jobs
 */
async function inParallel(jobs) {
  /** @type {T[]} */
  const results = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      results[index] = await jobs[index]();
    }
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
  return results;
}

/** @param {string} folder @param {RegExp} pattern */
function list(folder, pattern) {
  if (!existsSync(`${ROOT}${folder}`)) return [];
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path.split('/').at(-1) ?? ''))
    .sort()
    .map((path) => `${folder}/${path}`);
}

/** The first problem must stay in sight. */
const SHOWN_LINES = 100;

/** The first lines of a long text, and how many more there are. @param {string} text */
function beginningOf(text) {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES) return lines.join('\n');
  const rest = `… and ${lines.length - SHOWN_LINES} lines more`;
  return [...lines.slice(0, SHOWN_LINES), rest].join('\n');
}

/** Progress lines of a build. */
const BUILD_STEPS = /^ {2}(cc|ar|link) .*\n/gm;

/** @param {[string, string[], NodeJS.ProcessEnv?][]} commands in turn, until one fails */
async function sequence(commands) {
  let output = '';
  for (const [command, args, env] of commands) {
    const result = await run(command, args, env);
    output += result.output.replace(BUILD_STEPS, '');
    if (result.code !== 0) return { passed: 0, failed: 1, output };
  }
  return { passed: 0, failed: 0, output };
}

/** @param {string[]} goals @param {Record<string, string>} [settings] */
const make = (goals, settings = {}) =>
  /** @type {[string, string[]]} */ ([
    'make',
    [
      '--no-print-directory',
      `-j${JOBS}`,
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ...goals,
    ],
  ]);

/** @param {string} program */
const runWasm = (program) => run('node', ['tests/tools/run-wasi.js', program]);

/** The compiler for arm64: its own folder of build/ is called after it. On arm64 itself Debian
 * has it under the same name. */
const ARM64_CC = 'aarch64-linux-gnu-gcc';

/** A program for arm64, elsewhere under emulation. @param {string} program */
function runArm64(program) {
  if (process.arch === 'arm64') return run(program, []);
  const qemu = findProgram(['qemu-aarch64-static', 'qemu-aarch64']) ?? 'qemu-aarch64';
  return run(qemu, ['-L', '/usr/aarch64-linux-gnu', program]);
}

/** The C test programs of one flavour. A program ends with the line `N passed, M
 * failed` (tests/c/support/harness.h prints it) and exits 0 when M is 0.
 * @param {string} folder of build/ @param {typeof runWasm} [start]
 * @param {string} [ending] of a program's name
 * @returns {Promise<Result>} */
async function runPrograms(folder, start = (program) => run(program, []), ending = '') {
  const sources = list('tests/c', /^test_.*\.c$/);
  const results = await inParallel(
    sources.map((source) => async () => {
      const name = source.replace(/^tests\/c\/(.*)\.c$/, '$1');
      const program = `build/${folder}/tests/${name}${ending}`;
      const { code, output } = await start(program);
      const tally = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
      const [passed, failed] = tally ? tally.slice(1).map(Number) : [0, 0];
      const problems = [];
      if (code !== 0 && failed === 0) problems.push(`exit code ${code}`);
      if (code === 0 && failed > 0) problems.push('exit code 0 despite failures');
      if (passed + failed === 0) problems.push('no test results');
      return {
        passed,
        failed: failed || problems.length,
        output: `# ${program}\n${failedLines(output)}${problems.map((p) => `# ${p}\n`).join('')}`,
      };
    }),
  );
  return merge(results);
}

/** What a C test program printed, without the tests that were ok.
 * @param {string} output */
const failedLines = (output) => output.replace(/^ok\b.*\n/gm, '');

/** @param {Result[]} results */
function merge(results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    output: results
      .filter(({ failed }) => failed > 0)
      .map(({ output }) => output)
      .join('\n'),
  };
}

/** @param {string[]} folders @returns {Promise<Result>} */
async function nodeTests(folders) {
  const files = folders.flatMap((folder) => list(folder, /\.test\.js$/));
  if (files.length === 0) {
    return { passed: 0, failed: 1, output: `no test in ${folders}\n` };
  }
  const how = [
    '--test',
    '--test-reporter=tap',
    `--test-concurrency=${JOBS}`,
    `--test-timeout=${TEST_FILE_LIMIT_MS}`,
  ];
  const { code, output } = await run('node', [...how, ...files], {}, STAGE_LIMIT_MS);
  const count = (/** @type {string} */ name) =>
    Number(output.match(new RegExp(`^# ${name} (\\d+)`, 'm'))?.[1] ?? 0);
  const passed = count('pass');
  const failed = count('fail') + count('cancelled');
  const skipped = count('skipped');
  return {
    passed,
    failed: failed || (code === 0 && passed > 0 ? 0 : 1),
    output: failuresOf(output),
    note: skipped > 0 ? `${skipped} skipped` : undefined,
  };
}

/** The failed tests of a TAP report. @param {string} report */
function failuresOf(report) {
  const lines = report.split('\n');
  /** @type {string[]} */
  const kept = [];
  let depth = -1;
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (/^\s*not ok\b/.test(line)) depth = indent;
    else if (depth >= 0 && indent <= depth && /^\s*(ok|#|\d+\.\.)/.test(line))
      depth = -1;
    // Stack frames of Node's test runner are left out.
    const isRunner = /\(node:(internal|async_hooks)/.test(line);
    if (depth >= 0 && !isRunner) kept.push(line);
  }
  return kept.length > 0 ? `${kept.join('\n')}\n` : report;
}

const hasC = list('tests/c', /^test_.*\.c$/).length > 0;
const hasWasm = existsSync(`${ROOT}wasm/abi/exports.txt`);
const hasPage = existsSync(`${ROOT}web/build/build.js`);
const otherCompiler = findProgram(['clang']);

/** Those that are not for `when` nobody asks for any.
 * @type {{ name: string, title: string, when: boolean, run: () => Promise<Result> }[]} */
const STAGES = [
  {
    name: 'format',
    title: 'layout of the sources',
    when: true,
    run: () => sequence([['tests/tools/format.sh', ['--check']]]),
  },
  {
    name: 'lint',
    title: 'layers, headers, types, eslint',
    when: true,
    run: () => sequence([['tests/tools/lint.sh', []]]),
  },
  {
    name: 'build',
    title: 'build everything',
    when: true,
    run: () =>
      sequence([
        make(['native', 'test-programs']),
        make(['test-programs'], { FLAVOUR: 'sanitize' }),
        ...(otherCompiler ? [make(['native'], { CC: 'clang' })] : []),
        ...(hasC ? [make(['test-programs'], { FLAVOUR: 'wasm' })] : []),
        ...(hasWasm ? [make(['wasm'])] : []),
        ...(hasPage ? [make(['web'])] : []),
      ]),
  },
  {
    name: 'sanitize',
    title: 'C, address and undefined checks',
    when: hasC,
    run: () => runPrograms('sanitize'),
  },
  {
    name: 'native',
    title: 'C, as released',
    when: hasC,
    run: () => runPrograms('native'),
  },
  {
    name: 'wasm',
    title: 'C, as wasm in Node',
    when: hasC,
    run: () => runPrograms('wasm', runWasm, '.wasm'),
  },
  {
    name: 'arm64',
    title: 'C for arm64',
    when: false,
    run: async () => {
      const built = await sequence([make(['test-programs'], { CC: ARM64_CC })]);
      return built.failed > 0 ? built : runPrograms(`native-${ARM64_CC}`, runArm64);
    },
  },
  {
    name: 'js',
    title: 'JavaScript in Node',
    when: true,
    run: () =>
      nodeTests(['wasm', 'web', 'cli', 'project'].map((name) => `tests/${name}`)),
  },
  {
    name: 'browser',
    title: 'Chromium, Firefox and WebKit',
    when: list('tests/browser', /\.test\.js$/).length > 0 || hasPage,
    run: () => nodeTests(['tests/browser']),
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `no stage ${unknown.join(', ')}; there are: ${STAGES.map((s) => s.name)}`,
  );
  process.exit(2);
}

let passed = 0;
let failed = 0;
const begin = Date.now();
const seconds = (/** @type {number} */ since) =>
  `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;

for (const stage of STAGES) {
  if (asked.length > 0 ? !asked.includes(stage.name) : !stage.when) continue;
  const start = Date.now();
  const result = await stage.run();
  passed += result.passed;
  failed += result.failed;
  const counts = [
    result.passed + result.failed > 0 ? `${result.passed} passed` : '',
    result.failed > 0 ? `${result.failed} failed` : '',
    result.note ?? '',
  ].filter(Boolean);
  const verdict = result.failed > 0 ? 'FAIL' : 'ok';
  console.log(
    `${verdict.padEnd(4)} ${stage.title.padEnd(34)}${seconds(start)}  ${counts.join(', ')}`,
  );
  if (result.failed > 0) {
    console.log(`\n${beginningOf(result.output)}\n`);
    console.log(`stopped at the stage '${stage.name}'`);
    break;
  }
}

console.log(`${seconds(begin).trim()} in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
