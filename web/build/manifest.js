// SPDX-License-Identifier: MIT
// Describes the elements from the JSDoc of their classes: writes dist/custom-elements.json
// (https://custom-elements-manifest.open-wc.org) and, from it, the tables of
// docs/embedding.md, between the lines `<!-- NAME: begin … -->` and `<!-- NAME: end -->`.

import * as analyzer from '@custom-elements-manifest/analyzer';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configPresets } from '../../wasm/index.js';
import english from '../i18n/en/keys.js';
import { LESSONS } from '../lessons/built-in.js';
import { ALL } from '../views/all.js';
import { VIEWS } from '../views/registry.data.js';
import { tableOf, withPart } from './markdown.js';

/** Its declarations leave these out. */
const { create, ts } = /** @type {any} */ (analyzer);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MANIFEST = `${ROOT}dist/custom-elements.json`;
const DOCS = `${ROOT}docs/embedding.md`;

/** Source of an element, the file it is published in, and what precedes the names of its
 * tables in the docs. */
const ELEMENTS = [
  { source: 'web/element/glass-former.js', path: 'dist/glassformer.js', prefix: '' },
  { source: 'web/lessons/panel.js', path: 'dist/lessons.js', prefix: 'lessons-' },
];

/** @typedef {Record<string, any>} Entry */

const quoted = (/** @type {readonly string[]} */ names) =>
  names.map((name) => `'${name}'`).join(' | ');

/** What the JSDoc calls the values of an attribute, as editors read it: a type of TypeScript,
 * whose names in quotes they offer. `string` beside them: lists of several are valid.
 * @type {Record<string, string>} */
const TYPES = {
  URL: 'string',
  'BCP 47': 'string',
  string: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  '1 … 8': quoted([...'12345678']),
  id: 'string',
  lesson: `${quoted([...LESSONS.map(({ id }) => id), 'list'])} | string`,
  preset: quoted((await configPresets()).map(({ name }) => name)),
  names: `${quoted(VIEWS.filter((name) => name !== 'status'))} | string`,
};

/** @param {Entry} attribute */
const withType = (attribute) => ({
  ...attribute,
  type: {
    text: attribute.type.text
      .split(' | ')
      .map((/** @type {string} */ name) => TYPES[name] ?? quoted([name]))
      .join(' | '),
  },
});

/** Public members are the described methods, and the described fields that are read-only:
 * the others are attributes. @param {Entry} member */
const isPublic = ({ kind, name, privacy, description, readonly }) =>
  privacy !== 'private' &&
  description &&
  (kind === 'method' ? !name.endsWith('Callback') : readonly);

/** The analyzer also finds undocumented attributes and events. @param {Entry} entry */
const isDescribed = ({ description }) => Boolean(description);

/** @param {Entry} entry as the analyzer has it: descriptions keep their line breaks */
const inOneLine = (entry) => ({
  ...entry,
  description: entry.description.replace(/\s+/g, ' '),
});

/** @param {string} source @param {string} path of the published module */
function describe(source, path) {
  const file = ts.createSourceFile(
    source,
    readFileSync(ROOT + source, 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  const { modules } = create({ modules: [file], plugins: [] });
  const { declarations } = modules[0];
  const element = declarations.find((/** @type {Entry} */ { tagName }) => tagName);
  if (!element) throw new Error(`no @tag in ${source}`);
  const { name, tagName } = element;
  element.members = element.members.filter(isPublic);
  for (const list of Object.keys(TABLES))
    element[list] = (element[list] ?? []).filter(isDescribed).map(inOneLine);
  const declaration = { name, module: path };
  return {
    kind: 'javascript-module',
    path,
    exports: [
      { kind: 'custom-element-definition', name: tagName, declaration },
      { kind: 'js', name, declaration },
    ],
    declarations: [element],
  };
}

const code = (/** @type {string | undefined} */ text) => (text ? `\`${text}\`` : '');
/** @type {Record<string, [string[], (entry: Entry) => string[]]>} */
const TABLES = {
  attributes: [
    ['attribute', 'values', 'default', 'what it does'],
    ({ name, type, default: value, description }) => [
      code(name),
      type.text,
      code(value),
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

const modules = ELEMENTS.map(({ source, path }) => describe(source, path));
const published = modules.map((module) => ({
  ...module,
  declarations: module.declarations.map((/** @type {Entry} */ element) => ({
    ...element,
    attributes: element.attributes.map(withType),
  })),
}));
const manifest = { schemaVersion: '1.0.0', readme: 'README.md', modules: published };
mkdirSync(`${ROOT}dist`, { recursive: true });
writeFileSync(MANIFEST, `${JSON.stringify(manifest)}\n`);

let docs = readFileSync(DOCS, 'utf8');
for (const [n, { prefix }] of ELEMENTS.entries()) {
  const [element] = modules[n].declarations;
  for (const [name, [head, row]] of Object.entries(TABLES)) {
    if (element[name].length > 0)
      docs = withPart(docs, prefix + name, tableOf(head, element[name].map(row)));
  }
}

/** @type {Record<string, string>} */
const BUNDLES = { page: 'the page and `embed.html` only' };
/** @param {import('../views/define-view.js').Definition} view */
const viewRow = ({ name, bundle = 'page', isControl, places, queries, words }) => [
  code(name),
  words?.en.title ?? english.keys.title,
  [isControl ? 'control' : 'view', BUNDLES[bundle]].filter(Boolean).join(', '),
  Object.keys(places).join(', '),
  queries.map(code).join(' '),
];
const viewTable = tableOf(
  ['name', 'what it is', 'kind', 'tab in', 'analyses'],
  ALL.filter(({ name }) => name !== 'status').map(viewRow),
);
writeFileSync(DOCS, withPart(docs, 'views', viewTable));
