// SPDX-License-Identifier: MIT
// Style sheets and templates without what only their reader needs: minifiers of scripts leave
// template literals as they are.
import { parseAst } from 'rolldown/parseAst';

/** What is shortened, by tag. @type {Record<string, (text: string) => string>} */
const SHORTER = {
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      .replace(/: /g, ':'),
  // A break is drawn as a space, separates attributes, and is dropped at the beginning of <pre>.
  html: (text) => text.replace(/\s*\n\s*/g, '\n'),
};
SHORTER.svg = SHORTER.html;

/** @typedef {{ start: number, end: number, tag: string }} Part of a template */

/** The texts of all tagged templates in a syntax tree. @param {any} node @returns {Part[]} */
function partsIn(node) {
  if (node === null || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap(partsIn);
  const tag = node.type === 'TaggedTemplateExpression' ? node.tag.name : '';
  if (!Object.hasOwn(SHORTER, tag)) return inside;
  const own = node.quasi.quasis.map((/** @type {Part} */ { start, end }) => ({
    start,
    end,
    tag,
  }));
  return [...inside, ...own];
}

/** @param {string} code of a module @returns {string} */
export function shortened(code) {
  if (!/\b(?:css|html|svg)`/.test(code)) return code;
  const tree = parseAst(code);
  let at = 0;
  let short = '';
  for (const { start, end, tag } of partsIn(tree).sort((a, b) => a.start - b.start)) {
    short += code.slice(at, start) + SHORTER[tag](code.slice(start, end));
    at = end;
  }
  return short + code.slice(at);
}

/** A style sheet. */
export const shortCss = SHORTER.css;

/** By code. @type {Map<string, string>} */
const known = new Map();

/** @type {import('rolldown').Plugin} */
export const shortTemplates = {
  name: 'short templates',
  transform: {
    filter: { id: /\/web\/.*\.js$/ },
    handler(code) {
      const short = known.get(code) ?? shortened(code);
      known.set(code, short);
      return short;
    },
  },
};
