// SPDX-License-Identifier: MIT
// Paste and go: a text pasted anywhere on the page trains, however short, and its lines are
// chosen by keyboard; what does not fit is offered as what does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

const site = await openTestSite();
const page = await site.newPage(null, { viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(15_000);

const text = page.locator('gf-text-choice');
const model = page.locator('gf-model-choice');
const train = page.locator('#train');

/** @param {string} [fragment] */
async function open(fragment = SMALL) {
  await page.goto('about:blank');
  await page.goto(`${site.url}index.html#${fragment}`);
  await text.locator('#lines [role=option]').first().waitFor();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('glass-former'))?.session,
  );
}

/** What the element shows. @template T @param {(state: any, session: any) => T} ask
 * @returns {Promise<T>} */
const shown = (ask) =>
  page.evaluate(`(() => { const { viewState, session } =
    document.querySelector('glass-former');
    return (${ask})(viewState, session); })()`);

const POLL_MS = 30;

/** @param {string | ((state: any, session: any) => unknown)} ask */
async function until(ask) {
  const end = Date.now() + 15_000;
  while (!(await shown(/** @type {any} */ (ask)))) {
    assert.ok(Date.now() < end, `still not: ${ask}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Pastes where no field has the focus. @param {string} pasted */
const paste = (pasted) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pasted);

const TEXTS = {
  'two characters': 'ab',
  'ten characters': 'hello hell',
  'one line': 'The fox jumped over the wall and ran into the wood.',
  'five lines': 'One fish\ntwo fish\nred fish\nblue fish\nno fish at all\n',
  Japanese: '吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。',
  Arabic: 'كان يا ما كان في قديم الزمان\nملك عظيم له ثلاث بنات',
  emoji: '🐦🐦🐱🐦🐱🐱🐦',
};

for (const [name, own] of Object.entries(TEXTS))
  test(`a pasted text of ${name} trains`, async () => {
    await open();
    await paste(own);
    assert.equal(await text.locator('#own-text').inputValue(), own);
    await train.click();
    await until((_, session) => session?.steps === 40);
    const seen = await shown((state, session) => ({
      id: state.text.id,
      start: state.text.text,
      context: session.info.config.block_size,
      loss: session.history.loss.at(-1),
      problem: state.textProblem,
    }));
    assert.equal(seen.id, 'own');
    assert.ok(seen.start.startsWith(own));
    assert.ok(Number.isFinite(seen.loss) && seen.context >= 1);
    assert.equal(seen.problem, null);
    assert.equal(await text.locator('#own-text').count(), 0, 'the field has closed');
    const said = await page.locator('#notice').textContent();
    assert.match(said ?? '', new RegExp(`context length is ${seen.context}\\b`));
  });

test('a longer text brings the chosen context back', async () => {
  await open(`${SMALL}&block_size=32`);
  const context = () => shown((_, session) => session.info.config.block_size);
  for (const [own, expected] of /** @type {[string, number][]} */ ([
    ['hello hell', 4],
    ['What goes around comes around. '.repeat(40), 32],
  ])) {
    await paste(own);
    await text.locator('#use').click();
    await text.locator('#own-text').waitFor({ state: 'detached' });
    assert.equal(await context(), expected);
  }
});

test('a text that is none changes nothing, and says so in one sentence', async () => {
  await open();
  const before = await shown((state) => state.text.text);
  await paste('aaaaaaa');
  await train.click();
  assert.match((await text.locator('#text-problem').textContent()) ?? '', /one single/);
  assert.equal(await shown((state) => state.text.text), before);
  assert.equal(await text.locator('#own-text').inputValue(), 'aaaaaaa', 'it stays');
  assert.equal(await shown((_, session) => session.steps), 0);
});

test('a closed field opens with what stood there, and another text leaves it be', async () => {
  await open();
  await paste('my own words');
  await text.locator('#own').click();
  await text.locator('#lines').waitFor();
  await train.click();
  await until((_, session) => session?.steps > 0);
  assert.equal(await shown((state) => state.text.id), 'fables');
  await text.locator('#own').click();
  assert.equal(await text.locator('#own-text').inputValue(), 'my own words');
});

test('one step takes the text in the open field', async () => {
  await open();
  await paste('my own words, my own');
  await page.locator('gf-top-bar #step').click();
  await until((state, session) => state.text.id === 'own' && session.steps === 1);
});

test('lines are chosen by keyboard, to the ends of the list', async () => {
  await open();
  const lines = Array.from({ length: 300 }, (_, n) => (n % 10 ? `line ${n}` : ''));
  await paste(lines.join('\n'));
  await text.locator('#use').click();
  const list = text.locator('#lines');
  await list.focus();
  const chosen = () => text.locator('[aria-selected=true]').textContent();
  /** @param {string} key @param {string} line */
  async function press(key, line) {
    await list.press(key);
    await until(`(state) => state.line === '${line}'`);
    assert.equal((await chosen())?.trim(), line);
    assert.ok(await text.locator('[aria-selected=true]').isVisible());
  }
  await press('Home', 'line 1');
  await press('ArrowDown', 'line 2');
  await press('PageDown', 'line 12');
  await press('ArrowUp', 'line 11');
  await press('ArrowUp', 'line 9');
  await press('End', 'line 299');
  await press('PageUp', 'line 289');
  const held = await text.locator('[role=option].held').first().textContent();
  assert.ok(Number(held?.trim().slice(5)) > 250, `held out from ${held}`);
});

test('of a text of one line nothing is marked as held out', async () => {
  await open();
  await paste(TEXTS['one line']);
  await text.locator('#use').click();
  await until((state) => state.text.id === 'own');
  await text.locator('#lines [role=option]').waitFor();
  assert.equal(await text.locator('#lines .held').count(), 0);
});

test('sizes count up and down through those that fit', async () => {
  await open();
  const heads = model.locator('[data-size=n_head]').last();
  const embedding = model.locator('[data-size=n_embd]').last();
  for (const expected of [4, 8, 16]) {
    await heads.click();
    await until(`(_, session) => session.info.config.n_head === ${expected}`);
  }
  await embedding.click();
  await until((_, session) => session.info.config.n_embd === 32);
  assert.equal(await model.locator('.problem').count(), 0);
});

test('a context that does not fit is offered as the longest that does', async () => {
  await open();
  await paste('What goes around comes around. '.repeat(8));
  await text.locator('#use').click();
  await until((state) => state.text.id === 'own');
  const before = await shown((_, session) => session.info.config.block_size);
  await model.locator('[data-size=block_size]').last().click();
  const offer = model.locator('#block_size-nearest');
  await offer.waitFor();
  const link = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('glass-former')).app.link,
  );
  assert.doesNotMatch(link, /block_size=32/, 'what does not fit is in no link');
  const value = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0]);
  assert.equal(value, before);
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  assert.equal(await model.locator('.problem').count(), 0);
});
