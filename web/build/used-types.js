// SPDX-License-Identifier: MIT
// Of the declarations that tsc writes, one a module, a user needs those that an entry of the
// package leads to: the others go.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = fileURLToPath(new URL('../../dist/types', import.meta.url));
/** The entries of the package stand above the folders. */
const all = readdirSync(TYPES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.d.ts'))
  .map((name) => join(TYPES, name));
const used = new Set(all.filter((path) => dirname(path) === TYPES));
for (const path of used)
  for (const [, to] of readFileSync(path, 'utf8').matchAll(/["'](\.[^"']+)\.js["']/g))
    used.add(join(dirname(path), `${to}.d.ts`));
for (const path of all) if (!used.has(path)) rmSync(path);
