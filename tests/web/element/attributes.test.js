// SPDX-License-Identifier: MIT
// Which values of attributes mean something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributeProblem,
  attributeValue,
  shownViews,
} from '../../../web/element/attributes.js';
import { catalogue } from '../../../web/i18n/index.js';
import { makeGlobals } from '../support/app-in-node.js';

makeGlobals();

test('a seed that is none is an attribute to mend, not a part of a link', () => {
  const { embed } = catalogue('en').strings;
  for (const seed of ['-4', 'x', '1.5']) {
    const { text } = attributeProblem({ seed }, embed) ?? {};
    assert.ok(text?.endsWith(`: seed="${seed}".`), text);
  }
  for (const seed of ['', '0', 7, 999999999999999])
    assert.equal(attributeProblem({ seed }, embed), null);
  assert.equal(attributeValue({ seed: '-4' }, 'seed'), '');
});

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

test('a view of one token comes with the text, to choose it in', () => {
  const views = (/** @type {string} */ view, hide = '', fit = false) =>
    shownViews({ view, hide, fit }).filter((name) => !['run', 'status'].includes(name));
  assert.deepEqual(views('lens'), ['text', 'lens']);
  assert.deepEqual(views('head lens'), ['head', 'lens']);
  assert.deepEqual(views('lens', 'text'), ['lens']);
  assert.deepEqual(views('lens', '', true), ['lens'], 'a slide has its room for it');
  assert.deepEqual(views('loss'), ['loss']);
});
