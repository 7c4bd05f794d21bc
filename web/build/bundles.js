// SPDX-License-Identifier: MIT
// How the sources become single scripts: Rolldown with the virtual modules that modules.d.ts
// declares.

import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { LANGUAGES } from '../i18n/all.js';
import { ALL } from '../views/all.js';
import { cSources } from './c-source.js';
import { packagesIn } from './notices/notices.js';
import { shortTemplates } from './templates.js';

/** @import { BuildOptions, InputOptions, OutputOptions, Plugin } from 'rolldown' */

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const at = (/** @type {string} */ path) => join(ROOT, path);

/** Languages in files of their own. */
export const OTHERS = Object.keys(LANGUAGES).filter((lang) => lang !== 'en');

/** @satisfies {InputOptions} */
const COMMON = {
  cwd: ROOT,
  transform: { target: ['chrome105', 'firefox113', 'safari16.4'] },
  moduleTypes: { '.css': 'text', '.txt': 'text' },
  treeshake: { manualPureFunctions: ['css'] },
  // A classic script defines the element; what its module exports has no name there.
  checks: { missingNameOptionForIifeExport: false, pluginTimings: false },
};

/** @satisfies {OutputOptions} */
const OUTPUT = { minify: true, comments: false, codeSplitting: false, strict: true };

/**
 * @typedef {object} Bundle
 * @property {string} code
 * @property {string[]} packages folders of those that have code in it
 * @property {boolean} hasEngine
 */

/** Several scripts that import each other. @typedef {Bundle & { path: string, atStart: boolean }} Chunk
 *   path: in the folder of the page; atStart: the first one imports it statically, or is it */

/** Addresses as strings: some bundlers do not read them in a template.
 * @param {string} code of a bundle */
