// SPDX-License-Identifier: MIT
// What people load is no larger than the documents promise.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/** What the page loads before anything is seen. */
const FIRST_VISIT = 'scripts of a first visit';

/** Bytes with brotli. @type {Record<string, number>} */
const LIMITS = {
  'dist/glassformer.js': 285 * 1024,
  'dist/lessons.js': 35 * 1024,
  [FIRST_VISIT]: 275 * 1024,
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = existsSync(`${ROOT}build/web/index.html`) ? {} : { skip: 'not built' };
const read = (/** @type {string} */ path) => readFileSync(ROOT + path);

/** With brotli. @param {string[]} paths */
const sizeOf = (paths) =>
  paths.reduce((sum, path) => sum + brotliCompressSync(read(path)).length, 0);

test('sizes: what is loaded is within its limits', BUILT, () => {
  const html = String(read('build/web/index.html'));
  const first = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(
    ([, path]) => `build/web/${path}`,
  );
  assert.ok(first.includes('build/web/page.js'));
  for (const [name, limit] of Object.entries(LIMITS)) {
    const size = sizeOf(name === FIRST_VISIT ? first : [name]);
    assert.ok(size <= limit, `${name}: ${size} bytes, limit ${limit}`);
  }
});

test('sizes: the documents say the same', () => {
  const said = String(read('docs/embedding.md')).replace(/\s+/g, ' ');
  const kb = (/** @type {string} */ name) => `${LIMITS[name] / 1024} KB`;
  const [element, lessons] = ['dist/glassformer.js', 'dist/lessons.js'];
  assert.ok(
    said.includes(
      `\`${element}\` is under ${kb(element)}, \`${lessons}\` under ${kb(lessons)}, and the scripts that a first visit of the page loads are under ${kb(FIRST_VISIT)} together`,
    ),
  );
});
