// SPDX-License-Identifier: MIT
// What is published: packages, exports, the contents of dist/ and of the wasm module.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { codeFor, FORMS } from '../../web/views/export/embed-code.js';
import { enginesIn } from '../tools/engines-in.js';
import { packedProject } from '../tools/packed.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WASM = join(ROOT, 'build/wasm/glassformer.wasm');
const skipWithout = (/** @type {string} */ path) =>
  existsSync(path) ? {} : { skip: 'not built' };
const BUILT = skipWithout(join(ROOT, 'dist'));

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('packages: versions are exact and the lock file names no address', () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    assert.match(String(version), /^(npm:.*@)?\d+\.\d+\.\d+$/, name);
  }
  const lock = read('package-lock.json');
  assert.doesNotMatch(lock, /"resolved"|https?:\/\/[^"]*\.tgz/);
  const [own, ...others] = Object.entries(JSON.parse(lock).packages);
  assert.deepEqual(own[1].devDependencies, manifest.devDependencies);
  const shipped = others.filter(([, { dev, devOptional }]) => !dev && !devOptional);
  assert.deepEqual(shipped, []);
});

test('packages: each is used', () => {
  const folders = ['web', 'tests', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(js|sh)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  );
  const settings = [
    'Makefile',
    'eslint.config.js',
    'tsconfig.json',
    '.dependency-cruiser.js',
  ];
  const files = [...folders, ...settings];
  const sources = files.map(read).join('\n');
  for (const name of Object.keys(manifest.devDependencies)) {
    // As an import, a path or, for types, a setting.
    const used = new RegExp(`["'/]${name.replace('@types/', '')}["'/\\s]`);
    assert.ok(used.test(sources), `${name} is used nowhere`);
  }
});

test('packages: what is installed needs no other', BUILT, async () => {
  assert.equal(manifest.dependencies, undefined);
  const input = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(wasm\/.*|[^/]*)\.js$/.test(path))
    .map((path) => join(ROOT, 'dist', path));
  const { output } = await build({
    input,
    external: /^[^./]/,
    write: false,
    logLevel: 'silent',
  });
  const chunks = output.filter((each) => each.type === 'chunk');
  assert.ok(chunks.length > 20);
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imports = chunks.flatMap((each) => [...each.imports, ...each.dynamicImports]);
  const foreign = imports.filter(
    (path) => !files.has(path) && !path.startsWith('node:'),
  );
  assert.deepEqual(foreign, []);
});

test(
  'packages: an import of the sessions costs nothing before one is made',
  BUILT,
  async () => {
    const bundled = async (/** @type {string} */ contents) => {
      const entry = join(ROOT, 'build/import.js');
      writeFileSync(entry, contents);
      const { output } = await build({
        input: entry,
        write: false,
        output: { minify: true, codeSplitting: false },
      });
      return output[0].code.length;
    };
    const from = `from '../dist/wasm/index.js'`;
    assert.ok(
      (await bundled(`import { createSession } ${from}; createSession({})`)) > 9000,
    );
    // The hint for a page that has the tag.
    assert.ok((await bundled(`import '../dist/wasm/index.js'`)) < 1000);
    assert.ok((await bundled(`import { fill } ${from}; console.log(fill)`)) < 3000);
  },
);

/** What emcc adds on its own: the reactor's start, and helpers of its JavaScript glue
 * (names of 3.1.6 and of current releases). */
const TOOLCHAIN_EXPORTS =
  /^(memory|_initialize|__indirect_function_table|__errno_location|stack(Save|Restore|Alloc)|_?emscripten_stack_\w+)$/;

test(
  'wasm: exports are those of exports.txt, imports none but the clock',
  skipWithout(WASM),
  () => {
    const module = new WebAssembly.Module(readFileSync(WASM));
    const actual = WebAssembly.Module.exports(module)
      .map(({ name }) => name)
      .filter((name) => !TOOLCHAIN_EXPORTS.test(name));
    const listed = readFileSync(join(ROOT, 'wasm/abi/exports.txt'), 'utf8')
      .replace(/#.*/g, '')
      .split(/\s+/)
      .filter(Boolean);
    assert.deepEqual(actual.sort(), listed.sort());
    const imports = WebAssembly.Module.imports(module).map(({ name }) => name);
    assert.deepEqual(imports, ['gfx_now']);
  },
);

test('packages: every export exists once it is built', BUILT, () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? target : Object.values(target),
  );
  const modules = readdirSync(join(ROOT, 'dist')).filter(
    (name) => /\.js$/.test(name) && !manifest.files.includes(`!dist/${name}`),
  );
  // A language more is a file more: `glassformer.*.js`.
  const [patterns, files] = [true, false].map((isPattern) =>
    targets.filter((path) => path.includes('*') === isPattern),
  );
  for (const path of files) assert.ok(existsSync(join(ROOT, path)), path);
  const among = (/** @type {string} */ path) => (/** @type {string} */ name) => {
    const [start, end] = path.split('*');
    return `./dist/${name}`.startsWith(start) && name.endsWith(end);
  };
  for (const path of patterns) assert.ok(modules.some(among(path)), path);
  for (const name of modules)
    assert.ok(
      files.includes(`./dist/${name}`) || patterns.some((path) => among(path)(name)),
      name,
    );
  const program = join(ROOT, manifest.bin.glassformer);
  assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  const key = execFileSync(process.execPath, [program, 'key', 'answer']).toString();
  assert.match(
    key,
    /^The smallest decoder, .*\nseed \d+, 60 steps, weights [0-9a-f]{64}\n/,
  );
  for (const path of [manifest.jsdelivr, manifest.unpkg])
    assert.ok(targets.includes(path));
});

