// SPDX-License-Identifier: MIT
// Fine-tuning a model twice: the way back leads to the model before the first time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../../support/app-in-node.js';
import { part, viewWith } from '../../support/parts.js';
import { listenersOf } from '../../support/render.js';

await import('../../../../web/views/fine-tune/fine-tune.js');

const LINK =
  '#v=2&n_layer=1&n_head=2&n_embd=16&block_size=8&batch_size=2&max_steps=3&text=fables';
const OWN = 'the fox ran and the hen sat. '.repeat(20);

test('fine-tuned twice, and back: the bytes of the model before the first time', async (t) => {
  const app = await openApp(t, { link: LINK });
  const { store } = app;
  const isDone = (/** @type {any} */ state) => state.phase === 'done';
  await app.train();
  const { session: first, text } = await stateOf(app, isDone);
  const before = await first?.save();
  const view = viewWith('gf-fine-tune', app, { '#own': part({ value: OWN }) });
  Object.assign(view, { find: view.renderRoot.querySelector, steps: 2 });
  /** @param {number} n which of its buttons */
  const press = (n) => listenersOf(view, view.render(), 'click')[n]({});
  for (const rank of [0, 2]) {
    view.rank = rank;
    const { session } = store.state;
    await press(0);
    await stateOf(app, (state) => state.session !== session && isDone(state));
    assert.equal(store.state.session?.steps, 2);
  }
  await press(2);
  const { session: back } = store.state;
  assert.equal(back?.steps, 3);
  assert.deepEqual(await back?.save(), before);
  assert.equal(store.state.text?.id, text?.id);
});
