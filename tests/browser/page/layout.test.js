// SPDX-License-Identifier: MIT
// The screen: what the main path needs is in sight without scrolling, and nothing overlaps.
// That nothing moves while a model trains is in time.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGS } from '../../web/support/catalogues.js';
import {
  boxes,
  checkWidth,
  inPage,
  openPlace,
  until,
} from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** @param {number} width @param {number} height @param {object} [context] */
async function open(width, height, context = {}) {
  const page = await site.newPage(null, { viewport: { width, height }, ...context });
  await page.goto('index.html');
  await until(page, 'state.activations && state.latestSample');
  return page;
}

const STAGE = '.center gf-stage';

/** Another size of the window. @param {Page} page @param {number} width @param {number} height */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await inPage(page, ({ settled }) => settled());
}

/** Nothing to scroll, and the tabs at the fold. @param {Page} page
 * @param {number} width @param {number} height */
async function checkDesk(page, width, height) {
  await resize(page, width, height);
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(high <= height + 1, `${high} pixels high`);
  await checkWidth(page, `${width} × ${height}`);
  const all = await boxes(page, [
    'gf-run',
    '.left',
    STAGE,
    '.right',
    'gf-inspector .strip',
    'gf-run-notes #link',
  ]);
  const [bar, left, stage, right, strip, link] = Object.values(all);
  assert.equal(bar.height, 56);
  assert.ok(Math.abs(strip.bottom - height) <= 1, `${strip.bottom}`);
  assert.ok(left.right <= stage.left && stage.right <= right.left);
  assert.ok(stage.top >= bar.bottom && stage.bottom <= strip.top);
  assert.ok(stage.width > 0.58 * width, `${stage.width}`);
  assert.ok(link.top >= strip.top - 1 && link.bottom <= height);
}

/** The stage has the whole width, and a tab opens as a sheet below its line.
 * @param {Page} page */
async function checkTablet(page) {
  await resize(page, 820, 1180);
  const before = await boxes(page, [STAGE, '.left', '.right', 'gf-inspector']);
  const [stage, left, right, strip] = Object.values(before);
  assert.ok(stage.width > 780 && stage.height > 600);
  assert.ok(left.top >= stage.bottom && Math.abs(left.top - right.top) <= 1);
  assert.ok(left.right <= right.left);
  assert.ok(Math.abs(strip.bottom - 1180) <= 1, 'the tabs are in sight');
  await page.getByRole('tab', { name: 'Head', exact: true }).click();
  await page.waitForFunction(() => {
    const { shadowRoot } = /** @type {Element} */ (
      document.querySelector('glass-former')
    );
    const [line, sheet] = ['gf-stage', 'gf-inspector'].map((name) =>
      /** @type {ShadowRoot} */ (shadowRoot)
        .querySelector(name)
        ?.getBoundingClientRect(),
    );
    if (!line || !sheet) return false;
    return sheet.height > 400 && line.bottom <= sheet.top + 1;
  });
}

/** 320 pixels are enough for every place. @param {Page} page */
async function checkNarrow(page) {
  await resize(page, 320, 640);
  for (const place of ['stage', 'write', 'learn', 'lab']) {
    await openPlace(page, place);
    await checkWidth(page, place);
  }
}

test('from a wide window to 320 pixels all has its place, and nothing is too wide', async (t) => {
  const page = await open(1440, 900);
  for (const [width, height] of [
    [1440, 900],
    [1200, 800],
  ])
    await t.test(
      `at ${width} × ${height} there is nothing to scroll, and the tabs stand at the fold`,
      () => checkDesk(page, width, height),
    );
  await t.test('a tablet: the whole width, and a tab as a sheet below the line', () =>
    checkTablet(page),
  );
  await t.test('320 pixels are enough for every place', () => checkNarrow(page));
});

/** Stage, heads and places are in the first window of a phone. @param {Page} page */
async function checkPhone(page) {
  const all = await boxes(page, [
    'gf-run',
    STAGE,
    '.places.foot',
    'gf-run #train',
    'gf-run .loss',
  ]);
  const [bar, stage, places, train, loss] = Object.values(all);
  assert.equal(bar.height, 52);
  assert.ok(stage.top >= bar.bottom && stage.top < 70);
  assert.ok(Math.abs(places.bottom - 844) <= 1);
  assert.ok(train.right <= loss.left && loss.right <= 390);
  await checkWidth(page, 'a phone');
  const order = await inPage(page, ({ deep }) =>
    ['.center', 'gf-inspector', 'gf-run-notes', '.right', '.left'].map(
      (path) => deep(path).getBoundingClientRect().top,
    ),
  );
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
}

/** From far below, a place begins at its beginning, with what it is for.
 * @param {Page} page */
