// SPDX-License-Identifier: MIT
// axe-core reports nothing and nothing is wider than the page: in both themes, on a large screen
// and a phone, with everything open. The whole page is looked at first, then what was opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWidth, inPage, press, until } from '../support/page-queries.js';
import { checkInBothThemes, checkWithAxe, objections } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { openTrained } from '../support/trained.js';

/** @typedef {import('../support/harness.js').Page} Page */

/** Few characters: axe looks at every one, in every view. */
const MODEL = 'n_layer=2&n_head=3&n_embd=48&block_size=16&batch_size=16&max_steps=600';
const STEPS = 20;
/** The first stop. */
const PAST = STEPS / 4;

const site = await openTestSite();

/** @param {Page} page @param {string} where @param {string[]} parts as for objections */
async function check(page, where, ...parts) {
  await checkWithAxe(page, where, ...parts);
  await checkWidth(page, where);
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
  // All of them at once: none closes another.
  const root = deep('gf-diagnostics').shadowRoot;
  root.querySelector('#diagnostics').open = true;
  await until('open', () => root.querySelectorAll('.section').length > 0);
  const sections = [...root.querySelectorAll('.section')];
  for (const section of sections) section.open = true;
  const parts = () => sections.map(({ children }) => children[1]?.shadowRoot);
  await until('parts', () => parts().every((part) => part?.children.length > 0));
  for (const [k, part] of parts().entries()) {
    part.querySelector('#freeze, #go, #measure')?.click();
    await until(`told ${k}`, () => part.querySelector('.claim'));
  }
  return sections.length;
}

/** @param {Page} page @param {string} where */
async function checkParts(page, where) {
  const all = await inPage(page, ({ app, element }) => {
    app.selection.select({ pin: { i: 9, j: null } });
    return element.view;
  });
  const size = page.viewportSize() ?? assert.fail();
  for (const [view, tabs] of /** @type {const} */ ([
    ['embeddings', 4],
    ['diagnostics', 1],
    ['samples', 1],
  ])) {
    await inPage(page, ({ element }, view) => (element.view = view), view);
    // What is out of sight draws nothing and asks for nothing.
    await page.setViewportSize({
      ...size,
      height: view === 'diagnostics' ? 12_000 : 900,
    });
    for (let k = 0; k < tabs; k++) {
      const sections = await inPage(page, openPart, { view, k });
      if (view === 'diagnostics') assert.equal(sections, 12);
      await check(page, `${view} ${k}, ${where}`, `gf-${view}`);
    }
  }
  await page.setViewportSize(size);
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
  await inPage(page, ({ app }, step) => app.snapshots.go(step), PAST);
  await inPage(page, ({ show }) => show('gf-stored-runs'));
  await press(page, 'gf-stored-runs summary', 'Enter');
  await until(page, `state.activations?.step === ${PAST}`);
  await check(page, `the past, ${where}`);
}

/** The place of the lessons. @param {Page} page */
async function checkLearn(page) {
  await inPage(page, async ({ app, deep, until }) => {
    await app.ready;
    await until('a place', () => deep('button[data-place=learn]'));
    deep('button[data-place=learn]').click();
    const lessons = () => document.querySelector('glass-lessons');
    await until('a list', () => lessons()?.shadowRoot?.querySelector('button'));
  });
  await checkInBothThemes(page, 'the place of the lessons');
}

test('the lessons are in order; what can hardly be read, and what has no name, is objected to', async () => {
  const page = await site.newPage('index.html', {
    viewport: { width: 1200, height: 900 },
  });
  await checkLearn(page);
  await inPage(page, async ({ app, deep, until }) => {
    app.selection.openPlace('stage');
    await until('there', () => deep('gf-run button:enabled') && deep('gf-stage'));
    const button = deep('gf-run button:enabled');
    [button.style.color, button.style.background] = ['#777', '#888'];
    const nameless = document.createElement('button');
    nameless.style.cssText = 'min-width: 0; min-height: 0; width: 12px; height: 12px';
    deep('gf-stage').shadowRoot.append(nameless);
  });
  const faults = /** @type {const} */ ([
    ['color-contrast', 'gf-run'],
    ['button-name', 'gf-stage'],
    ['small:', 'gf-stage'],
  ]);
  const said = (/** @type {string[]} */ found) =>
    faults.map(([rule, place]) =>
      found.some((words) => words.startsWith(rule) && words.includes(place)),
    );
  assert.deepEqual(said(await objections(page)), [true, true, true], 'on the page');
  const parts = {
    'gf-run': [true, false, false],
    'gf-stage': [false, true, true],
    'gf-loss': [false, false, false],
  };
  for (const [part, found] of Object.entries(parts))
    assert.deepEqual(said(await objections(page, part)), found, part);
});

/** The theme that all is opened in, the width, and the other theme. */
for (const [theme, width, other] of /** @type {const} */ ([
  ['light', 1200, 'dark'],
  ['dark', 360, 'light'],
])) {
  const where = `${theme}, ${width} px`;
  test(`the page, its parts and its runs: nothing to object to, ${where}`, async () => {
    const page = await site.newPage(null, { viewport: { width, height: 900 } });
    await openTrained(page, MODEL, STEPS);
    await checkInBothThemes(page, where, other);
    await checkWidth(page, where);
    await checkParts(page, where);
    await checkRuns(page, where);
  });
}
