// SPDX-License-Identifier: MIT
// custom-elements.json is the one place where the element is described: the tables in
// docs/embedding.md are its, and what the sources announce is in it. That the class has
// the same attributes and methods is asked in a browser (tests/browser/embedding.test.js).

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readDocs, readManifest, withTables } from '../tools/element-docs.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const manifest = readManifest();
const names = (/** @type {{ name: string }[]} */ entries) =>
  entries.map(({ name }) => name).sort();
const source = [
  ...readdirSync(`${ROOT}web`).map((name) => `web/${name}`),
  ...readdirSync(`${ROOT}web/components`).map((name) => `web/components/${name}`),
]
  .filter((path) => path.endsWith('.js'))
  .map((path) => readFileSync(ROOT + path, 'utf8'))
  .join('\n');

/** @param {RegExp} pattern with one group */
const found = (pattern) =>
  [...new Set([...source.matchAll(pattern)].map((match) => match[1]))].sort();

test('the tables in docs/embedding.md are those of custom-elements.json', () => {
  // node tests/tools/element-docs.js writes them.
  assert.equal(readDocs(), withTables(readDocs()));
});

test('every event the sources emit is described, and no other', () => {
  assert.deepEqual(found(/emit\('(gf-[a-z]+)'/g), names(manifest.events));
});

test('every part, slot and custom property in the sources is described', () => {
  const parts = found(/\bpart="([^"$]+)"/g).flatMap((list) => list.split(' '));
  assert.deepEqual([...new Set(parts)].sort(), names(manifest.cssParts));
  const slots = ['', ...found(/<slot\s+name="(\w+)"/g)];
  assert.deepEqual(slots, names(manifest.slots));
  const theme = readFileSync(`${ROOT}web/theme.js`, 'utf8');
  for (const { name } of manifest.cssProperties) {
    const short = name.replace('--gf-', '');
    assert.ok(theme.includes(name) || theme.includes(`'${short}'`), name);
  }
});

test('every code of an error is in the list of codes', () => {
  const docs = readDocs();
  const { 1: list } = readFileSync(`${ROOT}wasm/glass-error.js`, 'utf8').match(
    /@param \{string\} code ([^]*?)@param/,
  ) ?? ['', ''];
  const codes = [...list.matchAll(/`([a-z-]+)`/g)].map((match) => match[1]);
  assert.ok(codes.length >= 12);
  for (const code of [...codes, 'bad-link', 'no-network']) {
    assert.ok(docs.includes(`| \`${code}\` |`), code);
  }
});
