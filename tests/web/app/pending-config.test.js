// SPDX-License-Identifier: MIT
// Settings while they are typed.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';

const SMALL = '#v=1&n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2';
const TYPED_MS = 10_000;

test('what is no number in one field is still said when another changes', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { pendingConfig, store } = app;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  pendingConfig.set('n_embd', undefined);
  const [said] = Object.values(store.state.settingProblems);
  assert.match(said, /number/);
  pendingConfig.set('n_layer', 2);
  mock.timers.tick(TYPED_MS);
  mock.timers.reset();
  await stateOf(app, ({ session }) => session?.info.config.n_layer === 2);
  assert.deepEqual(store.state.settingProblems, { n_embd: said });
  pendingConfig.set('n_embd', 16);
  await stateOf(app, ({ session }) => session?.info.config.n_embd === 16);
  assert.deepEqual(store.state.settingProblems, {});
});
