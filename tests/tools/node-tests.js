// SPDX-License-Identifier: MIT
// Files of Node tests: each in a process of its own, or one after another in processes that keep
// what files share.

import { setTimeout as wait } from 'node:timers/promises';
import { start } from './processes.js';
import { MARK } from './reporter.js';

/** @import { Result } from './lanes.js' */
/** @import { Started } from './processes.js' */
/** @import { TestEvent } from './reporter.js' */

/** A net for what hangs: no file is silent for so long. */
export const FILE_SILENT_MS = 180_000;
/** For processes to remove what they have made; the end of all ends those that stay. */
const TIDY_MS = 10_000;
/** The last of what a file printed. */
const SHOWN = -4000;

const REPORTER = './tests/tools/reporter.js';
const NODE_ARGS = [
  `--test-reporter=${REPORTER}`,
  '--test-reporter-destination=stdout',
  // What the engine answers is large, and a heap that begins small is looked through for it
  // twice as often, which was a tenth of the processor's time.
  '--initial-old-space-size=200',
];

/** What is known of a file, from the lines that reporter.js prints. */
class TestFile {
  /** @type {Required<Omit<Result, 'output'>>} */
  #result = { passed: 0, skipped: 0, failures: [], tests: [] };
  /** Running tests, outer ones first. @type {string[]} */
  #running = [];
  #depth;
  #end = () => {};
  /** When the suite that the file is has ended. @type {Promise<void>} */
  suite = new Promise((done) => (this.#end = done));

  /** @param {number} depth of its tests: 1 where the file is a suite */
  constructor(depth) {
    this.#depth = depth;
  }

  /** @param {string} line @returns {boolean} whether it is of the reporter */
  hear(line) {
    if (!line.startsWith(MARK)) return false;
    /** @type {TestEvent} */
    const { what, name, depth, ms = 0, detail = '' } = JSON.parse(line.slice(1));
    const level = depth - this.#depth;
    if (what === 'end') {
      if (level < 0) this.#end();
      return true;
    }
    const { failures, tests } = this.#result;
    // The file itself: it counts where it fails, and none of its tests did.
    if (level < 0 && (what !== 'fail' || failures.length > 0)) return true;
    this.#running.length = Math.max(0, level);
    const whole = [...this.#running, name].join(' › ');
    if (what === 'begin') this.#running.push(name);
    else if (what === 'fail') failures.push({ name: whole, detail });
    else if (what === 'skip') this.#result.skipped++;
    else this.#result.passed++;
    if (what !== 'begin') tests.push({ name: whole, ms: Math.round(ms) });
    return true;
  }

  /** @param {number} code 0: well @param {string} output @returns {Result} */
  ended(code, output) {
    const { passed, skipped, failures } = this.#result;
    const isSilent = passed + skipped === 0;
    if (failures.length > 0) return { ...this.#result, output: output.slice(SHOWN) };
    if (code !== 0 || isSilent) {
      const name = this.#running.join(' › ') || 'no test results';
      failures.push({ name, detail: output.slice(SHOWN) });
    }
    return this.#result;
  }
}

/** A file in a process of its own. @param {string} path @returns {Promise<Result>} */
export async function runAlone(path) {
  const file = new TestFile(0);
  const { ended } = start('node', [...NODE_ARGS, path], {
    ...{ limitMs: FILE_SILENT_MS, onLine: (line) => file.hear(line) },
  });
  const { code, output } = await ended;
  return file.ended(code, output);
}

/** A process for one file after another: which, and what was printed meanwhile.
 * @typedef {Started & { file: TestFile | null, output: string }} Host */

/** Hosts between two files, by the folder of tests/ that theirs are of: browsers do not stay open
 * in one that runs anything else. @type {Map<string, Host[]>} */
const idle = new Map();

/** @returns {Host} */
function startHost() {
  const onLine = (/** @type {string} */ line) => {
    if (!host.file?.hear(line)) host.output += line;
    return true;
  };
  /** @type {Host} */
  const host = {
    ...start('node', [...NODE_ARGS, 'tests/tools/run-files.js'], {
      ...{ limitMs: FILE_SILENT_MS, hasChannel: true, onLine },
    }),
    ...{ file: null, output: '' },
  };
  return host;
}

/** A file in a process that others were run in, unless one of them failed.
 * @param {string} path @returns {Promise<Result>} */
export async function runTogether(path) {
  const [, folder] = path.split('/');
  const waiting = idle.get(folder) ?? [];
  idle.set(folder, waiting);
  const host = waiting.pop() ?? startHost();
  const file = new TestFile(1);
  Object.assign(host, { file, output: '' });
  host.expect(true);
  host.send(path);
  const ended = await Promise.race([file.suite, host.ended]);
  host.expect(false);
  const printed = `${host.output}${ended?.output ?? ''}`;
  const result = file.ended(ended ? 1 : 0, printed);
  if (result.failures.length === 0) waiting.push(host);
  else host.stop();
  return result;
}

/** Ends the processes that wait for more files, as a file is run once in each; they tidy up first. */
export async function endHosts() {
  const hosts = [...idle.values()].flat();
  idle.clear();
  // Had we closed the channel ourselves, Node would not tell us that a process has ended.
  for (const host of hosts) host.send('');
  await Promise.race([Promise.all(hosts.map(({ ended }) => ended)), wait(TIDY_MS)]);
}
