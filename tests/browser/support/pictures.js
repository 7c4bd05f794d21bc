// SPDX-License-Identifier: MIT
// Pictures of the page after a real run, for looking at and for the documents:
//
//   node tests/browser/support/pictures.js [folder]
//
// writes the whole page at three widths in both themes into build/screenshots (or the
// folder), and docs/pictures/page.png, the one README shows.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSite } from './harness.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = process.argv[2] ?? join(ROOT, 'build/screenshots');
const documents = join(ROOT, 'docs/pictures');
const WIDTHS = [1200, 768, 360];
const STEPS = 500;

mkdirSync(folder, { recursive: true });
mkdirSync(documents, { recursive: true });
const site = await openSite();

/** Views draw when they are seen. @param {Awaited<ReturnType<typeof site.newPage>>} page */
async function showEverything(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 500) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await page.waitForTimeout(300);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(1000);
}

/** @param {number} width @param {'light' | 'dark'} colorScheme */
async function takePictures(width, colorScheme) {
  const page = await site.newPage('index.html#v=1&max_steps=600', {
    viewport: { width, height: 1080 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.evaluate(async (until) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    const { app } = element;
    await app.ready;
    const { session } = element;
    app.selection.select({ layer: 1, head: 1 });
    await session.run({ until });
    app.selection.setSampler({ prompt: 'The fox', chars: 220 });
    await app.write();
    while (element.viewState.activations?.step !== session.steps) {
      await new Promise((done) => setTimeout(done, 100));
    }
  }, STEPS);
  await showEverything(page);
  await page.screenshot({
    path: join(folder, `page-${width}-${colorScheme}.png`),
    fullPage: true,
  });
  if (width === WIDTHS[0] && colorScheme === 'light') {
    const height = 1500;
    await page.screenshot({
      path: join(documents, 'page.png'),
      clip: { x: 0, y: 0, width, height },
      fullPage: true,
    });
  }
  await page.context().close();
}

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of WIDTHS) await takePictures(width, scheme);
}
await site.close();
console.log(`pictures in ${folder} and docs/pictures`);
