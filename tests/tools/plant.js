// SPDX-License-Identifier: MIT
// `node tests/tools/plant.js FILE… [--only NAMES] [--at COMMIT] [--green]`: puts small faults, one at a time,
// into a clone of a commit (default: the last one) in build/faults, and says for each which test
// noticed it first. Such a file is a list of { name, file, from, to }; `from` stands in the file
// once. --only: names separated by commas. --green: all tests are known to pass without a fault.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { parseArgs } from 'node:util';
import { ROOT } from './processes.js';

/** @typedef {{ name: string, file: string, from: string, to: string }} Fault */
/** @typedef {{ goals: string[], stage?: string, of?: string }} Level */

const TREE = `${ROOT}build/faults/`;

/** From the quickest to the slowest: what is made, then the stage of test.js, or without one the
 * Node tests that import the changed file; `of`: where faults must be. @type {Level[]} */
const LEVELS = [
  { goals: ['native', 'test-program'], stage: 'native', of: 'src/' },
  { goals: ['web', 'native'], of: 'web/' },
  { goals: ['web', 'native'], stage: 'js' },
  {
    goals: ['native', 'test-program', 'FLAVOUR=sanitize'],
    stage: 'sanitize',
    of: 'src/',
  },
  { goals: [], stage: 'browser' },
];

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    at: { type: 'string', default: 'HEAD' },
    green: { type: 'boolean', default: false },
  },
});

/** @param {string} command @param {...string} args */
function inTree(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: TREE,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return { status, output: stdout + stderr };
}

function makeTree() {
  rmSync(TREE, { recursive: true, force: true });
  spawnSync('git', ['clone', '-q', ROOT, TREE], { stdio: 'inherit' });
  symlinkSync(`${ROOT}node_modules`, `${TREE}node_modules`);
  const data = '../shared/data';
  if (existsSync(ROOT + data) && !existsSync(TREE + data)) {
    mkdirSync(`${TREE}../shared`, { recursive: true });
    symlinkSync(ROOT + data, TREE + data);
  }
  inTree('git', 'checkout', '-q', values.at);
}

/** What test.js is to run; null: nothing. @param {string} [stage] */
function testsOf(stage) {
  if (stage) return [stage];
  const files = inTree('node', 'tests/tools/changed.js', 'HEAD').output.split(/\s+/);
  const related = files.filter((file) =>
    /^tests\/(?!browser\/).*\.test\.js$/.test(file),
  );
  return related.length > 0 ? ['--files', related.join(' ')] : null;
}

/** What noticed the fault: the build, a test, or nothing. @param {Fault} fault */
function noticedBy({ file }) {
  for (const { goals, stage, of = '' } of LEVELS) {
    if (!file.startsWith(of)) continue;
    const made =
      goals.length === 0 || inTree('make', '-s', '-j2', ...goals).status === 0;
    if (!made) return `the build of ${goals.join(' ')}`;
    const tests = testsOf(stage);
    if (!tests) continue;
    const { status, output } = inTree(
      'node',
      'tests/tools/test.js',
      '--first',
      ...tests,
    );
    if (status !== 0) return /^FAIL.*$/m.exec(output)?.[0] ?? output.slice(-2000);
  }
  return null;
}

const only = values.only?.split(',');
const faults = files
  .flatMap((file) => /** @type {Fault[]} */ (JSON.parse(readFileSync(file, 'utf8'))))
  .filter(({ name }) => only?.includes(name) ?? true);
makeTree();
const before = values.green
  ? null
  : noticedBy({ name: '', file: 'src/', from: '', to: '' });
if (before !== null) {
  console.log(`Without any fault: ${before}`);
  process.exit(2);
}
let [noticed, there] = [0, 0];
for (const fault of faults) {
  const path = TREE + fault.file;
  const source = readFileSync(path, 'utf8');
  if (source.split(fault.from).length !== 2) {
    console.log(`?        ${fault.name}: ${fault.file} no longer has this once`);
    continue;
  }
  writeFileSync(
    path,
    source.replace(fault.from, () => fault.to),
  );
  const by = noticedBy(fault);
  writeFileSync(path, source);
  there++;
  noticed += by === null ? 0 : 1;
  console.log(by === null ? `PASSED   ${fault.name}` : `noticed  ${fault.name}: ${by}`);
}
console.log(`${noticed} of ${there} noticed`);
