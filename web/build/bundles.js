// SPDX-License-Identifier: MIT
// How the sources become single scripts: esbuild with the loaders and the virtual modules
// that modules.d.ts declares.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { minify } from 'terser';
import { LANGUAGES } from '../i18n/all.js';
import { ALL } from '../views/all.js';
import { cSources } from './c-source.js';
import { deflated } from './deflated.js';
import { packagesIn } from './notices/notices.js';
import { shortTemplates } from './templates.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Languages in files of their own. */
export const OTHERS = Object.keys(LANGUAGES).filter((lang) => lang !== 'en');

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  target: ['chrome105', 'firefox113', 'safari16.4'],
  // `binary` writes bytes as base64 and decodes them when the module is loaded.
  loader: {
    '.css': 'text',
    '.txt': 'text',
    '.safetensors': 'binary',
  },
  logLevel: 'warning',
  // Paths of what is not written by esbuild.
  outdir: 'build/web',
  write: false,
  metafile: true,
};

/**
 * @typedef {object} Bundle
 * @property {string} code
 * @property {string[]} packages folders of those that have code in it
 * @property {boolean} hasEngine
 */

/** Several scripts that import each other. @typedef {Bundle & { path: string, atStart: boolean }} Chunk
 *   path: from the root; atStart: the first one imports it statically, or is it */

/** @param {import('esbuild').BuildOptions} options @returns {Promise<Chunk[]>} the entry first */
async function bundleAll(options) {
  const result = await build({ ...COMMON, ...options });
  const { outputFiles = [], metafile } = result;
  if (!metafile) throw new Error('esbuild returned no metafile');
  const { outputs } = metafile;
  const [source] = /** @type {string[]} */ (options.entryPoints);
  const isEntry = (/** @type {string} */ path) => outputs[path].entryPoint === source;
  const entry = Object.keys(outputs).find(isEntry) ?? '';
  const first = importedBy(outputs, entry);
  const chunks = outputFiles.map(({ path: file, text: code }) => {
    const path = relative(ROOT, file);
    const own = { ...metafile, outputs: { [path]: outputs[path] } };
    const hasEngine = 'build/wasm/glassformer.wasm' in outputs[path].inputs;
    const atStart = first.has(path);
    return { path, code, packages: packagesIn(own), hasEngine, atStart };
  });
  return chunks.sort((a, b) => Number(b.path === entry) - Number(a.path === entry));
}

/** @param {import('esbuild').Metafile['outputs']} outputs @param {string} entry
 * @returns {Set<string>} what is loaded with the entry */
function importedBy(outputs, entry) {
  const all = new Set([entry]);
  for (const path of all)
    for (const { path: other, kind, external } of outputs[path].imports)
      if (kind === 'import-statement' && !external) all.add(other);
  return all;
}

/** @param {import('esbuild').BuildOptions} options @returns {Promise<Bundle>} */
const bundle = async (options) => (await bundleAll(options))[0];

/**
 * Modules that exist during the build only.
 * @param {Record<string, string>} sources name → source text
 * @returns {import('esbuild').Plugin}
 */
const virtualModules = (sources) => ({
  name: 'virtual-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bundle:/ }, ({ path }) => ({ path, namespace: 'bundle' }));
    onResolve({ filter: /\/(files|element-hint)\.js$/ }, ({ importer, path }) =>
      importer.includes('/wasm/')
        ? { path: `bundle:${basename(path, '.js')}`, namespace: 'bundle' }
        : null,
    );
    onLoad({ filter: /.*/, namespace: 'bundle' }, ({ path }) => ({
      contents: sources[path],
      resolveDir: ROOT,
    }));
  },
});

/** @type {Map<string, Promise<Uint8Array>>} */
const engines = new Map();

/** @param {string} path */
function deflatedFile(path) {
  const known = engines.get(path) ?? readFile(path).then(deflated);
  engines.set(path, known);
  return known;
}

