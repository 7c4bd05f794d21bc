// SPDX-License-Identifier: MIT
// Tables in Markdown, and parts of documents that programs write, between their marks.

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @param {string[]} heads @param {string[][]} rows a cell under each head */
export function tableOf(heads, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  const rule = `|${heads.map(() => '---').join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** What is before a part, in it and after it. @param {string} text @param {string} name */
export function divided(text, name) {
  const begin = new RegExp(`<!-- ${name}: begin(?: [^>]*)? -->`).exec(text);
  const from = begin ? begin.index + begin[0].length : -1;
  const to = text.indexOf(`<!-- ${name}: end -->`, from);
  if (!begin || to < 0) throw new Error(`the marks of the part '${name}' are missing`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

/** The text with another part. @param {string} text @param {string} name
 * @param {string} part */
export function withPart(text, name, part) {
  const [before, , after] = divided(text, name);
  return `${before}\n\n${part}\n\n${after}`;
}
