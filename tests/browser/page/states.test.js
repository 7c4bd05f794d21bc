// SPDX-License-Identifier: MIT
// The page in the states a reader can bring it into, one after another: axe reports nothing in
// both themes on what was opened, nothing sticks out of a narrow window, and data keeps its
// colours under forced colours. axe.test.js looks at the whole page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWidth, inPage } from '../support/page-queries.js';
import { objections as objectionsOf, wear } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { cutText } from '../support/spacing.js';
import { openTrained } from '../support/trained.js';
import { leave, look } from '../views/stage/look.js';

/** @typedef {import('../support/harness.js').Page} Page */

/** High enough for all views to be seen, and therefore drawn and asked for. */
const SIZE = { width: 1200, height: 5000 };

const site = await openTestSite();
const page = await site.newPage(null, { viewport: SIZE, reducedMotion: 'reduce' });
await openTrained(page);

let asked = 0;

/** What axe says, in one theme and the other by turns. @param {string[]} parts that were opened;
 * none for the whole page @returns {Promise<string[]>} */
async function objections(...parts) {
  const theme = asked++ % 2 === 0 ? 'light' : 'dark';
  await wear(page, theme);
  const found = await objectionsOf(page, ...parts);
  return found.map((words) => `${theme}, ${words}`);
}

/**
 * @typedef {object} Round how the line, the large head and the walk are shown together
 * @property {string} shade
 * @property {string} mode
 * @property {number[]} pin
 * @property {number} card
 */

/** In the page. @param {any} x @param {Round} round */
async function show({ app, deep, element, until }, { shade, mode, pin, card }) {
  const { line } = element.viewState;
  app.selection.show({ shade, mode, transposed: card % 2 === 0 });
  app.selection.show({ sorted: card === 4, race: card === 4 ? 10 : -1 });
  app.selection.select({
    pin: { i: pin[0], j: pin[1] ?? null },
    stretch: card % 2 === 0,
  });
  if (shade === 'ablation') await app.queries.toggleHead(0, 1);
  deep('gf-heads').compact = card % 2 === 0;
  const now = () => element.viewState;
  await until('drawn', () => {
    const raster = deep('gf-head gf-matrix gf-cells .raster');
    return raster && raster.style.visibility !== 'hidden';
  });
  await until('told', () => deep('gf-forward-pass #card') && deep('gf-lens table'));
  await until('shares', () => now().answers.attribution?.value);
  if (shade === 'saliency') await until('asked', () => now().answers.saliency);
  deep('gf-forward-pass').card = card;
  await deep('gf-forward-pass').updateComplete;
  return line;
}

/** @type {Round[]} */
const ROUNDS = [
  { shade: 'surprise', mode: 'weights', pin: [6], card: 6 },
  { shade: 'attention', mode: 'excess', pin: [7, 3], card: 2 },
  { shade: 'saliency', mode: 'taken', pin: [9], card: 4 },
  { shade: 'ablation', mode: 'scores', pin: [9, 12], card: 5 },
  { shade: 'attention', mode: 'change', pin: [5, 5], card: 7 },
];

/** What a round changes. */
const SHOWN = [
  'gf-text',
  'gf-heads',
  'gf-head',
  'gf-lens',
  'gf-attribution',
  'gf-forward-pass',
];

/** Panels, mistakes and dialogs, each left open for the next, and where they are.
 * @type {[string, string[], (x: any) => unknown][]} */
