// SPDX-License-Identifier: MIT
// Builds what people load:
//
//   build/web/              the page: index.html, first.js, page.js, chunks, page.css, icon.svg,
//                           fonts and its pretrained model, first.safetensors; copies of what the
//                           code for other pages loads
//   dist/glassformer.js     the element in one self-contained module, engine and worker inside;
//                           its default export is the widget of notebooks
//   dist/glassformer.html   the page in one file, for file:// and for upload
//   dist/glassformer.iife.js  the element with all of it inside as a classic script, for pages
//                           opened from disk, which may load no modules
//   dist/worker.js          a target for the attribute worker-url
//   dist/lessons.js         <glass-lessons>, for pages that have the element
//   dist/glassformer.es.js  what they import when it is wanted: languages, what the first screen
//   dist/glassformer.more.js  does without, and what reads lessons
//   dist/lessons.es.js      of one's own
//   dist/lessons-own.js
//   build/python/           the element with all of these inside, for the Python package
//   dist/command/           the program for Node that marks assignments
//   dist/wasm/              the sessions as modules: what the package's main entry loads
//   dist/embed.html         the element alone, for frames in other people's pages
//   NOTICES.txt             beside each of them: the licences of their parts
//
// Engine and worker source are inside the scripts, whatever policy or address the host page
// has. What the first screen of the page does without is in files of its own, in
// build/web/chunks; pages in one file hold all.

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from 'rolldown/utils';
import { tokensCss } from '../draw/tokens.data.js';
import assignment from '../assignments/assignment.schema.js';
import experiment from '../experiments/experiment.schema.js';
import lesson from '../lessons/lesson.schema.js';
import { poster } from '../pretrained/poster.js';
import { OTHERS, ROOT, bundleCommand, bundleWorker, entryBundler } from './bundles.js';
import { copyFonts, fontParts, fontsCss, preloads } from './fonts.js';
import { Notices, partOf, partsOfEngine } from './notices/notices.js';
import { replaceOnce, singleFile } from './pages.js';
import { sessionModules } from './sessions.js';
import { shortCss } from './templates.js';

/** @import { Bundle } from './bundles.js' */

/** Modules that the two load when they are wanted → files beside them. */
const BESIDE = {
  ...Object.fromEntries(
    OTHERS.flatMap((lang) => [
      [`web/i18n/${lang}/index.js`, `glassformer.${lang}.js`],
      [`web/i18n/${lang}/lessons.js`, `lessons.${lang}.js`],
    ]),
  ),
  'web/views/more.js': 'glassformer.more.js',
  'web/lessons/find.js': 'lessons-own.js',
};

const at = (/** @type {string} */ path) => join(ROOT, path);
const readText = (/** @type {string} */ path) => readFile(at(path), 'utf8');

const engineParts = partsOfEngine(await readText('build/wasm/glassformer.map'));
const notices = new Notices();

/** One line that names the works in a bundle. @param {Bundle} bundle */
const noticeOf = ({ packages, hasEngine }) =>
  notices.line([...packages.map(partOf), ...(hasEngine ? engineParts : [])]);

/** @param {string} path @param {string | Uint8Array} content */
async function put(path, content) {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), content);
}

/** The same, and says how large it is. @param {string} path @param {string | Uint8Array} content */
async function write(path, content) {
  await put(path, content);
  const gzip = gzipSync(content).length;
  console.log(
    `  web    ${path}: ${Buffer.byteLength(content)} bytes, ${gzip} with gzip`,
  );
}

/** @param {Bundle} bundle */
const noted = (bundle) => `/*! ${noticeOf(bundle)} */\n${bundle.code}`;
/** @param {string} path @param {Bundle} bundle */
const writeScript = (path, bundle) => write(path, noted(bundle));

const worker = await bundleWorker();
const bundleChunks = await entryBundler(worker.code);
/** @type {(...entry: Parameters<typeof bundleChunks>) => Promise<Bundle>} */
const bundleEntry = async (...entry) => (await bundleChunks(...entry))[0];
/** Servers that render pages import these. */
const withoutDocument = true;
const element = await bundleEntry('web/entry/element.js', {
  withoutDocument,
  beside: BESIDE,
});

