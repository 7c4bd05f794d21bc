// SPDX-License-Identifier: MIT
// All that a template says, as lines: its text, the attributes that readers and host pages meet,
// and in short the data that it gives to the elements in it. Classes, styles and drawings are
// left out.
import { withWords } from '../../../web/i18n/languages.js';
import { elementOf, escaped, htmlOf, plain } from './render.js';

/** Attributes that are kept. */
const KEPT =
  /^(aria-.+|data-.+|title|alt|disabled|checked|selected|hidden|open|value|href|download|min|max|step|placeholder|role|for|id|datetime|\..+)$/;
/** Elements within a line. */
const INLINE = new Set(
  'a abbr b br cite code dfn em i kbd mark q s small span strong sub sup td th text tspan time var'.split(
    ' ',
  ),
);
/** Shapes say nothing, apart from the text in them. */
const SHAPES = new Set('svg path circle line rect g polyline polygon use'.split(' '));
const VOID = new Set('br hr img input path circle line rect use col'.split(' '));
/** Of a list of numbers that are shown. */
const FEW = 3;
const DIGITS = 4;
/** Row and column. */
const CELLS = [
  [0, 0],
  [1, 0],
  [1, 1],
];

/** @param {number} x */
const short = (x) =>
  Number.isFinite(x) ? String(+x.toPrecision(DIGITS)) : String(x ?? '–');

/** A few of many. @param {ArrayLike<unknown>} list @param {(x: any) => string} write */
const few = (list, write) =>
  Array.from({ length: Math.min(FEW, list.length) }, (_, n) => write(list[n])).join(
    ' ',
  ) + (list.length > FEW ? ` … ${write(list[list.length - 1])}` : '');

/** What is said of the first cells, by a function of row and column. @param {Function} say */
function called(say) {
  if (say.length !== 2) return 'ƒ';
  return CELLS.map(([i, j]) => inShort(say(i, j))).join(' | ');
}

/** A value given to an element. @param {any} value @param {number} [depth] @returns {string} */
function inShort(value, depth = 2) {
  if (typeof value === 'function') return called(value);
  if (typeof value === 'number') return short(value);
  if (typeof value === 'string')
    return value.length > 60 ? `${value.slice(0, 60)}… (${value.length})` : value;
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  if (value.strings) return tagless(value);
  if (ArrayBuffer.isView(value) || typeof value[0] === 'number')
    return `[${value.length}](${few(value, short)})`;
  if (value instanceof Map || value instanceof Set)
    return inShort([...value.keys()], depth);
  if (Array.isArray(value))
    return `[${value.length}](${few(value, (x) => inShort(x, depth - 1))})`;
  const { constructor } = value;
  if (depth === 0 || (constructor && constructor !== Object)) return '{…}';
  const fields = Object.entries(value).map(
    ([k, x]) => `${k}: ${inShort(x, depth - 1)}`,
  );
  return `{${fields.join(', ')}}`;
}

/** @param {any} template */
const tagless = (template) => saidBy(template).join(' / ');

/** `live(x)` is x, `whereOffered(name, draw)` what is drawn; other directives are of the drawing.
 * @param {any} value @returns {any} */
function resolved(value) {
  if (!value?._$litDirective$) return value;
  const [first, draw] = value.values;
  if (value.values.length === 1) return first;
  return typeof draw === 'function' ? draw() : undefined;
}

/** @type {import('./render.js').Writing} */
const SAID = {
  resolved,
  bound(text, [sign, name, quote], x) {
    if (quote) return text + (sign || typeof x === 'object' ? '' : htmlOf(x, SAID));
    return text.slice(0, -` ${sign}${name}=`.length) + bound(sign, name, x);
  },
};

/** What a `.picture=` has, in the order in which it is said. */
const OF_PICTURE =
  'numbers rows columns most signed scale least largest place bands allowed end isSaid scheme stops x lines guides axes file label describe'.split(
    ' ',
  );

