// SPDX-License-Identifier: MIT
// Sizes that documents name are those of the files, and say how they were compressed.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KB = 1024;
/** "About": a document need not follow every line of code. */
const ABOUT = 0.02;

/** @param {string} path */
function sizesOf(path) {
  const bytes = readFileSync(join(ROOT, path));
  return {
    plain: bytes.length / KB,
    gzip: gzipSync(bytes, { level: 9 }).length / KB,
    brotli: brotliCompressSync(bytes).length / KB,
  };
}

/** @param {string} path @returns {string} in one line */
const document = (path) => readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' ');

/** @param {string} text @param {RegExp} pattern @param {number[]} actual KB, one a group */
function isAbout(text, pattern, actual) {
  const [, ...named] = pattern.exec(text) ?? [];
  assert.equal(named.length, actual.length, `no ${pattern}`);
  for (const [n, kb] of named.entries()) {
    const off = Math.abs(Number(kb) / actual[n] - 1);
    assert.ok(off <= ABOUT, `${kb} KB is said, ${actual[n].toFixed(1)} it is`);
  }
}

test(
  'README and docs name the sizes of the module, by way of compression',
  { skip: existsSync(join(ROOT, 'dist')) ? false : 'not built' },
  () => {
    const module = sizesOf('dist/glassformer.js');
    for (const path of ['README.md', 'docs/embedding.md']) {
      const said =
        /`dist\/glassformer\.js`[^.]* is under (\d+) KB with brotli \(about (\d+) KB with gzip/;
      const [, most] = said.exec(document(path)) ?? [];
      assert.ok(module.brotli <= Number(most), path);
      isAbout(document(path), said, [Number(most), module.gzip]);
    }
    const { plain, brotli, gzip } = sizesOf('build/wasm/glassformer.wasm');
    isAbout(
      document('README.md'),
      /WebAssembly file is about (\d+) KB \((\d+) KB with brotli, (\d+) KB with gzip\)/,
      [plain, brotli, gzip],
    );
  },
);

test('no document speaks of a compressed size without saying how', () => {
  for (const path of ['README.md', 'docs/embedding.md', 'docs/teaching.md'])
    assert.doesNotMatch(document(path), /KB compressed/, path);
});
