// SPDX-License-Identifier: MIT
// axe-core reports nothing and nothing is wider than the page: in Chromium and Firefox, both
// themes, on a large screen and a phone, with everything open.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inPage, press, until } from '../support/page-queries.js';
import { checkWithAxe, objections, wear } from '../support/axe.js';
import { BROWSERS } from '../support/browsers.js';
import { openTrained } from '../support/trained.js';

/** @typedef {import('../support/browsers.js').Page} Page */

const SIZE = { viewport: { width: 1200, height: 900 } };

/** @param {Page} page @param {string} where */
async function check(page, where) {
  await checkWithAxe(page, where);
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(over <= 0, `${where}: ${over} px too wide`);
}

/** In the page: opens a part of a view that stands alone.
 * @param {any} x @param {{ view: string, k: number }} which */
async function openPart({ deep, until }, { view, k }) {
  await until('there', () => deep(`gf-${view} section`));
  if (view === 'samples') {
    await until('a sample', () => deep('gf-samples gf-written-text'));
    deep('gf-samples gf-written-text').dispatchEvent(
      new CustomEvent('gf-choose', { detail: 3 }),
    );
    await until('asked', () => deep('gf-samples gf-drawn-from table'));
    return;
  }
  if (view === 'embeddings') {
    deep(`gf-embeddings #tab${k}`).click();
    const names = ['gf-embedding-map', 'gf-position-map', 'gf-circuits', 'gf-circuits'];
    await until('shown', () => deep(`gf-embeddings ${names[k]} #claim`));
    return;
  }
  const root = deep('gf-diagnostics').shadowRoot;
  root.querySelector('#diagnostics').open = true;
  await until('open', () => root.querySelectorAll('.section').length > k);
  const sections = [...root.querySelectorAll('.section')];
  sections.forEach((section, n) => (section.open = n === k));
  await until('a part', () => sections[k].children.length > 1);
  const part = sections[k].children[1];
  await until('drawn', () => part.shadowRoot?.children.length > 0);
  part.shadowRoot.querySelector('#freeze, #go, #measure')?.click();
  await until('told', () => part.shadowRoot.querySelector('.claim'));
}

/** @param {Page} page @param {string} where */
async function checkParts(page, where) {
  const all = await inPage(page, ({ app, element }) => {
    app.selection.select({ pin: { i: 9, j: null } });
    return element.view;
  });
  for (const [view, parts] of /** @type {const} */ ([
    ['embeddings', 4],
    ['diagnostics', 12],
    ['samples', 1],
  ])) {
    await inPage(page, ({ element }, view) => (element.view = view), view);
    for (let k = 0; k < parts; k++) {
      await inPage(page, openPart, { view, k });
      await check(page, `${view} ${k}, ${where}`);
    }
  }
  await inPage(page, ({ element }, all) => (element.view = all), all);
}

/** In the past, with runs kept and saved. @param {Page} page @param {string} where */
async function checkRuns(page, where) {
  await inPage(page, ({ app }) => app.storedRuns.toggle(true));
  await inPage(page, ({ app }) => app.comparedRuns.runTwin());
  await until(
    page,
    'state.comparedRuns.length === 2 && state.stored.list.length === 2',
  );
  await inPage(page, ({ app }) => app.snapshots.go(25));
  await inPage(page, ({ show }) => show('gf-stored-runs'));
  await press(page, 'gf-stored-runs summary', 'Enter');
  await until(page, 'state.activations?.step === 25');
  await check(page, `the past, ${where}`);
}

/** Theme, width, and whether every part is opened.
 * @type {Record<string, [string, number, boolean][]>} */
const CASES = {
  Chromium: [
    ['light', 1200, true],
    ['light', 360, false],
    ['dark', 1200, false],
    ['dark', 360, true],
  ],
  Firefox: [
    ['light', 1200, true],
    ['dark', 360, false],
  ],
};

for (const { name, missing, open } of BROWSERS) {
  describe(name, { skip: missing }, () => {
    /** @type {import('../support/browsers.js').Site} */ let site;
    before(async () => {
      site = await open();
    });
    after(() => site?.close());

    test(`${name}: what can hardly be read, and what has no name, is objected to`, async () => {
      const page = await site.newPage('index.html', SIZE);
      await inPage(page, async ({ app, deep, until }) => {
        await app.ready;
        await until(
          'there',
          () => deep('gf-top-bar button:enabled') && deep('gf-stage'),
        );
        const button = deep('gf-top-bar button:enabled');
        [button.style.color, button.style.background] = ['#777', '#888'];
        const nameless = document.createElement('button');
        deep('gf-stage').shadowRoot.append(nameless);
      });
      const found = await objections(page);
      for (const [rule, place] of [
        ['color-contrast', 'gf-top-bar'],
        ['button-name', 'gf-stage'],
      ]) {
        const isIt = (/** @type {string} */ said) =>
          said.startsWith(rule) && said.includes(place);
        assert.ok(found.some(isIt), `${rule} in ${place}: ${found}`);
      }
      await page.close();
    });

    for (const [theme, width, deep] of CASES[name]) {
      const where = `${theme}, ${width} px`;
      const what = deep ? 'the page, its parts and its runs' : 'the page';
      test(`${name}: ${what}: nothing to object to, ${where}`, async () => {
        const page = await site.newPage(null, { viewport: { width, height: 900 } });
        await openTrained(page);
        await wear(page, theme);
        await check(page, where);
        if (deep) {
          await checkParts(page, where);
          await checkRuns(page, where);
        }
        page.assertQuiet();
        await page.close();
      });
    }
  });
}
