// SPDX-License-Identifier: MIT
// Programs of tests, each the first of a process group, so that what it has started ends with it.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A net for what hangs: no program is silent for so long, however slow the machine. */
const SILENT_MS = 900_000;
/** Time to close browsers before the group is killed. */
const GRACE_MS = 3000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup({ pid }, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** Ends everything that is running. */
function endAll() {
  for (const child of running) signalGroup(child, 'SIGKILL');
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    endAll();
    process.exit(130);
  });
process.once('exit', endAll);

/**
 * @typedef {object} Ended
 * @property {number} code 0: well
 * @property {string} output of both streams, and how it ended where not by itself
 */

/**
 * @typedef {object} Started
 * @property {Promise<Ended>} ended
 * @property {(message: string) => void} send to a program that was started with a channel
 * @property {(isAsked: boolean) => void} expect whether it is to say something
 * @property {() => void} stop
 */

/**
 * @param {string} command @param {string[]} args
 * @param {object} how
 * @param {number} [how.limitMs] without a word while one is expected, as it is from the start
 * @param {(line: string) => boolean} [how.onLine] of its output; true: it is not part of that
 * @param {boolean} [how.hasChannel]
 * @returns {Started}
 */
export function start(
  command,
  args,
  { limitMs = SILENT_MS, onLine, hasChannel = false } = {},
) {
  const child = spawn(command, args, {
    ...{ cwd: ROOT, detached: true },
    stdio: ['ignore', 'pipe', 'pipe', hasChannel ? 'ipc' : 'ignore'],
  });
  running.add(child);
  let output = '';
  let late = false;
  let isExpected = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const end = () => {
    late = true;
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref();
  };
  const wait = () => {
    clearTimeout(timer);
    if (isExpected && !late) timer = setTimeout(end, limitMs);
  };
  wait();
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    const take = (/** @type {string} */ line) => {
      if (!onLine?.(line)) output += line;
    };
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      wait();
      const lines = `${rest}${chunk}`.split(/(?<=\n)/);
      rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
      lines.forEach(take);
    });
    stream?.on('end', () => rest && take(rest));
  }
  /** @type {Promise<Ended>} */
  const ended = new Promise((done) => {
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      // What it has left running.
      signalGroup(child, 'SIGKILL');
      if (late) output += `silent for ${limitMs / 1000} s, ended\n`;
      else if (signal) output += `ended by ${signal}\n`;
      done({ code: late ? 1 : (code ?? 1), output });
    });
  });
  return {
    ended,
    send: (message) => void child.send(message),
    expect(isAsked) {
      isExpected = isAsked;
      wait();
    },
    stop: () => signalGroup(child, 'SIGTERM'),
  };
}

/** As start(), to its end. @param {Parameters<typeof start>} program */
export const run = (...program) => start(...program).ended;

/** Processes that use a core each, as on a busy machine. @param {number} count */
export function keepBusy(count) {
  for (let i = 0; i < count; i++)
    running.add(
      spawn('node', ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
    );
}