/** The engine goes into a bundle deflated: as base64 alone no server compresses it as well.
 * @type {import('esbuild').Plugin} */
const deflatedEngine = {
  name: 'deflated-engine',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: await deflatedFile(path),
      loader: 'binary',
    }));
  },
};

/** A schema in a bundle checks; what it says to people is in the published file.
 * @type {import('esbuild').Plugin} */
const schemasWithoutWords = {
  name: 'schemas-without-words',
  setup({ onLoad }) {
    onLoad({ filter: /\.schema\.json$/ }, async ({ path }) => {
      const schema = JSON.parse(await readFile(path, 'utf8'), (key, value) =>
        key === 'description' && typeof value === 'string' ? undefined : value,
      );
      return { contents: JSON.stringify(schema), loader: 'json' };
    });
  },
};

/** Modules whose work is done by the build: what they export goes into a bundle as data.
 * @type {import('esbuild').Plugin} */
const evaluated = {
  name: 'evaluated',
  setup({ onLoad }) {
    onLoad({ filter: /\.data\.js$/ }, async ({ path }) => {
      const exported = Object.entries(await import(pathToFileURL(path).href));
      const lines = exported.map(
        ([name, value]) =>
          `export ${name === 'default' ? name : `const ${name} =`} ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n') };
    });
  },
};

/** An import of `…/${lang}/NAME` is one of that file of every language but English.
 * @param {string} code @param {string[]} languages @returns {string} */
export const withLanguages = (code, languages) =>
  code.replace(/import\(`([^`]*)\$\{lang\}([^`]*)`\)/g, (_, before, after) => {
    const files = languages.map(
      (lang) => `${lang}: () => import(${JSON.stringify(before + lang + after)})`,
    );
    return `({ ${files.join(', ')} })[lang]()`;
  });

/** @type {import('esbuild').Plugin} */
const filesOfLanguages = {
  name: 'files-of-languages',
  setup({ onLoad }) {
    onLoad({ filter: /\/web\/(i18n|page|lessons|assignments)\/[\w-]+\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = withLanguages(code, OTHERS);
      return contents === code ? null : { contents };
    });
  },
};

/** The elements of the views of a bundle.
 * @type {import('esbuild').Plugin} */
const elementsOfViews = {
  name: 'elements-of-views',
  setup({ onLoad }) {
    onLoad({ filter: /\/views\/of-(element|page)\.js$/ }, ({ path }) => {
      const [, bundle] = /of-(\w+)\.js$/.exec(path) ?? [];
      const paths = ALL.filter((view) => view.bundle === bundle);
      return { contents: paths.map((view) => `import './${view.path}.js';`).join('\n') };
    });
  },
};

/**
 * Modules that are bundles of their own, in files beside the importing one.
 * @param {Record<string, string>} files path of a module → name of its file
 * @returns {import('esbuild').Plugin}
 */
const inFilesBeside = (files) => ({
  name: 'in-files-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return null;
      const name = files[relative(ROOT, join(resolveDir, path))];
      return name ? { path: `./${name}`, external: true } : null;
    });
  },
});

/** The engine in the page's own thread: a file that only a page without workers loads.
 * @type {import('esbuild').Plugin} */
const hostWhenWanted = {
  name: 'host-when-wanted',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/worker\/host\.js$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'host', namespace: 'wanted' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'wanted' }, () => ({
      contents: `export class WorkerHost {
        constructor(...given) {
          const file = import('./wasm/worker/host.js');
          this.host = file.then(({ WorkerHost }) => new WorkerHost(...given));
        }
        close() {
          void this.host.then((host) => host.close());
        }
      }`,
      resolveDir: ROOT,
    }));
  },
};

/** Addresses of files would send the bundlers of other pages after them, and our own bundles
 * need no hint. */
const NO_FILES = {
  'bundle:element-hint': 'export const hintAtElement = () => {};',
  'bundle:files': 'export const engineFile = null, workerFile = null, nodeWorkerFile = null;',
};

/** The worker as one classic script. */
export const bundleWorker = () =>
  bundle({
    entryPoints: ['wasm/worker/entry.js'],
    format: 'iife',
    plugins: [virtualModules(NO_FILES)],
  });

/** The program for Node, which uses the engine and the workers of the package. */
export const bundleCommand = () =>
  bundle({
    entryPoints: ['web/entry/command.js'],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [
      filesOfLanguages,
      {
        name: 'package-beside',
        setup({ onLoad, onResolve }) {
          const beside = (/** @type {RegExp} */ filter, /** @type {string} */ path) =>
            onResolve({ filter }, () => ({ path, external: true }));
          beside(/\/wasm\/index\.js$/, '../wasm/index.js');
          beside(/\/run\/parse-document\.js$/, '../lessons-own.js');
          // Is in glassformer.js, which needs a browser: without it --text names the file.
          beside(/\/texts\/fables\.txt$/, './fables.js');
          // Marking has no need of an experiment's words.
          onLoad({ filter: /\/experiments\/built-in\/\w+\.json$/ }, async ({ path }) => {
            const experiment = JSON.parse(await readFile(path, 'utf8'));
            for (const key of ['$schema', 'title', 'question', 'conclusion'])
              delete experiment[key];
            return { contents: JSON.stringify(experiment), loader: 'json' };
          });
          // Those of the package.
          onLoad({ filter: /\.schema\.json$/ }, ({ path }) => ({
            contents: `import { readFileSync } from 'node:fs';
              export default JSON.parse(
                readFileSync(new URL('../${basename(path)}', import.meta.url), 'utf8'));`,
            loader: 'js',
          }));
        },
      },
    ],
  });

/** The same script in fewer bytes than esbuild needs, which takes seconds.
 * @param {Bundle} bundle @returns {Promise<Bundle>} */
export async function minified({ code, ...rest }) {
  const options = /** @type {const} */ ({ ecma: 2020, module: true });
  const { code: smaller = code } = await minify(code, {
    ...options,
    // What is smaller after compression, by trial.
    compress: { passes: 3, keep_fargs: false, conditionals: false },
  });
  return { code: smaller, ...rest };
}

/**
 * @param {string} workerSource
 * @returns {Promise<(entry: string, options?: EntryOptions) => Promise<Chunk[]>>} bundles a
 *   module
 * @typedef {object} EntryOptions
 * @property {'inline' | 'beside'} [pretrained] where the page's model is
 * @property {boolean} [withoutDocument] servers may import it
 * @property {Record<string, string>} [beside] modules in files of their own, by path
 * @property {boolean} [classic] a script that is no module
 * @property {boolean} [split] dynamic imports become files in the folder `chunks`; otherwise
 *   all is one script
 */
export async function entryBundler(workerSource) {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const functions = JSON.stringify(await cSources(ROOT));
  return (
    entry,
    { pretrained = 'beside', withoutDocument, beside = {}, classic, split } = {},
  ) =>
    bundleAll({
      entryPoints: [entry],
      format: classic ? 'iife' : 'esm',
      splitting: split,
      chunkNames: 'chunks/[name]-[hash]',
      inject: withoutDocument ? ['web/build/no-document.js'] : [],
      plugins: [
        deflatedEngine,
        schemasWithoutWords,
        evaluated,
        filesOfLanguages,
        elementsOfViews,
        inFilesBeside(beside),
        virtualModules({
          ...NO_FILES,
          'bundle:version': `export const version = ${JSON.stringify(version)};`,
          'bundle:c-source': `export const functions = ${functions};`,
          'bundle:worker': `export const workerSource = ${JSON.stringify(workerSource)};`,
          'bundle:pretrained': `export * from './web/pretrained/${pretrained}.js';`,
        }),
        ...(split ? [hostWhenWanted] : []),
        shortTemplates,
      ],
    });
}
