// SPDX-License-Identifier: MIT
// The sentences of lessons: Markdown (marked) drawn with lit from its tokens. What a file holds
// is never read as HTML: a tag in it is shown as it is written.
import { html, nothing } from 'lit';
import { marked } from 'marked';

/** @import { Token, Tokens } from 'marked' */

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

/** @param {Token[] | undefined} tokens @returns {unknown[]} */
const each = (tokens = []) => tokens.map(drawn);

/** How each kind is drawn; all others as their text.
 * @type {Record<string, (token: any) => unknown>} */
const KINDS = {
  space: () => nothing,
  br: () => html`<br />`,
  paragraph: ({ tokens }) => html`<p>${each(tokens)}</p>`,
  heading: ({ tokens }) => html`<p><b>${each(tokens)}</b></p>`,
  strong: ({ tokens }) => html`<b>${each(tokens)}</b>`,
  em: ({ tokens }) => html`<em>${each(tokens)}</em>`,
  codespan: ({ text }) => html`<code>${text}</code>`,
  code: ({ text }) => html`<pre><code>${text}</code></pre>`,
  blockquote: ({ tokens }) => html`<blockquote>${each(tokens)}</blockquote>`,
  list: ({ ordered, items }) => {
    const rows = items.map(
      (/** @type {Tokens.ListItem} */ { tokens }) => html`<li>${each(tokens)}</li>`,
    );
    return ordered
      ? html`<ol>
          ${rows}
        </ol>`
      : html`<ul>
          ${rows}
        </ul>`;
  },
  link: ({ href, tokens, raw }) =>
    isSafe(href)
      ? html`<a href=${href} target="_blank" rel="noopener noreferrer"
          >${each(tokens)}</a
        >`
      : raw,
};

/** @param {Token} token @returns {unknown} */
function drawn(token) {
  const draw = KINDS[token.type];
  if (draw) return draw(token);
  const { tokens, text, raw } = /** @type {Tokens.Text} */ (token);
  return tokens ? each(tokens) : (text ?? raw);
}

/** Paragraphs, lists, code. @param {string} words */
export const markdown = (words) => each(marked.lexer(words));

/** Within a sentence. @param {string} words */
export const inline = (words) => each(marked.Lexer.lexInline(words));

/** Without its marks. @param {string} words @returns {string} */
export function plainText(words) {
  /** @type {(token: Token) => string} */
  const read = (token) => {
    const { tokens, items, text, raw } = /** @type {any} */ (token);
    /** @type {Token[] | undefined} */
    const inner = tokens ?? items;
    const joined = inner?.map(read).join('') ?? text ?? raw;
    return token.type === 'list_item' ? `${joined} ` : joined;
  };
  return marked.lexer(words).map(read).join('').trim();
}
