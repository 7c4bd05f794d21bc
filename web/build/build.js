// SPDX-License-Identifier: MIT
// Bundles what people load:
//
//   build/web/              the page: index.html, page.js, page.css, icon.svg, and the
//                           model it begins with, first.safetensors
//   dist/glassformer.js     the element in one self-contained module, engine and worker inside
//   dist/glassformer.html   the page in one file, for file:// and for upload
//   dist/anywidget.js       the same for notebooks: marimo, Jupyter, MyST
//   dist/worker.js          what `worker-url` may name
//   dist/lessons.js         <glass-lessons>, for pages that have the element
//   dist/embed.html         the element alone, for frames in other people's pages
//   NOTICES.txt             beside each of them: the licences of what they hold
//
// The worker becomes a classic script in a string, the engine a string of bytes: nothing is fetched
// after load, whatever policy or address the host page has.

import { build, transform } from 'esbuild';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { lookAt, posterCss, withPoster } from '../pretrained/poster.js';
import { Notices, packagesIn, partOf, partsOfEngine } from './notices/notices.js';
import { tokensCss } from '../draw/theme.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const at = (/** @type {string[]} */ ...path) => join(ROOT, ...path);

/** What the letters of the engine and the fables are called in a bundle, see whole(). */
const ENGINE = '__engine';
const FABLES = '__fables';

/** What a course page pays for one line where the host compresses with brotli. Others, like
 * GitHub Pages, send gzip: a fifth more, which is printed beside it. */
const LIMIT_BYTES = 300 * 1024;

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  bundle: true,
  minify: true,
  legalComments: 'none',
  target: ['chrome105', 'firefox113', 'safari16.4'],
  loader: { '.css': 'text' },
  logLevel: 'warning',
  write: false,
};

/**
 * @typedef {object} Bundle
 * @property {string} code
 * @property {string[]} packages folders of those it holds something of
 * @property {string[]} inputs paths of all that was read
 */

/** @param {import('esbuild').BuildOptions} options @returns {Promise<Bundle>} */
async function bundle(options) {
  const result = await build({ ...COMMON, ...options, metafile: true });
  const { outputFiles, metafile } =
    /** @type {import('esbuild').BuildResult<{ write: false, metafile: true }>} */ (
      result
    );
  const inputs = Object.keys(metafile.inputs);
  return { code: outputFiles[0].text, packages: packagesIn(metafile), inputs };
}

/** The worker and everything it imports, as one classic script. */
const worker = await bundle({ entryPoints: [at('wasm/worker/entry.js')], format: 'iife' });

/**
 * The page can do a worker's work too, where it may not start one, so the bundle needs
 * this code twice: as script and as source. It is there once, as a function that is
 * called in the page and whose text is the worker's.
 */
const shared = new Map(
  worker.inputs
    .filter((path) => path !== 'wasm/worker/entry.js')
    .map((path, n) => [at(path), `m${n}`]),
);
const library = await bundle({
  stdin: {
    contents: [...shared]
      .map(([path, name]) => `export * as ${name} from ${JSON.stringify(path)};`)
      .join('\n'),
    resolveDir: ROOT,
  },
  format: 'iife',
  globalName: 'library',
});
const sharedCode =
  `function code() {${library.code}\nreturn library;}\n` +
  `export const library = code();\n` +
  `export const workerSource = '"use strict";(' + code + ')().` +
  `${shared.get(at('wasm/worker/start.js'))}.work()';\n`;

/** Modules that are in that function. @type {import('esbuild').Plugin} */
const once = {
  name: 'once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return shared.has(file) ? { path: file, namespace: 'shared' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'shared' }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href));
      const from = `library.${shared.get(path)}`;
      return {
        contents:
          `import { library } from 'engine:code';\n` +
          `export const { ${names.join(', ')} } = ${from};\n`,
      };
    });
  },
};

const engine = await readFile(at('build/wasm/glassformer.wasm'));

/**
 * One character a byte, so that the host's compression sees the engine as it is: words stay
 * words, the frequent bytes are in ASCII, and what is near stays near. 4 KB smaller than with the
 * characters U+0000 to U+00FF, 11 KB smaller than deflated base64, which hides what repeats.
 * @param {Uint8Array} bytes
 * @returns {{ alphabet: string, text: string }} alphabet: the character of each byte
 */
