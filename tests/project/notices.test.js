// SPDX-License-Identifier: MIT
// Whose work is in the files we publish is said in them, and their licences are beside
// them. What is in a file is told here by words of its code, not by what the bundler says.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packagesIn, partOf, partsOfEngine } from '../../web/build/notices/notices.js';
import { enginesIn } from '../tools/engines-in.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');
const BUILT = existsSync(join(ROOT, 'dist')) ? {} : { skip: 'not built' };
const MAP = 'build/wasm/glassformer.map';

const says = (/** @type {string} */ code) => (/** @type {string} */ text) =>
  text.includes(code);

/** Names of works, and what tells their code.
 * @type {[string, (text: string) => unknown][]} */
const WORKS = [
  ['Lit (BSD-3-Clause, Google LLC)', says('litHtmlVersions')],
  ['idb-keyval (Apache-2.0, Jake Archibald)', says('createObjectStore')],
  ['Emscripten, musl (MIT)', enginesIn],
  ['jsonschema', says('is not exactly one from')],
];

/** A classic script begins with the mark of its encoding. */
const SCRIPT = /^\ufeff?\/\*! (Glassformer.*: NOTICES\.txt) \*\/\n/;

/** A text without its line breaks. @param {string} text */
const flat = (text) => text.replace(/\s+/g, ' ').trim();

test('every file with code names whose it is, at its start', BUILT, () => {
  const files = readdirSync(join(ROOT, 'dist'))
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => `dist/${name}`);
  assert.ok(files.length >= 5);
  let named = 0;
  for (const file of files) {
    const text = read(file);
    const start = file.endsWith('.js')
      ? SCRIPT
      : /^<!doctype html>\n<!-- SPDX.*-->\n<!-- (Glassformer.*: NOTICES\.txt) -->\n/;
    const [head, line] = start.exec(text) ?? ['', ''];
    assert.ok(line, file);
    const code = text.slice(head.length);
    for (const [name, isOf] of WORKS) {
      const isIn = Boolean(isOf(code));
      assert.equal(line.includes(name), isIn, `${file}: ${name}`);
      named += Number(isIn);
    }
  }
  // A package may be in several scripts of the page, and is told by a part of it.
  const chunks = readdirSync(join(ROOT, 'build/web/chunks'));
  for (const path of ['page.js', ...chunks.map((name) => `chunks/${name}`)]) {
    const [head, line] = SCRIPT.exec(read(`build/web/${path}`)) ?? ['', ''];
    assert.ok(line, path);
    const code = read(`build/web/${path}`).slice(head.length);
    const works = WORKS.filter(([, isOf]) => isOf(code));
    for (const [name] of works) assert.ok(line.includes(name), `${path}: ${name}`);
    named += works.length;
  }
  assert.ok(named >= 13, `${named} works found`);
});

test(
  'NOTICES.txt is beside them, with every licence as its owners wrote it',
  BUILT,
  () => {
    const notices = flat(read('dist/NOTICES.txt'));
    assert.equal(flat(read('build/web/NOTICES.txt')), notices);
    for (const path of [
      'LICENSE',
      'node_modules/lit-html/LICENSE',
      'node_modules/lit-element/LICENSE',
      'node_modules/@lit/reactive-element/LICENSE',
      'node_modules/idb-keyval/LICENCE',
      'web/build/notices/apache-2.0.txt',
      'web/build/notices/musl.txt',
      'web/build/notices/emscripten.txt',
    ])
      assert.ok(notices.includes(flat(read(path))), path);
    assert.match(notices, /Apache License Version 2\.0.*END OF TERMS AND CONDITIONS/);
    assert.match(notices, /lit-html \d+\.\d+\.\d+; BSD-3-Clause, Google LLC/);
    assert.match(notices, /musl: .*memcmp.* \(in the engine\); MIT, Rich Felker/);
    assert.ok(JSON.parse(read('package.json')).files.includes('dist/NOTICES.txt'));
  },
);

test('a bundle names the packages that are in it, not all that were looked at', () => {
  const modules = {
    [join(ROOT, 'web/app/app.js')]: { renderedLength: 9 },
    [join(ROOT, 'node_modules/@a/b/c/d.js')]: { renderedLength: 5 },
    [join(ROOT, 'node_modules/e/node_modules/f/g.js')]: { renderedLength: 5 },
    [join(ROOT, 'node_modules/h/i.js')]: { renderedLength: 0 },
  };
  assert.deepEqual(packagesIn(/** @type {any} */ ({ modules })), [
    'node_modules/@a/b',
    'node_modules/e/node_modules/f',
  ]);
  assert.throws(() => partOf('node_modules/@lit-labs/ssr-dom-shim'), /no licence file/);
});

test('code that nobody has answered for does not get into the engine', () => {
  const line = (/** @type {string} */ path) => `  - 8 2a1         ${path}:(f)\n`;
  const ours = line('build/wasm/libglassformer.a(model.o)');
  const musl = line('/some/where/wasm32-emscripten/libc.a(memcmp.o)');
  const [part] = partsOfEngine(ours + musl);
  assert.deepEqual([part.name, part.what], ['musl', 'memcmp (in the engine)']);
  const other = line('/some/where/wasm32-emscripten/libc++.a(string.o)');
  assert.throws(() => partsOfEngine(ours + musl + other), /libc\+\+\.a\(string\.o\)/);
  assert.throws(() => partsOfEngine(''), /names no object/);
});

/** The folder of Emscripten's libraries, where it is installed. */
function systemLibraries() {
  try {
    const root = execFileSync('em-config', ['EMSCRIPTEN_ROOT'], { encoding: 'utf8' });
    return join(root.trim(), 'system/lib');
  } catch {
    return '';
  }
}

test('what is said of the engine is what Emscripten says of those files', (t) => {
  const folder = systemLibraries();
  if (!existsSync(join(ROOT, MAP)) || !existsSync(join(folder, 'libc/musl/COPYRIGHT')))
    return t.skip('not built, or no Emscripten here');
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const copyright = flat(readFileSync(join(folder, 'libc/musl/COPYRIGHT'), 'utf8'));
  assert.ok(copyright.includes(flat(read('web/build/notices/musl.txt'))));
  const parts = partsOfEngine(read(MAP));
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['Emscripten', 'musl'],
  );
  for (const { name, what } of parts) {
    for (const object of what.replace(/ \(.*/, '').split(', ')) {
      const sources = all.filter((path) =>
        new RegExp(`(^|/)${object}\\.(c|S)$`).test(path),
      );
      const own = sources.filter(
        (path) => path.startsWith('libc/musl/src/') === (name === 'musl'),
      );
      assert.ok(own.length > 0, `${name}: ${object} in ${sources}`);
      for (const path of own) {
        const text = readFileSync(join(folder, path), 'utf8');
        const holders = [...text.matchAll(/copyright.*/gi)].map(([line]) => line);
        for (const line of holders)
          assert.ok(read('web/build/notices/emscripten.txt').includes(line), path);
      }
    }
  }
});
