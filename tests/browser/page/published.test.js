// SPDX-License-Identifier: MIT
// A model of llama2.c that others trained, its two files chosen in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MISSING, published, publishedPath } from '../../published.js';
import { BROWSERS } from '../support/browsers.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();
const FILES = ['tok512.bin', 'stories260K.bin'].map(publishedPath);

test(
  'two chosen files are a model, and every view follows',
  { skip: MISSING },
  async () => {
    const page = await site.newPage('index.html');
    await until(page, 'state.activations && state.latestSample');
    await inPage(page, ({ app }) => app.selection.openView('export'));
    const choose = page.locator('gf-export input[type=file]');
    await choose.setInputFiles(FILES[1]);
    await until(page, 'state.notice');
    assert.match(
      await inPage(page, ({ state }) => JSON.stringify(state.notice)),
      /tokenizer/,
    );
    await choose.setInputFiles(FILES);
    await until(page, 'session.isLoaded && session.info.vocabulary.length === 512');
    await until(
      page,
      'state.activations?.H === 8 && state.headReport && state.latestSample',
    );
    const seen = await inPage(page, async ({ state, session, view }) => ({
      heads: [state.activations.L, state.activations.H],
      first: state.activations.characters[0],
      line: [state.activations.text, state.line],
      says: view('gf-top-bar').querySelector('.where').textContent.trim(),
      notice: JSON.stringify(state.notice),
      written: await session.sample({ prompt: '', chars: 20, greedy: true }),
    }));
    assert.deepEqual(seen.heads, [5, 8]);
    assert.equal(seen.first, '<s>');
    assert.equal(seen.line[0], seen.line[1]);
    assert.equal(seen.says, 'trained elsewhere; Train goes on');
    assert.match(seen.written.text, /^Once upon a time, there was a little girl/);
    page.assertQuiet();
  },
);

for (const { name, missing, open } of BROWSERS) {
  test(
    `${name}: the text and logits of llama2.c`,
    { skip: MISSING || missing },
    async () => {
      const opened = await open();
      try {
        const page = await opened.newPage('index.html');
        await until(page, 'state.activations');
        const base64 = (/** @type {string} */ file) =>
          Buffer.from(published(file)).toString('base64');
        const { text, logits } = await inPage(
          page,
          async ({ element }, files) => {
            const bytes = (/** @type {string} */ file) =>
              Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
            await element.load(bytes(files.model), bytes(files.tokenizer));
            const options = { prompt: '', chars: 200, greedy: true, logits: true };
            return element.session.sample(options);
          },
          { model: base64('stories260K.bin'), tokenizer: base64('tok512.bin') },
        );
        assert.equal(
          `${text}\n`,
          Buffer.from(published('stories260K.greedy.txt')).toString(),
        );
        const expected = new Float32Array(published('stories260K.logits.f32').buffer);
        const seen = /** @type {number[][]} */ (logits)
          .flat()
          .slice(0, expected.length);
        const worst = seen.reduce(
          (w, z, i) => Math.max(w, Math.abs(z - expected[i])),
          0,
        );
        assert.equal(seen.length, expected.length);
        assert.ok(worst < 1e-4, `${worst}`);
      } finally {
        await opened.close();
      }
    },
  );
}
