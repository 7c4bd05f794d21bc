// SPDX-License-Identifier: MIT
// Fields of what stands in a file or in the browser's storage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { has, isObject, isText, listOf, tableOf, wrongField } from '../../../web/run/fields.js'; // oxfmt-ignore

const FIELDS = { name: isText, sizes: listOf(Number.isInteger) };

test('fields: the first that is missing or of another kind is named', () => {
  assert.equal(wrongField(FIELDS, { name: 'a', sizes: [1, 2], more: 1 }), undefined);
  assert.equal(wrongField(FIELDS, { sizes: [] }), 'name');
  assert.equal(wrongField(FIELDS, { name: '', sizes: [1, 2.5] }), 'sizes');
  assert.equal(wrongField(FIELDS, { name: '', sizes: { 0: 1 } }), 'sizes');
});

test('fields: what is no object has none', () => {
  for (const nothing of [null, undefined, 'text', 3, ['name']]) {
    assert.equal(wrongField(FIELDS, nothing), '');
    assert.equal(has(FIELDS)(nothing), false);
    assert.equal(isObject(nothing), false);
  }
});

test('fields: a table is an object of which every value is so', () => {
  assert.equal(tableOf(isText)({}), true);
  assert.equal(tableOf(isText)({ a: 'b', c: 1 }), false);
  assert.equal(tableOf(isText)(['a']), false, 'a list is none');
});
