// SPDX-License-Identifier: MIT
// The tools themselves: a check that cannot fail would be worse than none.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { checkTree, codeOnly } from '../tools/check-source.js';
import { serveFolder } from '../tools/static-server.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SPDX = 'SPDX-License-Identifier: MIT';
const WASM = join(ROOT, 'build/wasm/glassformer.wasm');

/**
 * What the house rules say about a small tree.
 *
 * @param {Record<string, string>} files path → content
 */
function problemsOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `// ${SPDX}\n${content}`);
    }
    return checkTree(root).problems;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** @type {[string, Record<string, string>, RegExp][]} */
const VIOLATIONS = [
  [
    'base including models',
    { 'src/base/a.h': '#include "models/config.h"\n' },
    /a\.h:2: base includes from models, a later room/,
  ],
  [
    'a room that is not in the design',
    { 'src/utils/a.c': 'int x;\n' },
    /not in one of the rooms/,
  ],
  [
    'the engine including stdio.h',
    { 'src/text/a.c': '#include <stdio.h>\n' },
    /stdio\.h/,
  ],
  [
    'intrinsics outside simd',
    { 'src/kernels/a.c': '#include <immintrin.h>\n' },
    /only simd\//,
  ],
  [
    'a libm call',
    { 'src/kernels/a.c': 'float f(float x) { return expf(x); }\n' },
    /does not call expf\(\)/,
  ],
  [
    'malloc outside the arena',
    { 'src/graph/a.c': 'void *f(void) { return malloc(8); }\n' },
    /only base\/arena\.c may call malloc\(\)/,
  ],
  [
    'engine.js reaching session.js through a helper',
    {
      'wasm/engine/engine.js': "import '../helper.js';\n",
      'wasm/helper.js': "import { s } from './client/session.js';\n",
      'wasm/client/session.js': 'export const s = 1;\n',
    },
    /engine\.js reaches wasm\/client\/session\.js, a later layer/,
  ],
  [
    'an import cycle',
    {
      'web/a.js': "import './b.js';\n",
      'web/b.js': "export * from './a.js';\n",
    },
    /import cycle: web\/a\.js → web\/b\.js → web\/a\.js/,
  ],
  [
    'an include cycle between modules of C',
    {
      'src/base/a.h': '#include "base/b.h"\n',
      'src/base/b.c': '#include "base/a.h"\n',
      'src/base/b.h': '',
    },
    /import cycle: src\/base\/a → src\/base\/b → src\/base\/a/,
  ],
  [
    'wasm importing the page',
    { 'wasm/worker/entry.js': "import '../../web/app/app.js';\n", 'web/app/app.js': '' },
    /wasm\/ does not import web\/app\/app\.js/,
  ],
  [
    'the page going round the session',
    { 'web/app/app.js': "const e = await import('../../wasm/engine/engine.js');\n" },
    /the page knows wasm\/index\.js only/,
  ],
  ['innerHTML', { 'web/a.js': 'box.innerHTML = text;\n' }, /innerHTML/],
  [
    'Math.random in a numeric path',
    { 'wasm/a.js': 'Math.random();\n' },
    /Math\.random/,
  ],
  [
    'a style attribute in a template',
    { 'web/a.js': 'html`<p style="color: red">`;\n' },
    /style attribute/,
  ],
  ['a deferred task', { 'src/base/a.c': `/* ${'TO'}${'DO'}: later */\n` }, /do it/],
];

for (const [name, files, expected] of VIOLATIONS) {
  test(`house rules: ${name} is found`, () => {
    const problems = problemsOf(files);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0], expected);
  });
}

test('house rules: words in comments, strings and members are no calls', () => {
  const source = [
    '/* exp(x) is ours, see malloc() */',
    'const char *s = "free(p)";',
    'void gf_free(struct a *a) { a->free(a); gf_exp(1.0f); }',
  ].join('\n');
  assert.deepEqual(problemsOf({ 'src/graph/a.c': source, 'src/simd/b.c': source }), []);
  assert.equal(codeOnly('a /* b\n */ "c" d').replace(/ +/g, ' '), 'a \n d');
});

