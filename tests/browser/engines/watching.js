// SPDX-License-Identifier: MIT
// What tests rely on: errors on a page are noticed, since one that fails silently would pass
// every other test; keys and mouse act as a person's.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';

const FOLDER = 'build/harness-test';

/** One page that is fine and one on which everything goes wrong. */
function writePages() {
  const path = fileURLToPath(new URL(`../../../${FOLDER}/`, import.meta.url));
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
  writeFileSync(
    `${path}input.html`,
    `${head}<title>Input</title><input><button>Go</button><script>
      globalThis.said = [];
      const hear = (words) => words !== said.at(-1) && said.push(words);
      document.querySelector('button').addEventListener('click', () => hear('button'));
      for (const type of ['pointermove', 'click'])
        document.addEventListener(type, ({ clientX, clientY, target }) => {
          if (target.localName !== 'button') hear(type + ' ' + clientX + ' ' + clientY);
        });
    </script>`,
  );
}

/** @param {import('../support/browsers.js').Browser} browser */
export function testWatching({ name, missing: skip, open }) {
  describe(name, { skip }, () => {
    /** @type {import('../support/browsers.js').Site} */ let site;
    before(async () => {
      writePages();
      site = await open({ folder: FOLDER });
    });
    after(() => site?.close());

    test(`${name}: errors on a page are noticed, requests are counted`, async () => {
      const fine = await site.newPage('fine.html');
      assert.equal(await fine.evaluate('document.title'), 'Fine – yes');
      const long = await fine.evaluate("Promise.resolve('é'.repeat(70_000))");
      assert.equal(long, 'é'.repeat(70_000));
      assert.deepEqual(fine.requests, [`${site.url}fine.html`]);
      await assert.rejects(
        fine.evaluate("Promise.reject(new Error('from the page'))"),
        /from the page/,
      );
      fine.assertQuiet();

      const broken = await site.newPage('broken.html');
      await broken.waitForFunction("document.title === 'done'");
      assert.equal(broken.errors.length, 2, broken.errors.join('\n'));
      assert.throws(() => broken.assertQuiet());
    });

    test(`${name}: keys and mouse act as a person's`, async () => {
      const viewport = { width: 500, height: 400 };
      const page = await site.newPage('input.html', { viewport });
      await page.keyboard.press('Tab');
      await page.keyboard.type('ab c');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Tab');
      await page.keyboard.press(' ');
      await page.mouse.move(250, 300);
      await page.mouse.click(250, 300);
      const seen = await page.evaluate('[document.querySelector("input").value, said]');
      assert.equal(seen[0], 'b c');
      // The mouse of the headless shell comes in at 0 0 by itself.
      const said = seen[1].filter(
        (/** @type {string} */ each) => each !== 'pointermove 0 0',
      );
      assert.deepEqual(said, ['button', 'pointermove 250 300', 'click 250 300']);
      assert.deepEqual(await page.evaluate('[innerWidth, innerHeight]'), [500, 400]);
      page.assertQuiet();
    });
  });
}