async function checkPlaces(page) {
  for (const [place, subject] of [
    ['write', 'gf-inspector'],
    ['lab', 'gf-inspector'],
    ['learn', STAGE],
    ['stage', STAGE],
  ]) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction(() => scrollY > 100);
    await page.locator(`.places.foot [data-place=${place}]`).click();
    await until(page, `state.place === '${place}' && scrollY === 0`);
    const [bar, first] = Object.values(await boxes(page, ['gf-run', subject]));
    assert.ok(first.top >= bar.bottom && first.top < 90, `${place}: ${first.top}`);
  }
}

/** What becomes of a text of one's own is seen at once, on the stage far above its field.
 * @param {Page} page */
async function checkOwnText(page) {
  await resize(page, 390, 844);
  await page.locator('gf-text-choice #own').click();
  await page
    .locator('gf-text-choice #own-text')
    .fill('one line, and another\n'.repeat(9));
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(() => scrollY > 400);
  await page.locator('gf-text-choice #use').click();
  await until(page, "state.text.id === 'own' && scrollY === 0");
  // With the way back to the pretrained model the buttons below the stage take two lines.
  const notes = await inPage(page, ({ deep }) =>
    [...deep('gf-run-notes .notes').children].map((e) => e.getBoundingClientRect()),
  );
  const [first, last] = [notes[0], notes.at(-1)];
  assert.ok(last.top >= first.bottom + 8, `${last.top}, ${first.bottom}`);
}

/** A sample has several lines in every place. @param {Page} page */
async function checkSamples(page) {
  for (const place of ['learn', 'stage']) {
    await openPlace(page, place);
    const [text] = Object.values(await boxes(page, ['gf-samples gf-written-text']));
    assert.ok(text.height >= 96, `${place}: ${text.height} pixels of a sample`);
  }
}

/** What moves a long line or many layers. @param {Page} page */
async function checkFingers(page) {
  const sizes = await inPage(page, ({ deep }) =>
    [...deep('gf-stage').shadowRoot.querySelectorAll('.move')].map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  assert.ok(sizes.length >= 2, `${sizes}`);
  for (const size of sizes) assert.ok(size >= 44, `${sizes} pixels for a finger`);
}

test('on a tablet and on a phone no part of the screen lies over another', async () => {
  const page = await open(390, 844, { hasTouch: true, isMobile: true });
  await checkPhone(page);
  await checkPlaces(page);
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ]) {
    await resize(page, width, height);
    await checkFingers(page);
    const all = await boxes(page, [
      '.right gf-loss',
      '.right gf-samples',
      '.left gf-text-choice',
      '.left gf-text-choice #lines',
      '.left gf-model-choice',
    ]);
    const [loss, samples, text, lines, model] = Object.values(all);
    for (const [above, below] of [
      [loss, samples],
      [text, model],
      [lines, model],
    ])
      assert.ok(above.bottom <= below.top + 1, `${above.bottom}, ${below.top}`);
    assert.ok(lines.height >= 150, `${lines.height} pixels of text`);
    await checkSamples(page);
  }
  await checkOwnText(page);
});

/** The sizes of the model have both their buttons. @param {Page} page */
async function checkSizes(page) {
  const cut = await inPage(page, async ({ deep, until }) => {
    // A language that comes later draws all of it again.
    await until('drawn', () => deep('.left') && deep('gf-model-choice .size'));
    const { left, right } = deep('.left').getBoundingClientRect();
    const parts = [...deep('gf-model-choice').shadowRoot.querySelectorAll('.size > *')];
    return parts
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < left || box.right > right || part.scrollWidth > box.width + 1;
      })
      .map((part) => part.textContent);
  });
  assert.deepEqual(cut, []);
}

/** The latest event of a run stands first in its list, each in a line of its own.
 * @param {Page} page */
async function checkEvents(page) {
  /** @type {{ step: number, isSeen: boolean, isLine: boolean, says: string }[]} */
  const seen = await inPage(page, ({ deep, words }) => {
    const list = deep('gf-loss gf-loss-events ol');
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll('button')].map((button) => {
      const box = button.getBoundingClientRect();
      return {
        step: Number(button.dataset.step),
        isSeen: box.top >= top && box.bottom <= bottom,
        isLine: box.height < 30,
        says: words(button),
      };
    });
  });
  assert.ok(seen.length > 3, 'the pretrained model has more than are in sight');
  assert.ok(seen.every(({ isLine }) => isLine));
  const steps = seen.map(({ step }) => step);
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => b - a),
  );
  assert.ok(seen[0].isSeen, seen[0].says);
}

/** What the marks mean stands beside their names, and Escape closes it before anything else.
 * @param {Page} page */
