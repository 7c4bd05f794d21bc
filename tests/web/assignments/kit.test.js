// SPDX-License-Identifier: MIT
// The teacher's kit names lessons, presets, assignments and measures that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { configPresets } from '../../../wasm/index.js';
import { MEASURES } from '../../../web/assignments/measures.js';
import { LESSONS } from '../../../web/lessons/built-in.js';

const ROOT = new URL('../../../', import.meta.url);
const kit = readFileSync(new URL('docs/course.md', ROOT), 'utf8');
const key = readFileSync(new URL('docs/answers.md', ROOT), 'utf8');

/** @param {RegExp} pattern with one group, global */
const named = (pattern) => [...kit.matchAll(pattern)].map(([, name]) => name);
const ids = LESSONS.map(({ id }) => id);

test('lessons of the kit and of its key exist', () => {
  const [, table] = kit.split('## Objectives');
  const rows = [...table.split('\n## ')[0].matchAll(/^\| `([\w-]+)` +\|/gm)];
  assert.ok(rows.length >= 10);
  for (const [, id] of rows) {
    assert.ok(ids.includes(id), id);
    assert.ok(key.includes(`(\`${id}\`)`), `${id}: no answers`);
  }
});

test('links of the kit lead somewhere', async () => {
  const lessons = named(/PAGE\?lesson=([\w-]+)/g);
  const presets = named(/PAGE#v=2&preset=([\w-]+)/g);
  const assignments = named(/PAGE\?assign=([\w-]+)/g);
  for (const list of [lessons, presets, assignments]) assert.ok(list.length > 0);
  for (const id of lessons) assert.ok(ids.includes(id), id);
  const known = (await configPresets()).map(({ name }) => name);
  for (const name of presets) assert.ok(known.includes(name), name);
  for (const name of assignments)
    assert.ok(existsSync(new URL(`web/assignments/built-in/${name}.json`, ROOT)), name);
});

test('measures that the kit names exist', () => {
  const [, after] = kit.split('\nMeasures: ');
  const words = [...after.split('\n\n')[0].matchAll(/`(\w+)`/g)].map(
    ([, word]) => word,
  );
  assert.ok(words.length > 20);
  const known = [...Object.keys(MEASURES), 'statquest'];
  for (const word of words) assert.ok(known.includes(word), word);
});
