// SPDX-License-Identifier: MIT
// What is said of a run that is kept aside or compared: a loss belongs to the step it was measured at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../support/app-in-node.js';
import { drawn, rowsOf } from '../support/render.js';

await import('../../../web/views/compare/compare.js');

const SMALL =
  'v=1&n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2&eval_interval=20&max_steps=60';

test('a validation loss is said of its own step alone', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.store.state.session?.step(5);
  await app.startAgain();
  assert.deepEqual(app.store.state.shelved, { step: 5, loss: null });
  await app.store.state.session?.run({ until: 40 });
  const { history } = app.store.state.session ?? assert.fail();
  await app.startAgain();
  assert.deepEqual(app.store.state.shelved, { step: 40, loss: history.valLoss.at(-1) });
  const rows = rowsOf(drawn('gf-compare', app), 'id=runs').slice(1);
  assert.deepEqual(
    rows.map(([, step]) => step),
    ['5', '40'],
  );
  assert.match(rows[0][2], /^\d\.\d\d \(step 0\)$/);
  assert.match(rows[1][2], /^\d\.\d\d$/);
});
