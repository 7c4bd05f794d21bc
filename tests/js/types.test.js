// SPDX-License-Identifier: MIT
// A TypeScript project that installed the package: what it may do compiles, and what it may
// not do does not, under the strictest settings and without skipping our declarations.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const GOOD = `
import { GlassError, Lab, Session, configPresets, createSession } from 'glassformer';

const session: Session = await createSession({ text: 'abc', config: { n_layer: 2 }, workers: 1 });
session.on('progress', ({ step, loss }) => console.log(step.toFixed(), loss.toFixed(2)));
const end: string = await session.run({ until: 10 });
const { text, tokens } = await session.sample({ prompt: 'a', chars: 3, temperature: 0.8 });
const file: Uint8Array = await session.save();
const names: string[] = (await configPresets()).map(({ name }) => name);
const steps: number[] = session.history.step;
export const told = [end, text.length, tokens.length, file.length, names, steps, GlassError, Lab];
`;

/** Each line by itself must be refused; types that are \`any\` would refuse nothing. */
const BAD = [
  `await createSession({});`,
  `await createSession({ text: 1 });`,
  `(await createSession({ text: 'a' })).sample({ chars: 'many' });`,
  `(await createSession({ text: 'a' })).trian();`,
  `const steps: string = (await createSession({ text: 'a' })).steps;`,
];

test('a TypeScript project gets the types of sessions and samples', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-types-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/glassformer'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'good.ts'), GOOD);
    const bad = BAD.map((line) => `// @ts-expect-error\n${line}`).join('\n');
    const head = `import { createSession } from 'glassformer';\n`;
    writeFileSync(join(folder, 'bad.ts'), `${head}${bad}\nexport {};\n`);
    const options =
      '--noEmit --strict --target es2022 --module nodenext --lib es2023,dom';
    const args = [...options.split(' '), 'good.ts', 'bad.ts'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    let said = '';
    try {
      execFileSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      said = /** @type {{ stdout: string }} */ (error).stdout;
    }
    assert.equal(said, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