test('house rules: a file without a licence line is found', () => {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  mkdirSync(join(root, 'web'));
  writeFileSync(join(root, 'web/a.js'), 'export {};\n');
  assert.match(checkTree(root).problems[0], /no SPDX line/);
  rmSync(root, { recursive: true });
});

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('packages: versions are exact and the lock file names no address', () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
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
  const files = [...folders, 'Makefile', 'eslint.config.js', 'tsconfig.json'];
  const sources = files.map(read).join('\n');
  for (const name of Object.keys(manifest.devDependencies)) {
    // As an import, a path or, for types, a setting.
    const used = new RegExp(`["'/]${name.replace('@types/', '')}["'/\\s]`);
    assert.ok(used.test(sources), `${name} is used nowhere`);
  }
});

test(
  'packages: what is installed needs no other',
  { skip: existsSync(join(ROOT, 'dist')) ? false : 'not built' },
  async () => {
    assert.equal(manifest.dependencies, undefined);
    const scripts = manifest.files.includes('dist')
      ? readdirSync(join(ROOT, 'dist'))
      : [];
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: [
        'wasm/**/*.js',
        ...scripts.filter((name) => name.endsWith('.js')).map((name) => `dist/${name}`),
      ],
      bundle: true,
      write: false,
      outdir: 'nowhere',
      format: 'esm',
      packages: 'external',
      metafile: true,
    });
    const outputs = Object.values(metafile.outputs);
    assert.ok(outputs.length > 20);
    const imports = outputs.flatMap((output) => output.imports);
    const foreign = imports.filter(({ path }) => !path.startsWith('node:'));
    assert.deepEqual(foreign, []);
  },
);

/** What emcc adds on its own: the reactor's start, and helpers of its JavaScript glue
 * (names of 3.1.6 and of current releases). */
const TOOLCHAIN_EXPORTS =
  /^(memory|_initialize|__indirect_function_table|__errno_location|stack(Save|Restore|Alloc)|_?emscripten_stack_\w+)$/;

test(
  'wasm: exports are those of exports.txt, imports none but the clock',
  { skip: existsSync(WASM) ? false : 'not built' },
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

test(
  'packages: every export exists once it is built',
  { skip: existsSync(join(ROOT, 'dist')) ? false : 'not built' },
  () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target),
    );
    for (const path of targets) assert.ok(existsSync(join(ROOT, path)), path);
    // Every door: what a page or a frame loads, but for the page in one file.
    const doors = readdirSync(join(ROOT, 'dist'))
      .filter((name) => /\.(js|html)$/.test(name) && name !== 'glassformer.html')
      .map((name) => `./dist/${name}`);
    for (const path of doors) assert.ok(targets.includes(path), path);
  },
);

test(
  'dist: the engine is once in each file that starts sessions, and in no other',
  { skip: existsSync(join(ROOT, 'dist')) ? false : 'not built' },
  () => {
    const engine = readFileSync(WASM).toString('base64');
    /** @type {[string, number][]} */
    const copies = [
      ['glassformer.js', 1],
      ['anywidget.js', 1],
      ['glassformer.html', 1],
      ['embed.html', 1],
      ['worker.js', 0],
      ['lessons.js', 0],
    ];
    for (const [name, n] of copies) {
      const text = read(`dist/${name}`);
      assert.equal(text.split(engine).length - 1, n, name);
      if (name.endsWith('.html')) assert.match(text, /<\/body>\s*<\/html>\s*$/);
    }
  },
);

test('server: right types, ranges of one folder only, no special headers', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'site/lessons'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'site/index.html'), '<p>start');
  writeFileSync(join(root, 'site/core.wasm'), '\0asm');
  writeFileSync(join(root, 'site/lessons/index.html'), '<p>lessons');
  const server = await serveFolder(join(root, 'site'));
  t.after(() => server.close());

  const page = await fetch(server.url);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(await page.text(), '<p>start');
  for (const name of ['cross-origin-opener-policy', 'content-security-policy']) {
    assert.equal(page.headers.get(name), null);
  }
  const wasm = await fetch(`${server.url}core.wasm?v=1`);
  assert.equal(wasm.headers.get('content-type'), 'application/wasm');
  assert.equal((await fetch(`${server.url}lessons/`)).status, 200);
  assert.equal((await fetch(`${server.url}nothing`)).status, 404);
  assert.equal((await fetch(server.url, { method: 'POST' })).status, 405);

  // fetch would tidy the path up, so the request is written by hand.
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%',
  ]) {
    const status = await new Promise((done, fail) => {
      request({ port: server.port, host: '127.0.0.1', path }, (response) => {
        response.resume();
        done(response.statusCode);
      })
        .on('error', fail)
        .end();
    });
    assert.equal(status, 404, path);
  }
});
