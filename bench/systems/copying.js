// SPDX-License-Identifier: MIT
// Whether a model copies by content or by place: lines s|t that it was not trained on, t being
// s begun at another of its letters. After a letter of t, by content comes the letter that
// followed it in s, by place the one that followed the same place.

import { randomBelow } from './common.js';

const LETTERS = 'abcdefghijkl';
const SHORTEST = 4;
const LONGEST = 8;

/** @param {number} n @param {number} seed @returns {{ s: string, by: number }[]} lines of
 * different letters, by > 0 */
export function rotatedLines(n, seed) {
  const below = randomBelow(seed);
  return Array.from({ length: n }, () => {
    const left = [...LETTERS];
    const length = SHORTEST + below(LONGEST - SHORTEST + 1);
    const s = Array.from({ length }, () => left.splice(below(left.length), 1)[0]);
    return { s: s.join(''), by: 1 + below(length - 1) };
  });
}

/** @param {{ s: string, by: number }} line */
export const written = ({ s, by }) => `${s}|${s.slice(by)}${s.slice(0, by)}\n`;

/** Shares of the guesses inside t that are those by content, and by place. Not counted: after
 * the last letter of s, which the bar followed. @param {any} lab @param {{ s: string, by:
 * number }[]} lines */
export function copied(lab, lines) {
  const { vocabulary } = lab.info();
  let content = 0;
  let place = 0;
  let guesses = 0;
  for (const line of lines) {
    const { s, by } = line;
    const { top } = lab.inspect({ what: 'lens', text: `\n${written(line)}` });
    const last = (top.rows - 1) * top.columns;
    for (let k = 0; k + 1 < s.length; k++) {
      const at = (k + by) % s.length;
      if (at === s.length - 1) continue;
      const guess = vocabulary[top.data[last + 1 + s.length + 1 + k]];
      content += guess === s[at + 1] ? 1 : 0;
      place += guess === s[k + 1] ? 1 : 0;
      guesses++;
    }
  }
  return { content: content / guesses, place: place / guesses };
}

/** The head of a layer with the highest score. @param {any[]} heads @param {number} layer
 * @param {(head: any) => number} score */
export const bestOf = (heads, layer, score) =>
  heads
    .filter((head) => head.layer === layer)
    .reduce((best, head) => (score(head) > score(best) ? head : best));
