// SPDX-License-Identifier: MIT
// The sessions as modules for bundlers and Node: what `import 'glassformer'` loads, without the
// comments, which its types have (dist/types). A module stays a module, so that a bundler takes
// along those alone that a page uses.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { minify } from 'rolldown/utils';
import { replaceOnce } from './pages.js';

/** From where they stand in dist/ to the files of wasm/engine/files.js.
 * @type {[string, string][]} */
const ADDRESSES = [
  ['../../build/wasm/', '../../../build/wasm/'],
  ['../../dist/worker.js', '../../worker.js'],
  ['../../wasm/worker/', '../../dist/wasm/worker/'],
];

/** @param {string} root @returns {Promise<{ path: string, code: string }[]>} paths from the root */
export async function sessionModules(root) {
  const names = await readdir(join(root, 'wasm'), { recursive: true });
  const paths = names.filter((name) => name.endsWith('.js') && !name.startsWith('abi'));
  return Promise.all(
    paths.map(async (name) => {
      const source = await readFile(join(root, 'wasm', name), 'utf8');
      const { code } = await minify(name, source, { module: true });
      const path = `dist/wasm/${name}`;
      return { path, code: name === 'engine/files.js' ? moved(code) : code };
    }),
  );
}

/** @param {string} code */
const moved = (code) =>
  ADDRESSES.reduce((text, [from, to]) => replaceOnce(text, from, to), code);
