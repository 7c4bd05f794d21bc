// SPDX-License-Identifier: MIT
// Letter keys do what the list of keys says, only inside the element, not in text fields, and not
// once they are switched off. Also system preferences (contrast, motion) and the live region.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUIET_MS } from '../../../web/views/run/announcer.js';
import { inPage, press, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';
import { SMALL, openTrained } from '../support/trained.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();
const SIZE = { width: 1200, height: 1000 };
/** So low that the view of the head, which a key leads to, has never been in sight. */
const page = await site.newPage(null, { viewport: { ...SIZE, height: 600 } });
await openTrained(page, SMALL, 20);

/** What a letter may change. */
const now = () =>
  inPage(page, ({ session, state }) => ({
    head: state.layer * 3 + state.head,
    step: session.steps,
    off: state.ablated.length,
    past: state.viewedStep ?? null,
    phase: state.phase,
  }));

const TRAIN = 'gf-run #train';

test('each letter key does what the list says', async () => {
  await press(page, TRAIN, 'h');
  assert.equal((await now()).head, 1);
  await page.keyboard.press('Shift+H');
  assert.equal((await now()).head, 0);
  await page.keyboard.press('.');
  await until(page, "session.steps === 21 && state.phase === 'paused'");
  await page.keyboard.press('x');
  await until(page, 'state.ablated.length === 1');
  await page.keyboard.press('x');
  await until(page, 'state.ablated.length === 0');
  await page.keyboard.press('[');
  await until(page, 'state.viewedStep !== null');
  const { past } = await now();
  assert.ok(past !== null && past < 21);
  await page.keyboard.press(']');
  await until(page, 'state.viewedStep === null || state.viewedStep > ' + past);
  await inPage(page, ({ app }) => app.snapshots.go(null));
  await page.keyboard.press('t');
  await until(page, "state.phase === 'running'");
  await page.keyboard.press('t');
  await until(page, "state.phase === 'paused'");
  await page.keyboard.press('d');
  await inPage(page, ({ deep, until }) =>
    until(
      'the table has the focus',
      () => deep('gf-head').shadowRoot.activeElement?.id === 'row-table',
    ),
  );
  const isListOpen = () => inPage(page, ({ deep }) => deep('gf-keys dialog').open);
  await page.keyboard.press('?');
  assert.equal(await isListOpen(), true);
  await page.keyboard.press('Escape');
  assert.equal(await isListOpen(), false);
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 3, j: 1 } }));
  await press(page, TRAIN, 'Escape', 'Escape');
  await until(page, 'state.pin === null');
  await page.setViewportSize(SIZE);
});

const LETTERS = ['h', 'x', '.', '[', 't', '?'];

test('letter keys do nothing outside the element, in a text field, with Ctrl, or switched off', async () => {
  const before = await now();
  await page.locator('#outside').focus();
  for (const key of LETTERS) await page.keyboard.press(key);
  assert.deepEqual(await now(), before, 'outside');
  await press(page, 'gf-text #line', ...LETTERS);
  assert.deepEqual(await now(), before, 'in a field');
  await press(page, TRAIN, 'Control+h', 'Alt+x');
  assert.deepEqual(await now(), before, 'with Ctrl');
  await press(page, TRAIN, '?');
  await page.getByRole('checkbox', { name: 'Letter keys on' }).uncheck();
  await page.keyboard.press('Escape');
  await press(page, TRAIN, ...LETTERS);
  assert.deepEqual(await now(), before, 'switched off');
  // The reader need not say so twice.
  await openTrained(page, SMALL, 4);
  const fresh = await now();
  await press(page, TRAIN, ...LETTERS);
  assert.deepEqual(await now(), fresh, 'remembered');
  await inPage(page, ({ element }) => element.showKeys());
  await page.getByRole('checkbox', { name: 'Letter keys on' }).check();
  await page.keyboard.press('Escape');
  await press(page, TRAIN, 'h');
  assert.equal((await now()).head, fresh.head + 1);
});