async function checkKey(page) {
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 9, j: null } }));
  await page.locator('gf-stage #more').click();
  await page.locator('gf-stage #open-key').click();
  const covered = await inPage(page, async ({ deep, settled }) => {
    await settled();
    const root = deep('gf-stage').shadowRoot;
    const key = root.querySelector('.key').getBoundingClientRect();
    return [...root.querySelectorAll('.label')]
      .filter((label) => {
        const box = label.getBoundingClientRect();
        return box.right > key.left && box.top < key.bottom && box.bottom > key.top;
      })
      .map((label) => label.textContent);
  });
  assert.deepEqual(covered, []);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('gf-stage .key').count(), 0);
  assert.equal(await inPage(page, ({ app }) => app.selection.store.state.pin?.i), 9);
}

/** A run that can be restored stands over no tab. @param {Page} page */
async function checkNotes(page) {
  await inPage(page, async ({ app }) => {
    await app.startAgain();
    await app.stepOnce();
    await app.startAgain();
  });
  await page.locator('gf-run-notes #kept').waitFor();
  const [kept, tab] = Object.values(
    await boxes(page, ['gf-run-notes #kept', 'gf-inspector #tab-embeddings']),
  );
  assert.ok(kept.left >= tab.right, `${kept.left}, ${tab.right}`);
  await page.locator('gf-run-notes gf-pretrained-note').waitFor();
  const [link] = Object.values(await boxes(page, ['gf-run-notes #link']));
  assert.ok(link.bottom <= 800, `${link.bottom}: in the window`);
  // Where there are more tabs than room, they end where the notes begin, and scroll.
  await openPlace(page, 'lab');
  await page.locator('gf-inspector #tab-export').waitFor();
  for (const width of [1440, 1200]) {
    await resize(page, width, 800);
    await page.waitForFunction(() => {
      const root = document.querySelector('glass-former')?.shadowRoot;
      const notes = root?.querySelector('gf-run-notes')?.getBoundingClientRect();
      const strip = root
        ?.querySelector('gf-inspector')
        ?.shadowRoot?.querySelector('.strip');
      return notes && strip && strip.getBoundingClientRect().right <= notes.left + 1;
    });
    const [notes] = Object.values(await boxes(page, ['gf-run-notes']));
    assert.ok(notes.height < 50, `${notes.height}: they are in one line`);
  }
}

/** In the page: what is not whole in the window, of the bar and of what leads from place to place.
 * @param {any} x @returns {Promise<string[]>} */
async function cutControls({ deep, settled, words }) {
  await settled();
  const foot = deep('.places.foot');
  const controls = [
    ...deep('gf-run').shadowRoot.querySelectorAll('button'),
    ...deep('.screen').querySelectorAll('.places button'),
    ...document.querySelectorAll('.menu > *'),
  ].filter(({ offsetHeight }) => offsetHeight > 0);
  return controls
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const bar = (
        foot.contains(control) ? foot : deep('gf-run')
      ).getBoundingClientRect();
      const isIn = left >= 0 && right <= innerWidth && top >= bar.top;
      return (
        !isIn || bottom > bar.bottom || control.scrollWidth > control.clientWidth + 1
      );
    })
    .map(words);
}

test('with text of twice the size nothing is cut or lies over another', async () => {
  const page = await open(1280, 800, { locale: 'de' });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [768, 1024],
    [400, 800],
    [375, 700],
  ]) {
    await resize(page, width, height);
    const where = `${width} × ${height}`;
    for (const place of ['stage', 'write']) {
      await openPlace(page, place);
      assert.deepEqual(await inPage(page, cutControls), [], `${place}, ${where}`);
      await checkWidth(page, `${place}, ${where}`);
    }
    const [prompt, room] = Object.values(
      await boxes(page, ['gf-inspector gf-write #prompt', 'gf-inspector']),
    );
    assert.ok(prompt.width > room.width / 3, `${prompt.width} pixels, ${where}`);
  }
});

/** The longest words of the menu of the stage are within it. @param {Page} page */
async function checkMenu(page) {
  await page.locator('gf-stage #more').click();
  const [room, words] = await inPage(page, async ({ deep, until }) => {
    await until('the menu', () => deep('gf-stage .menu'));
    const { clientWidth, scrollWidth } = deep('gf-stage .menu');
    return [clientWidth, scrollWidth];
  });
  await page.keyboard.press('Escape');
  assert.ok(words <= room, `${words} pixels of words in ${room}`);
}

/** Beside a lesson the stage is not that of a phone, and the unit of the losses is whole.
 * @param {Page} page */
async function checkLesson(page) {
  await resize(page, 1181, 800);
  await openPlace(page, 'learn');
  const { room, words, stage } = await inPage(page, async ({ deep, settled }) => {
    await settled();
    const { clientWidth, scrollWidth } = deep('gf-loss .unit');
    return {
      ...{ room: clientWidth, words: scrollWidth },
      stage: deep('gf-stage').clientWidth,
    };
  });
  await openPlace(page, 'stage');
  await resize(page, 1200, 800);
  assert.ok(words <= room, `${words} pixels of words in ${room}`);
  assert.ok(stage >= 620, `${stage} pixels of the stage`);
}

