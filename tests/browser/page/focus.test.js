// SPDX-License-Identifier: MIT
// Who works with keys alone stays where they are: the focus of a button that goes away moves to
// what is beside it, and a button that is switched off keeps it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { focused, inPage, openPlace, press, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** A model of two layers, trained for some steps on the screen. */
async function openScreen() {
  const page = await site.newPage(null, { viewport: { width: 1280, height: 900 } });
  await page.goto('index.html#v=1&n_layer=2&n_head=2&n_embd=32&block_size=16');
  await inPage(page, async ({ app, session }) => {
    await app.ready;
    await (session ?? app.store.state.session).step(3);
  });
  return page;
}

test('a button that goes away hands the focus on to what is beside it', async () => {
  const page = await openScreen();
  await inPage(page, ({ app }) => app.report(new Error('told')));
  await press(page, 'gf-notice button', 'Enter');
  await until(page, 'state.notice === null');
  assert.equal(await focused(page), 'gf-run-notes #link');

  await press(page, 'gf-model-choice [data-size=n_layer]:last-of-type', 'Enter');
  await press(page, 'gf-model-choice #undo', 'Enter');
  await until(page, '!state.configPending');
  assert.match(await focused(page), /^gf-model-choice /);

  await inPage(page, ({ app }) => app.startAgain());
  await press(page, 'gf-run-notes #kept button:last-of-type', 'Enter');
  await until(page, 'state.shelved === null');
  assert.match(await focused(page), /^gf-run-notes |#link$/);

  // Another stands in its place.
  await openPlace(page, 'write');
  for (const [id, busy, next] of [
    ['stop', false, 'write'],
    ['write', true, 'stop'],
  ]) {
    await press(page, `gf-inspector gf-write #${id}`, 'Enter');
    await until(page, `state.completion.busy === ${busy}`);
    assert.equal(await focused(page), `gf-write #${next}`);
  }
});

test('a button that leads to another place leads to the tab that is open there', async () => {
  const page = await openScreen();
  await press(page, 'gf-model-choice #all', 'Enter');
  await until(page, "state.place === 'lab'");
  assert.equal(await focused(page), 'gf-inspector #tab-setup');
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await focused(page), 'gf-inspector #tab-setup');
});

test('a button that is switched off keeps the focus, and does nothing, until it is left', async () => {
  const page = await openScreen();
  const MORE = 'gf-model-choice [data-size=n_layer]:last-of-type';
  const state = () =>
    inPage(
      page,
      async ({ deep, settled, element }, more) => {
        await settled();
        const { disabled, ariaDisabled } = deep(more);
        const layers = element.viewState.settings.n_layer;
        return { disabled, ariaDisabled, layers: Number(layers) };
      },
      MORE,
    );
  await press(page, MORE);
  for (let n = 0; n < 30 && (await state()).ariaDisabled !== 'true'; n++)
    await page.keyboard.press('Enter');
  const most = await state();
  assert.deepEqual(
    { ...most, layers: 0 },
    { disabled: false, ariaDisabled: 'true', layers: 0 },
  );
  assert.match(await focused(page), /^gf-model-choice button/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await state(), most);
  // It can be pressed again as soon as there is something to do.
  await inPage(page, ({ app }) => app.pendingConfig.set('n_layer', 1));
  assert.deepEqual(await state(), { disabled: false, ariaDisabled: null, layers: 1 });
  await page.keyboard.press('Enter');
  assert.ok((await state()).layers > 1);
  await inPage(page, ({ app }, n) => app.pendingConfig.set('n_layer', n), most.layers);
  assert.equal((await state()).ariaDisabled, 'true');
  await page.keyboard.press('Tab');
  assert.deepEqual(await state(), { ...most, disabled: true, ariaDisabled: null });
});

