// SPDX-License-Identifier: MIT
// Pictures and films of the stage, made by keys: the files hold what the screen shows.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../../web/draw/theme.js';
import { inPage, press } from '../../support/page-queries.js';
import { visible } from '../../support/trained.js';
import { leave, look, near, pixelsAt } from './look.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stagePictures = {};

const MARGIN_PX = 16;

/** Keeps the files that the page offers instead of saving them, and what records a film. @param {Page} page */
export const keepFiles = (page) =>
  inPage(page, () => {
    const page = /** @type {any} */ (globalThis);
    const kept = (page.keptFiles ??= []);
    kept.length = 0;
    HTMLAnchorElement.prototype.click = function () {};
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      kept.push(blob);
      return create(blob);
    };
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (/** @type {number | undefined} */ ms) {
      page.recorder = this;
      start.call(this, ms);
    };
  });

/** How many. @param {Page} page */
export const kept = (page) =>
  inPage(page, () => /** @type {any} */ (globalThis).keptFiles.length);

/** @param {Page} page @param {string} item of the menu */
export async function choose(page, item) {
  await press(page, 'gf-stage #more', 'Enter');
  await press(page, `gf-stage #${item}`, 'Enter');
}

stagePictures['a PNG is twice as large as the stage and has its pixels'] = async (
  page,
) => {
  const seen = await look(page);
  const [says, caption] = await inPage(page, ({ deep, words }) => {
    const stage = deep('gf-stage');
    return [
      words(stage.shadowRoot.querySelector('.caption .more')),
      stage.picture().caption,
    ];
  });
  assert.match(says, / Choose a character\.$/);
  assert.doesNotMatch(
    caption,
    /Choose a character/,
    'of a picture nothing can be chosen',
  );
  assert.ok(caption.endsWith(says.replace(' Choose a character.', '')), caption);
  await keepFiles(page);
  await choose(page, 'png');
  const row = seen.rows.at(-1);
  const places = seen.columns.map((/** @type {any} */ { left }) => [
    left + 2,
    row.y + row.height - 2,
  ]);
  const screen = await pixelsAt(page, places);
  const file = await inPage(
    page,
    async ({ deep, until }, { places, margin }) => {
      const kept = /** @type {any} */ (globalThis).keptFiles;
      await until('a file', () => kept.length > 0);
      const image = await createImageBitmap(kept[0]);
      const { width, height } = image;
      const sheet = new OffscreenCanvas(width, height).getContext('2d');
      if (!sheet) throw new Error('no canvas');
      sheet.drawImage(image, 0, 0);
      const { layout } = deep('gf-stage');
      const top = height / 2 - margin - layout.height;
      return {
        ...{ type: kept[0].type, width, height, stage: [layout.width, layout.height] },
        pixels: places.map((/** @type {number[]} */ [x, y]) => [
          ...sheet.getImageData(2 * (x + margin), 2 * (y + top), 1, 1).data,
        ]),
      };
    },
    { places, margin: MARGIN_PX },
  );
  assert.equal(file.type, 'image/png');
  assert.equal(file.width, 2 * (file.stage[0] + 2 * MARGIN_PX));
  assert.ok(file.height > 2 * (file.stage[1] + MARGIN_PX));
  screen.forEach((pixel, k) => near(file.pixels[k], pixel, 4, `column ${k}`));
};

stagePictures['an SVG is well formed, with the caption, the letters and the hues'] =
  async (page) => {
    const seen = await look(page, 30);
    await keepFiles(page);
    await choose(page, 'svg');
    const file = await inPage(page, async ({ deep, until, words }) => {
      const kept = /** @type {any} */ (globalThis).keptFiles;
      await until('a file', () => kept.length > 0);
      const svg = new DOMParser().parseFromString(
        await kept[0].text(),
        'image/svg+xml',
      );
      return {
        failed: svg.querySelector('parsererror') !== null,
        title: svg.querySelector('title')?.textContent,
        letters: [...svg.querySelectorAll('text')].map((text) => text.textContent),
        strokes: [...svg.querySelectorAll('path')].map((path) =>
          path.getAttribute('stroke'),
        ),
        says: words(deep('gf-stage .caption .main')),
      };
    });
    assert.ok(!file.failed);
    assert.ok(file.title.length > 20, file.title);
    const line = seen.columns.map((/** @type {any} */ { i }) =>
      visible(seen.characters[i]),
    );
    assert.ok(
      file.letters.join('').includes(line.slice(0, 30).join('')),
      'the text row',
    );
    for (let h = 0; h < seen.H; h++)
      assert.ok(
        file.strokes.includes(TOKENS[/** @type {'head-1'} */ (`head-${h + 1}`)][0]),
      );
  };

/** Waits until the stage says how long it still records. @param {Page} page
 * @param {RegExp} sentence */
const saysOf = (page, sentence) =>
  inPage(
    page,
    ({ deep, until, words }, pattern) =>
      until(pattern, () =>
        new RegExp(pattern).test(words(deep('gf-stage .more.number'))),
      ),
    sentence.source,
  );

/** The clock of the page stands still at so many milliseconds after it was first held; with
 * null it goes on. @param {Page} page @param {number | null} ms */
export const holdClock = (page, ms) =>
  inPage(
    page,
    (_, ms) => {
      const { keptNow = performance.now() } = /** @type {any} */ (globalThis);
      if (ms === null) return void Reflect.deleteProperty(performance, 'now');
      Object.assign(globalThis, { keptNow });
      performance.now = () => keptNow + ms;
    },
    ms,
  );

/** Waits until what is being recorded has so many bytes: encoders take their time.
 * @param {Page} page @param {number} least */
export const filmed = (page, least) =>
  inPage(
    page,
    async ({ until }, least) => {
      const { recorder } = /** @type {any} */ (globalThis);
      let size = 0;
      recorder.addEventListener(
        'dataavailable',
        (/** @type {BlobEvent} */ { data }) => (size += data.size),
      );
      await until('enough film', () => {
        recorder.requestData();
        return size > least;
      });
    },
    least,
  );

stagePictures['a film of ten seconds is recorded, and another one stopped'] = async (
  page,
) => {
  await keepFiles(page);
  await holdClock(page, 0);
  await choose(page, 'record');
  await saysOf(page, /Recording, 10 s left/);
  await holdClock(page, 1500);
  await saysOf(page, /Recording, 9 s left/);
  await holdClock(page, 8500);
  await saysOf(page, /Recording, 2 s left/);
  await filmed(page, 10_000);
  assert.equal(await kept(page), 0, 'it is being recorded');
  await holdClock(page, 12_000);
  const film = await inPage(page, async ({ until }) => {
    const kept = /** @type {any} */ (globalThis).keptFiles;
    await until('a film', () => kept.length > 0);
    const bytes = new Uint8Array(await kept[0].arrayBuffer());
    const start = [...bytes.slice(0, 4)];
    return { type: kept[0].type, size: bytes.length, start };
  });
  await saysOf(page, /The recording was saved/);
  assert.ok(film.size > 10_000, `${film.size} bytes`);
  assert.equal(film.type, 'video/webm');
  assert.deepEqual(film.start, [0x1a, 0x45, 0xdf, 0xa3], 'the signature of EBML');
  await keepFiles(page);
  await choose(page, 'record');
  await saysOf(page, /Recording, 10 s left/);
  await choose(page, 'record');
  await saysOf(page, /^(?!Recording)/);
  assert.equal(await kept(page), 0);
  await holdClock(page, null);
  await leave(page);
};
