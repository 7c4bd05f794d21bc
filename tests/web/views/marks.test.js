// SPDX-License-Identifier: MIT
// Marks of the loss chart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMarks } from '../../../web/views/loss/marks.js';

/** The words drawn, each with its place.
 * @param {{ y: number, words: string }[]} lines */
function drawnWords(
  lines,
  ends = /** @type {{ step: number, y: number, words: string }[]} */ ([]),
) {
  /** @type {[string, any[]][]} */
  const calls = [];
  const context = new Proxy(
    /** @type {any} */ ({}),
    {
      get:
        (_, name) =>
        (/** @type {any[]} */ ...x) =>
          void calls.push([String(name), x]),
      set: () => true,
    },
  );
  const plot = /** @type {any} */ ({
    context,
    box: { left: 50, width: 500, top: 8, height: 200 },
    atX: (/** @type {number} */ step) => 50 + step,
    atY: (/** @type {number} */ loss) => 40 * loss,
  });
  Object.assign(globalThis, { devicePixelRatio: 1 });
  const marks = [{ kind: 'generalization-gap', step: 300, loss: 2 }];
  const byHeart = { from: undefined, words: 'by heart' };
  drawMarks(plot, lines, marks, byHeart, (name) => name, 'pane', ends);
  return calls.filter(([name]) => name === 'fillText').map(([, x]) => x);
}

test('marks: the name of a line goes below it where a curve ends above it', () => {
  const lines = [
    { y: 1, words: 'free' },
    { y: 3, words: 'crossed' },
  ];
  const ends = [{ step: 90, y: 2.9, words: '' }];
  const of = (/** @type {any[][]} */ words) =>
    Object.fromEntries(words.map(([text, , y]) => [text, y]));
  const plain = of(drawnWords(lines));
  const crossed = of(drawnWords(lines, ends));
  assert.deepEqual(plain, { free: 38, crossed: 118 });
  assert.deepEqual(crossed, { free: 38, crossed: 132 });
});

test('marks: the name of another run stands at its end, and on no other name', () => {
  const lines = [{ y: 3, words: 'pairs' }];
  const ends = [
    { step: 490, y: 3.1, words: 'Run 1' },
    { step: 200, y: 1, words: 'Run 2' },
  ];
  const [two, pairs, one] = drawnWords(lines, ends);
  assert.deepEqual(two, ['Run 2', 250, 38]);
  assert.equal(pairs[0], 'pairs');
  assert.equal(one[0], 'Run 1');
  assert.ok(one[2] - pairs[2] >= 14, `${one[2]} ${pairs[2]}`);
});
