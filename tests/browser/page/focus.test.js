// SPDX-License-Identifier: MIT
// Who works with keys alone stays where they are: the focus of a button that goes away moves to
// what is beside it, and a button that is switched off keeps it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, press, until } from '../support/page-queries.js';
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

/** What has the focus, by the elements around it. @param {Page} page @returns {Promise<string>} */
const focused = (page) =>
  inPage(page, () => {
    const path = [];
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      path.push(at.id ? `#${at.id}` : at.localName);
    return path.slice(-2).join(' ');
  });

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
  await inPage(page, ({ app }) => app.selection.openPlace('write'));
  for (const [id, busy, next] of [
    ['stop', false, 'write'],
    ['write', true, 'stop'],
  ]) {
    await press(page, `gf-inspector gf-write #${id}`, 'Enter');
    await until(page, `state.completion.busy === ${busy}`);
    assert.equal(await focused(page), `gf-write #${next}`);
  }
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
