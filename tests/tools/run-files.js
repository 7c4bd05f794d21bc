// SPDX-License-Identifier: MIT
// A process that runs the files of Node tests that it is sent, each as a suite called by its path,
// until it is sent an empty path. What they import they share, and the browser that stays open
// (browser/support/harness.js).

import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
// It puts an element registry on globalThis, where files find it that import it later.
import 'lit';

const { setTimeout } = globalThis;

/** What a file has put on globalThis goes: the next one may want to be somewhere else. What
 * libraries keep there is under symbols, or is not listed.
 * @param {PropertyDescriptorMap} before */
function restoreGlobals(before) {
  for (const key of Object.keys(globalThis))
    if (!Object.hasOwn(before, key)) Reflect.deleteProperty(globalThis, key);
  Object.defineProperties(globalThis, before);
}

/** What no running test can answer for; node:test sets the exit code then.
 * @type {any[]} */
const late = [];
process.on('uncaughtExceptionMonitor', (error) => late.push(error));
process.on('unhandledRejection', (reason) => late.push(reason));

process.env.KEEP_BROWSER = '1';
process.on('message', (/** @type {string} */ path) => {
  if (!path) process.exit();
  describe(path, async () => {
    const before = Object.getOwnPropertyDescriptors(globalThis);
    await import(pathToFileURL(path).href);
    after(() => {
      const what = late.map((error) => error?.stack ?? error).join('\n');
      assert.ok(!process.exitCode, `after its test had ended, or another had: ${what}`);
      assert.equal(globalThis.setTimeout, setTimeout, 'the timers are still held');
      restoreGlobals(before);
    });
  });
});
process.once('disconnect', () => process.exit());
