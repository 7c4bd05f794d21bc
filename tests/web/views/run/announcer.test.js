// SPDX-License-Identifier: MIT
// Messages of the live region: at most one in five seconds, and the newest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Announcer, QUIET_MS } from '../../../../web/views/run/announcer.js';
import { stopTime } from '../../support/clock.js';

/** What is said, and a way to announce. @param {import('node:test').TestContext} t */
function listenTo(t) {
  const pass = stopTime(t);
  /** @type {string[]} */
  const said = [];
  const announcer = new Announcer((text) => said.push(text));
  return { announcer, pass, said };
}

test('announcer: five seconds apart; one that had to wait is replaced by the next', (t) => {
  const { announcer, pass, said } = listenTo(t);
  assert.equal(QUIET_MS, 5000);
  announcer.announce('one');
  pass(0);
  assert.deepEqual(said, ['one'], 'the first at once');
  announcer.announce('two');
  pass(3000);
  announcer.announce('three');
  pass(1999);
  assert.deepEqual(said, ['one']);
  pass(1);
  assert.deepEqual(said, ['one', 'three']);
});

test('announcer: after a pause a message is said at once, nothing twice, no message never', (t) => {
  const { announcer, pass, said } = listenTo(t);
  announcer.announce('one');
  announcer.announce('');
  pass(0);
  pass(60_000);
  assert.deepEqual(said, ['one']);
  announcer.announce('two');
  pass(0);
  assert.deepEqual(said, ['one', 'two']);
});

test('announcer: stopped it says nothing more; what waited is forgotten', (t) => {
  const { announcer, pass, said } = listenTo(t);
  announcer.announce('one');
  announcer.stop();
  pass(60_000);
  assert.deepEqual(said, []);
  announcer.announce('two');
  pass(0);
  assert.deepEqual(said, ['two'], 'and it goes on where it is used again');
});