const addressed = (code) => code.replace(/\bimport\(`([^`$\\]+)`\)/g, 'import("$1")');

/** @param {BuildOptions} options @returns {Promise<Chunk[]>} the entry first */
async function bundleAll({ output, ...input }) {
  const result = await build({
    ...{ ...COMMON, ...input },
    ...{ write: false, output: { ...OUTPUT, ...output } },
  });
  const chunks = result.output.filter((each) => each.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error(`Rolldown returned no script for ${input.input}`);
  const byName = new Map(chunks.map((each) => [each.fileName, each]));
  const first = reached([entry.fileName], (name) => byName.get(name)?.imports ?? []);
  return [entry, ...chunks.filter((each) => each !== entry)].map((chunk) => ({
    path: chunk.fileName,
    code: addressed(chunk.code),
    packages: packagesIn(chunk),
    hasEngine: chunk.moduleIds.includes(at('build/wasm/glassformer.wasm')),
    atStart: first.has(chunk.fileName),
  }));
}

/** What there is from some on, by steps.
 * @param {Iterable<string>} start @param {(from: string) => Iterable<string>} next
 * @returns {Set<string>} with the start */
export function reached(start, next) {
  const all = new Set(start);
  for (const each of all) for (const other of next(each)) all.add(other);
  return all;
}

/** @param {BuildOptions} options @returns {Promise<Bundle>} */
const bundle = async (options) => (await bundleAll(options))[0];

/** @typedef {string | { code: string, moduleType: 'js' }} Loaded */

/** A plugin that loads modules in a way of its own.
 * @param {RegExp} id @param {(path: string) => Loaded | Promise<Loaded>} handler */
const loads = (id, handler) => ({
  name: `loads ${id}`,
  load: { filter: { id }, handler },
});

/**
 * Modules that exist during the build only.
 * @param {Record<string, string>} sources name → source text
 * @returns {Plugin}
 */
const virtualModules = (sources) => ({
  ...loads(/^bundle:/, (name) => sources[name]),
  resolveId: {
    filter: { id: /^bundle:|\/(files|element-hint)\.js$/ },
    handler: (name, importer = '') => {
      if (name.startsWith('bundle:')) return name;
      return importer.includes('/wasm/') ? `bundle:${basename(name, '.js')}` : null;
    },
  },
});

/** @type {Map<string, Promise<Uint8Array>>} */
const engines = new Map();

/** Deflate as small as it gets: Zopfli finds 5 % less than zlib, in a second.
 * @param {Uint8Array} bytes @returns {Promise<Uint8Array>} raw deflate */
async function deflated(bytes) {
  // When it is wanted: once loaded, it ends the process at any error that nobody handles.
  const { default: zopfli } = await import('@gfx/zopfli');
  return zopfli.deflateAsync(bytes, {});
}

/** The engine goes into a bundle deflated: as base64 alone no server compresses it as well.
 * @param {string} path */
function deflatedFile(path) {
  const known = engines.get(path) ?? readFile(path).then(deflated);
  engines.set(path, known);
  return known;
}

/** Bytes as base64, decoded when the module is loaded. */
const bytes = loads(/\.(wasm|safetensors)$/, async (path) => {
  const content = await (path.endsWith('.wasm') ? deflatedFile(path) : readFile(path));
  const base64 = Buffer.from(content).toString('base64');
  return {
    code: `export default /* @__PURE__ */ Uint8Array.from(
      atob('${base64}'), (char) => char.charCodeAt(0));`,
    moduleType: 'js',
  };
});

/** A schema in a bundle checks; what it says to people is in the published file. */
const schemasWithoutWords = loads(/\.schema\.js$/, async (path) => {
  const { default: schema } = await import(pathToFileURL(path).href);
  const checks = JSON.stringify(schema, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return `export default ${checks};`;
});

/** Modules whose work is done by the build: what they export goes into a bundle as data. */
const evaluated = loads(/\.data\.js$/, async (path) =>
  Object.entries(await import(pathToFileURL(path).href))
    .map(
      ([name, value]) =>
        `export ${name === 'default' ? name : `const ${name} =`} ${JSON.stringify(value)};`,
    )
    .join('\n'),
);

/** An import of `…/${lang}/NAME` is one of that file of every language but English.
 * @param {string} code @param {string[]} languages @returns {string} */
export const withLanguages = (code, languages) =>
  code.replace(/import\(`([^`]*)\$\{lang\}([^`]*)`\)/g, (_, before, after) => {
    const files = languages.map(
      (lang) => `${lang}: () => import(${JSON.stringify(before + lang + after)})`,
    );
    return `({ ${files.join(', ')} })[lang]()`;
  });

/** @type {Plugin} */
const filesOfLanguages = {
  name: 'files of languages',
  transform: {
    filter: { id: /\/web\/(i18n|page|lessons|assignments)\/[\w-]+\.js$/ },
    handler: (code) => withLanguages(code, OTHERS),
  },
};

/** The elements of the views of a bundle. */
const elementsOfViews = loads(/\/views\/of-(element|page)\.js$/, (path) => {
  const [, name] = /of-(\w+)\.js$/.exec(path) ?? [];
  const paths = ALL.filter((view) => view.bundle === name);
  return paths.map((view) => `import './${view.path}.js';`).join('\n');
});

/**
 * Modules that are bundles of their own, in files beside the importing one.
 * @param {Record<string, string>} files path of a module → name of its file
 * @returns {Plugin}
 */
const inFilesBeside = (files) => ({
  name: 'in files beside',
  resolveId: {
    filter: { id: /^\./ },
    handler: (path, importer = '', { kind }) => {
      const name = files[relative(ROOT, join(importer, '..', path))];
      return name && kind === 'dynamic-import'
        ? { id: `./${name}`, external: true }
        : null;
    },
  },
});

/** The engine in the page's own thread: a file that only a page without workers loads.
 * @type {Plugin} */
const hostWhenWanted = {
  ...loads(
    /^wanted:host$/,
    () => `export class WorkerHost {
      constructor(...given) {
        const file = import(${JSON.stringify(at('wasm/worker/host.js'))});
        this.host = file.then(({ WorkerHost }) => new WorkerHost(...given));
      }
      close() {
        void this.host.then((host) => host.close());
      }
    }`,
  ),
  resolveId: {
    filter: { id: /\/worker\/host\.js$/ },
    handler: (_path, _importer, { kind }) =>
      kind === 'import-statement' ? 'wanted:host' : null,
  },
};

/**
 * What an entry imports, and what that imports, in one script.
 * @param {string} entry path of a module
 * @returns {{ plugin: Plugin, output: OutputOptions }}
 */
function inOneScript(entry) {
  /** @type {Set<string>} */ let ids;
  return {
    plugin: {
      name: 'in one script',
      buildEnd() {
        ids = reached([entry], (id) => this.getModuleInfo(id)?.importedIds ?? []);
      },
    },
    output: {
      codeSplitting: { groups: [{ name: 'first', test: (id) => ids.has(id) }] },
    },
  };
}

/** Addresses of files would send the bundlers of other pages after them, and our own bundles
 * need no hint. */
const NO_FILES = {
  'bundle:element-hint': 'export const hintAtElement = () => {};',
  'bundle:files':
    'export const engineFile = null, workerFile = null, nodeWorkerFile = null;',
};

/** A module and what it imports as one script. @param {string} path @param {'iife' | 'esm'} format */
export const bundleModule = (path, format) =>
  bundle({ input: at(path), output: { format }, plugins: [virtualModules(NO_FILES)] });

/** The worker as one classic script. */
export const bundleWorker = () => bundleModule('wasm/worker/entry.js', 'iife');

/** What the program for Node has beside it, in the package. @type {[RegExp, string][]} */
const BESIDE_COMMAND = [
  [/\/wasm\/index\.js$/, '../wasm/index.js'],
  [/\/run\/parse-document\.js$/, '../lessons-own.js'],
  // Is in glassformer.js, which needs a browser: without it --text names the file.
  [/\/texts\/fables\.txt$/, './fables.js'],
];

/** The program for Node, which uses the engine and the workers of the package. */
export const bundleCommand = () =>
  bundle({
    input: at('web/entry/command.js'),
    platform: 'node',
    transform: { target: 'node20' },
    output: { banner: '#!/usr/bin/env node' },
    plugins: [
      filesOfLanguages,
      ...BESIDE_COMMAND.map(([id, file]) => ({
        name: `beside: ${file}`,
        resolveId: { filter: { id }, handler: () => ({ id: file, external: true }) },
      })),
      // Marking has no need of an experiment's words.
      loads(/\/experiments\/built-in\/\w+\.json$/, async (path) => {
        const experiment = JSON.parse(await readFile(path, 'utf8'));
        for (const key of ['$schema', 'title', 'question', 'conclusion'])
          delete experiment[key];
        return JSON.stringify(experiment);
      }),
      loads(
        /\.schema\.js$/,
        (path) => `import { readFileSync } from 'node:fs';
          export default JSON.parse(
            readFileSync(new URL('../${basename(path)}on', import.meta.url), 'utf8'));`,
      ),
    ],
  });

/** Instead of globals, for servers.
 * @type {Record<string, [string, string]>} */
const NO_DOCUMENT = Object.fromEntries(
  ['HTMLElement', 'customElements', 'document'].map((name) => [
    name,
    [at('web/build/no-document.js'), name],
  ]),
);

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
  const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'));
  const functions = JSON.stringify(await cSources(ROOT));
  return (
    entry,
    { pretrained = 'beside', withoutDocument, beside = {}, classic, split } = {},
  ) => {
    const first = inOneScript(at(entry));
    const model = JSON.stringify(at(`web/pretrained/${pretrained}.js`));
    return bundleAll({
      input: at(entry),
      transform: { ...COMMON.transform, inject: withoutDocument ? NO_DOCUMENT : {} },
      output: {
        format: classic ? 'iife' : 'esm',
        exports: 'named',
        chunkFileNames: 'chunks/[name]-[hash].js',
        hashCharacters: 'base36',
        ...(split ? first.output : {}),
      },
      plugins: [
        bytes,
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
          'bundle:pretrained': `export * from ${model};`,
        }),
        ...(split ? [hostWhenWanted, first.plugin] : []),
        shortTemplates,
      ],
    });
  };
}
