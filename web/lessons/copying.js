// SPDX-License-Identifier: MIT
// Whether a model copies by content or by place: lines s|t that it was not trained on, t being
// s begun at another of its letters. After a letter of t, by content comes the letter that
// followed it in s, by place the one that followed the same place.

const letter = (/** @type {number} */ i) => String.fromCharCode(97 + i);

/** Whole numbers below n, the same everywhere: Numerical Recipes' congruential generator.
 * @param {number} x seed */
export const randomBelow = (x) => (/** @type {number} */ n) => {
  x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
  return Math.floor((x / 2 ** 32) * n);
};

/** Lines of random letters, a bar, and the same letters again.
 * @param {{ letters: number, from: number, to: number, n: number, seed: number }} wanted */
export function repeated({ letters, from, to, n, seed }) {
  const below = randomBelow(seed);
  const line = () => {
    const length = from + below(to - from + 1);
    const s = Array.from({ length }, () => letter(below(letters))).join('');
    return `${s}|${s}\n`;
  };
  return Array.from({ length: n }, line).join('');
}

const LETTERS = 12;
const SHORTEST = 4;
const LONGEST = 8;

/** @typedef {{ s: string, by: number }} Rotated different letters; t begins at s[by], by > 0 */

/** @param {number} n @param {number} seed @returns {Rotated[]} */
export function rotatedLines(n, seed) {
  const below = randomBelow(seed);
  return Array.from({ length: n }, () => {
    const left = Array.from({ length: LETTERS }, (_, i) => letter(i));
    const length = SHORTEST + below(LONGEST - SHORTEST + 1);
    const s = Array.from({ length }, () => left.splice(below(left.length), 1)[0]);
    return { s: s.join(''), by: 1 + below(length - 1) };
  });
}

/** @param {Rotated} line */
export const written = ({ s, by }) => `${s}|${s.slice(by)}${s.slice(0, by)}\n`;

/** Shares of the guesses inside t that are those by content, and by place. Not counted: after
 * the last letter of s, which the bar followed.
 * @param {Rotated[]} lines @param {string[]} vocabulary
 * @param {(request: { text: string }) => any} lens the answer of lens, or a promise of it */
export async function copied(lines, vocabulary, lens) {
  let content = 0;
  let place = 0;
  let guesses = 0;
  for (const line of lines) {
    const { s, by } = line;
    const { top } = await lens({ text: `\n${written(line)}` });
    const second = (top.rows - 1) * top.columns + s.length + 2;
    for (let k = 0; k + 1 < s.length; k++) {
      const at = (k + by) % s.length;
      if (at === s.length - 1) continue;
      const guess = vocabulary[top.data[second + k]];
      content += guess === s[at + 1] ? 1 : 0;
      place += guess === s[k + 1] ? 1 : 0;
      guesses++;
    }
  }
  return { content: content / guesses, place: place / guesses };
}

/** The head of a layer with the highest score.
 * @template {{ layer: number }} T
 * @param {T[]} heads @param {number} layer @param {(head: T) => number} score */
export const bestOf = (heads, layer, score) =>
  heads
    .filter((head) => head.layer === layer)
    .reduce((best, head) => (score(head) > score(best) ? head : best));
