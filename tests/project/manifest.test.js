// SPDX-License-Identifier: MIT
// dist/custom-elements.json against what it describes. Attributes, members, parts and slots
// are compared with the element in a browser (tests/browser/element/embedding.test.js).

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tokensCss } from '../../web/draw/theme.js';
import { LESSONS } from '../../web/lessons/data.js';
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