// What an earlier version has left there would be published.
for (const folder of ['dist', 'build/web'])
  await rm(at(folder), { recursive: true, force: true });
await writeScript('dist/glassformer.js', element);
await writeScript(
  'dist/lessons.js',
  await bundleEntry('web/entry/lessons.js', { withoutDocument, beside: BESIDE }),
);
// Notebooks hand a module over without its folder.
await writeScript(
  'build/python/glassformer.js',
  await bundleEntry('web/entry/element.js', { withoutDocument }),
);
// The mark at its beginning names the encoding: that of a page without one is not UTF-8.
await write(
  'dist/glassformer.iife.js',
  `\ufeff${noted(await bundleEntry('web/entry/element.js', { classic: true }))}`,
);
for (const [path, name] of Object.entries(BESIDE))
  await writeScript(`dist/${name}`, await bundleEntry(path));
await writeScript('dist/worker.js', worker);
const sessions = await sessionModules(ROOT);
for (const { path, code } of sessions) await put(path, code);
console.log(`  web    dist/wasm/index.js and ${sessions.length - 1} more`);
await write('dist/command/glassformer.js', (await bundleCommand()).code);

const model = await readFile(at('web/pretrained/model.safetensors'));
const css = shortCss(tokensCss + (await readText('web/page/page.css')));
const html = replaceOnce(
  await readText('web/page/index.html'),
  '<!-- poster -->',
  await poster(model, await readText('web/texts/grimm.txt')),
);

const page = await bundleChunks('web/entry/page.js', { split: true });
for (const chunk of page) await put(`build/web/${chunk.path}`, noted(chunk));
console.log(
  `  web    build/web/page.js and ${page.length - 1} more in build/web/chunks`,
);
const first = page.filter(({ atStart }) => atStart).map(({ path }) => path);
// At once, not one after another as they name each other.
const modules = first.map((path) => `<link rel="modulepreload" href="${path}" />`);
const links = `${[preloads, ...modules].join('\n    ')}\n    <link rel="stylesheet"`;
const served = replaceOnce(html, '<link rel="stylesheet"', links);
await write(
  'build/web/index.html',
  replaceOnce(served, 'src="page.js"', 'src="first.js"'),
);
const { code: opening } = await minify(
  'first.js',
  await readText('web/entry/first.js'),
);
await write('build/web/first.js', opening);
const fontNotice = `/*! ${notices.line(fontParts())} */\n`;
await write('build/web/page.css', fontNotice + fontsCss + css);
await copyFonts(at('build/web'));
await write('build/web/first.safetensors', model);
await copyFile(at('web/page/icon.svg'), at('build/web/icon.svg'));
await copyFile(at('docs/pictures/card.png'), at('build/web/card.png'));

const icon = await readText('web/page/icon.svg');
/** @param {string} path @param {string} page @param {string} entry */
async function writeSingleFile(path, page, entry) {
  const bundle = await bundleEntry(`web/entry/${entry}`, { pretrained: 'inline' });
  const notice = noticeOf(bundle);
  return write(
    path,
    singleFile(page, { entry, script: bundle.code, css, icon, notice }),
  );
}
await writeSingleFile('dist/glassformer.html', html, 'page.js');
await writeSingleFile(
  'dist/embed.html',
  await readText('web/page/embed.html'),
  'embed.js',
);

// Editors check files of one's own with them.
for (const [name, schema] of Object.entries({ assignment, experiment, lesson }))
  await write(`dist/${name}.schema.json`, JSON.stringify(schema));

// The page writes code that loads these from the page's own folder.
for (const name of [
  'glassformer.js',
  'lessons.js',
  ...Object.values(BESIDE),
  'worker.js',
  'embed.html',
])
  await copyFile(at(`dist/${name}`), at(`build/web/${name}`));
for (const folder of ['dist', 'build/web'])
  await write(`${folder}/NOTICES.txt`, notices.text());
