// SPDX-License-Identifier: MIT
// Licence notices of the published files: one line at the start of each file, and NOTICES.txt
// with all licence texts. Both are derived from the records of the bundler and the linker.

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (/** @type {string[]} */ ...path) =>
  readFileSync(join(ROOT, ...path), 'utf8').trim();

/**
 * @typedef {object} Part a work by others
 * @property {string} name
 * @property {string} what package and version, or its functions in the engine
 * @property {string} licence as SPDX names it
 * @property {string} author
 * @property {string} text copyright and licence
 * @property {string} [whole] file with the whole licence, where the text may lack it
 */

/** Packages that are parts of one work. */
const WORKS = [{ name: 'Lit', is: /^(@lit\/|lit(-|$))/ }];

/** Licences whose text a package may leave out, in part or whole, but a distribution may not. */
const WHOLE = new Map([['Apache-2.0', 'web/build/notices/apache-2.0.txt']]);

/** Of the project and of everything linked into the engine. */
const OUR_LICENCE = 'MIT';

/** Owners of objects from Emscripten's system libraries; the first match decides. */
const LINKED = [
  {
    name: 'Emscripten',
    author: 'Emscripten authors',
    file: 'web/build/notices/emscripten.txt',
    is: /(^|\/)(crt1\w*\.o|lib[\w-]*\.a\(emscripten_\w+\.o\)|libcompiler_rt[\w-]*\.a\(stack_\w+\.o\)|libstandalonewasm[\w-]*\.a\(.*)$/,
  },
  {
    name: 'musl',
    author: 'Rich Felker, et al.',
    file: 'web/build/notices/musl.txt',
    is: /(^|\/)libc[\w-]*\.a\(\w+\.o\)$/,
  },
];

/** Folders of the packages with code in a bundle.
 * @param {import('rolldown').OutputChunk} chunk @returns {string[]} */
export function packagesIn({ modules }) {
  const folders = Object.entries(modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(
      ([id]) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(relative(ROOT, id))?.[0] ?? '',
    );
  return [...new Set(folders)].filter(Boolean).sort();
}

/** @param {string} folder of a package @returns {Part} */
export function partOf(folder) {
  const { name, version, license, author } = JSON.parse(read(folder, 'package.json'));
  const file = readdirSync(join(ROOT, folder)).find((each) =>
    /^licen[cs]e/i.test(each),
  );
  const whole = WHOLE.get(license);
  if (!file && !whole) throw new Error(`${folder} is bundled and has no licence file.`);
  const text = file ? read(folder, file) : `Copyright ${author?.name ?? author}`;
  return {
    name: WORKS.find(({ is }) => is.test(name))?.name ?? name,
    what: `${name} ${version}`,
    licence: license,
    author: author?.name ?? author,
    ...{ text, whole },
  };
}

/** @param {string} map what the linker printed (wasm-ld --print-map)
 * @returns {Part[]} works by others in the engine */
export function partsOfEngine(map) {
  const sections = [
    ...map.matchAll(/^\s+\S+\s+\S+\s+\S+\s+(\S.*\.(?:o|a\(.+\.o\))):\(/gm),
  ];
  const objects = [...new Set(sections.map((match) => match[1]))];
  if (objects.length === 0) throw new Error('The map of the engine names no object.');
  /** @type {Map<string, string[]>} */
  const taken = new Map();
  for (const path of objects) {
    if (path.startsWith('build/')) continue;
    const owner = LINKED.find(({ is }) => is.test(path));
    if (!owner)
      throw new Error(`${path} is in the engine, but has no entry in LINKED.`);
    const object = /([^/(]+)\.o\)?$/.exec(path)?.[1] ?? path;
    taken.set(owner.name, [...(taken.get(owner.name) ?? []), object].sort());
  }
  return LINKED.filter(({ name }) => taken.has(name)).map(({ name, author, file }) => ({
    name,
    what: `${taken.get(name)?.join(', ')} (in the engine)`,
    licence: OUR_LICENCE,
    author,
    text: read(file),
  }));
}

export class Notices {
  /** All that was named. @type {Map<string, Part>} */
  #parts = new Map();

  /** The first line of a file that holds these parts. @param {Part[]} parts */
  line(parts) {
    const names = new Map([[OUR_LICENCE, new Set(['Glassformer'])]]);
    for (const part of parts) {
      const { name, what, licence, author } = part;
      this.#parts.set(what, part);
      // NOTICES.txt names the authors of works under our licence.
      const terms = licence === OUR_LICENCE ? licence : `${licence}, ${author}`;
      names.set(terms, (names.get(terms) ?? new Set()).add(name));
    }
    const all = [...names].map(([terms, some]) => `${[...some].join(', ')} (${terms})`);
    return `${all.join(', ')}: NOTICES.txt`;
  }

  /** The whole of NOTICES.txt. */
  text() {
    const parts = [...this.#parts.values()];
    const list = parts.map(
      ({ name, what, licence, author }) => `* ${name}: ${what}; ${licence}, ${author}`,
    );
    /** Packages of one work come with one text. */
    const texts = new Map([[read('LICENSE'), new Set(['Glassformer'])]]);
    const add = (/** @type {string} */ text, /** @type {string} */ name) =>
      texts.set(text, (texts.get(text) ?? new Set()).add(name));
    for (const { name, text } of parts) add(text, name);
    for (const { name, whole } of parts) if (whole) add(read(whole), name);
    const whole = [...texts].map(
      ([text, names]) => `${RULE}\n${[...names].join(', ')}\n${RULE}\n\n${text}`,
    );
    return `${[ABOUT, list.join('\n'), TEXTS, ...whole].join('\n\n')}\n`;
  }
}

const RULE = '-'.repeat(78);

const ABOUT = `Notices for Glassformer

The files beside this one may be used, changed and passed on under the licences below, as
long as this file goes with them. Beside our own work, which is under the MIT licence, they
hold parts of these; a line at the start of each file names those that are in it:`;

const TEXTS = `The engine is in the files whose line names musl, and in glassformer.wasm. The
fables in them are our own, dedicated to the public domain (CC0 1.0). The tales of the
brothers Grimm, translated by Edgar Taylor and Marian Edwardes, are in the public domain;
the model that the page begins with was trained on other tales of that book. Other texts are fetched from their public
addresses when a reader asks for them, and are part of no file.`;
