// SPDX-License-Identifier: MIT
// The rules about sources find violations of each kind.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import layers from '../../.dependency-cruiser.js';
import { checkTree, codeOnly } from '../tools/check-source.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SPDX = 'SPDX-License-Identifier: MIT';

/**
 * Writes a small tree and removes it after `check`.
 *
 * @template T
 * @param {Record<string, string>} files path → content
 * @param {(root: string) => T | Promise<T>} check
 * @returns {Promise<T>}
 */
async function inTree(files, check) {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `// ${SPDX}\n${content}`);
    }
    return await check(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** @param {Record<string, string>} files */
const problemsOf = (files) => inTree(files, (root) => checkTree(root).problems);

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
    'an include cycle between modules of C',
    {
      'src/base/a.h': '#include "base/b.h"\n',
      'src/base/b.c': '#include "base/a.h"\n',
      'src/base/b.h': '',
    },
    /include cycle: src\/base\/a → src\/base\/b → src\/base\/a/,
  ],
  ['a deferred task', { 'src/base/a.c': `/* ${'TO'}${'DO'}: later */\n` }, /do it/],
];

for (const [name, files, expected] of VIOLATIONS) {
  test(`C: ${name} is found`, async () => {
    const problems = await problemsOf(files);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0], expected);
  });
}

test('C: words in comments, strings and members are no calls', async () => {
  const source = [
    '/* exp(x) is ours, see malloc() */',
    'const char *s = "free(p)";',
    'void gf_free(struct a *a) { a->free(a); gf_exp(1.0f); }',
  ].join('\n');
  assert.deepEqual(
    await problemsOf({ 'src/graph/a.c': source, 'src/simd/b.c': source }),
    [],
  );
  assert.equal(codeOnly('a /* b\n */ "c" d').replace(/ +/g, ' '), 'a \n d');
});

test('a file without a licence line is found', () => {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  mkdirSync(join(root, 'web'));
  writeFileSync(join(root, 'web/a.js'), 'export {};\n');
  assert.match(checkTree(root).problems[0], /no SPDX line/);
  rmSync(root, { recursive: true });
});

/** @param {Record<string, string>} files @returns {Promise<string[]>} names of broken rules */
const brokenLayers = (files) =>
  inTree(files, async (root) => {
    const { options, forbidden } = layers;
    const { output } = await cruise(['.'], {
      ...options,
      ruleSet: { forbidden },
      validate: true,
      baseDir: root,
    });
    if (typeof output === 'string') throw new Error(output);
    const names = output.summary.violations.map(({ rule }) => rule.name);
    return [...new Set(names)].sort();
  });

/** @type {[string, Record<string, string>, string[]][]} */
const IMPORTS = [
  [
    'the engine importing the session',
    {
      'wasm/engine/a.js': "import '../client/session.js';\n",
      'wasm/client/session.js': 'export {};\n',
    },
    ['upward-import'],
  ],
  [
    'a type of a view in the state',
    {
      'web/state/a.js':
        "/** @typedef {import('../views/loss/b.js').B} B */\nexport {};\n",
      'web/views/loss/b.js': 'export class B {}\n',
    },
    ['upward-import'],
  ],
  [
    'a cycle by way of a type',
    {
      'web/run/a.js': "import './b.js';\nexport class A {}\n",
      'web/run/b.js':
        "/** @type {import('./a.js').A | null} */\nexport const a = null;\n",
    },
    ['cycle'],
  ],
  [
    'the page importing from inside the package',
    {
      'web/app/a.js': "export const e = import('../../wasm/engine/engine.js');\n",
      'wasm/engine/engine.js': 'export {};\n',
    },
    ['page-imports-wasm-internals'],
  ],
  [
    'a file that does not exist',
    { 'web/app/a.js': "import './b.js';\n" },
    ['missing-file'],
  ],
  [
    'nothing wrong',
    {
      'web/app/a.js': "import '../../wasm/index.js';\nimport '../state/b.js';\n",
      'web/state/b.js': 'export {};\n',
      'wasm/index.js': 'export {};\n',
    },
    [],
  ],
];

for (const [name, files, expected] of IMPORTS) {
  test(`imports: ${name}`, async () => {
    assert.deepEqual(await brokenLayers(files), expected);
  });
}

const eslint = new ESLint({ cwd: ROOT });

/** @type {[string, string, string, string][]} */
const SCRIPTS = [
  [
    'innerHTML',
    'web/a.js',
    'document.body.innerHTML = name;',
    'no-restricted-properties',
  ],
  [
    'Math.random where results are exact',
    'wasm/a.js',
    'Math.random();',
    'no-restricted-properties',
  ],
  [
    'a style attribute in a template',
    'web/a.js',
    'String.raw`<p style="color: red">`;',
    'no-restricted-syntax',
  ],
  [
    'a computed style attribute',
    'web/a.js',
    'String.raw`<p style=${name}>`;',
    'no-restricted-syntax',
  ],
];

for (const [name, filePath, text, rule] of SCRIPTS) {
  test(`eslint: ${name} is found`, async () => {
    const [{ messages }] = await eslint.lintText(`${text}\n`, { filePath });
    assert.deepEqual(
      messages.map(({ ruleId }) => ruleId),
      [rule],
    );
  });
}
