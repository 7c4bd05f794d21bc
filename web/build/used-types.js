// SPDX-License-Identifier: MIT
// Of the declarations that tsc writes, one a module, a user needs those that an entry of the
// package leads to: the others go. Comments that are statements there go too, but for what they
// say of a type, which is put before it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = fileURLToPath(new URL('../../dist/types', import.meta.url));
const IMPORT = /\/\*\*\s*@import [^/]*?'[^']*' \*\/\n/g;
const REST = String.raw`(?:(?!\*\/)[^])*?`;
const BRACES = '{(?:[^{}]|{(?:[^{}]|{[^{}]*})*})*}';
const TYPEDEF = new RegExp(
  String.raw`\/\*\*(${REST})@typedef ${BRACES}\s+(?:\*\s+)?(\w+)(${REST})(?:\s\* @${REST})?\*\/\n`,
  'g',
);

/** @param {string} text of declarations */
function tidied(text) {
  /** @type {Map<string, string>} */ const about = new Map();
  const statements = text
    .replace(IMPORT, '')
    .replace(TYPEDEF, (_, before, name, after) => {
      about.set(name, `${before}${after}`.replace(/^[\s*]+|[\s*]+$/g, ''));
      return '';
    });
  return statements.replace(/^export type (\w+)/gm, (type, name) =>
    about.get(name) ? `/** ${about.get(name)} */\n${type}` : type,
  );
}

/** The entries of the package stand above the folders. */
const all = readdirSync(TYPES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.d.ts'))
  .map((name) => join(TYPES, name));
const used = new Set(all.filter((path) => dirname(path) === TYPES));
for (const path of all) writeFileSync(path, tidied(readFileSync(path, 'utf8')));
for (const path of used)
  for (const [, to] of readFileSync(path, 'utf8').matchAll(/["'](\.[^"']+)\.js["']/g))
    used.add(join(dirname(path), `${to}.d.ts`));
for (const path of all) if (!used.has(path)) rmSync(path);
