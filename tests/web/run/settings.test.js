// SPDX-License-Identifier: MIT
// Settings and links: parsing, encoding, decoding.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLink, encodeLink } from '../../../web/run/link.js';
import { parseSetting, writtenValue } from '../../../web/run/settings.js';
import { wordsOf } from '../support/app-in-node.js';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';

/** @type {import('../../../web/state/types.js').SettingRow[]} */
const SCHEMA = [
  { key: 'n_layer', type: 'int', default: 4, group: 'shape', help: '' },
  { key: 'learning_rate', type: 'float', default: 0.001, group: 'optimizer', help: '' },
  { key: 'tied_head', type: 'bool', default: true, group: 'parts', help: '' },
  { key: 'activation', type: 'enum', default: 'gelu', choices: ['gelu', 'relu'], group: 'parts', help: '' },
]; // oxfmt-ignore
const TEXTS = ['fables', 'shakespeare'];
const PRESETS = [
  {
    name: 'deep', title: 'Deep', about: '', look: '', text: 'any', lines: null,
    config: { n_layer: 9, activation: 'relu' },
  },
]; // oxfmt-ignore

test('links: decoding undoes encoding; defaults are left out', () => {
  const plain = {
    settings: { ...PAGE_SETTINGS },
    preset: '',
    text: 'fables',
    layer: 0,
    head: 0,
  };
  assert.equal(encodeLink(plain, SCHEMA, PRESETS), 'v=2');
  const settings = {
    ...PAGE_SETTINGS,
    n_layer: 3,
    tied_head: false,
    activation: 'relu',
  };
  const link = encodeLink(
    { settings, preset: '', text: 'shakespeare', layer: 2, head: 1 },
    SCHEMA,
    PRESETS,
  );
  assert.equal(
    link,
    'v=2&text=shakespeare&n_layer=3&tied_head=false&activation=relu&layer=3&head=2',
  );
  const read = decodeLink(`#${link}`, SCHEMA, TEXTS, PRESETS);
  assert.deepEqual(read, {
    settings,
    preset: '',
    text: 'shakespeare',
    layer: 2,
    head: 1,
    ...{ rejected: [], start: PAGE_SETTINGS, isExact: true },
  });
});

test('settings: a value is written with all its digits, in the language', () => {
  const { format } = wordsOf('de');
  for (const [value, written] of [
    [1024, '1.024'],
    [Number.MAX_SAFE_INTEGER, '9.007.199.254.740.991'],
    [0.01234, '0,01234'],
    [3 * 0.1, '0,3'],
    [true, true],
    ['muon', 'muon'],
  ])
    assert.equal(writtenValue(value, format), written);
});

test('links: a preset is named, and only differences from it are written', () => {
  const settings = { n_layer: 9, activation: 'gelu' };
  const state = { settings, preset: 'deep', text: 'task', layer: 0, head: 0 };
  const link = encodeLink(state, SCHEMA, PRESETS);
  assert.equal(link, 'v=2&preset=deep&activation=gelu');
  const read = decodeLink(link, SCHEMA, TEXTS, PRESETS);
  assert.deepEqual(read.settings, settings);
  assert.equal(read.preset, 'deep');
  assert.deepEqual(decodeLink('preset=none', SCHEMA, TEXTS, PRESETS).rejected, [
    'preset',
  ]);
});

test('links: unusable entries are named and have no effect', () => {
  const read = decodeLink(
    'v=9&n_layer=two&learning_rate=NaN&activation=evil&text=http://x&layer=-1&__proto__=1',
    SCHEMA,
    TEXTS,
    PRESETS,
  );
  assert.deepEqual(read.settings, PAGE_SETTINGS);
  assert.equal(read.text, 'fables');
  assert.deepEqual(read.rejected, [
    'v', 'n_layer', 'learning_rate', 'activation', 'text', 'layer', '__proto__',
  ]); // oxfmt-ignore
});

test('settings: only input of the right type is a value', () => {
  const [int, real, bool, choice] = SCHEMA;
  assert.equal(parseSetting(int, ' 12 '), 12);
  assert.equal(parseSetting(int, '1.5'), undefined);
  assert.equal(parseSetting(real, '1e-3'), 0.001);
  assert.equal(parseSetting(real, ''), undefined);
  assert.equal(parseSetting(bool, 'false'), false);
  assert.equal(parseSetting(bool, 'yes'), undefined);
  assert.equal(parseSetting(choice, 'relu'), 'relu');
  assert.equal(parseSetting(choice, 'sine'), undefined);
});
