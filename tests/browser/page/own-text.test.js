// SPDX-License-Identifier: MIT
// The reader's own text in a link: only on request, restored exactly, and no way in for hostile
// input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packText, unpackText } from '../../../web/run/link-text.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();
const page = await site.newPage(null);
page.setDefaultTimeout(20_000);

/** Settings that take no time. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=16&block_size=8&batch_size=2';
const OWN = 'El ñandú corre.\nÉl no vuela. 🐦 ¿Por qué?\n'.repeat(6);
/** What links with this text hold, as they were given out: a line never changes. */
const GOLDEN =
  'c81ROLwxMS_l8C6F5PyiolQ9rsOdOQp5-Qplpak5iXoKH-ZPWKZwaH9AfpFCYenhlfZcriNRAwA';

/** Opens a link afresh. @param {string} fragment */
async function open(fragment) {
  await page.goto('about:blank');
  await page.goto(`${site.url}index.html#${fragment}`);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('glass-former'))?.app,
  );
  await inPage(page, ({ app }) => app.ready);
  return inPage(page, ({ state, app }) => ({
    id: state.text?.id,
    text: state.text?.text,
    said: state.notice?.text ?? state.textProblem?.text ?? null,
    code: state.notice?.code ?? state.textProblem?.code ?? null,
    link: app.link,
  }));
}

/** @param {string | Buffer} data */
const packed = (data) => deflateRawSync(data).toString('base64url');

test('a link with a text restores the text and keeps it in new links', async () => {
  const found = await open(`${SMALL}&own=${GOLDEN}`);
  assert.deepEqual([found.id, found.text, found.said], ['own', OWN, null]);
  const query = new URLSearchParams(found.link);
  assert.equal(query.get('own_text'), GOLDEN);
  // It stays in the address, or a reader who loads the page again would lose it.
  await inPage(page, ({ app }) =>
    app.selection.setSampler({
      seed: 5,
    }),
  );
  await page.waitForURL(/sample_seed=5/);
  assert.ok(page.url().includes(GOLDEN));
  const kept = await page.evaluate(() =>
    JSON.stringify(
      /** @type {any} */ (document.querySelector('glass-former')).exportState(),
    ),
  );
  assert.ok(
    !kept.includes(GOLDEN) && !kept.includes('own='),
    'exportState has no text',
  );
  assert.equal(await unpackText(/** @type {string} */ (await packText(OWN))), OWN);
});

test('a text of one’s own is in no link until the reader says so, and not after', async () => {
  await open(SMALL);
  const files = page.locator('gf-export');
  const openFiles = () => inPage(page, ({ app }) => app.selection.openView('export'));
  await openFiles();
  assert.equal(await files.locator('#include').count(), 0, 'nothing to choose');
  await inPage(
    page,
    ({ app }, text) => app.useText({ id: 'own', name: 'A', text }),
    OWN,
  );
  await until(page, "state.text.id === 'own'");
  const link = () => inPage(page, ({ app }) => app.link);
  assert.ok(!(await link()).includes('own'));
  const box = files.locator('#include');
  assert.equal(await box.isChecked(), false);
  await box.check();
  await until(page, 'state.text.packed');
  const shared = await link();
  const own = new URLSearchParams(shared).get('own_text') ?? '';
  assert.equal(await unpackText(own), OWN);
  const holds = await files.locator('#holds').textContent();
  assert.match(holds ?? '', /Whoever has the link can read the text/);
  const length = `${site.url}index.html#${shared}`.length;
  assert.ok(holds?.includes(String(length)), `${holds} ${length}`);
  assert.doesNotMatch(holds ?? '', /cut off/);
  const again = await open(shared);
  assert.equal(again.text, OWN);
  await openFiles();
  await page.locator('gf-export #include').uncheck();
  await until(page, '!state.text.packed');
  assert.ok(!(await link()).includes('own'));
});

test('long links get a warning, texts that do not fit are refused', async () => {
  await open(SMALL);
  let n = 1;
  const noise = (/** @type {number} */ length) =>
    Array.from({ length }, () => {
      n = (n * 48271) % 2147483647;
      return String.fromCharCode(97 + (n % 26));
    }).join('');
  const use = (/** @type {string} */ text) =>
    inPage(page, ({ app }, text) => app.useText({ id: 'own', name: 'A', text }), text);
  await inPage(page, ({ app }) => app.selection.openView('export'));
  const box = page.locator('gf-export #include');
  await use(noise(4000));
  await box.check();
  await page.locator('gf-export').getByText('more than about 2,000').waitFor();
  await use(noise(40_000));
  assert.equal(await box.isChecked(), false, 'another text is another question');
  await box.click();
  await page.locator('gf-export').getByText('too long for a link').waitFor();
  assert.equal(await box.isChecked(), false);
  assert.equal(await packText('ab'.repeat(300_000)), null);
});

test('an invalid text in a link is reported and changes nothing', async () => {
  const plain = await open(SMALL);
  const hostile = {
    'no letters of ours': '<b>',
    'no deflated data': 'AAAA',
    'cut short': GOLDEN.slice(0, -9),
    'not UTF-8': packed(Buffer.from([0x61, 0xff, 0xfe, 0x62])),
    zeros: packed(Buffer.from('a\0b')),
    'a million times its size': packed(Buffer.alloc(12_000_000, 'ab')),
    'longer than a link': 'A'.repeat(18_000),
  };
  for (const [name, own] of Object.entries(hostile)) {
    assert.ok(own.length < 19_000, name);
    const found = await open(`${SMALL}&own=${encodeURIComponent(own)}`);
    assert.equal(found.code, 'bad-link', name);
    assert.deepEqual({ ...found, said: null, code: null }, plain, name);
  }
  const one = await open(`${SMALL}&own=${packed('aaaa')}`);
  assert.deepEqual([one.id, one.code], ['fables', 'bad-text']);
  const short = await open(`${SMALL}&own=${packed('ab')}`);
  assert.deepEqual([short.id, short.code], ['own', null], 'two characters are enough');
});

test('megabytes of pasted text are used at once, without being laid out in the field', async () => {
  await open(SMALL);
  const text = 'All work and no play makes Jack a dull boy.\n'.repeat(20_000);
  const seen = await inPage(
    page,
    async ({ app, deep, element, until }, text) => {
      app.selection.openView('setup');
      await until('settings', () => deep('gf-inspector gf-setup'));
      await deep('gf-inspector gf-setup').paste();
      const field = 'gf-inspector gf-setup gf-text-panel #own';
      await until('the field', () => deep(field));
      const area = deep(field);
      const clipboardData = new DataTransfer();
      const paste = (/** @type {string} */ what) => {
        clipboardData.setData('text', what);
        const event = new ClipboardEvent('paste', { clipboardData, cancelable: true });
        area.dispatchEvent(event);
        return event.defaultPrevented;
      };
      const small = paste('A few words.');
      const large = paste(text);
      await until('used', () => element.viewState.text.id === 'own');
      return {
        small,
        large,
        field: area.value,
        used: element.viewState.text.text === text,
      };
    },
    text,
  );
  assert.deepEqual(seen, { small: false, large: true, field: '', used: true });
});