const PLACES = [
  [
    'a text that is none, settings that cannot be, a problem, a sample',
    ['gf-run', 'gf-setup', 'gf-samples', 'gf-write'],
    async ({ app, deep, element, until }) => {
      for (const part of deep('gf-setup').renderRoot.querySelectorAll('details'))
        part.open = true;
      const panel = deep('gf-setup gf-settings-panel').shadowRoot;
      for (const group of panel.querySelectorAll('details')) group.open = true;
      app.pendingConfig.set('n_head', 7);
      await until(
        'refused',
        () =>
          element.viewState.settingProblems.n_embd !== undefined ||
          Object.keys(element.viewState.settingProblems).length > 0,
      );
      await app.texts.use({ id: 'own', name: 'x', text: ' ' });
      app.showProblem('This is what went wrong.', 'This may help.', 'bad-config');
      app.selection.setSampler({ chars: 40 });
      await app.writing.write();
      // A head is off.
      deep('gf-samples gf-both-samples').dispatchEvent(
        new CustomEvent('gf-choose', { detail: 3 }),
      );
    },
  ],
  [
    'a text of one’s own, settings that wait, the list of keys',
    ['gf-run', 'gf-setup', 'gf-keys'],
    async ({ app, deep, element, until }) => {
      app.dismiss();
      app.pendingConfig.set('n_head', 4);
      await until('waiting', () => element.viewState.configPending);
      await deep('gf-setup gf-text-choice').open();
      element.showKeys();
    },
  ],
  [
    'the walk with tiny numbers, and code',
    ['gf-forward-pass'],
    async ({ app, deep, show, until }) => {
      app.selection.select({ pin: { i: 5, j: null } });
      await show('gf-forward-pass');
      await until('a walk', () => deep('gf-forward-pass gf-tiny-model #open'));
      deep('gf-forward-pass gf-tiny-model #open').click();
      await until('a tiny one', () =>
        deep('gf-forward-pass gf-tiny-model gf-forward-pass #card'),
      );
      deep('gf-forward-pass gf-tiny-model gf-forward-pass').card = 2;
      deep('gf-forward-pass gf-code summary').click();
      await until('code', () => deep('gf-forward-pass gf-code #formula'));
    },
  ],
];

test('axe: the line, the head and the forward pass in every mode', async () => {
  for (const [n, round] of ROUNDS.entries()) {
    await inPage(page, show, round);
    // In each theme once everything, for here all of it is drawn.
    const parts = n < 2 ? [] : SHOWN;
    assert.deepEqual(await objections(...parts), [], JSON.stringify(round));
  }
});

test('data keeps its colours under forced colours', async () => {
  const seen = () =>
    inPage(page, async ({ app, deep, settled }) => {
      app.selection.show({ shade: 'surprise' });
      app.selection.select({ pin: { i: 7, j: null } });
      await settled();
      const shades = () =>
        [...deep('gf-text').shadowRoot.querySelectorAll('.cell span')].map(
          (cell) => getComputedStyle(cell).backgroundColor,
        );
      const surprise = shades();
      app.selection.show({ shade: 'attention' });
      await settled();
      const future = deep('gf-text .cell.future span');
      const lens = [
        ...deep('gf-lens').shadowRoot.querySelectorAll('.grid td[class*=s]'),
      ];
      const keys = [...deep('gf-loss').shadowRoot.querySelectorAll('.swatch')];
      return {
        surprise,
        keys: keys.map((key) => getComputedStyle(key).borderTopColor),
        hatch: getComputedStyle(future).backgroundImage,
        lens: lens.map((cell) => getComputedStyle(cell).backgroundColor),
        title: getComputedStyle(deep('gf-text h2')).color,
        border: getComputedStyle(deep('gf-heads canvas')).borderTopWidth,
      };
    });
  const usual = await seen();
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = await seen();
  await page.emulateMedia({ forcedColors: 'none' });
  assert.ok(new Set(usual.surprise).size > 4, 'there is something to see');
  assert.deepEqual(forced.surprise, usual.surprise);
  assert.ok(usual.lens.length > 10 && new Set(usual.lens).size > 3);
  assert.deepEqual(forced.lens, usual.lens);
  assert.equal(new Set(usual.keys).size, 2);
  assert.deepEqual(forced.keys, usual.keys);
  assert.match(forced.hatch, /repeating-linear-gradient/);
  assert.notEqual(forced.title, usual.title, 'words have the colours of the system');
  assert.equal(forced.border, '1px');
});