function inLetters(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  // What a string or an HTML script would have to escape is left out.
  const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n));
  const letters = ascii.filter((letter) => !'"\\<'.includes(letter));
  const isWord = (/** @type {string} */ letter) => /[a-z_ ]/.test(letter);
  /** @type {string[]} */
  const alphabet = [];
  for (const letter of letters.filter(isWord)) alphabet[letter.charCodeAt(0)] = letter;
  const others = letters.filter((letter) => !isWord(letter));
  const order = Array.from(counts.keys())
    .filter((byte) => !alphabet[byte])
    .sort((a, b) => counts[b] - counts[a]);
  const inOrder = (/** @type {number[]} */ some) => some.sort((a, b) => a - b);
  for (const [n, byte] of inOrder(order.slice(0, others.length)).entries())
    alphabet[byte] = others[n];
  for (const [n, byte] of inOrder(order.slice(others.length)).entries())
    alphabet[byte] = String.fromCharCode(0x80 + n);
  const text = Array.from(bytes, (byte) => alphabet[byte]).join('');
  return { alphabet: alphabet.join(''), text };
}

const fables = await readFile(at('web/texts/fables.txt'), 'utf8');

/** What comes last in a bundle, after what is minified: compression finds more in code that
 * is in one piece, and in a text whose lines are lines, 1.1 KB.
 * @type {Record<string, string>} */
const LAST = {
  [FABLES]: `\`${fables.replace(/[`\\$]/g, '\\$&')}\``,
  [ENGINE]: JSON.stringify(inLetters(engine)),
};

/** Once for each bundle. @param {string} code */
const whole = (code) =>
  Object.entries(LAST).reduce(
    (made, [name, value]) =>
      code.includes(name) ? `${made}const ${name}=${value};` : made,
    code,
  );

const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'));

const MAP = 'build/wasm/glassformer.map';
if (!existsSync(at(MAP))) throw new Error(`${MAP} is not there: run make wasm.`);
const engineParts = partsOfEngine(await readFile(at(MAP), 'utf8'));
const notices = new Notices();

/** The model the page begins with, beside it or, in one file, in it. */
const MODEL = 'first.safetensors';
const model = await readFile(at('web/pretrained/model.safetensors'));
const packedModel = {
  beside:
    `export const packedModel = async () => {` +
    `  const answer = await fetch(new URL(${JSON.stringify(MODEL)}, import.meta.url));` +
    `  if (!answer.ok) throw new Error(answer.statusText);` +
    `  return new Uint8Array(await answer.arrayBuffer());` +
    `};`,
  inside:
    `import { fromLetters } from ${JSON.stringify(at('web/build/letters.js'))};` +
    `export const packedModel = async () => ` +
    `fromLetters(${JSON.stringify(inLetters(model))});`,
};

/** Gives `import … from 'engine:resources'` what it exports. @type {import('esbuild').Plugin} */
const resources = {
  name: 'engine-resources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^engine:(resources|code)$/ }, ({ path }) => ({
      path,
      namespace: 'engine',
    }));
    onLoad({ filter: /.*/, namespace: 'engine' }, ({ path }) => ({
      contents:
        path === 'engine:code'
          ? sharedCode
          : `export { workerSource } from 'engine:code';\n` +
            `export const wasm = () => ${ENGINE};\n` +
            `export const builtInText = () => ${FABLES};\n` +
            `export const version = ${JSON.stringify(version)};\n`,
    }));
  },
};

/** Gives `import … from 'engine:first'` what it exports.
 * @param {string} contents @returns {import('esbuild').Plugin} */
const bringing = (contents) => ({
  name: 'engine-first',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^engine:first$/ }, ({ path }) => ({
      path,
      namespace: 'first',
    }));
    onLoad({ filter: /.*/, namespace: 'first' }, () => ({
      contents,
      resolveDir: ROOT,
    }));
  },
});

const BLOCKS =
  '(?:caption|d[dlt]|details|dialog|div|fieldset|form|h[23]|li|ol|option|p|section|summary|' +
  'table|tbody|td|th|thead|tr|ul)';
const BLOCK_START = new RegExp(`(<${BLOCKS}(?: [^<>]*|)>|</${BLOCKS}>)\\n`, 'g');
const BLOCK_END = new RegExp(`\\n(</${BLOCKS}>)`, 'g');

