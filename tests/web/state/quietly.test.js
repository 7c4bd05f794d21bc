// SPDX-License-Identifier: MIT
// Changes that no event reports.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { quietly } from '../../../web/state/quietly.js';

test('quietly: from the call until the change has ended, also when it fails or others are under way', async () => {
  const app = { applying: 0 };
  assert.equal(await quietly(app, () => app.applying), 1, 'at once');
  assert.equal(app.applying, 0);
  const end = new EventTarget();
  const slow = quietly(app, async () => (await once(end, 'end'), true));
  await assert.rejects(quietly(app, () => Promise.reject(new Error('a worker died'))));
  const fails = () => {
    throw new Error('no such head');
  };
  await assert.rejects(quietly(app, fails));
  assert.equal(app.applying, 1, 'the slow one');
  end.dispatchEvent(new Event('end'));
  assert.equal(await slow, true);
  assert.equal(app.applying, 0);
});
