// SPDX-License-Identifier: MIT
// The replay of the run on the screen: seen, saved as a picture, played, and filmed.
import assert from 'node:assert/strict';
import { inPage, press } from '../../support/page-queries.js';
import { leave, look } from './look.js';
import { choose, filmed, holdClock, keepFiles, kept } from './pictures.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stageReplay = {};

/** Presses a button of the dialog. @param {Page} page @param {string} id */
const act = (page, id) =>
  inPage(
    page,
    async ({ deep, until }, id) => {
      await until(id, () => deep(`gf-stage #replay-dialog #${id}`));
      deep(`gf-stage #replay-dialog #${id}`).click();
    },
    id,
  );

/** Its size, and how many colours it has. @param {Page} page */
const readCanvas = (page) =>
  inPage(page, ({ deep }) => {
    const canvas = deep('gf-stage #replay-dialog canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, 1200, 630);
    const colours = new Set(new Uint32Array(data.buffer));
    return { size: [canvas.width, canvas.height], n: colours.size };
  });

stageReplay['a head that is off is in the way of a replay, and it says so'] = async (
  page,
) => {
  await look(page);
  await inPage(page, ({ app }) => app.queries.toggleHead(0, 1));
  await choose(page, 'replay');
  const said = await inPage(page, async ({ deep, until, words }) => {
    await until('a sentence', () => deep('gf-stage #replay-dialog [role=alert]'));
    return words(deep('gf-stage #replay-dialog [role=alert]'));
  });
  assert.equal(said, 'Switch all heads on first: a replay shows the whole model.');
  await page.keyboard.press('Escape');
  await inPage(page, async ({ app, deep, until }) => {
    await until('closed', () => !deep('gf-stage #replay-dialog'));
    await app.queries.toggleHead(0, 1);
  });
};

stageReplay['a stage that goes while its replay is loaded opens no dialog'] = async (
  page,
) => {
  await press(page, 'gf-stage #more', 'Enter');
  const isOpen = await inPage(page, async ({ deep, settled }) => {
    const stage = deep('gf-stage');
    const { parentNode: place, nextSibling: next } = stage;
    deep('gf-stage #replay').click();
    stage.remove();
    await settled();
    place.insertBefore(stage, next);
    await settled();
    return Boolean(deep('gf-stage #replay-dialog'));
  });
  assert.equal(isOpen, false);
};

stageReplay['a replay is seen, and saved as a picture of 1200 × 630'] = async (
  page,
) => {
  await keepFiles(page);
  await choose(page, 'replay');
  const { label, first, steps } = await inPage(
    page,
    async ({ deep, element, until }) => {
      await until('a picture', () => deep('gf-stage #replay-dialog canvas'));
      const { session } = element;
      const shown = deep('gf-stage #replay-dialog canvas');
      return {
        label: shown.getAttribute('aria-label'),
        first: (await session.at(0).sample({ prompt: 'x', chars: 1 })).step,
        steps: session.steps,
      };
    },
  );
  assert.equal(first, 0, 'the untrained model is there');
  assert.match(label, new RegExp(`At step 0 it writes “.+”, at step ${steps} “.+”`));
  const { size, n } = await readCanvas(page);
  assert.deepEqual(size, [1200, 630]);
  assert.ok(n > 100, `${n} colours`);
  await act(page, 'save-picture');
  const file = await inPage(page, async ({ until }) => {
    const { keptFiles } = /** @type {any} */ (globalThis);
    await until('a file', () => keptFiles.length > 0);
    const { width, height } = await createImageBitmap(keptFiles[0]);
    return [keptFiles[0].type, width, height];
  });
  assert.deepEqual(file, ['image/png', 1200, 630]);
};

stageReplay['it is played, stopped and filmed, ten seconds long'] = async (page) => {
  await keepFiles(page);
  await holdClock(page, 0);
  await act(page, 'play');
  await act(page, 'stop');
  await act(page, 'save-film');
  await inPage(page, ({ deep, until }) =>
    until('it is filmed', () => deep('gf-stage #replay-dialog #stop')),
  );
  await holdClock(page, 9000);
  await filmed(page, 10_000);
  assert.equal(await kept(page), 0, 'it is being recorded');
  await holdClock(page, 12_000);
  const [type, note] = await inPage(page, async ({ deep, until, words }) => {
    const { keptFiles } = /** @type {any} */ (globalThis);
    await until('a film', () => keptFiles.length > 0);
    const note = () => words(deep('gf-stage #replay-note'));
    await until('a note', () => note() !== '');
    return [keptFiles[0].type, note()];
  });
  assert.deepEqual([type, note], ['video/webm', 'The recording was saved.']);
  await holdClock(page, null);
  await page.keyboard.press('Escape');
  await inPage(page, ({ deep, until }) =>
    until('closed', () => !deep('gf-stage #replay-dialog')),
  );
  await leave(page);
};
