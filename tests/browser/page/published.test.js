// SPDX-License-Identifier: MIT
// A model of llama2.c that others trained, its two files chosen in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MISSING, publishedPath } from '../../published.js';
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
