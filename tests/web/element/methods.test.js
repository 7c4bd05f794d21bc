// SPDX-License-Identifier: MIT
// What stands behind the element's methods.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../support/catalogues.js';
import { pauseAfter, toError } from '../../../web/element/methods.js';

test('a limit of more seconds than a timer can have does not end training at once', (t) => {
  const timer = t.mock.method(globalThis, 'setTimeout', () => 0);
  const app = /** @type {any} */ ({});
  for (const seconds of [3, 1e9, Infinity]) pauseAfter(app, seconds);
  // https://html.spec.whatwg.org/#timers: a long of 32 bits.
  const most = 2 ** 31 - 1;
  const waits = timer.mock.calls.map((call) => /** @type {any} */ (call.arguments)[1]);
  assert.deepEqual(waits, [3000, most, most]);
});

test('a limit is told as the page has set it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {string[]} */ const said = [];
  const { strings: words, format } = wordsOf('en');
  const app = /** @type {any} */ ({
    ...{ t: words, format },
    pause: async () => {},
    showInfo: (/** @type {string} */ text) => said.push(text),
  });
  for (const seconds of [0.3, 1.5, 100]) pauseAfter(app, seconds);
  t.mock.timers.tick(100_000);
  const times = said.map((text) => /after (.*?),/.exec(text)?.[1]);
  assert.deepEqual(times, ['0.3 s', '1.5 s', '100 s']);
});

test('where the model was closed the error is a sentence', () => {
  const { code, key, message, hint } = /** @type {any} */ (toError(null));
  const said = 'This session has been closed.';
  assert.deepEqual([code, key, message, hint], ['closed', 'session_closed', said, '']);
});
