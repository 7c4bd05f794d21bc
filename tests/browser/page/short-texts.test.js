// SPDX-License-Identifier: MIT
// A text pasted anywhere on the page, its lines and parts chosen by keyboard, what is said when it
// is memorised, and the sizes of a model by their buttons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CopyIndex } from '../../../web/run/copies.js';
import { inPage, paste, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

const site = await openTestSite();

async function open() {
  const viewport = { width: 1440, height: 900 };
  const page = await site.newPage(`index.html#${SMALL}`, { viewport });
  const text = page.locator('gf-text-choice');
  await text.locator('#lines [role=option]').first().waitFor();
  await until(page, 'session');
  return { page, text, model: page.locator('gf-model-choice') };
}

/** The field is as wide as its column, which scrolls no way but down. @param {Page} page */
async function checkColumn(page) {
  for (const width of [1440, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await inPage(page, async ({ deep, settled }) => {
      await settled();
      const column = deep('.left');
      return [column.scrollWidth - column.clientWidth, column.scrollLeft];
    });
    assert.deepEqual(over, [0, 0], `${width}`);
  }
}

test('a pasted text trains; its field closes and opens with what stood there', async () => {
  const own = '吾輩は猫である。名前はまだ無い。🐦\nどこで生れたかとんと見当がつかぬ。';
  const { page, text } = await open();
  const field = text.locator('#own-text');
  await paste(page, own);
  assert.equal(await field.inputValue(), own);
  await text.locator('#own').click();
  await text.locator('#lines').waitFor();
  assert.equal(await field.count(), 0);
  await text.locator('#own').click();
  assert.equal(await field.inputValue(), own);
  await checkColumn(page);
  assert.ok(await field.evaluate((area) => area.matches(':focus')));
  await page.locator('#train').click();
  await until(page, "session?.steps === 40 && state.phase === 'done'");
  const { id, start, context } = await inPage(page, ({ state, session }) => ({
    id: state.text.id,
    start: state.text.text,
    context: session.info.config.block_size,
  }));
  assert.equal(id, 'own');
  assert.ok(start.startsWith(own));
  assert.equal(await field.count(), 0, 'the field has closed');
  const said = await page.locator('#notice').textContent();
  assert.match(said ?? '', new RegExp(`context length ${context}\\b`));
  await text.locator('#lines [role=option]').first().waitFor();
  assert.equal(await text.locator('#own-text').count(), 0);
});

test('lines are chosen by keyboard, to the ends of the list', async () => {
  const { page, text } = await open();
  const lines = Array.from({ length: 300 }, (_, n) => (n % 10 ? `line ${n}` : ''));
  await paste(page, lines.join('\n'));
  await text.locator('#use').click();
  const list = text.locator('#lines');
  await list.focus();
  const chosen = () => text.locator('[aria-selected=true]').textContent();
  /** @param {string} key @param {string} line */
  async function press(key, line) {
    await list.press(key);
    await until(page, `state.line === ${JSON.stringify(line)}`);
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
  await checkSplits(page);
  await checkMemorized(page);
});

/** The line says where it is from, and the other part is chosen by keys. @param {Page} page */
async function checkSplits(page) {
  const { line } = await inPage(page, ({ state }) => ({ line: state.line }));
  assert.equal(line, 'line 289');
  const [seen, held] = ['#split-train', '#split-val'].map((id) => page.locator(`gf-stage ${id}`)); // oxfmt-ignore
  const pressed = () => Promise.all([seen, held].map((button) => button.getAttribute('aria-pressed'))); // oxfmt-ignore
  assert.deepEqual(await pressed(), ['false', 'true']);
  assert.equal(await held.textContent().then((words) => words?.trim()), 'Held back');
  await seen.press('Enter');
  await until(page, "state.split === 'train' && state.line === 'line 1'");
  assert.deepEqual(await pressed(), ['true', 'false']);
  assert.ok(
    await seen.evaluate((button) => button.matches(':focus')),
    'the focus stays',
  );
  await page.waitForURL(/split=train/);
  // A line of neither part has no switch, and nothing moves.
  const place = () => page.locator('gf-stage .picture').boundingBox();
  const before = await place();
  await inPage(page, ({ app }) => app.selection.setLine('enil'));
  await seen.waitFor({ state: 'detached' });
  assert.deepEqual(await place(), before);
}

/** Enough weights to learn a few lines by heart. */
const QUICK =
  'v=1&n_layer=1&n_head=2&n_embd=48&block_size=16&batch_size=8&learning_rate=0.012&min_learning_rate=0.001&eval_interval=10&val_fraction=0.3';
const POEM =
  'The Owl and the Pussy-cat went to sea\n  In a beautiful pea-green boat,\nThey took some honey, and plenty of money,\n  Wrapped up in a five-pound note.\n"Beware the Jabberwock, my son!\n  The jaws that bite, the claws that catch!\nBeware the Jubjub bird, and shun\n  The frumious Bandersnatch!"\n';

/** A text that is memorised: the stage says so, what is copied is underlined, and the advice
 * leads back. @param {Page} page */
async function checkMemorized(page) {
  await inPage(
    page,
    async ({ app }, [link, text]) => {
      await app.applyLink(link);
      await app.texts.use({ id: 'own', name: 'poem', text });
      await app.store.state.session.run({ until: 400 });
    },
    [QUICK, POEM],
  );
  const claim = page.locator('gf-stage .main');
  await claim.filter({ hasText: 'It has memorised your text.' }).waitFor();
  const beside = await page.locator('gf-stage .more').textContent();
  assert.match(beside ?? '', /training .*validation .*random guessing \d/);
  const samples = page.locator('gf-samples');
  await until(page, 'state.latestSample?.step === 400');
  const { written, nTrain } = await inPage(page, ({ state, session }) => ({
    written: state.latestSample.text,
    nTrain: session.info.nTrain,
  }));
  const index = new CopyIndex(POEM.slice(0, nTrain));
  index.grow(POEM.length);
  const marks = index.marks(written);
  const copies = [...written].filter((_, n) => marks[n]).join('');
  assert.ok(copies.length >= 15, written);
  // It is typed.
  await samples.locator('gf-written-text .copied').first().waitFor();
  await inPage(
    page,
    async ({ deep, until }, copies) => {
      const underlined = () =>
        [...deep('gf-samples gf-written-text p').querySelectorAll('.copied')]
          .map((part) => part.textContent)
          .join('');
      await until('all copies are underlined', () => underlined() === copies);
    },
    copies,
  );
  assert.match(
    (await samples.locator('.head .copied').textContent()) ?? '',
    /% copied/,
  );
  const see = samples.locator('#see-lowest');
  await see.click();
  const step = Number(/\d+/.exec((await see.textContent()) ?? '')?.[0]);
  await until(page, `state.viewedStep === ${step}`);
  assert.equal(await see.getAttribute('aria-pressed'), 'true');
  await claim.filter({ hasText: `At step ${step}` }).waitFor();
}

test('sizes count up through those that fit; the longest context that does is offered', async () => {
  const { page, text, model } = await open();
  const heads = model.locator('[data-size=n_head]').last();
  const embedding = model.locator('[data-size=n_embd]').last();
  for (const expected of [4, 8, 16]) {
    await heads.click();
    await until(page, `session.info.config.n_head === ${expected}`);
  }
  await embedding.click();
  await until(page, 'session.info.config.n_embd === 32');
  assert.equal(await model.locator('.problem').count(), 0);

  // A context that the text has no room for is offered as the longest that it has.
  await paste(page, 'What goes around comes around. '.repeat(8));
  await text.locator('#use').click();
  await until(page, "state.text.id === 'own'");
  const before = await inPage(page, ({ session }) => session.info.config.block_size);
  await model.locator('[data-size=block_size]').last().click();
  const offer = model.locator('#block_size-nearest');
  await offer.waitFor();
  const link = await inPage(page, ({ app }) => app.link);
  assert.doesNotMatch(link, /block_size=32/, 'what does not fit is in no link');
  const value = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0]);
  assert.equal(value, before);
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  assert.equal(await model.locator('.problem').count(), 0);
});