test('so do the scales and switches of the stage', async () => {
  await look(page);
  const seen = () =>
    inPage(page, ({ deep }) =>
      [...deep('gf-stage').shadowRoot.querySelectorAll('.legend i, .switch i')].map(
        (scale) => {
          const { backgroundImage, backgroundColor } = getComputedStyle(scale);
          return `${backgroundImage} ${backgroundColor}`;
        },
      ),
    );
  const usual = await seen();
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = await seen();
  await page.emulateMedia({ forcedColors: 'none' });
  await leave(page);
  assert.ok(new Set(usual).size > 3, 'two scales, heads of two colours');
  assert.deepEqual(forced, usual);
});

/** In the page: parts beyond its edge that no box around them scrolls.
 * @param {any} x @returns {string[]} */
function tooWide({ inside }) {
  // Also by a box that it is handed into.
  const isScrolled = (/** @type {Element | null} */ e) => {
    for (; e; e = e.assignedSlot ?? e.parentElement)
      if (e.matches('.scroll, .hidden')) return true;
    return false;
  };
  const isOut = (/** @type {Element} */ e) => {
    const { right, width, height } = e.getBoundingClientRect();
    return right > innerWidth + 1 && width * height > 1 && !isScrolled(e);
  };
  /** @type {Element[]} */ const all = inside(document);
  // What is folded keeps the box it had.
  return all
    .filter((e) => e.checkVisibility() && isOut(e))
    .map((e) => {
      const { host } = /** @type {ShadowRoot} */ (e.getRootNode());
      return `${host?.localName ?? ''} ${e.localName}.${e.className}#${e.id}`;
    });
}

/** The character whose prediction is explained. */
const PIN = 9;

test('without colour: masked cells, signs, curves and the selected head can be told apart', async () => {
  const seen = await inPage(
    page,
    async ({ app, deep, element, pixels, settled, until, words }, pin) => {
      const ask = () => element.viewState.answers.saliency?.value;
      app.selection.show({ shade: 'saliency', mode: 'weights', transposed: false });
      app.selection.select({ pin: { i: pin, j: null }, hover: null });
      deep('gf-loss').logX = true;
      await until('asked', ask);
      await settled();
      /** Levels of a picture, row by row. @param {any} canvas */
      const grey = (canvas) => {
        const { width, height, data } = pixels(canvas);
        const level = (/** @type {number} */ p) =>
          p >>> 24 < 128
            ? 255
            : 0.2126 * (p & 255) +
              0.7152 * ((p >> 8) & 255) +
              0.0722 * ((p >> 16) & 255);
        return (/** @type {number} */ x, /** @type {number} */ y) =>
          x >= 0 && y >= 0 && x < width && y < height
            ? level(data[y * width + x])
            : 255;
      };
      const raster = deep('gf-head gf-matrix gf-cells .raster');
      const at = grey(raster);
      const cell = raster.width / element.viewState.line.length;
      /** Lightest less darkest within cells of one row. @param {number} r @param {number} c @param {number} n */
      const span = (r, c, n) => {
        const levels = [];
        for (let y = 1; y < cell - 1; y++)
          for (let x = 1; x < n * cell - 1; x++)
            levels.push(at(c * cell + x, r * cell + y));
        return Math.max(...levels) - Math.min(...levels);
      };
      const { plot } = deep('gf-loss');
      const chart = deep('gf-loss .chart canvas');
      const ink = grey(chart);
      const [steps, , train, val] = deep('gf-loss').data;
      /** Ink of the 25 pixels round a point of a curve. @param {number} n @param {number} y */
      const inkAt = (n, y) => {
        const [x, middle] = [Math.round(plot.atX(steps[n])), Math.round(plot.atY(y))];
        let inked = 0;
        for (let dy = -2; dy <= 2; dy++)
          for (let dx = -2; dx <= 2; dx++) if (ink(x + dx, middle + dy) < 200) inked++;
        return inked;
      };
      const inner = (/** @type {number} */ n) => n > 0 && n < steps.length - 1;
      const cells = [...deep('gf-text').shadowRoot.querySelectorAll('.cell')];
      return {
        masked: span(0, 4, 3),
        plain: [2, 5, 8].map((k) => span(k, k, 1)),
        dots: val.flatMap((/** @type {number | null} */ y, /** @type {number} */ n) =>
          y !== null && inner(n) ? [inkAt(n, y)] : [],
        ),
        lines: train.flatMap(
          (/** @type {number | null} */ y, /** @type {number} */ n) =>
            y !== null && val[n] === null && inner(n) ? [inkAt(n, y)] : [],
        ),
        signs: cells.map((e) => [
          ask().rows.data[e.dataset.i],
          e.classList.contains('minus'),
          getComputedStyle(e, '::after').backgroundImage,
        ]),
        heads: [...deep('gf-heads').shadowRoot.querySelectorAll('.tile .name')].map(
          words,
        ),
      };
    },
    PIN,
  );
  assert.ok(seen.masked > 60, `hatched: ${seen.masked}`);
  for (const span of seen.plain) assert.equal(span, 0, 'plain cells have one level');
  assert.deepEqual(seen.heads, ['2.1', '2.2', '2.3', '1.1', '1.2', '1.3']);
  const signed = seen.signs.slice(0, PIN + 1);
  for (const isMinus of [true, false])
    assert.ok(
      signed.some(
        (/** @type {any[]} */ [value]) => value !== 0 && value < 0 === isMinus,
      ),
    );
  for (const [value, minus, bar] of signed) {
    assert.equal(minus, value < 0, `${value}`);
    assert.equal(/repeating/.test(bar), minus, `${value}`);
  }
  const median = (/** @type {number[]} */ x) =>
    x.toSorted((a, b) => a - b)[Math.floor(x.length / 2)];
  // Names of lines may cover one of them.
  assert.ok(median(seen.dots) >= 17, `held-out has dots: ${seen.dots}`);
  assert.ok(median(seen.lines) <= 12, `training has none: ${seen.lines}`);
});

