// SPDX-License-Identifier: MIT
// Runs that cut their text into different pieces, beside each other: what is told of them
// can be compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();

const SMALL =
  'v=1&n_layer=1&n_head=2&n_embd=32&block_size=32&batch_size=8&max_steps=100&eval_interval=10';

/** @param {import('../support/harness.js').Page} page @param {number} steps */
const trainTo = (page, steps) =>
  inPage(page, ({ session }, until) => session.run({ until }), steps);

test('compare: where pieces differ, bits per character are told', async () => {
  const page = await site.newPage(`views.html#${SMALL}`);
  await until(page, "state.phase === 'idle'");
  await trainTo(page, 20);
  const heads = page.locator('gf-compare #runs th');
  const table = () =>
    inPage(page, async ({ element, rows, settled, show, until, view }) => {
      await show('gf-compare');
      const { comparedRuns: runs } = element.viewState;
      await until('kept', () => view('gf-compare').querySelector('#runs'));
      await settled();
      return { rows: rows(view('gf-compare').querySelector('#runs')), n: runs.length };
    });
  await table();
  assert.ok(!(await heads.allInnerTexts()).includes('Bits per character'));
  const link = `${SMALL}&tokenizer=bpe`;
  await inPage(page, ({ app }, link) => app.applyLink(link), link);
  await until(page, "session.info.config.tokenizer === 'bpe'");
  await trainTo(page, 20);
  await until(page, 'state.comparedRuns.length === 2');
  const seen = await table();
  assert.equal((await heads.allInnerTexts())[3], 'Bits per character');
  const [letters, pieces] = await inPage(page, async ({ session, state }) => {
    const { text } = state.text;
    const n = [...text].length;
    const { nTrain, nVal, vocabulary } = session.info;
    const [first] = state.comparedRuns;
    return [
      { loss: first.history.valLoss.at(-1), perChar: 1 },
      {
        loss: session.history.valLoss.at(-1),
        perChar: (nTrain + nVal) / n,
        longest: Math.max(...vocabulary.map((/** @type {string} */ v) => v.length)),
      },
    ];
  });
  assert.ok(pieces.longest > 1 && pieces.perChar < 0.9, JSON.stringify(pieces));
  for (const [n, { loss, perChar }] of [letters, pieces].entries()) {
    assert.equal(seen.rows[n][2], loss.toFixed(2));
    assert.equal(seen.rows[n][3], ((loss * perChar) / Math.LN2).toFixed(2));
  }
  assert.equal(await page.getByText('With different tokenizers').count(), 1);
});
