// SPDX-License-Identifier: MIT
// The Markdown of a lesson as nodes (marked): at build time for the lessons that come with the
// page, and for those of one's own when they have been fetched. What a file holds is never read
// as HTML: a tag in it is shown as it is written.
import { marked } from 'marked';
import { changeWords, isSentence } from './lesson.js';

/** @import { Token } from 'marked' */
/** @import { Lesson, Node, Sentence } from './lesson.js' */

/** Protocols that a link may have. */
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** @param {string} href */
function isSafe(href) {
  try {
    return PROTOCOLS.includes(new URL(href, 'https://localhost').protocol);
  } catch {
    return false;
  }
}

/** @param {Token[] | undefined} tokens @returns {Node[]} */
const each = (tokens = []) => tokens.flatMap(nodesOf);

/** The nodes of each kind; all others are their text.
 * @type {Record<string, (token: any) => Node[]>} */
const KINDS = {
  space: () => ['\n\n'],
  br: () => [['br', []]],
  paragraph: ({ tokens }) => [['p', each(tokens)]],
  heading: ({ tokens }) => [['p', [['b', each(tokens)]]]],
  strong: ({ tokens }) => [['b', each(tokens)]],
  em: ({ tokens }) => [['em', each(tokens)]],
  codespan: ({ text }) => [['code', [text]]],
  code: ({ text }) => [['pre', [text]]],
  blockquote: ({ tokens }) => [['blockquote', each(tokens)]],
  list: ({ ordered, items }) => [[ordered ? 'ol' : 'ul', items.flatMap(nodesOf)]],
  list_item: ({ tokens }) => [['li', each(tokens)]],
  link: ({ href, tokens, raw }) => (isSafe(href) ? [['a', each(tokens), href]] : [raw]),
};

/** @param {Token} token @returns {Node[]} */
function nodesOf(token) {
  const nodes = KINDS[token.type];
  if (nodes) return nodes(token);
  const { tokens, text, raw } = /** @type {any} */ (token);
  return tokens ? each(tokens) : [text ?? raw];
}

/** Nodes without what holds nothing else. @param {Node[]} nodes @returns {Sentence} */
function shortest(nodes) {
  const [only] = nodes;
  if (nodes.length !== 1) return nodes;
  if (typeof only === 'string') return only;
  return only[0] === 'p' ? shortest(only[1]) : nodes;
}

/** Paragraphs, lists and code. @param {string} text */
const blocks = (text) => shortest(each(marked.lexer(text)));
/** Within a sentence. @param {string} text */
const inline = (text) => shortest(each(marked.Lexer.lexInline(text)));

/** Titles and labels of buttons are shown as they are written.
 * @type {Record<string, (text: string) => Sentence>} */
const FIELDS = {
  ...{ say: blocks, question: blocks, answer: blocks },
  ...{ ask: inline, see: inline, words: inline, why: inline },
};

/** @param {Lesson} lesson as its file has it */
export const parseWords = (lesson) =>
  changeWords(lesson, (words, field) => {
    const parse = FIELDS[field] ?? ((/** @type {string} */ text) => text);
    if (isSentence(words)) return parse(/** @type {string} */ (words));
    const all = Object.entries(words).map(([lang, text]) => [
      lang,
      parse(/** @type {string} */ (text)),
    ]);
    return Object.fromEntries(all);
  });
