// SPDX-License-Identifier: MIT
// make install, and a stranger's program against what it installs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, at, file } from './program.js';

const INSTALLED = at('root/opt/glass');
const HEADER = readFileSync(join(ROOT, 'include/glassformer.h'), 'utf8');

/** @param {string} command @param {string[]} args */
function output(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT });
  assert.equal(error, undefined, command);
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stderr}`);
  return stdout.toString();
}

/** The program in the header's comment. */
function example() {
  const [, code] = HEADER.match(/\n \*\n((?: \* {5}.*\n| \*\n)*? \* {5}\}\n)/) ?? [];
  assert.ok(code.includes('int main(void)'));
  return code.replace(/^ \* {0,5}/gm, '');
}

test('make install: header, library, program and pkg-config file, of one version', () => {
  const folders = [`DESTDIR=${at('root')}`, 'PREFIX=/opt/glass'];
  output('make', ['install', ...folders, 'MAKEFLAGS=']);
  const [, version] = HEADER.match(/GF_VERSION "(.*)"/) ?? [];
  const program = output(join(INSTALLED, 'bin/glassformer'), ['--version']);
  assert.equal(program, `glassformer ${version}\n`);
  const pc = readFileSync(join(INSTALLED, 'lib/pkgconfig/glassformer.pc'), 'utf8');
  assert.match(pc, /^prefix=\/opt\/glass$/m);
  assert.ok(pc.includes(`Version: ${version}`));
});

for (const [name, compiler] of [
  ['C', ['cc', '-x', 'c', '-std=c17']],
  ['C++', ['c++', '-x', 'c++', '-std=c++17']],
]) {
  test(`the example of the header compiles and trains as ${name}`, () => {
    const [command, ...language] = compiler;
    const out = at(`example-${name}`);
    output(command, [
      ...language,
      ...['-Wall', '-Wextra', '-Werror', `-I${join(INSTALLED, 'include')}`],
      ...[file(`example.${name}`, example()), '-x', 'none'],
      ...[join(INSTALLED, 'lib/libglassformer.a'), '-o', out],
    ]);
    const steps = output(out, []).trim().split('\n');
    assert.equal(steps.length, 20);
    assert.match(steps[19], /^step 20: loss \d\.\d{3}$/);
  });
}

test('the library shows the functions of its header and no others', () => {
  const table = output('readelf', ['-sW', join(INSTALLED, 'lib/libglassformer.a')]);
  const shown = [...table.matchAll(/ (?:GLOBAL|WEAK) +DEFAULT +\d+ (\w+)$/gm)];
  const code = HEADER.replace(/\/\*[\s\S]*?\*\//g, '');
  const declared = [...code.matchAll(/\b(gf_\w+)\(/g)];
  const names = (/** @type {RegExpMatchArray[]} */ found) =>
    [...new Set(found.map(([, symbol]) => symbol))].sort();
  assert.deepEqual(names(shown), names(declared));
});
