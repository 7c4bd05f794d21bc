// SPDX-License-Identifier: MIT
// Published models that the page offers: fetched when asked, from their public address. Here
// the addresses answer with the files that lie beside the project.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLISHED } from '../../../web/run/published.js';
import { MISSING, PUBLIC_FILES, published } from '../../published.js';
import { openTestSite } from '../support/harness.js';
import { inPage, until } from '../support/page-queries.js';

/** @import { Page } from '../support/harness.js' */

const site = await openTestSite();

/** @param {Page} page @param {string} id */
const offered = (page, id) => page.locator(`gf-published [data-model="${id}"]`);

/** The addresses that were asked for. @param {Page} page @returns {Promise<string[]>} */
async function serveModels(page) {
  /** @type {string[]} */
  const asked = [];
  for (const { url } of PUBLISHED.flatMap(({ files }) => files)) {
    await page.route(url, (route) => {
      asked.push(url);
      return route.fulfill({
        body: Buffer.from(published(PUBLIC_FILES[url])),
        headers: { 'access-control-allow-origin': '*' },
      });
    });
  }
  return asked;
}

test('a published model is fetched when asked, and a link leads back to it', async (t) => {
  if (MISSING) return t.skip(MISSING);
  const page = await site.newPage(null);
  const asked = await serveModels(page);
  await page.goto('index.html?lang=en');
  await until(page, 'state.activations');
  await page.locator('gf-model-choice #open').click();
  const [words, chars] = PUBLISHED;
  for (const [model, vocabulary] of /** @type {const} */ ([
    [chars, 105],
    [words, 512],
  ])) {
    const row = offered(page, model.id);
    assert.match(await row.innerText(), / [MK]B from [\w.]+; licence MIT\./);
    assert.deepEqual(asked.splice(0), [], 'nothing is fetched before');
    await row.getByRole('button').click();
    await until(
      page,
      `session.isLoaded && session.info.vocabulary.length === ${vocabulary}`,
    );
    await until(page, `element.app.store.state.published === '${model.id}'`);
    assert.deepEqual(
      asked.splice(0),
      model.files.map(({ url }) => url),
    );
  }
  const seen = await inPage(page, async ({ app, session, state }) => {
    app.selection.select({ layer: 2, head: 3 });
    const { text } = await session.sample({ prompt: '', chars: 20, greedy: true });
    return { text, problem: state.notice?.kind, link: app.link };
  });
  assert.match(seen.text, /^Once upon a time, there was a little girl/);
  assert.equal(seen.problem, 'info');
  assert.match(seen.link, /^v=2&.*layer=3&head=4&model=stories260K/);
  assert.doesNotMatch(seen.link, /n_embd|tokenizer/);
  page.assertQuiet();

  await page.goto(`index.html?lang=en&again#${seen.link}`);
  await page.locator('gf-published #offer').waitFor();
  assert.deepEqual(asked, [], 'a link fetches nothing by itself');
  await offered(page, 'stories260K').getByRole('button').click();
  await until(page, "element.app.store.state.published === 'stories260K'");
  await until(page, 'state.layer === 2 && state.head === 3');
  assert.equal(await page.locator('gf-published #offer').count(), 0);
  page.assertQuiet();
});

test('a download can be stopped; offline there is one sentence, and the model stays', async () => {
  const page = await site.newPage(null);
  const [{ id, files }] = PUBLISHED;
  let answer = (/** @type {any} */ route) => route.abort();
  await page.route(files[0].url, (route) => answer(route));
  await page.goto('index.html?lang=en');
  await until(page, 'state.activations');
  const before = await inPage(page, ({ session }) => session.hash());
  await page.locator('gf-model-choice #open').click();
  const row = offered(page, id);
  await row.getByRole('button').click();
  const failed = page.locator('gf-published #failed');
  await failed.waitFor();
  assert.match(await failed.innerText(), /^The model could not be downloaded\./);
  /** @type {any[]} */ const held = [];
  answer = (route) => held.push(route);
  await row.getByRole('button').click();
  await row.locator('progress').waitFor();
  assert.match(await row.innerText(), /Downloading stories260K: 0 .* of 1\.1 MB/);
  assert.equal(await failed.count(), 0);
  await row.locator('#stop').click();
  await row.locator('progress').waitFor({ state: 'detached' });
  assert.equal(await failed.count(), 0);
  for (const route of held) await route.abort().catch(() => {});
  assert.equal(await inPage(page, ({ session }) => session.hash()), before);
  const others = page.errors.filter((error) => !/ERR_(FAILED|ABORTED)/.test(error));
  page.errors.splice(0, page.errors.length, ...others);
});