/** Layout inside templates is sent to nobody. @type {import('esbuild').Plugin} */
const outdented = {
  name: 'outdented',
  setup({ onLoad }) {
    onLoad({ filter: /web\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const parts = source.split(/(\bcss`[^`$\\]*`)/);
      const lean = await Promise.all(
        parts.map((part, n) => (n % 2 ? leanCss(part) : part)),
      );
      const contents = lean.join('');
      return {
        contents: /web\/(views|lessons)/.test(path)
          ? contents
              .replace(/\n\s+/g, '\n')
              .replace(BLOCK_START, '$1')
              .replace(BLOCK_END, '$1')
          : contents,
      };
    });
  },
};

/** @param {string} template css`…` without anything put in */
async function leanCss(template) {
  const { code } = await transform(template.slice(4, -1), {
    loader: 'css',
    minify: true,
    target: COMMON.target,
  });
  return `css\`${code.trim().replaceAll('\\', '\\\\')}\``;
}

/**
 * Lit expects a document where it is imported; a server that renders pages has none. The
 * names are the module's own: other code on that server must not take it for a browser.
 */
const STAND_INS =
  'const HTMLElement=globalThis.HTMLElement??class{},' +
  'customElements=globalThis.customElements??{get(){},define(){}},' +
  'document=globalThis.document??{createTreeWalker(){return{}},' +
  'createElement(){return{}},createComment(){return""}};';

/** @param {string} entry @param {import('esbuild').Plugin[]} plugins */
const moduleOf = (entry, ...plugins) =>
  bundle({
    entryPoints: [at('web/entry', entry)],
    format: 'esm',
    charset: 'utf8',
    plugins: [once, resources, outdented, ...plugins],
  });

/** A bundle as it is published, and its first line: what it holds of others.
 * @param {Bundle} bundle */
function finished({ code, packages }) {
  const parts = [...packages, ...library.packages].map(partOf);
  if (code.includes(ENGINE)) parts.push(...engineParts);
  return { line: notices.line(parts), code: whole(code) };
}

/** @param {string} path @param {Bundle} bundle */
function putScript(path, bundle) {
  const { line, code } = finished(bundle);
  return put(path, `/*! ${line} */\n${code}`);
}

/** @param {string} path @param {string | Uint8Array} content */
async function put(path, content) {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), content);
  const bytes = Buffer.byteLength(content);
  const brotli = brotliCompressSync(content).length;
  const gzip = gzipSync(content, { level: 9 }).length;
  console.log(
    `  web    ${path}: ${bytes} bytes, ${gzip} with gzip, ${brotli} with brotli`,
  );
  return brotli;
}

const css = tokensCss + posterCss + (await readFile(at('web/page/page.css'), 'utf8'));
const { code: styles } = await transform(css, {
  loader: 'css',
  minify: true,
});
const html = withPoster(
  await readFile(at('web/page/index.html'), 'utf8'),
  await lookAt(model, fables),
);
const icon = await readFile(at('web/page/icon.svg'), 'utf8');
const page = await moduleOf('page.js', bringing(packedModel.beside));
const wholePage = await moduleOf('page.js', bringing(packedModel.inside));

/** For entries that are imported where there is no document. @param {string} entry */
const anywhere = async (entry) => {
  const made = await moduleOf(entry);
  return { ...made, code: STAND_INS + made.code };
};
const element = await anywhere('element.js');
// A second look, by another tool, over what course pages load: another 3 KB.
const { code: smaller = '' } = await minify(element.code, {
  module: true,
  ecma: 2020,
  compress: {
    passes: 3,
    hoist_props: true,
    inline: 1,
    // Nothing is read for what reading it does.
    pure_getters: true,
    sequences: false,
  },
});

await putScript('build/web/page.js', page);
await put(`build/web/${MODEL}`, model);
await put('build/web/page.css', styles);
await put('build/web/index.html', html);
await copyFile(at('web/page/icon.svg'), at('build/web/icon.svg'));
const size = await putScript('dist/glassformer.js', { ...element, code: smaller });
await putScript('dist/anywidget.js', await anywhere('anywidget.js'));
// For sites whose policy asks for workers of their own: the attribute worker-url.
await putScript('dist/worker.js', worker);
await putScript('dist/lessons.js', await anywhere('lessons.js'));
await putPage('dist/glassformer.html', html, wholePage);
const frame = await readFile(at('web/page/embed.html'), 'utf8');
await putPage('dist/embed.html', frame, await moduleOf('embed.js'));
for (const folder of ['dist', 'build/web'])
  await put(`${folder}/NOTICES.txt`, notices.text());
if (size > LIMIT_BYTES) {
  throw new Error(
    `dist/glassformer.js is ${size} bytes with brotli, over ${LIMIT_BYTES}.`,
  );
}

/** A page with its parts written into it.
 * @param {string} path @param {string} source @param {Bundle} bundle */
function putPage(path, source, bundle) {
  const { line, code } = finished(bundle);
  /** A closing tag inside a string would end the element it stands in. */
  const script = code.replaceAll('</script', '<\\/script');
  const data = `data:image/svg+xml,${encodeURIComponent(icon)}`;
  const whole = source
    .replace(/<!-- SPDX.*-->\n/, (licence) => `${licence}<!-- ${line} -->\n`)
    .replace("script-src 'self'", "script-src 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'unsafe-inline'")
    .replace(
      '<link rel="stylesheet" href="page.css" />',
      () => `<style>${styles}</style>`,
    )
    .replace('href="icon.svg"', () => `href="${data}"`)
    .replace(
      /<script type="module" src="\w+\.js"><\/script>/,
      () => `<script type="module">${script}</script>`,
    );
  return put(path, whole);
}
