// SPDX-License-Identifier: MIT
// Links in the address of a real page: opened, followed in the same tab, and never overwritten.
// What a link means is tested in tests/web/app/links.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, openPlace, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** Settings that take no time. */
const SMALL = 'n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2';

test('a remote text in a link is offered, not fetched', async () => {
  const page = await site.newPage(`index.html#v=1&text=shakespeare&${SMALL}`);
  await until(page, 'state.textProblem && session');
  const { text, textProblem: offer } = await inPage(page, ({ state }) => state);
  assert.equal(text.id, 'fables');
  assert.match(offer.text, /Tiny Shakespeare/);
  const far = page.requests.filter((url) => !url.startsWith(site.url));
  assert.deepEqual(far, []);
  const isPretrained = page.requests.some((url) => url.endsWith('.safetensors'));
  assert.ok(!isPretrained, 'a link asks for a model of its own');
  await checkSeen(page, offer.text);
});

/** What is wrong with a text is on the screen once: beside the text, or in a notice.
 * @param {Page} page @param {string} sentence */
async function checkSeen(page, sentence) {
  const notice = page.locator('gf-notice #notice');
  for (const [place, width, isNotice] of /** @type {const} */ ([
    ['stage', 1280, false],
    ['lab', 1280, true],
    ['learn', 1280, true],
    ['stage', 390, true],
  ])) {
    await page.setViewportSize({ width, height: 800 });
    await openPlace(page, place);
    assert.equal(await notice.isVisible(), isNotice, `${place} ${width}`);
    const beside = page.locator('.left #text-problem');
    if (!isNotice) assert.equal((await beside.textContent())?.trim(), sentence);
    else assert.ok((await notice.textContent())?.includes(sentence));
  }
  await notice.getByRole('button').click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#text-problem').waitFor({ state: 'detached' });
}

test('links are followed in the same tab: another, and a hostile one', async (t) => {
  const link = `v=1&${SMALL}&temperature=0.5&pin=5`;
  const page = await site.newPage(`index.html#${link}`);
  const follow = (/** @type {string} */ link) =>
    page.evaluate((link) => (location.hash = link), link);
  await until(page, 'state.pin && session.info.config.n_embd === 16');

  await t.test('another: the run so far is shelved', async () => {
    const { pin, sampler } = await inPage(page, ({ state }) => state);
    assert.deepEqual([pin, sampler.temperature], [{ i: 4, j: null }, 0.5]);
    await inPage(page, ({ element }) => element.step(3));
    await follow(`v=1&${SMALL}&n_embd=24`);
    await until(page, 'session.info.config.n_embd === 24');
    assert.equal(await inPage(page, ({ state }) => state.shelved?.step), 3);
  });

  await t.test('a hostile one: one sentence, in which it is text', async () => {
    await follow('v=1&<img onerror>=1&__proto__=1');
    await until(page, "state.notice?.code === 'bad-link'");
    const { notice } = await inPage(page, ({ state }) => state);
    const shown = page.locator('#notice p');
    assert.equal((await shown.textContent())?.trim(), notice.text);
    assert.match(notice.text, /<img onerror>, __proto__/);
    assert.equal(await page.locator('#notice img').count(), 0);
    const polluted = await page.evaluate(() => Object.keys(Object.prototype));
    assert.deepEqual(polluted, []);
  });
});

// The page writes its address when what is shown no longer changes; in which order that time
// comes and the page hears of the link is up to the browser.
test('a link stays when the address would be written before or after the page hears of it', async () => {
  const page = await site.newPage(null);
  await page.addInitScript(() => {
    /** The timers of half a second. @type {Map<number, () => void>} */
    const held = new Map();
    const { setTimeout, clearTimeout } = globalThis;
    Object.assign(globalThis, {
      held,
      setTimeout(/** @type {() => void} */ call, /** @type {number} */ ms) {
        if (ms !== 500) return setTimeout(call, ms);
        held.set(-1 - held.size, call);
        return -held.size;
      },
      clearTimeout(/** @type {number} */ id) {
        if (!held.delete(id)) clearTimeout(id);
      },
      end() {
        for (const call of held.values()) call();
        held.clear();
      },
    });
  });
  await page.goto(`index.html#v=1&${SMALL}`);
  await inPage(page, ({ element }) => element.prepare());
  for (const [order, size] of /** @type {const} */ ([
    ['before', 24],
    ['after', 32],
  ])) {
    const link = `v=1&${SMALL}&n_embd=${size}`;
    await inPage(
      page,
      async ({ app, until }, { link, order }) => {
        const { held, end } = /** @type {any} */ (globalThis);
        end();
        app.selection.setSampler({ temperature: order === 'before' ? 1.5 : 1.6 });
        await until('time to write', () => held.size > 0);
        const heard = new Promise((done) => addEventListener('hashchange', done));
        location.hash = link;
        if (order === 'before') end();
        await heard;
        end();
      },
      { link, order },
    );
    await until(page, `session?.info.config.n_embd === ${size}`);
    await inPage(page, ({ element }) => element.prepare());
    await page.evaluate('end()');
    assert.equal(new URL(page.url()).hash, `#${link}`, order);
  }
});
