// SPDX-License-Identifier: MIT
// dist/custom-elements.json against what it describes. Attributes, members, parts and slots
// are compared with the element in a browser (tests/browser/element/embedding.test.js).

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tokensCss } from '../../web/draw/tokens.data.js';
import { configPresets } from '../../wasm/index.js';
import { ATTRIBUTES } from '../../web/element/attributes.js';
import { LESSONS } from '../../web/lessons/built-in.js';
import { VIEWS } from '../../web/views/registry.data.js';
import { readManifest } from '../tools/read-manifest.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = existsSync(`${ROOT}dist/custom-elements.json`)
  ? {}
  : { skip: 'not built' };

/** Words in code style. @param {string} text */
const codesIn = (text) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code);

/** @param {{ name: string, description: string }[]} list @param {string} name */
const describe = (list, name) =>
  list.find((each) => each.name === name)?.description ?? '';

test('the attribute lesson names every lesson', BUILT, () => {
  const { attributes } = readManifest('glass-lessons');
  const ids = LESSONS.map(({ id }) => id);
  assert.deepEqual(codesIn(describe(attributes, 'lesson')).sort(), [...ids].sort());
});

test(
  'editors can offer the presets, the views and every choice of an attribute',
  BUILT,
  async () => {
    const { attributes } = readManifest();
    const offered = (/** @type {string} */ name) => {
      const { type } = attributes.find((/** @type {any} */ each) => each.name === name);
      return [...type.text.matchAll(/'([^']+)'/g)].map(([, value]) => value);
    };
    assert.deepEqual(
      offered('preset'),
      (await configPresets()).map(({ name }) => name),
    );
    for (const name of ['view', 'hide', 'controls'])
      assert.ok(
        VIEWS.every((view) => view === 'status' || offered(name).includes(view)),
      );
    // Each of them is valid, and no name is left that no editor knows.
    for (const { name, type } of attributes) {
      for (const value of offered(name)) assert.ok(ATTRIBUTES[name][1](value), value);
      const rest = type.text.replace(/'[^']+'|string|number|boolean|[ |]/g, '');
      assert.equal(rest, '', `${name}: ${type.text}`);
    }
  },
);

test('the style sheet reads every custom property', BUILT, () => {
  for (const { name } of readManifest().cssProperties)
    assert.ok(
      name.startsWith('--gf-colormap') || tokensCss.includes(`var(${name}`),
      name,
    );
});

test('gf-error lists the codes that docs/embedding.md explains', BUILT, () => {
  const docs = readFileSync(`${ROOT}docs/embedding.md`, 'utf8');
  const [, section] = docs.split('### Codes of `gf-error`\n');
  const table = section.split('\n\n').find((part) => part.startsWith('| code |')) ?? '';
  const explained = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  assert.deepEqual(codesIn(describe(readManifest().events, 'gf-error')), explained);
});
