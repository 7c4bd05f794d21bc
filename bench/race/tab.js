// SPDX-License-Identifier: MIT
// A browser tab that takes turns as the programs of bench/versus do: Chromium, one worker
// with all its processes on one core, or more on all cores.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { openPage } from '../browser/site.js';

/** Ties this process, and those it starts from now on, to cores. @param {string} cores */
const pin = (cores) =>
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)]);

/** Parent of every process. @returns {Map<number, number>} */
function parents() {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const pid of all) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      found.set(Number(pid), Number(stat.split(') ')[1].split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** Processor ms so far of all threads of the processes that this one started after
 * `before`. @param {Set<number>} before */
function usedBy(before) {
  const parent = parents();
  const isOurs = (/** @type {number} */ pid) => {
    for (let at = parent.get(pid); at; at = parent.get(at)) {
      if (at === process.pid) return true;
    }
    return false;
  };
  let ns = 0;
  for (const pid of parent.keys()) {
    if (before.has(pid) || !isOurs(pid)) continue;
    for (const task of tasksOf(pid)) ns += task;
  }
  return ns / 1e6;
}

/** Processor ns of each thread. @param {number} pid */
function tasksOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).map((task) => {
      const schedule = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1');
      return Number(schedule.split(' ')[0]);
    });
  } catch {
    return [];
  }
}

/**
 * The tab; `side` trains a model in it.
 * @param {number | null} core null: on all
 * @param {number} [workers]
 */
export async function openTab(core, workers = 1) {
  const before = new Set(parents().keys());
  if (core !== null) pin(String(core));
  const page = await openPage();
  if (core !== null) pin(`0-${core}`);
  let n = 0;
  return {
    version: page.version,
    close: page.close,
    /** @param {{ text: string, config: Record<string, unknown> }} model */
    async side(model) {
      const key = `${n++}`;
      await page.call('open', key, { ...model, workers });
      let told = 0;
      return {
        /** @param {number} steps @returns {Promise<import('../versus/stage.js').Turn>} */
        async steps(steps) {
          const begin = usedBy(before);
          const { losses, ms } = await page.call('turn', key, steps);
          const cpu = (usedBy(before) - begin) / steps;
          const each = (/** @type {number} */ x) =>
            Array.from({ length: steps }, () => x);
          const fresh = losses.slice(told);
          told = losses.length;
          return { losses: fresh, ms: each(ms), cpu: each(cpu) };
        },
        close: () => page.call('shut', key),
      };
    },
  };
}
