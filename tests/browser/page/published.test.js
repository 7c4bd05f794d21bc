// SPDX-License-Identifier: MIT
// Models that others trained, their files chosen in the page or dropped on it. Text and logits are
// in tests/wasm/client/published.test.js.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { pathsOf } from '../../hugging-face.js';
import { MISSING, publishedPath } from '../../published.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();
/** Settings that take no time; the files replace the model. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2';
const FILES = ['tok512.bin', 'stories260K.bin'].map(publishedPath);

/** The field of files, where one alone has been refused. @param {string} alone @param {RegExp} said */
async function refused(alone, said) {
  const page = await site.newPage(`index.html#${SMALL}`);
  await until(page, 'state.activations && state.latestSample');
  await inPage(page, ({ app }) => app.selection.openView('export'));
  const choose = page.locator('gf-export input[type=file]');
  await choose.setInputFiles(alone);
  await until(page, 'state.notice');
  assert.match(await inPage(page, ({ state }) => JSON.stringify(state.notice)), said);
  return { page, choose };
}

test(
  'two chosen files are a model, and every view follows',
  { skip: MISSING },
  async () => {
    const { page, choose } = await refused(FILES[1], /tokenizer/);
    await choose.setInputFiles(FILES);
    await until(page, 'session.isLoaded && session.info.vocabulary.length === 512');
    await until(
      page,
      'state.activations?.H === 8 && state.headReport && state.latestSample',
    );
    const seen = await inPage(page, async ({ deep, state, session }) => ({
      heads: [state.activations.L, state.activations.H],
      first: state.activations.characters[0],
      line: [state.activations.text, state.line],
      says: deep('gf-run .where').textContent.trim(),
      written: await session.sample({ prompt: '', chars: 20, greedy: true }),
    }));
    assert.deepEqual(seen.heads, [5, 8]);
    assert.equal(seen.first, '<s>');
    assert.equal(seen.line[0], seen.line[1]);
    assert.equal(seen.says, 'stories260K.bin. Train continues it.');
    assert.match(seen.written.text, /^Once upon a time, there was a little girl/);
  },
);

test('the files of a Hugging Face folder are a model, chosen or dropped', async () => {
  const [first] = pathsOf('gpt2');
  const { page, choose } = await refused(first, /of_other_program|config\.json/);
  await choose.setInputFiles(pathsOf('gpt2'));
  await until(page, 'session.isLoaded && session.info.vocabulary.length === 297');
  await until(page, 'state.activations?.H === 3 && state.latestSample');
  const dropped = pathsOf('llama').map((path) => ({
    name: basename(path),
    base64: readFileSync(path).toString('base64'),
  }));
  await inPage(
    page,
    ({ element }, files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
      }
      const options = { dataTransfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent('drop', options));
    },
    dropped,
  );
  await until(page, 'session.isLoaded && session.info.vocabulary.length === 342');
  await until(page, 'state.activations?.H === 6 && state.latestSample');
  const begin = await inPage(page, ({ state }) => state.activations.characters[0]);
  assert.equal(begin, '<s>');
});
