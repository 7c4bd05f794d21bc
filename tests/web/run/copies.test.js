// SPDX-License-Identifier: MIT
// Copies from the training text, against looking for every window in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBelow } from '../../../web/lessons/copying.js';
import { CopyIndex, LEAST } from '../../../web/run/copies.js';

/** @param {string} text @param {string} written @returns {boolean[]} */
function reference(text, written) {
  const all = [...text].join('\0');
  const letters = [...written];
  const marks = letters.map(() => false);
  for (let n = 0; n + LEAST <= letters.length; n++)
    if (all.includes(letters.slice(n, n + LEAST).join('\0')))
      marks.fill(true, n, n + LEAST);
  return marks;
}

/** @param {string} text @param {number} [slice] windows taken in at a time */
function indexOf(text, slice = 7) {
  const index = new CopyIndex(text);
  for (let n = 0; !index.isComplete && n < 1e6; n++) index.grow(slice);
  assert.ok(index.isComplete);
  return index;
}

test('copies: of random texts the stretches that looking for every window finds', () => {
  let marked = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const below = randomBelow(seed * 7919);
    // Few letters repeat; one of them takes two UTF-16 units.
    const letters = ['a', 'b', '\n', '😀'].slice(0, 2 + below(3));
    const any = (/** @type {number} */ n) =>
      Array.from({ length: n }, () => letters[below(letters.length)]);
    const text = any(below(400));
    const written = Array.from({ length: 6 }, () => {
      const from = below(text.length + 1);
      return [...any(below(12)), ...text.slice(from, from + below(40))];
    }).flat();
    const [a, b] = [text.join(''), written.join('')];
    const marks = indexOf(a, 1 + below(60)).marks(b);
    assert.deepEqual(marks, reference(a, b), `seed ${seed}`);
    marked += marks.filter(Boolean).length;
  }
  assert.ok(marked > 1000, String(marked));
});

test('copies: fifteen characters in a row are one, fourteen are none', () => {
  const index = indexOf('The Owl and the Pussy-cat went to sea');
  const count = (/** @type {string} */ written) =>
    index.marks(written).filter(Boolean).length;
  assert.equal(LEAST, 15);
  assert.equal(count('xxand the Pussy-yy'), 0, 'fourteen');
  assert.equal(count('xxand the Pussy-cyy'), 15);
  assert.equal(count('The Owl and the'), 15, 'from the first character');
  assert.equal(count(' went to sea The Owl and the'), 15, 'a copy ends with the text');
  assert.equal(count('Pussy-cat went to sea'), 21, 'to the last');
  assert.deepEqual(indexOf('too short').marks('too short, too short'), Array.from({ length: 20 }, () => false)); // oxfmt-ignore
});

test('copies: a text that repeats itself takes one place in the table for each window', () => {
  const index = indexOf('ab'.repeat(50_000), 1e6);
  assert.deepEqual(
    index.marks(`${'ab'.repeat(10)}ba`),
    Array.from({ length: 22 }, (_, n) => n < 20),
  );
});
