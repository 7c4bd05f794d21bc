// SPDX-License-Identifier: MIT
// Pictures of the page in every state that it has to look good in, at four widths, light and
// dark, and a short looping picture of training. The page is moved by links, buttons, keys
// and the element's public methods only.
//
//   node tests/tools/pictures.js [STATE ...] [--width 1440] [--scheme dark]
//   node tests/tools/pictures.js readme | card
//
// Writes build/pictures/STATE-WIDTH-SCHEME.png and build/pictures/training.webp; `readme`
// writes those of README, and card.png, which sites show of a link to the page, to docs/pictures.
// Needs the page (make web) and Chromium.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSite } from '../browser/support/harness.js';
import { stop } from '../../bench/common.js';
import { animatedWebp } from './pictures/animated-webp.js';
import { STATES, open, sleep } from './pictures/states.js';

const FOLDER = fileURLToPath(new URL('../../build/pictures/', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1200, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const SCHEMES = /** @type {const} */ (['light', 'dark']);
/** Fingers, not a mouse, on these widths. */
const TOUCH_BELOW_PX = 900;
/** After a change of size or theme: fonts, observers, one answer of the engine. */
const SETTLE_S = 0.7;

/** The still ones of README, by colour scheme. */
const STILLS = /** @type {const} */ ({ light: 'page-light', dark: 'page' });
const STILL = { width: 1440, quality: 0.8 };

/** The looping picture: at which steps, and how it is kept small. */
const FILM = {
  steps: [0, 3, 8, 16, 30, 50, 80, 120, 180, 270, 400, 600],
  viewport: { width: 1200, height: 800 },
  width: 640,
  quality: 0.25,
  frameMs: 450,
  lastMs: 2200,
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string' }, scheme: { type: 'string' } },
});
const names = [...Object.keys(STATES), 'training', 'card', 'readme'];
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) stop(`no ${unknown}; there are: ${names.join(', ')}`);
const wanted =
  positionals.length > 0
    ? positionals
    : names.filter((name) => !['readme', 'card'].includes(name));
const sizes = SIZES.filter(
  ({ width }) => !options.width || width === Number(options.width),
);
const schemes = SCHEMES.filter((name) => !options.scheme || name === options.scheme);

for (const folder of [FOLDER, DOCS]) await mkdir(folder, { recursive: true });
const site = await openSite();

/** All pictures of one state, of one page that is made narrower and darker.
 * @param {string} name */
async function takeState(name) {
  const page = await site.newPage(null, { viewport: SIZES[0] });
  const touch = await page.context().newCDPSession(page);
  await STATES[name](page);
  for (const size of sizes) {
    const enabled = size.width < TOUCH_BELOW_PX;
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled });
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await sleep(SETTLE_S);
      const path = join(FOLDER, `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path });
    }
  }
  console.log(
    `  ${name}${page.errors.length > 0 ? `: ${page.errors.join('; ')}` : ''}`,
  );
  await page.context().close();
}

/** Runs in a page: a PNG as a smaller WebP, both in base64.
 * @param {{ png: string, width: number, quality: number }} picture */
async function smaller({ png, width, quality }) {
  const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
  const whole = await createImageBitmap(new Blob([bytes]));
  const height = Math.round((whole.height * width) / whole.width);
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    canvas.getContext('2d')
  );
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const webp = new Uint8Array(await blob.arrayBuffer());
  return {
    height,
    webp: btoa(webp.reduce((all, x) => all + String.fromCharCode(x), '')),
  };
}

/** @param {Uint8Array} png @param {import('playwright-core').Page} page
 * @param {{ width: number, quality: number }} size */
async function webpOf(png, page, { width, quality }) {
  const shrunk = { png: Buffer.from(png).toString('base64'), width, quality };
  const { webp, height } = await page.evaluate(smaller, shrunk);
  return { webp: new Uint8Array(Buffer.from(webp, 'base64')), height };
}

/** @param {string} folder */
async function takeTraining(folder) {
  const page = await site.newPage(null, {
    viewport: FILM.viewport,
    colorScheme: 'dark',
  });
  await STATES.untrained(page);
  const frames = [];
  let height = 0;
  for (const step of FILM.steps) {
    await page.evaluate(async (until) => {
      const element = /** @type {any} */ (document.querySelector('glass-former'));
      if (until > 0) await element.session.run({ until });
    }, step);
    await sleep(SETTLE_S);
    const frame = await webpOf(await page.screenshot(), page, FILM);
    height = frame.height;
    frames.push({
      webp: frame.webp,
      ms: step === FILM.steps.at(-1) ? FILM.lastMs : FILM.frameMs,
    });
  }
  const film = animatedWebp({ width: FILM.width, height }, frames);
  await writeFile(join(folder, 'training.webp'), film);
  console.log(`  training: ${frames.length} frames, ${film.length} bytes`);
  await page.context().close();
}

/** Trained for the picture of shared links. */
const CARD_STEPS = 2000;

/** The replay of a run on the built-in text. */
async function takeCard() {
  const page = await site.newPage(null, { viewport: SIZES[0], colorScheme: 'dark' });
  await open(page, 'v=2&text=fables');
  await page.evaluate(async (until) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    await element.session.run({ until });
  }, CARD_STEPS);
  await page.locator('gf-stage #more').click();
  await page.locator('gf-stage #replay').click();
  const saved = page.waitForEvent('download');
  await page.locator('gf-stage #save-picture').click();
  await (await saved).saveAs(join(DOCS, 'card.png'));
  await page.context().close();
}

/** The page as it opens, in both schemes, the film, and the picture of shared links. */
async function takeReadme() {
  const page = await site.newPage(null, { viewport: SIZES[0] });
  await STATES.trained(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await sleep(SETTLE_S);
    const { webp } = await webpOf(await page.screenshot(), page, STILL);
    await writeFile(join(DOCS, `${STILLS[colorScheme]}.webp`), webp);
    console.log(`  ${STILLS[colorScheme]}: ${webp.length} bytes`);
  }
  await page.context().close();
  await takeTraining(DOCS);
  await takeCard();
}

try {
  for (const name of wanted) {
    if (name === 'training') await takeTraining(FOLDER);
    else if (name === 'readme') await takeReadme();
    else if (name === 'card') await takeCard();
    else await takeState(name);
  }
} finally {
  await site.close();
}