/** In a low window too, a sample has several lines. @param {Page} page */
async function checkLowSamples(page) {
  await resize(page, 1280, 720);
  const [text] = Object.values(await boxes(page, ['gf-samples gf-written-text']));
  await resize(page, 1200, 800);
  assert.ok(text.height >= 72, `${text.height} pixels of a sample`);
}

for (const lang of LANGS)
  test(`with the words of each language there is room (${lang})`, async (t) => {
    const page = await open(1200, 800, { locale: lang });
    await t.test('the sizes of the model have both their buttons', () =>
      checkSizes(page),
    );
    await t.test('the menu of the stage holds its words', () => checkMenu(page));
    await t.test('beside a lesson the unit of the losses is whole', () =>
      checkLesson(page),
    );
    await t.test('a sample has several lines in a low window', () =>
      checkLowSamples(page),
    );
    await t.test('a run that can be restored stands over no tab', () =>
      checkNotes(page),
    );
  });

/** Only the open panel is in the document. @param {Page} page */
async function checkPanels(page) {
  const panels = () =>
    inPage(page, async ({ deep, settled }) => {
      await settled();
      const panel = deep('gf-inspector #panel');
      const names = [...(panel?.querySelectorAll('.seat > :first-child') ?? [])];
      return names.map(({ localName }) => localName);
    });
  assert.deepEqual(await panels(), []);
  await page.getByRole('tab', { name: 'Forward pass' }).click();
  assert.deepEqual(await panels(), ['gf-forward-pass']);
  // The page scrolls smoothly to the panel that was opened; only then it is scrolled further.
  await inPage(page, ({ steady }) => steady(() => scrollY));
  // Far down in it, the line that it is about stays in sight.
  await resize(page, 1440, 500);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(() => scrollY > 400);
  const [bar, line] = Object.values(
    await boxes(page, ['gf-run', 'gf-inspector gf-line-strip']),
  );
  assert.ok(Math.abs(line.top - bar.bottom) <= 2, `${line.top}, ${bar.bottom}`);
  await resize(page, 1440, 900);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await panels(), ['gf-lens']);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  assert.deepEqual(await panels(), []);
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  assert.deepEqual(await panels(), ['gf-heads', 'gf-head']);
  assert.equal(await inPage(page, ({ deep }) => deep('gf-stage')), null);
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  assert.deepEqual(await panels(), []);
}

/** Other texts, opened in a low window, end above the model: the column scrolls. @param {Page} page */
async function checkOtherTexts(page) {
  await resize(page, 1280, 720);
  const others = page.locator('gf-text-choice #others');
  await others.locator('summary').click();
  const [last, model] = Object.values(
    await boxes(page, [
      'gf-text-choice #others button:last-of-type',
      '.left gf-model-choice',
    ]),
  );
  await others.locator('summary').click();
  await resize(page, 1440, 900);
  assert.ok(last.bottom <= model.top, `${last.bottom}, ${model.top}`);
}

const ON_A_LAPTOP = {
  'the latest event of a run stands first in its list, each in a line of its own':
    checkEvents,
  'what the marks mean stands beside their names, and Escape closes it first': checkKey,
  'only the open panel is in the document': checkPanels,
  'other texts lie over nothing': checkOtherTexts,
};
test('on a laptop', async (t) => {
  const page = await open(1440, 900);
  for (const [what, check] of Object.entries(ON_A_LAPTOP))
    await t.test(what, () => check(page));
});

test('a narrow frame of another page shows the model and a link to the whole page', async () => {
  const page = await site.newPage(null, { viewport: { width: 700, height: 900 } });
  // The page's own policy allows no frames in it; a page without a menu holds this one.
  await page.setContent(
    `<iframe src="${site.url}index.html" width="600" height="800"></iframe>`,
  );
  const frame = page.frames().find((each) => each !== page.mainFrame());
  assert.ok(frame);
  await frame.waitForFunction(
    () => /** @type {any} */ (document.querySelector('glass-former'))?.app?.ready,
  );
  await frame.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    for (const child of element.querySelectorAll('[slot]')) child.remove();
    await element.prepare();
    element.requestUpdate();
    await element.updateComplete;
  });
  const seen = await frame.evaluate(() => {
    const root = document.querySelector('glass-former')?.shadowRoot;
    const isShown = (/** @type {string} */ name) =>
      Boolean(
        /** @type {HTMLElement | null} */ (root?.querySelector(name))?.offsetHeight,
      );
    return [
      'gf-stage',
      '.whole',
      '.left',
      '.right',
      'gf-inspector',
      '.places.foot',
    ].map(isShown);
  });
  assert.deepEqual(seen, [true, true, false, false, false, false]);
});
