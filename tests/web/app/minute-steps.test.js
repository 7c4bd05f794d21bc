// SPDX-License-Identifier: MIT
// A first minute begins on the stage and at its place, from wherever the reader is, and not at all
// where the model changes meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';
import { minuteOf } from '../../../web/app/minute.js';

const SMALL =
  '#n_layer=1&n_head=2&n_embd=16&block_size=32&batch_size=4&max_steps=20&warmup_steps=2';

/** @param {Parameters<typeof openApp>[0]} t */
async function trained(t) {
  const app = await openApp(t, { link: SMALL });
  await app.train();
  await stateOf(app, ({ phase, activations }) => phase === 'done' && activations);
  return app;
}

test('it begins on the stage, and each step looks at the place of the guess', async (t) => {
  const app = await trained(t);
  const { selection, store } = app;
  selection.openPlace('lab');
  const minute = minuteOf(app);
  assert.equal(await minute.begin(), true);
  assert.equal(store.state.place, 'stage');
  const { guide } = store.state;
  assert.ok(guide);
  selection.select({ pin: { i: guide.i + 1, j: 0 }, hover: { i: 1, j: 0 } });
  minute.next();
  assert.deepEqual(
    [store.state.pin, store.state.hover],
    [{ i: guide.i, j: null }, null],
  );
  minute.end();
});

test('a model that is replaced meanwhile ends the beginning', async (t) => {
  const app = await trained(t);
  const { session } = app.store.state;
  assert.ok(session);
  t.mock.method(session, 'ablate', async () => {
    await app.startAgain();
    return {};
  });
  assert.equal(await minuteOf(app).begin(), false);
  assert.equal(app.store.state.guide, null);
});
