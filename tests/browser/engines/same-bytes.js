// SPDX-License-Identifier: MIT
// The same bytes in every browser as in Node, in workers and in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FOLDER,
  OPTIONS,
  expectedHash,
  trainInPage,
  writePages,
} from '../support/session-page.js';

/** @param {import('../support/browsers.js').Browser} browser */
export function testSameBytes({ name, missing: skip, open }) {
  test(
    `${name}: the weights of Node, in workers and in the page`,
    { skip },
    async () => {
      await writePages();
      const hash = await expectedHash();
      const opened = await open({ folder: FOLDER });
      try {
        /** @type {any} */
        const page = await opened.newPage('index.html');
        await page.waitForFunction(() => 'glass' in globalThis);
        for (const { mode, workers } of [
          { mode: 'worker', workers: 2 },
          { mode: 'main', workers: 1 },
        ]) {
          const result = await page.evaluate(trainInPage, {
            ...OPTIONS,
            mode,
            workers,
          });
          assert.deepEqual(result, { mode, hash, workers, written: 20 });
        }
        page.assertQuiet();
      } finally {
        await opened.close();
      }
    },
  );
}
