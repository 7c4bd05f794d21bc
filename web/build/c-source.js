// SPDX-License-Identifier: MIT
// Functions of the engine as text, for readers: what web/views/code/functions.js names.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FUNCTIONS } from '../views/code/functions.js';

/** The line that a definition begins with; kernels have names in a macro.
 * @param {string} name */
const opening = (name) =>
  new RegExp(String.raw`^\w.*\b(?:${name}|GF_FN\(${name}\))\((?!.*;$)`);

/**
 * A definition with the comment above it. The layout of the sources is checked: a definition
 * begins and ends in the first column.
 * @param {string} source @param {string} name
 * @returns {string} empty: there is none
 */
export function definitionOf(source, name) {
  const lines = source.split('\n');
  const at = lines.findIndex((line) => opening(name).test(line));
  if (at < 0) return '';
  const end = lines.indexOf('}', at);
  let begin = at;
  if (lines[at - 1].endsWith('*/'))
    do begin--;
    while (!lines[begin].startsWith('/*'));
  return lines.slice(begin, end + 1).join('\n');
}

/** @param {string} root of the project
 * @returns {Promise<Record<string, string>>} 'file function' → text */
export async function cSources(root) {
  /** @type {Record<string, string>} */
  const all = {};
  for (const [file, name] of Object.values(FUNCTIONS).flat()) {
    const text = definitionOf(await readFile(join(root, 'src', file), 'utf8'), name);
    if (!text) throw new Error(`src/${file} has no function ${name}.`);
    all[`${file} ${name}`] = text;
  }
  return all;
}
