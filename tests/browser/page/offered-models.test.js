// SPDX-License-Identifier: MIT
// Published models that the page offers: fetched when asked, from their public address. Here
// the addresses answer with the files that lie beside the project.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLISHED } from '../../../web/run/published/models.js';
import { MISSING, PUBLIC_FILES, published } from '../../published.js';
import { openTestSite } from '../support/harness.js';
import { inPage, until } from '../support/page-queries.js';
import { SHA, answerOf, filesOf, repository } from '../../web/support/hub.js';

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
    assert.match(
      await row.innerText(),
      /2 files, .* [MK]B, from [\w.]+\. Licence: MIT\./,
    );
    assert.deepEqual(asked.splice(0), [], 'nothing is fetched before');
    await row.getByRole('button').click();
    await until(
      page,
      `session.isLoaded && session.info.vocabulary.length === ${vocabulary}`,
    );
    await until(page, `element.app.store.state.published === '${model.id}'`);
    assert.deepEqual(
      asked.splice(0).toSorted(),
      model.files.map(({ url }) => url).toSorted(),
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
  assert.deepEqual(asked, [], 'it was kept');
  assert.equal(await page.locator('gf-published #offer').count(), 0);
});

/** Names of what the page's browser keeps of models. @param {Page} page */
const keptIn = (page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('glassformer model')),
  );

// Everything that the page asks of huggingface.co is answered here; the site is not reached.
test('a model by its name: looked up, stopped, downloaded, and opened again without a request', async () => {
  const page = await site.newPage(null);
  const [{ id }] = PUBLISHED;
  const gpt2 = repository('tests/gpt2', filesOf('gpt2'));
  const own = `tests/gpt2@${SHA}`;
  /** @type {any[]} */ const held = [];
  /** @type {string[]} */ const asked = [];
  const refuse = (/** @type {any} */ route) => route.abort();
  const hold = (/** @type {any} */ route) => void held.push(route);
  const serve = (/** @type {any} */ route) => {
    const { status, body } = answerOf([gpt2], route.request().url());
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  };
  let answer = refuse;
  await page.route('https://huggingface.co/**', (route) => {
    asked.push(route.request().url());
    return answer(route);
  });
  await page.goto('index.html?lang=en');
  await until(page, 'state.activations');
  const before = await inPage(page, ({ session }) => session.hash());
  await page.locator('gf-model-choice #open').click();

  const listed = offered(page, id);
  await listed.getByRole('button').click();
  const failed = page.locator('gf-published #failed');
  await failed.waitFor();
  assert.match(await failed.innerText(), /^The model could not be downloaded\./);
  answer = hold;
  await listed.getByRole('button').click();
  await listed.locator('progress').waitFor();
  assert.match(await listed.innerText(), /Downloading stories260K: 0 .* of 1\.1 MB/);
  assert.equal(await failed.count(), 0);
  await page.keyboard.press('Enter');
  await listed.locator('progress').waitFor({ state: 'detached' });
  assert.equal(await failed.count(), 0);

  answer = serve;
  asked.splice(0);
  await page.locator('gf-published #address').fill('tests/gpt2');
  await page.keyboard.press('Enter');
  const found = page.locator('gf-published #found');
  await found.waitFor();
  assert.deepEqual(asked, ['https://huggingface.co/api/models/tests/gpt2?blobs=true']);
  assert.match(
    await found.innerText(),
    /3 files, 37 KB, from huggingface\.co\. Licence: mit\. Commit 0123456\./,
  );
  answer = (route) =>
    route.request().url().endsWith('/model.safetensors') ? hold(route) : serve(route);
  const open = found.getByRole('button');
  assert.equal(await open.innerText(), 'Download and open tests/gpt2 (37 KB)');
  await open.click();
  await found.locator('#stop').click();
  await found.locator('progress').waitFor({ state: 'detached' });
  assert.deepEqual(await keptIn(page), []);
  assert.equal(await inPage(page, ({ session }) => session.hash()), before);

  answer = serve;
  await open.click();
  await until(page, `element.app.store.state.published === '${own}'`);
  await until(page, 'state.activations?.H === 3');
  const opened = await inPage(page, async ({ deep, session, app }) => ({
    hash: await session.hash(),
    says: deep('gf-run .where').textContent.trim(),
    model: new URLSearchParams(app.link).get('model'),
  }));
  assert.equal(opened.says, 'tests/gpt2. Train continues it.');
  assert.equal(opened.model, own);
  const kept = page.locator(`gf-published [data-kept="${own}"]`);
  await kept.waitFor();
  assert.deepEqual(await keptIn(page), [`glassformer model ${own}`]);

  answer = refuse;
  asked.splice(0);
  await page.goto('index.html?lang=en&again');
  await until(page, 'state.activations');
  await page.locator('gf-model-choice #open').click();
  await kept.getByRole('button', { name: 'Open tests/gpt2' }).click();
  await until(page, `element.app.store.state.published === '${own}'`);
  assert.equal(await inPage(page, ({ session }) => session.hash()), opened.hash);
  assert.deepEqual(asked, []);
  await kept.getByRole('button', { name: 'Remove tests/gpt2' }).click();
  await kept.waitFor({ state: 'detached' });
  assert.deepEqual(await keptIn(page), []);
  for (const route of held) await route.abort().catch(() => {});
  const others = page.errors.filter((error) => !/ERR_(FAILED|ABORTED)/.test(error));
  page.errors.splice(0, page.errors.length, ...others);
});
