// SPDX-License-Identifier: MIT
// The model in use is fine-tuned on another text, compared with what it was, and restored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();
const SMALL =
  'v=1&n_layer=1&n_head=2&n_embd=16&block_size=16&batch_size=4&eval_windows=4';
const OWN = 'A red hen met an owl. The owl saw the hen. '.repeat(12);

test('LoRA on a pasted text; before and after; one click back', async () => {
  const page = await site.newPage(`index.html#${SMALL}`);
  await until(page, 'state.activations && session.info.config.n_embd === 16');
  await inPage(page, ({ session }) => session.step(3));
  const before = await inPage(page, ({ session }) => session.hash());
  await inPage(page, ({ app }) => app.selection.openView('export'));

  const panel = page.locator('gf-fine-tune');
  await panel.locator('#own').fill(OWN);
  await panel.locator('#rank').selectOption('2');
  await panel.locator('#steps').fill('4');
  await panel.locator('#steps').press('Tab');
  await panel.locator('#start').click();
  await until(page, 'session.isFineTuned && state.phase === "done"');
  const tuned = await inPage(page, ({ session, app }) => ({
    steps: session.steps,
    trained: session.info.nTrained,
    all: session.info.nParam,
    rank: session.info.config.lora_rank,
    text: app.store.state.text.text,
    losses: session.history.valLoss,
  }));
  assert.deepEqual([tuned.steps, tuned.rank, tuned.text], [4, 2, OWN]);
  assert.equal(tuned.trained, 4 * 16 + 32 * 2); // A [4][16], B [32][2]
  assert.ok(tuned.trained < tuned.all);
  const row = panel.locator('#outcome tbody');
  for (const loss of [tuned.losses[0], tuned.losses.at(-1)])
    await row.getByText(loss.toFixed(2)).first().waitFor();

  await panel.locator('#compare').click();
  await panel.locator('.pair gf-cells').nth(1).waitFor();
  const texts = await panel.locator('.pair .text').allInnerTexts();
  assert.equal(texts.length, 2);
  assert.ok(texts.every((text) => text.length > 20));

  await panel.locator('#back').click();
  await until(page, 'session.steps === 3');
  assert.equal(await inPage(page, ({ session }) => session.hash()), before);
});
