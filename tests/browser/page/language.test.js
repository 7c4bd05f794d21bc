// SPDX-License-Identifier: MIT
// The page in Spanish: the browser's language selects it, the reader's choice takes precedence and
// is remembered, and changing it during a run loses nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../../web/i18n/en/index.js';
import es from '../../../web/i18n/es/index.js';
import { LANGS } from '../../web/support/catalogues.js';
import { checkWidth, inPage, openPlace, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

const SMALL = '#v=1&n_layer=1&n_head=2&n_embd=32&block_size=32&max_steps=400';

/** @param {Page} page @param {string} path */
async function open(page, path) {
  await page.goto(path);
  await until(page, "state.phase === 'idle'");
}

/** All text there is to read, the shadow trees included. @param {Page} page */
const words = (page) =>
  inPage(page, ({ inside }) => {
    const read = (/** @type {Element} */ element) => {
      const own = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent);
      const label = element.getAttribute('aria-label') ?? '';
      const value = element.getAttribute('aria-valuetext') ?? '';
      return [...own, label, value].join(' ');
    };
    return inside(document.documentElement)
      .filter(
        (/** @type {Element} */ e) => !e.matches('style, script, blockquote, noscript'),
      )
      .map(read)
      .join(' ')
      .replace(/\s+/g, ' ');
  });

const trainButton = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true });

test('a Spanish browser gets a Spanish page, with decimal commas', async () => {
  const page = await site.newPage(null, { locale: 'es-AR' });
  await open(page, `index.html${SMALL}`);
  assert.match(await page.title(), /transparente/);
  assert.match(await page.evaluate(() => document.documentElement.lang), /^es/);
  await trainButton(page, es.screen.train).click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('glass-former')).session.steps > 3,
  );
  await trainButton(page, es.run.pause).click();
  const read = await words(page);
  assert.match(read, /pérdida \d,\d\d/);
  for (const english of [
    'Train',
    'step ',
    'Loss',
    'Head ',
    'validation text',
    'What to look',
  ]) {
    assert.ok(!read.includes(english), `“${english}” in: ${read}`);
  }
});

/** The chart has drawn the names of its lines in Spanish after those in English.
 * @param {Page} page that holds what was drawn */
async function checkChart(page) {
  const names = await inPage(page, async ({ show }) => {
    await show('gf-loss .chart canvas');
    return /** @type {any} */ (globalThis).drawn;
  });
  for (const kind of /** @type {const} */ (['uniform', 'unigram', 'bigram'])) {
    const last = names.lastIndexOf(es.loss.counts.character[kind]);
    assert.ok(
      last > names.lastIndexOf(en.loss.counts.character[kind]),
      `${kind} in ${names}`,
    );
  }
}

test('the language can be changed while a model is there, and is remembered', async () => {
  const page = await site.newPage(null);
  await open(page, `index.html${SMALL}`);
  await inPage(page, ({ element }) => element.step(7));
  await trainButton(page, en.screen.goOn).waitFor();
  const hash = () => inPage(page, ({ session }) => session.hash());
  const before = await hash();
  const said = () => inPage(page, ({ deep }) => deep('gf-status p').textContent.trim());
  assert.notEqual(await said(), '', 'the phase');
  await inPage(page, async ({ show }) => {
    await show('gf-loss .chart canvas');
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    /** @type {any} */ (globalThis).drawn = [];
    prototype.fillText = function (text, ...where) {
      /** @type {any} */ (globalThis).drawn.push(text);
      return fillText.call(this, text, ...where);
    };
  });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await trainButton(page, es.screen.goOn).waitFor();
  assert.equal(await hash(), before, 'the same model, the same steps');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  const read = await words(page);
  assert.match(read, /Fábulas y versos/);
  assert.equal(await said(), '', 'nothing in the language before');
  assert.ok(!read.includes('characters'), read);
  await checkChart(page);
  await page.reload();
  await trainButton(page, es.screen.train).waitFor();
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
  await trainButton(page, en.screen.train).waitFor();
  assert.match(await page.title(), /see through/);
  // An address that names a language goes before what was chosen earlier.
  await page.goto(`index.html?lang=es${SMALL}`);
  await trainButton(page, es.screen.train).waitFor();
});

/** On a line of the training text, with two switches beside it, the sentences above the stage are
 * whole: of the line, of a prediction, and of its cause. @param {Page} page */
async function checkSentences(page) {
  await inPage(page, async ({ app, settled, until }) => {
    await app.texts.use({ id: 'grimm' });
    await app.startAgain();
    await until('a line', () => app.store.state.activations?.step === 0);
    await settled();
  });
  for (const width of [320, 390, 820, 1000, 1200, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await inPage(page, async ({ app, deep, settled }) => {
      const found = [];
      for (const [i, mode] of [
        [null, 'attention'],
        [20, 'attention'],
        [20, 'why'],
      ]) {
        app.selection.select({ pin: i === null ? null : { i, j: null } });
        app.selection.showOnStage(mode);
        await settled();
        for (const part of [deep('gf-stage .main'), deep('gf-stage .more')])
          if (
            part.scrollWidth > part.clientWidth ||
            part.scrollHeight > part.clientHeight + 1
          )
            found.push(part.textContent);
      }
      return [Boolean(deep('gf-stage .split')), found];
    });
    assert.deepEqual(cut, [true, []], `${width}`);
  }
}

/** Nor is the prediction cut beside the line above a tab of the lab. @param {Page} page */
async function checkStrip(page) {
  await openPlace(page, 'lab');
  for (const width of [760, 820, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const room = await inPage(page, async ({ deep, until }) => {
      await until('said', () => deep('gf-inspector gf-line-strip .say'));
      const { scrollWidth, clientWidth } = deep('gf-inspector gf-line-strip .say');
      return clientWidth - scrollWidth;
    });
    assert.equal(room, 0, `${width}`);
  }
}

for (const lang of LANGS)
  test(`the sentences above the stage are whole (${lang})`, async () => {
    const page = await site.newPage(null, { locale: lang });
    await page.goto('index.html');
    await until(page, 'state.activations && state.latestSample');
    await checkSentences(page);
    await checkStrip(page);
  });

test('beside the lessons the table of a map is within the window', async () => {
  const viewport = { width: 1280, height: 800 };
  const page = await site.newPage(null, { locale: 'de', viewport });
  await open(page, 'index.html#v=2&n_layer=1&place=learn');
  await page.locator('gf-inspector [role=tab]', { hasText: 'Embeddings' }).click();
  await page.locator('gf-embedding-map summary').click();
  await page.locator('gf-embedding-map td').first().waitFor();
  await checkWidth(page, 'Learn');
});
