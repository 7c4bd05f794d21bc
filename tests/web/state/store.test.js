// SPDX-License-Identifier: MIT
// Notifications of the store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '../../../web/state/store.js';

test('store: listeners receive the changed keys once, and no others', () => {
  const store = new Store({ a: 1, b: 'x' });
  /** @type {string[][]} */
  const heard = [];
  const end = store.subscribe((changed) => heard.push([...changed]));
  store.set({ a: 1 });
  store.set({ a: 2, b: 'x' });
  end();
  store.set({ b: 'y' });
  assert.deepEqual(heard, [['a']]);
  assert.deepEqual(store.state, { a: 2, b: 'y' });
});

test('store: a batch notifies once, after the last of nested batches, even if it throws', () => {
  const store = new Store({ a: 1, b: 'x' });
  /** @type {string[][]} */
  const heard = [];
  store.subscribe((changed) => heard.push([...changed].sort()));
  const result = store.batch(() => {
    store.set({ a: 2 });
    store.batch(() => store.set({ b: 'y' }));
    assert.equal(store.state.b, 'y', 'set at once');
    assert.deepEqual(heard, []);
    return 7;
  });
  assert.equal(result, 7);
  assert.deepEqual(heard, [['a', 'b']]);
  const fails = () =>
    store.batch(() => {
      store.set({ a: 3 });
      throw new Error('stop');
    });
  assert.throws(fails, /stop/);
  assert.deepEqual(heard, [['a', 'b'], ['a']]);
});
