// SPDX-License-Identifier: MIT
// Bundles what people load:
//
//   build/web/              the page: index.html, page.js, page.css, icon.svg
//   dist/glassformer.js     the element in one self-contained module, engine and worker inside
//   dist/glassformer.html   the page in one file, for file:// and for upload
//   dist/embed.html         the element alone, for frames in other people's pages
//
// The worker becomes a classic script in a string, the engine a string of bytes: nothing is fetched
// after load, whatever policy or address the host page has.

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tokensCss } from './theme.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const at = (/** @type {string[]} */ ...path) => join(ROOT, ...path);

/** What a course page pays for one line, with the compression of today's hosts (brotli). */
const LIMIT_BYTES = 200 * 1024;

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  bundle: true,
  minify: true,
  legalComments: 'none',
  target: ['chrome105', 'firefox113', 'safari16.4'],
  loader: { '.txt': 'text', '.css': 'text' },
  logLevel: 'warning',
  write: false,
};

/** @param {import('esbuild').BuildOptions} options @returns {Promise<string>} */
async function bundle(options) {
  const { outputFiles } = await build({ ...COMMON, ...options });
  return /** @type {import('esbuild').OutputFile[]} */ (outputFiles)[0].text;
}

/** The worker and everything it imports, as one classic script. */
const workerSource = await bundle({
  entryPoints: [at('wasm/worker.js')],
  format: 'iife',
});
/**
 * One character a byte, U+0000 to U+00FF, so that the host's compression sees the engine
 * as it is: 12 % smaller than deflated base64, which hides from it what repeats.
 */
const wasm = (await readFile(at('build/wasm/glassformer.wasm'))).toString('latin1');

const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'));

/** Gives `import … from 'engine:resources'` what it exports. @type {import('esbuild').Plugin} */
const resources = {
  name: 'engine-resources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^engine:resources$/ }, ({ path }) => ({
      path,
      namespace: 'engine',
    }));
    onLoad({ filter: /.*/, namespace: 'engine' }, () => ({
      contents:
        `export const workerSource = ${JSON.stringify(workerSource)};\n` +
        `export const wasm = ${JSON.stringify(wasm)};\n` +
        `export const version = ${JSON.stringify(version)};\n`,
    }));
  },
};

/** Indentation inside templates is sent to nobody. @type {import('esbuild').Plugin} */
const outdented = {
  name: 'outdented',
  setup({ onLoad }) {
    onLoad({ filter: /web\/components\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\n\s+/g, '\n'),
    }));
  },
};

/** Lit expects a document where it is imported; a server that renders pages has none. */
const STAND_INS =
  'globalThis.HTMLElement??=class{};globalThis.customElements??=' +
  '{get(){},define(){}};globalThis.document??={createTreeWalker(){return{}},' +
  'createElement(){return{}},createComment(){return""}};';

/** @param {string} entry */
const moduleOf = (entry) =>
  bundle({
    entryPoints: [at('web', entry)],
    format: 'esm',
    charset: 'utf8',
    plugins: [resources, outdented],
  });

/** @param {string} path @param {string | Uint8Array} content */
async function put(path, content) {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), content);
  const bytes = Buffer.byteLength(content);
  const brotli = brotliCompressSync(content).length;
  const gzip = gzipSync(content).length;
  console.log(
    `  web    ${path}: ${bytes} bytes, ${gzip} with gzip, ${brotli} with brotli`,
  );
  return brotli;
}

const css = tokensCss + (await readFile(at('web/page.css'), 'utf8'));
const { code: styles } = await (
  await import('esbuild')
).transform(css, {
  loader: 'css',
  minify: true,
});
const html = await readFile(at('web/index.html'), 'utf8');
const icon = await readFile(at('web/icon.svg'), 'utf8');
const page = await moduleOf('entry-page.js');
const element = STAND_INS + (await moduleOf('entry-element.js'));

await put('build/web/page.js', page);
await put('build/web/page.css', styles);
await put('build/web/index.html', html);
await copyFile(at('web/icon.svg'), at('build/web/icon.svg'));
const size = await put('dist/glassformer.js', element);
await put('dist/glassformer.html', inOneFile(html, page));
const frame = await readFile(at('web/embed.html'), 'utf8');
await put('dist/embed.html', inOneFile(frame, await moduleOf('entry-embed.js')));
if (size > LIMIT_BYTES) {
  throw new Error(
    `dist/glassformer.js is ${size} bytes with brotli, over ${LIMIT_BYTES}.`,
  );
}

/** A page with its parts written into it. @param {string} source @param {string} code */
function inOneFile(source, code) {
  /** A closing tag inside a string would end the element it stands in. */
  const script = code.replaceAll('</script', '<\\/script');
  const data = `data:image/svg+xml,${encodeURIComponent(icon)}`;
  return source
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
}
