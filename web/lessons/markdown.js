// SPDX-License-Identifier: MIT
// The sentences of lessons, drawn with lit from their nodes (parse-words.js).
import { html } from 'lit';

/** @import { Node, Sentence } from './lesson.js' */

/** @type {Record<string, (children: unknown, href?: string) => unknown>} */
const TAGS = {
  br: () => html`<br />`,
  p: (children) => html`<p>${children}</p>`,
  b: (children) => html`<b>${children}</b>`,
  em: (children) => html`<em>${children}</em>`,
  code: (children) => html`<code>${children}</code>`,
  pre: (children) => html`<pre><code>${children}</code></pre>`,
  blockquote: (children) => html`<blockquote>${children}</blockquote>`,
  ol: (children) =>
    html`<ol>
      ${children}
    </ol>`,
  ul: (children) =>
    html`<ul>
      ${children}
    </ul>`,
  li: (children) => html`<li>${children}</li>`,
  a: (children, href) =>
    html`<a href=${href} target="_blank" rel="noopener noreferrer">${children}</a>`,
};

/** @param {Node} node @returns {unknown} */
const drawn = (node) =>
  typeof node === 'string' ? node : TAGS[node[0]](node[1].map(drawn), node[2]);

/** Paragraphs, lists, code; or within a sentence, as it was parsed.
 * @param {Sentence} sentence */
export const markdown = (sentence) =>
  typeof sentence === 'string' ? sentence : sentence.map(drawn);

/** Without its marks. @param {Sentence} sentence @returns {string} */
export function plainText(sentence) {
  /** @param {Node} node @returns {string} */
  const read = (node) => {
    if (typeof node === 'string') return node;
    const [tag, children] = node;
    const text = children.map(read).join('');
    return tag === 'li' ? `${text} ` : tag === 'br' ? '\n' : text;
  };
  return typeof sentence === 'string' ? sentence : sentence.map(read).join('').trim();
}
