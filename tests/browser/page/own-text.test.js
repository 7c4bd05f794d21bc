// SPDX-License-Identifier: MIT
// The reader's own text and the link in the address: it is there only on request. What links hold
// and restore is tested in tests/web/app/own-text.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackText } from '../../../web/run/link-text.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** Settings that take no time. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=16&block_size=8&batch_size=2';
const OWN = 'El ñandú corre.\nÉl no vuela. 🐦 ¿Por qué?\n'.repeat(6);

const openFiles = (/** @type {Page} */ page) =>
  inPage(page, ({ app }) => app.selection.openView('export'));
const link = (/** @type {Page} */ page) => inPage(page, ({ app }) => app.link);

/** Opens a link with a text, and no longer includes it. @param {string} shared */
async function checkShared(shared) {
  const page = await site.newPage(`index.html#${shared}`);
  await until(page, "state.text?.id === 'own' && session");
  assert.equal(await inPage(page, ({ state }) => state.text.text), OWN);
  const own = new URLSearchParams(shared).get('own_text') ?? '';
  // It stays in the address, or a reader who loads the page again would lose it.
  await inPage(page, ({ app }) => app.selection.setSampler({ seed: 5 }));
  await page.waitForURL(/sample_seed=5/);
  assert.ok(page.url().includes(own));
  const kept = JSON.stringify(
    await inPage(page, ({ element }) => element.exportState()),
  );
  assert.ok(!kept.includes(own) && !kept.includes('own='), 'exportState has no text');
  await openFiles(page);
  await page.locator('gf-export #include').uncheck();
  await until(page, '!state.text.packed');
  assert.ok(!(await link(page)).includes('own'));
}

test('the button that has copied the link says so no longer once the page has moved it', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.newPage(`index.html#${SMALL}`, { permissions });
  await until(page, 'session');
  const button = page.locator('gf-run-notes #link');
  await button.click();
  await button.filter({ hasText: 'Link copied' }).waitFor();
  await inPage(page, ({ element }) => {
    const place = document.body.appendChild(document.createElement('div'));
    /** @type {any} */ (place).moveBefore(element, null);
  });
  await button.filter({ hasText: 'Copy link' }).waitFor();
});

test('a text of one’s own is in no link until the reader says so, and not after', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.newPage(`index.html#${SMALL}`, { permissions });
  await until(page, 'session');
  const files = page.locator('gf-export');
  await openFiles(page);
  await files.locator('#link').waitFor();
  assert.equal(await files.locator('#include').count(), 0, 'nothing to choose');
  await inPage(
    page,
    ({ app }, text) => app.texts.use({ id: 'own', name: 'A', text }),
    OWN,
  );
  await until(page, "state.text.id === 'own'");
  assert.ok(!(await link(page)).includes('own'));
  const copied = async () => {
    await inPage(page, ({ app }) => app.dismiss());
    await files.locator('#link').click();
    await until(page, 'state.notice');
    return inPage(page, ({ state }) => state.notice.text);
  };
  assert.match(await copied(), /^Link copied, without your text/);
  const box = files.locator('#include');
  assert.equal(await box.isChecked(), false);
  await box.check();
  await until(page, 'state.text.packed');
  assert.equal(await copied(), 'Link copied.');
  const shared = await link(page);
  const own = new URLSearchParams(shared).get('own_text') ?? '';
  assert.equal(await unpackText(own), OWN);
  const holds = await files.locator('#holds').textContent();
  assert.match(holds ?? '', /Whoever has the link can read the text/);
  const length = `${site.url}index.html#${shared}`.length;
  assert.ok(holds?.includes(String(length)), `${holds} ${length}`);
  assert.doesNotMatch(holds ?? '', /cut off/);
  await checkShared(shared);
  // Damaged, in the browser's own words of compression.
  for (const damaged of ['AAAA', own.slice(0, -9)]) {
    await inPage(page, ({ app }) => app.dismiss());
    await page.evaluate((hash) => (location.hash = hash), `${SMALL}&own=${damaged}`);
    await until(page, "state.notice?.code === 'bad-link'");
    assert.equal(await inPage(page, ({ state }) => state.text.text), OWN);
  }
});

test('long links get a warning, texts that do not fit none; megabytes are not laid out', async () => {
  const page = await site.newPage(`index.html#${SMALL}`);
  await until(page, 'session');
  let n = 1;
  const noise = (/** @type {number} */ length) =>
    Array.from({ length }, () => {
      n = (n * 48271) % 2147483647;
      return String.fromCharCode(97 + (n % 26));
    }).join('');
  const use = (/** @type {string} */ text) =>
    inPage(
      page,
      ({ app }, text) => app.texts.use({ id: 'own', name: 'A', text }),
      text,
    );
  await openFiles(page);
  const box = page.locator('gf-export #include');
  await use(noise(4000));
  await box.check();
  await page.locator('gf-export').getByText('more than about 2,000').waitFor();
  await use(noise(40_000));
  assert.equal(await box.isChecked(), false, 'another text is another question');
  await box.click();
  await page.locator('gf-export').getByText('too long for a link').waitFor();
  assert.equal(await box.isChecked(), false);
  await checkMegabytes(page);
});

/** Megabytes of pasted text are not laid out in the field, which shows how they begin.
 * @param {Page} page */
async function checkMegabytes(page) {
  const text = 'All work and no play makes Jack a dull boy.\n'.repeat(20_000);
  const seen = await inPage(
    page,
    async ({ app, deep, element, until }, text) => {
      app.selection.openView('setup');
      await until('settings', () => deep('gf-inspector gf-setup'));
      await deep('gf-inspector gf-setup gf-text-choice').open();
      const field = 'gf-inspector gf-setup gf-text-choice #own-text';
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
      const panel = deep('gf-inspector gf-setup gf-text-choice');
      await panel.updateComplete;
      const shown = { field: area.value, isFixed: area.readOnly };
      deep('gf-inspector gf-setup gf-text-choice #use').click();
      await until('used', () => element.viewState.text.text.length > 500_000);
      return { small, large, ...shown, used: element.viewState.text.text === text };
    },
    text,
  );
  assert.deepEqual(seen, {
    ...{ small: false, large: true, used: true },
    ...{ field: `${text.slice(0, 2000)}…`, isFixed: true },
  });
}
