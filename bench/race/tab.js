// SPDX-License-Identifier: MIT
// A browser tab that takes turns as the programs of bench/versus do: Chromium, one worker
// with all its processes on one core, or more on all cores.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { openPage } from '../browser/site.js';

/** Ties this process, and those it starts from now on, to cores. @param {string} cores */
const pin = (cores) =>
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)]);

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

/** Processor ms so far of all threads of all processes of a browser.
 * @param {import('playwright-core').CDPSession} devtools */
async function usedBy(devtools) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const ns = processInfo.flatMap(({ id }) => tasksOf(id));
  return ns.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** @param {number | null} core null: on all @param {number} cores as many workers */
export async function openTab(core, cores) {
  if (core !== null) pin(String(core));
  const page = await openPage();
  const devtools = await page.browser.newBrowserCDPSession();
  if (core !== null) pin(`0-${cpus().length - 1}`);
  const module = await page.load('bench/race/session.js');
  /** Trains a model. @param {{ text: string, config: Record<string, unknown> }} model */
  async function side(model) {
    const session = await module.evaluateHandle(
      (there, asked) => there.openSession(asked),
      { ...model, workers: cores },
    );
    /** @param {number} n @returns {Promise<import('../versus/side.js').Turn>} */
    async function steps(n) {
      const before = await usedBy(devtools);
      const { losses, ms } = await module.evaluate(
        (there, asked) => there.turn(asked.session, asked.n),
        { session, n },
      );
      const cpu = ((await usedBy(devtools)) - before) / n;
      return { losses, ms: Array(n).fill(ms), cpu: Array(n).fill(cpu) };
    }
    return { steps, close: () => session.evaluate((there) => there.close()) };
  }
  const [name, title] =
    cores === 1
      ? ['tab', 'a tab of Chromium']
      : ['tab2', 'a tab of Chromium, two workers'];
  const { version, close } = page;
  return { name, title, cores, version, close, side };
}
