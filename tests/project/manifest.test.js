// SPDX-License-Identifier: MIT
// custom-elements.json is the one place where the element is described: the tables in
// docs/embedding.md are its, and what the sources announce is in it. That the class has
// the same attributes and methods is asked in a browser (tests/browser/element/embedding.test.js).

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LESSONS } from '../../web/lessons/data.js';
import { tokensCss } from '../../web/draw/theme.js';
import { readDocs, readManifest, withTables } from '../tools/element-docs.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const manifest = readManifest();
const lessons = readManifest('glass-lessons');
const names = (/** @type {{ name: string }[]} */ entries) =>
  entries.map(({ name }) => name).sort();
const source = [...readdirSync(`${ROOT}web`, { recursive: true, encoding: 'utf8' })]
  .map((name) => `web/${name}`)
  .filter((path) => path.endsWith('.js'))
  .map((path) => readFileSync(ROOT + path, 'utf8'))
  .join('\n');

const ofLessons = readFileSync(`${ROOT}web/lessons/panel.js`, 'utf8');

/** Names in a text. @param {string} text @param {RegExp} pattern with one group */
const namesIn = (text, pattern) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1]))].sort();
/** @param {RegExp} pattern with one group */
const found = (pattern) => namesIn(source, pattern);

test('the tables in docs/embedding.md are those of custom-elements.json', () => {
  // node tests/tools/element-docs.js writes them.
  assert.equal(readDocs(), withTables(readDocs()));
});

test('every event the sources emit is described, and no other', () => {
  // Of the lessons, in files of theirs, and of the element; whatever the call is named.
  const said = found(/(?:emit|tell)\(\s*'(gf-[a-z-]+)'/g);
  const all = [...names(manifest.events), ...names(lessons.events)];
  assert.deepEqual(said, all.sort());
  assert.deepEqual(
    [...ofLessons.matchAll(/#tell\('(gf-[a-z-]+)'/g)].map((match) => match[1]).sort(),
    names(lessons.events),
  );
  // Any other is heard by its own view only: it does not bubble.
  const others = [...source.matchAll(/new CustomEvent\(([^]*?)\)[;,]/g)];
  const outside = others.filter(([, what]) => what.includes('bubbles'));
  assert.deepEqual(
    outside.map(([, what]) => /^\s*name,/.test(what)),
    [true, true],
  );
});

test('the lessons have the attributes and methods that are described', () => {
  const [, fields] = /static properties = \{([^]*?)\n {2}\};/.exec(ofLessons) ?? [];
  const own = [...fields.matchAll(/^ {4}(\w+): \{(.*)\},$/gm)];
  const attributes = own.filter(([, , how]) => !how.includes('state: true'));
  // Their theme is a matter of style sheets alone.
  assert.match(tokensCss, /:host\(\[theme=dark\]/);
  assert.deepEqual(
    [...attributes.map(([, name]) => name), 'theme'].sort(),
    names(lessons.attributes),
  );
  for (const { name, kind } of lessons.members)
    assert.match(
      ofLessons,
      kind === 'method' ? RegExp(`\n  ${name}\\(`) : RegExp(`\n  get ${name}\\(`),
    );
  const listed = lessons.attributes.find(
    (/** @type {{ name: string }} */ { name }) => name === 'lesson',
  ).description;
  const types = readFileSync(`${ROOT}web/entry/types/lessons.d.ts`, 'utf8');
  const ids = LESSONS.map(({ id }) => id);
  assert.deepEqual(namesIn(listed, /`([a-z]+)`/g), [...ids].sort());
  assert.deepEqual(namesIn(types, /^ {2}\| '([a-z]+)'/gm), [...ids].sort());
});

test('every part, slot and custom property in the sources is described', () => {
  const parts = found(/\bpart="([^"$]+)"/g).flatMap((list) => list.split(' '));
  assert.deepEqual([...new Set(parts)].sort(), names(manifest.cssParts));
  const slots = ['', ...found(/<slot\s+name="(\w+)"/g)];
  assert.deepEqual(slots, names(manifest.slots));
  const theme = readFileSync(`${ROOT}web/draw/theme.js`, 'utf8');
  for (const { name } of manifest.cssProperties) {
    const short = name.replace('--gf-', '');
    assert.ok(theme.includes(name) || theme.includes(`'${short}'`), name);
  }
});

test('every code of an error is in one list of codes: of events, or of methods alone', () => {
  const folder = readdirSync(`${ROOT}wasm`).filter((name) => name.endsWith('.js'));
  const wasm = folder.map((name) => readFileSync(`${ROOT}wasm/${name}`, 'utf8'));
  const [, section] = /### Codes of `gf-error`\n([^]*?)\n## /.exec(readDocs()) ?? [];
  const [shown, thrown] = section
    .split('These come to the caller')
    .map((part) => namesIn(part, /^\| `([a-z-]+)` \|/gm));
  assert.ok(shown.length >= 12 && thrown.length >= 6);

  const { 1: list } = readFileSync(`${ROOT}wasm/shared/errors.js`, 'utf8').match(
    /@param \{string\} code ([^]*?)@param/,
  ) ?? ['', ''];
  const ofEngine = namesIn(list, /`([a-z-]+)`/g);
  const ofPage = ['bad-link', 'no-network'];
  assert.deepEqual([...shown, ...thrown].sort(), [...ofEngine, ...ofPage].sort());
  // The list at the class is that of all that is thrown, by the engine's statuses, too.
  const status = readFileSync(`${ROOT}src/base/status.c`, 'utf8');
  const statuses = namesIn(status, /= "([a-z-]+)",/g);
  // Of the program alone.
  const ofModule = statuses.filter((name) => !['ok', 'bad-json'].includes(name));
  const named = namesIn(wasm.join('\n'), /new GlassError\(\s*'([a-z-]+)'/g);
  for (const code of [...ofModule, ...named]) assert.ok(ofEngine.includes(code), code);

  const { description } = manifest.events.find(
    (/** @type {{ name: string }} */ { name }) => name === 'gf-error',
  );
  assert.deepEqual(namesIn(description, /`([a-z-]+)`/g), shown);
});
