// SPDX-License-Identifier: MIT
// What keys have changed is said to those who do not see it; what they do, and where they work, is
// tests/browser/page/shortcuts.test.js's matter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onKey } from '../../../web/element/shortcuts.js';
import { openApp } from '../support/app-in-node.js';
import { keyPress } from '../support/parts.js';

class Part {
  /** @param {string} role */
  constructor(role) {
    this.matches = (/** @type {string} */ selector) =>
      selector.includes(`role=${role}`);
  }
}
Object.assign(globalThis, { Element: Part });

test('keys say which head is selected, on or off, and which step is shown', async (t) => {
  const app = await openApp(t, {
    link: 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40',
  });
  await app.store.state.session?.run({ until: 20 });
  const activations = /** @type {any} */ ({ L: 1, H: 2 });
  app.store.set({ activations });
  const host = /** @type {any} */ ({ app });
  /** @param {string} key @param {string} [role] of what has the focus */
  const said = (key, role = 'button') => {
    app.store.set({ announcement: '' });
    const composedPath = () => [new Part(role)];
    onKey({ ...keyPress(key), composedPath, target: null }, host);
    return app.store.state.announcement;
  };
  assert.equal(said('h'), 'Attention head 1.2');
  assert.equal(said('H'), 'Attention head 1.1');
  assert.equal(said('x'), 'Without head 1.1');
  await app.queries.toggleHead(0, 0, false);
  assert.equal(said('x'), 'Head 1.1 on');
  const { snapshots } = app.store.state;
  assert.equal(said('['), `step ${snapshots.at(-1)?.step}`);
  assert.equal(said(']'), 'now, step 20');
  assert.equal(said('[', 'slider'), '', 'its own text says it');
  app.store.set({ activations: { ...activations, L: 0 } });
  assert.equal(said('h'), '', 'without heads');
});
