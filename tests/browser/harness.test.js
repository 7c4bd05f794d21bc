// SPDX-License-Identifier: MIT
// The harness must notice what goes wrong on a page, in both browsers: a page that
// fails silently would pass every other test.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { openFirefoxSite } from './firefox.js';
import { openSite } from './harness.js';

const FOLDER = 'build/harness-test';

/** One page that is fine and one on which everything goes wrong. */
function writePages() {
  const path = fileURLToPath(new URL(`../../${FOLDER}/`, import.meta.url));
  mkdirSync(path, { recursive: true });
  const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
  writeFileSync(`${path}fine.html`, `${head}<title>Fine – yes</title>`);
  writeFileSync(
    `${path}broken.html`,
    `${head}<title>Broken</title><script>
      console.error('said so');
      setTimeout(() => { document.title = 'done'; missing(); }, 0);
    </script>`,
  );
}

test('Chromium: errors on a page are noticed, requests are counted', async (t) => {
  writePages();
  const site = await openSite({ folder: FOLDER });
  t.after(() => site.close());

  const fine = await site.newPage('fine.html');
  assert.equal(await fine.title(), 'Fine – yes');
  assert.deepEqual(fine.requests, [`${site.url}fine.html`]);
  fine.assertQuiet();

  const broken = await site.newPage('broken.html');
  await broken.waitForFunction(() => document.title === 'done');
  assert.equal(broken.errors.length, 2, broken.errors.join('\n'));
  assert.throws(() => broken.assertQuiet());
});

test('Firefox: errors on a page are noticed, requests are counted', async (t) => {
  writePages();
  const site = await openFirefoxSite({ folder: FOLDER });
  if (!site) {
    t.skip('no Firefox on PATH');
    return;
  }
  t.after(() => site.close());

  await site.goto('fine.html');
  assert.equal(await site.evaluate(() => document.title), 'Fine – yes');
  assert.equal(
    await site.evaluate((a, b) => a + b, 'é'.repeat(70_000), 1).then(count),
    70_001,
  );
  assert.deepEqual(site.requests, [`${site.url}fine.html`]);
  await assert.rejects(
    site.evaluate(() => Promise.reject(new Error('from the page'))),
    /from the page/,
  );
  site.assertQuiet();

  await site.goto('broken.html');
  await site.waitFor(() => document.title === 'done');
  assert.equal(site.errors.length, 2, site.errors.join('\n'));
  assert.throws(() => site.assertQuiet());
});

/** @param {string} text */
const count = (text) => text.length;
