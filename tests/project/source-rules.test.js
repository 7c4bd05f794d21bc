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
      writeFileSync(join(root, path), `// ${SPDX}\n${content || 'export {};'}\n`);
    }
    return await check(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** @param {Record<string, string>} files */
const problemsOf = (files) => inTree(files, (root) => checkTree(root).problems);

const CYCLE = { 'base/a.h': '#include "base/b.h"', 'base/b.c': '#include "base/a.h"' };

/** What is wrong, files under src/ and the message. @type {Record<string, [object, RegExp]>} */
const VIOLATIONS = {
  'base including models': [
    { 'base/a.h': '#include "models/config.h"' },
    /a\.h:2: base includes from models, a later room/,
  ],
  'a room that is not in the design': [
    { 'utils/a.c': 'int x;' },
    /not in one of the rooms/,
  ],
  'the engine including stdio.h': [{ 'text/a.c': '#include <stdio.h>' }, /stdio\.h/],
  'intrinsics outside simd': [
    { 'kernels/a.c': '#include <immintrin.h>' },
    /only simd\//,
  ],
  'a libm call': [
    { 'kernels/a.c': 'float f(float x) { return expf(x); }' },
    /does not call expf\(\)/,
  ],
  'malloc outside the arena': [
    { 'graph/a.c': 'void *f(void) { return malloc(8); }' },
    /only base\/arena\.c may call malloc\(\)/,
  ],
  'an include cycle between modules of C': [
    { ...CYCLE, 'base/b.h': '' },
    /include cycle: src\/base\/a → src\/base\/b → src\/base\/a/,
  ],
  'a deferred task': [{ 'base/a.c': `/* ${'TO'}${'DO'}: later */` }, /do it/],
};

for (const [name, [files, expected]] of Object.entries(VIOLATIONS)) {
  test(`C: ${name} is found`, async () => {
    const inSrc = Object.entries(files).map(([path, text]) => [`src/${path}`, text]);
    const problems = await problemsOf(Object.fromEntries(inSrc));
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

/** What is wrong, files (an empty one exports nothing) and the rules that are broken.
 * @type {[string, Record<string, string>, string[]][]} */
const IMPORTS = [
  [
    'the engine importing the session',
    {
      'wasm/engine/a.js': "import '../client/session.js';",
      'wasm/client/session.js': '',
    },
    ['upward-import'],
  ],
  [
    'a type of a view in the state',
    {
      'web/state/a.js':
        "/** @typedef {import('../views/loss/b.js').B} B */\nexport {};",
      'web/views/loss/b.js': 'export class B {}',
    },
    ['upward-import'],
  ],
  [
    'a cycle by way of a type',
    {
      'web/run/a.js': "import './b.js';\nexport class A {}",
      'web/run/b.js':
        "/** @type {import('./a.js').A | null} */\nexport const a = null;",
    },
    ['cycle'],
  ],
  [
    'the page importing from inside the package',
    {
      'web/app/a.js': "export const e = import('../../wasm/engine/engine.js');",
      'wasm/engine/engine.js': '',
    },
    ['page-imports-wasm-internals'],
  ],
  [
    'a file that does not exist',
    { 'web/app/a.js': "import './b.js';" },
    ['missing-file'],
  ],
  [
    'nothing wrong',
    {
      'web/app/a.js': "import '../../wasm/index.js';\nimport '../state/b.js';",
      ...{ 'web/state/b.js': '', 'wasm/index.js': '' },
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

/** What is wrong, in which room, the statement and the rule. */
const SCRIPTS = [
  ['innerHTML', 'web', 'document.body.innerHTML = name;', 'properties'],
  ['Math.random where results are exact', 'wasm', 'Math.random();', 'properties'],
  ['a style in a template', 'web', 'String.raw`<p style="color: red">`;', 'syntax'],
  ['a computed style', 'web', 'String.raw`<p style=${name}>`;', 'syntax'],
];

for (const [name, room, text, rule] of SCRIPTS) {
  test(`eslint: ${name} is found`, async () => {
    const [{ messages }] = await eslint.lintText(`${text}\n`, {
      filePath: `${room}/a.js`,
    });
    const found = messages.map(({ ruleId }) => ruleId);
    assert.deepEqual(found, [`no-restricted-${rule}`]);
  });
}
