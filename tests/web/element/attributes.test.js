// SPDX-License-Identifier: MIT
// Which values of attributes mean something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeProblem, attributeValue } from '../../../web/element/attributes.js';
import { catalogue } from '../../../web/i18n/index.js';
import { makeGlobals } from '../support/app-in-node.js';

makeGlobals();

test('what is no address is named, and not loaded', () => {
  const element = { src: 'http://[', workerUrl: 'a/worker.js' };
  const { embed } = catalogue('en').strings;
  assert.deepEqual(attributeProblem(element, embed), {
    text: 'Invalid attributes in the page around this element: src="http://[".',
    hint: undefined,
  });
  assert.equal(attributeProblem(element, embed, new Map([['seed', '']])), null);
  assert.equal(attributeValue(element, 'src'), '');
  assert.equal(attributeValue(element, 'worker-url'), 'a/worker.js');
});
