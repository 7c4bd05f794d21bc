// SPDX-License-Identifier: MIT
// Hooks of Node's loader: `import text from './fables.txt'` is the text, as in our bundles.
import { readFile } from 'node:fs/promises';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.txt')) return next(url, context);
  const text = await readFile(new URL(url), 'utf8');
  const source = `export default ${JSON.stringify(text)}`;
  return { format: 'module', shortCircuit: true, source };
}