test('nothing sticks out of a window of 320 pixels, nor of 280', async () => {
  for (const width of [320, 280]) {
    // So high that every view is in sight, and draws.
    await page.setViewportSize({ width, height: 16_000 });
    await inPage(page, ({ settled }) => settled());
    await checkWidth(page, `at ${width}`);
    assert.deepEqual(await inPage(page, tooWide), [], `at ${width}`);
  }
  await page.setViewportSize(SIZE);
});

test('with more space between lines, words and letters no text is cut', async () => {
  for (const width of [SIZE.width, 320]) {
    await page.setViewportSize({ ...SIZE, width });
    await inPage(page, ({ settled }) => settled());
    const { cut, texts, wide, sizes, spaced } = await inPage(page, cutText);
    assert.equal(spaced, '1.92px', 'the style sheet is worn');
    assert.ok(texts > 200, `${texts} texts`);
    assert.deepEqual([cut, wide], [[], 0], `at ${width}`);
    assert.deepEqual(sizes, ['24 x 40'], 'cells are as they were');
  }
  await page.setViewportSize(SIZE);
});

test('axe: panels, errors, a sample and dialogs', async () => {
  for (const [name, parts, enter] of PLACES) {
    await inPage(page, enter);
    assert.deepEqual(await objections(...parts), [], name);
  }
  await inPage(page, ({ app, element }) => {
    element.showKeys();
    app.pendingConfig.reset();
  });
});

for (const preset of ['tagger', 'seq2seq-reverse', 'bigram']) {
  test(`axe: the preset ${preset}`, async () => {
    await inPage(
      page,
      async ({ app, element, until }, preset) => {
        await app.usePreset(preset);
        // One of them before training.
        if (preset !== 'bigram') await element.session.run({ until: 4 });
        const { steps } = element.session;
        await until('looked at', () => element.viewState.activations?.step === steps);
        app.selection.select({ pin: { i: 2, j: null } });
      },
      preset,
    );
    assert.deepEqual(await objections(), []);
    page.assertQuiet();
  });
}
