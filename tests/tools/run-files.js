// SPDX-License-Identifier: MIT
// A process that runs the files of Node tests that it is sent, each as a suite called by its path,
// until it is sent an empty path. What they import they share, and the browser that stays open
// (browser/support/harness.js).

import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

const { setTimeout } = globalThis;
process.env.KEEP_BROWSER = '1';
process.on('message', (/** @type {string} */ path) => {
  if (!path) process.exit();
  describe(path, async () => {
    await import(pathToFileURL(path).href);
    after(() => {
      // node:test sets it for what no running test can answer for.
      assert.ok(!process.exitCode, 'something failed after its test had ended');
      assert.equal(globalThis.setTimeout, setTimeout, 'the timers are still held');
    });
  });
});
process.once('disconnect', () => process.exit());
