// SPDX-License-Identifier: MIT
// Messages of the page: one that only tells goes when it has been read, a problem stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../support/app-in-node.js';

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';
/** Slower than anybody reads, ms a character. */
const SLOW = 100;

test('a message goes by itself after the time it takes to read; a newer one has its own', async (t) => {
  const app = await openApp(t, { link: SMALL });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const said = () => app.store.state.notice?.text ?? '';
  const long = 'long '.repeat(30);
  app.showInfo('Link copied.');
  t.mock.timers.tick(4000);
  assert.equal(said(), 'Link copied.');
  app.showInfo(long);
  t.mock.timers.tick(9000);
  assert.equal(said(), long, 'not in the time of the one before');
  t.mock.timers.tick(SLOW * long.length);
  assert.equal(said(), '');
});

test('a problem stays until it is dismissed, also where a message was before it', async (t) => {
  const app = await openApp(t, { link: SMALL });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  app.showInfo('Link copied.');
  app.showProblem('Not found.');
  t.mock.timers.tick(3_600_000);
  assert.equal(app.store.state.notice?.text, 'Not found.');
  app.dismiss();
  assert.equal(app.store.state.notice, null);
});
