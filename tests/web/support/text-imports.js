// SPDX-License-Identifier: MIT
// Hooks of Node's loader: `import text from './fables.txt'` is the text, as in our bundles, and so
// are the modules that only a build has.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cSources } from '../../../web/build/c-source.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** @type {Record<string, () => Promise<string>>} */
const BUNDLED = {
  'bundle:c-source': async () =>
    `export const functions = ${JSON.stringify(await cSources(ROOT))};`,
  'bundle:version': async () => "export const version = '';",
};

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  if (!(specifier in BUNDLED)) return next(specifier, context);
  return { url: specifier, format: 'module', shortCircuit: true };
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const bundled = await BUNDLED[url]?.();
  if (bundled) return { format: 'module', shortCircuit: true, source: bundled };
  if (!url.endsWith('.txt')) return next(url, context);
  const text = await readFile(new URL(url), 'utf8');
  const source = `export default ${JSON.stringify(text)}`;
  return { format: 'module', shortCircuit: true, source };
}