/** @param {string} sign @param {string} name @param {any} x @returns {string} */
function bound(sign, name, x) {
  if (name === 'picture')
    return OF_PICTURE.map((each) => bound('.', each, x[each])).join('');
  if (sign === '@' || name === 'ref') return '';
  if (sign === '?') return x ? ` ${name}` : '';
  if (sign === '.' && x === undefined) return '';
  if (sign === '.') return name === 'app' ? '' : ` .${name}="${escaped(inShort(x))}"`;
  return typeof x === 'symbol' || x === null || x === undefined
    ? ''
    : ` ${name}="${typeof x === 'object' ? '' : escaped(x)}"`;
}

const TOKEN = /<(\/?)([\w-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)\/?>|([^<]+)/g;
const ATTRIBUTE = /([.\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** @param {string} text */
const spaced = (text) => plain(text).replace(/\s+/g, ' ');

/** @param {string} tag @param {string} attributes */
function opening(tag, attributes) {
  const kept = [...attributes.matchAll(ATTRIBUTE)]
    .filter(([, name]) => KEPT.test(name))
    .map(([, name, a, b, c]) => {
      const value = spaced(a ?? b ?? c ?? '').trim();
      return value ? `${name}=${value}` : name;
    });
  const isSaid = kept.length > 0 || tag.includes('-') || tag === 'canvas';
  if (!isSaid || (SHAPES.has(tag) && kept.length === 0)) return '';
  return `<${[tag, ...kept].join(' ')}>`;
}

/** @param {unknown} template @returns {string[]} */
function saidBy(template) {
  const html = htmlOf(template, SAID).replace(/<!--[\s\S]*?-->/g, '');
  const lines = [''];
  let isQuiet = false;
  const cell = / \| $/;
  for (const [, end, tag, attributes, text] of html.matchAll(TOKEN)) {
    if (tag === 'style') isQuiet = !end;
    if (isQuiet) continue;
    if (text !== undefined) {
      lines[lines.length - 1] += spaced(text);
      continue;
    }
    if (!INLINE.has(tag) && !VOID.has(tag) && !SHAPES.has(tag)) lines.push('');
    if (tag === 'input' || tag === 'text') lines.push('');
    if (end) {
      if (tag === 'td' || tag === 'th') lines[lines.length - 1] += ' | ';
      continue;
    }
    lines[lines.length - 1] += opening(tag, attributes);
  }
  return folded(
    lines
      .map((line) => line.replace(/\s+/g, ' ').replace(cell, '').trim())
      .filter((line) => line !== ''),
  );
}

const OPTION = /^<option value(?:=(.*))? \.selected=false> ?(.*)$/;

/** Options that are not chosen, as one line; of many, a few. @param {string[]} lines */
function folded(lines) {
  /** @type {string[]} */ const short = [];
  /** @type {string[]} */ let options = [];
  for (const line of [...lines, '']) {
    const option = OPTION.exec(line);
    if (option) options.push(`${option[1] ?? ''}: ${option[2]}`);
    else {
      if (options.length > 0) short.push(`<option>${inShort(options.join(' · '))}`);
      options = [];
      short.push(line);
    }
  }
  return ofLongTables(short.slice(0, -1));
}

/** Rows of a table that are shown, at its beginning and its end. */
const [BEGIN, END] = [4, 1];

/** @param {string[]} lines */
function ofLongTables(lines) {
  /** @type {string[]} */ const all = [];
  /** @type {string[]} */ let rows = [];
  for (const line of [...lines, '']) {
    if (line.includes(' | ') && !line.startsWith('<')) rows.push(line);
    else {
      const more = rows.length - BEGIN - END;
      all.push(
        ...(more > 1
          ? [...rows.slice(0, BEGIN), `… ${more} rows`, ...rows.slice(-END)]
          : rows),
      );
      rows = [];
      all.push(line);
    }
  }
  return all.slice(0, -1);
}

/** What an element says.
 * @param {string} name @param {any} app @param {Record<string, unknown>} [own] */
export const said = (name, app, own) =>
  withWords(app.lang, () => saidBy(elementOf(name, app, own).render()));
