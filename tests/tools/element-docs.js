// SPDX-License-Identifier: MIT
// `node tests/tools/element-docs.js`: writes the tables of docs/embedding.md from
// custom-elements.json, between the lines `<!-- NAME: begin … -->` and `<!-- NAME: end -->`.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = `${ROOT}docs/embedding.md`;

/** An element, as the manifest has it. */
export function readManifest(tag = 'glass-former') {
  const { modules } = JSON.parse(readFileSync(`${ROOT}custom-elements.json`, 'utf8'));
  const all = modules.flatMap((/** @type {Entry} */ each) => each.declarations);
  return all.find((/** @type {Entry} */ { tagName }) => tagName === tag);
}

/** Elements, what the names of their tables begin with, and which tables there are.
 * @type {[string, string, (name: string) => boolean][]} */
const ELEMENTS = [
  ['glass-former', '', () => true],
  [
    'glass-lessons',
    'lessons-',
    (name) => ['attributes', 'members', 'events'].includes(name),
  ],
];

const code = (/** @type {string} */ text) => (text ? `\`${text}\`` : '');
const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');

/** @typedef {Record<string, any>} Entry */

/** @type {Record<string, [string[], (entry: Entry) => string[]]>} */
const TABLES = {
  attributes: [
    ['attribute', 'values', 'default', 'what it does'],
    ({ name, type, default: start, description }) => [
      code(name),
      type.text,
      code(start),
      description,
    ],
  ],
  members: [
    ['name', 'what it is'],
    ({ kind, name, static: isStatic, parameters = [], description }) => [
      code(
        kind === 'method'
          ? `${name}(${parameters.map((/** @type {Entry} */ each) => each.name).join(', ')})`
          : `${isStatic ? 'GlassFormer.' : ''}${name}`,
      ),
      description,
    ],
  ],
  events: [
    ['event', 'detail', 'when'],
    ({ name, type, description }) => [code(name), code(type.text), description],
  ],
  slots: [
    ['slot', 'where it shows'],
    ({ name, description }) => [name ? code(name) : '(default)', description],
  ],
  cssParts: [
    ['part', 'what it is'],
    ({ name, description }) => [code(name), description],
  ],
  cssProperties: [
    ['property', 'what it sets'],
    ({ name, description }) => [code(name), description],
  ],
};

/** @param {string} text of the document @returns {string} with its tables as they should be */
export function withTables(text) {
  for (const [tag, prefix, wanted] of ELEMENTS) {
    const manifest = readManifest(tag);
    for (const [name, [head, row]] of Object.entries(TABLES)) {
      if (wanted(name))
        text = withTable(text, prefix + name, table(head, manifest[name].map(row)));
    }
  }
  return text;
}

/** @param {string} text @param {string} name @param {string} rows */
function withTable(text, name, rows) {
  const place = new RegExp(
    `(<!-- ${name}: begin[^\n]*-->\n)[^]*?(<!-- ${name}: end -->)`,
  );
  if (!place.test(text)) throw new Error(`no place for the table '${name}'`);
  return text.replace(place, (_, begin, end) => `${begin}\n${rows}\n\n${end}`);
}

export const readDocs = () => readFileSync(DOCS, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(DOCS, withTables(readDocs()));
}