test('what is chosen is marked under forced colours too, and within its box', async () => {
  const page = await openScreen();
  await page.emulateMedia({ forcedColors: 'active' });
  const style = (/** @type {string} */ path, /** @type {string} */ name) =>
    inPage(
      page,
      ({ deep }, [path, name]) => getComputedStyle(deep(path)).getPropertyValue(name),
      [path, name],
    );
  const PLACE = 'nav.places button[aria-current]';
  assert.equal(await style(PLACE, 'outline-style'), 'solid');
  await page.emulateMedia({ forcedColors: 'none' });
  assert.match(
    await style('gf-stage .choice [aria-pressed=true]', 'box-shadow'),
    /inset/,
  );
});

/** The window, the place and a tab that is open in it. A laptop's screen of 1280 by 720 pixels has
 * 320 by 180 at 400 %. @type {[number, number, string, string][]} */
const WINDOWS = [
  [375, 700, 'learn', ''],
  [320, 180, 'learn', ''],
  [820, 1180, 'stage', 'head'],
  [1280, 800, 'lab', 'heads'],
];
/** More than a place has, and fewer than the first of them has. */
const [MOST_STOPS, FEWEST_STOPS] = [200, 30];

/** In the page: what has the focus, and whether any of it is seen; null at the end.
 * @param {any} x @returns {Promise<{ name: string, isSeen: boolean } | null>} */
async function focusedNow({ settled, topAt }) {
  await settled();
  const within = (/** @type {any} */ root) => root?.activeElement;
  let focused = within(document);
  while (within(focused.shadowRoot)) focused = within(focused.shadowRoot);
  const before = /** @type {any} */ (globalThis).stops;
  if (focused === document.body || before.has(focused)) return null;
  before.add(focused);

  const around = (/** @type {any} */ at) => {
    const all = [];
    for (; at; at = at.assignedSlot ?? at.parentNode ?? at.host) all.push(at);
    return all;
  };
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.05, 0.25, 0.5, 0.75, 0.95];
  // What the pointer goes through lies over the rest of its view.
  const isPassed = getComputedStyle(focused).pointerEvents === 'none';
  const seen = isPassed ? focused.getRootNode() : focused;
  const isSeen = parts.some((x) =>
    parts.some((y) => around(topAt(left + x * width, top + y * height)).includes(seen)),
  );
  return {
    name: around(focused)
      .map((at) => at.id || at.localName)
      .join(' '),
    isSeen,
  };
}

/** The names of what has the focus and is not seen. @param {Page} page @param {string} place
 * @param {string} tab */
async function walk(page, place, tab) {
  await inPage(
    page,
    async ({ app, deep, until }, [place, tab]) => {
      Object.assign(globalThis, { stops: new Set() });
      app.selection.openPlace(place);
      app.selection.openPanel(tab);
      const lessons = () => document.querySelector('glass-lessons')?.shadowRoot;
      await until(place, () => place !== 'learn' || lessons()?.querySelector('.list'));
      deep('gf-run button').focus();
    },
    [place, tab],
  );
  const stops = [];
  for (let n = 0; n < MOST_STOPS; n++) {
    await page.keyboard.press('Tab');
    const stop = await inPage(page, focusedNow);
    if (!stop) break;
    stops.push(stop);
  }
  assert.ok(
    stops.length > FEWEST_STOPS && stops.length < MOST_STOPS,
    `${stops.length}`,
  );
  return stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
}

test('what the Tab key comes to is seen: no bar and no sheet lies over all of it', async () => {
  const page = await site.newPage('index.html', { reducedMotion: 'reduce' });
  await until(page, 'state.activations && state.latestSample');
  for (const [width, height, place, tab] of WINDOWS) {
    await page.setViewportSize({ width, height });
    const covered = await walk(page, place, tab);
    assert.deepEqual(covered, [], `${place} at ${width} × ${height}`);
  }
});

test('what the Tab key comes to in the first minute, at the foot of a phone, is seen', async () => {
  const page = await site.newPage(null, { viewport: { width: 375, height: 700 } });
  await page.goto('index.html');
  await page.getByRole('button', { name: 'Show me, in a minute' }).click();
  await page.locator('gf-minute section').waitFor();
  assert.deepEqual(await walk(page, 'stage', ''), []);
});