test(
  'packages: what is published has the element once, its types and its licences',
  BUILT,
  () => {
    const { files, size, unpackedSize, remove } = packedProject();
    remove();
    const [unexpected, expected] = [
      /\.html$|^web\/|^wasm\/|^tests\/|^src\/|^node_modules\//,
      `README.md LICENSE package.json dist/NOTICES.txt dist/custom-elements.json dist/experiment.schema.json dist/lesson.schema.json
     dist/glassformer.js dist/glassformer.es.js dist/glassformer.de.js dist/glassformer.more.js dist/command/glassformer.js dist/lessons.js
     dist/lessons.es.js dist/lessons.de.js dist/lessons-own.js dist/worker.js dist/types/index.d.ts
     dist/types/element.d.ts dist/types/lessons.d.ts dist/types/anywidget.d.ts
     build/wasm/glassformer.wasm dist/wasm/index.js`.split(/\s+/),
    ];
    assert.deepEqual(
      files.filter((path) => unexpected.test(path)),
      [],
    );
    for (const path of expected) assert.ok(files.includes(path), path);
    assert.ok(unpackedSize < 2_100_000, `${unpackedSize} bytes unpacked`);
    assert.ok(size < 800_000, `${size} bytes packed`);
  },
);

/** All addresses of a package, and their owner. @param {Record<string, any>} manifest */
function ownerOf({ repository, homepage, bugs }) {
  const [, owner, name] =
    /github\.com\/([^/]+)\/([^/]+)\.git$/.exec(repository.url) ?? [];
  assert.equal(bugs.url ?? bugs, `https://github.com/${owner}/${name}/issues`);
  assert.equal(homepage, `https://${owner}.github.io/${name}/`);
  return owner;
}

test('packages: all addresses are of one owner, whom one variable names', () => {
  assert.ok(ownerOf(manifest));
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-owner-'));
  for (const name of ['Makefile', 'package.json'])
    copyFileSync(join(ROOT, name), join(folder, name));
  execFileSync('make', ['owner', 'OWNER=somebody'], { cwd: folder, stdio: 'pipe' });
  const changed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  assert.equal(ownerOf(changed), 'somebody');
  assert.deepEqual(changed.exports, manifest.exports);
});

test('packages: packing builds everything, and says where it was built', () => {
  const { scripts, publishConfig } = manifest;
  assert.match(scripts.prepack, /setup\.sh build.* make .*web/);
  // npm would pack without it.
  assert.doesNotMatch(read('.npmrc'), /ignore-scripts/);
  assert.ok(publishConfig.provenance);
});

test(
  'the code that the page writes loads files that are beside the page',
  BUILT,
  () => {
    const shown = { link: 'v=1', view: '', step: '', lang: 'en', words: 'A model' };
    for (const form of FORMS) {
      const code = codeFor(form, 'https://my.site/', shown);
      const [, file] = /https:\/\/my\.site\/([\w.]+)/.exec(code) ?? [];
      for (const folder of ['build/web', 'dist'])
        assert.ok(existsSync(join(ROOT, folder, file)), `${form}: ${folder}/${file}`);
    }
  },
);

test(
  'dist: the engine is once in each file that starts sessions, and in no other',
  BUILT,
  () => {
    const withEngine =
      'glassformer.js glassformer.iife.js glassformer.html embed.html'.split(' ');
    for (const name of [...withEngine, 'worker.js', 'lessons.js']) {
      const text = read(`dist/${name}`);
      assert.equal(enginesIn(text), Number(withEngine.includes(name)), name);
      if (name.endsWith('.html')) assert.match(text, /<\/body>\s*<\/html>\s*$/);
    }
  },
);