test('focus shows what hovering shows; it stays, and Esc closes it', async () => {
  const said = () =>
    inPage(page, async ({ deep, element, settled, words }) => {
      await settled();
      const { hover, pin } = element.viewState;
      return { hover, pin, says: words(deep('gf-text .claim')) };
    });
  await inPage(page, ({ app }) => app.selection.select({ pin: null, hover: null }));
  const none = await said();
  await press(page, 'gf-text [data-mode=ablation]', 'Tab');
  assert.deepEqual((await said()).hover, { i: 0, j: null }, 'by Tab');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  const shown = await said();
  assert.deepEqual([shown.hover, shown.pin], [{ i: 3, j: null }, null]);
  assert.match(shown.says, /character 4:/);
  // Nothing moves the focus or the pointer meanwhile.
  for (let n = 0; n < 3; n++) assert.deepEqual(await said(), shown, 'it stays');
  await page.keyboard.press('Escape');
  assert.deepEqual(await said(), none, 'Esc closes it');
  const kept = await inPage(
    page,
    ({ deep }) => deep('gf-text').shadowRoot.activeElement.dataset.i,
  );
  assert.equal(kept, '3', 'the focus stays');
  await page.keyboard.press('ArrowRight');
  assert.match((await said()).says, /character 5:/);
  await page.keyboard.press('Tab');
  assert.deepEqual(await said(), none, 'leaving ends it');
});

test('more contrast: quiet words and lines are as strong as others', async () => {
  const seen = () =>
    inPage(page, ({ deep }) => {
      const { color, borderTopColor } = getComputedStyle(deep('gf-text section'));
      return [color, getComputedStyle(deep('gf-text .look')).color, borderTopColor];
    });
  const [ink, quiet, line] = await seen();
  assert.ok(ink !== quiet && ink !== line);
  await page.emulateMedia({ contrast: 'more' });
  assert.deepEqual(await seen(), [ink, ink, ink]);
  await page.emulateMedia({ contrast: 'no-preference' });
});

test('with reduced motion the views are told so, and without it no more', async () => {
  await inPage(page, ({ show }) => show('gf-samples gf-written-text'));
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    await page.emulateMedia({ reducedMotion });
    await inPage(
      page,
      ({ deep, until }, isStill) =>
        until(
          'told',
          () => deep('gf-samples gf-written-text').hasAttribute('still') === isStill,
        ),
      reducedMotion === 'reduce',
    );
    if (reducedMotion === 'reduce') await checkChosen();
  }
});

/** Of a text that comes all at once, every character can be chosen. */
async function checkChosen() {
  const widths = await inPage(page, async ({ deep }) => {
    const text = deep('gf-samples gf-written-text');
    text.tokens = [...'aabbaabbaa'].map((text) => ({ text, p: text === 'a' ? 1 : 0 }));
    const box = text.shadowRoot.querySelector('.chosen');
    const widths = [];
    for (text.chosen = 0; text.chosen < text.tokens.length; text.chosen++) {
      await text.updateComplete;
      widths.push(box.hidden ? 0 : box.offsetWidth);
    }
    return widths;
  });
  assert.ok(Math.min(...widths) > 2, `${widths}`);
}

test('the live region announces the newest message, and none where it is silenced', async () => {
  const page = await site.newPage(null);
  // How long messages wait is announcer.test.js's matter; here they need not.
  await page.addInitScript((quietMs) => {
    const wait = setTimeout;
    /** @type {any} */ (globalThis).setTimeout = (
      /** @type {() => void} */ work,
      /** @type {number} */ ms,
    ) => wait(work, ms > quietMs / 2 ? 0 : ms);
  }, QUIET_MS);
  await page.goto(`views.html#v=1&${SMALL}`);
  await inPage(page, ({ app }) => app.ready);
  const says = (/** @type {RegExp} */ hasText) =>
    page.locator('gf-status [role=status]', { hasText }).waitFor({ state: 'attached' });
  const announce = (/** @type {string[]} */ ...texts) =>
    inPage(page, ({ app }, texts) => texts.forEach(app.announce, app), texts);
  await announce('one', 'two');
  await says(/^\s*two\s*$/);
  await announce('three');
  await says(/^\s*three\s*$/);

  await inPage(page, ({ element }) => element.showKeys());
  const aloud = page.locator('gf-keys #aloud');
  assert.equal(await aloud.isChecked(), true);
  await aloud.uncheck();
  await inPage(page, ({ element }) => element.showKeys());
  await announce('four');
  await says(/^\s*$/);
  // The next visit knows.
  const kept = await page.evaluate(() => localStorage.getItem('glassformer-aloud'));
  assert.equal(kept, 'off');
});
