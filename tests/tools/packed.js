// SPDX-License-Identifier: MIT
// The package as npm publishes it, installed in a fresh project, and bundled there.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const QUIET = '--silent --offline --ignore-scripts --no-audit --no-fund'.split(' ');
const npm = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) =>
  execFileSync('npm', [...args, ...QUIET], { cwd, encoding: 'utf8' });

/** Packs what is built. @param {string} folder
 * @returns {any} what npm says of the package: its file and contents */
export function pack(folder) {
  const said = npm(ROOT, 'pack', '--json', '--pack-destination', folder);
  // npm 11 has an array here, npm 12 an object by name.
  return Object.values(JSON.parse(said))[0];
}

/** Packs what is built and installs it.
 * @returns {{ folder: string, size: number, unpackedSize: number, files: string[],
 *   write: (name: string, text: string) => void, remove: () => void }}
 *   folder: the project; sizes of the package in bytes; files: its paths */
export function packedProject() {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-packed-'));
  const { filename, size, unpackedSize, files } = pack(folder);
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write('package.json', '{ "type": "module", "private": true }');
  npm(folder, 'install', join(folder, filename));
  return {
    folder,
    size,
    unpackedSize,
    files: files.map((/** @type {{ path: string }} */ { path }) => path),
    write,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** @typedef {ReturnType<typeof packedProject>} Project */

const node = (/** @type {Project} */ { folder }, /** @type {string[]} */ ...args) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

/** Bundles each entry, for `<script type=module>`, into the folder `webpack`. Throws when
 * webpack warns. @param {Project} project @param {Record<string, string>} entry */
export function bundleWithWebpack(project, entry) {
  project.write(
    'webpack.mjs',
    `import webpack from ${JSON.stringify(join(ROOT, 'node_modules/webpack/lib/index.js'))};
    webpack({
      mode: 'production',
      entry: ${JSON.stringify(entry)},
      output: { path: import.meta.dirname + '/webpack', filename: '[name].js', module: true },
      experiments: { outputModule: true },
      optimization: { minimize: false },
      performance: { hints: false },
    }, (error, stats) => {
      if (error || stats.hasErrors() || stats.hasWarnings()) {
        console.error(error ?? stats.toString('errors-warnings'));
        process.exitCode = 1;
      }
    });`,
  );
  node(project, 'webpack.mjs');
}

/** Builds index.html into the folder `dist`. @param {Project} project */
export const buildWithVite = (project) =>
  node(project, join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--base=./');
