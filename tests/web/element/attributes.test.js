// SPDX-License-Identifier: MIT
// Which values of attributes mean something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeValue, invalidAttributes } from '../../../web/element/attributes.js';
import { makeGlobals } from '../support/app-in-node.js';

makeGlobals();

test('what is no address is named, and not loaded', () => {
  const element = { src: 'http://[', workerUrl: 'a/worker.js' };
  assert.deepEqual(invalidAttributes(element), ['src="http://["']);
  assert.equal(attributeValue(element, 'src'), '');
  assert.equal(attributeValue(element, 'worker-url'), 'a/worker.js');
});
