// SPDX-License-Identifier: MIT
// Marks of the loss chart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMarks } from '../../../../web/views/loss/marks.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { ink, linesOf, recordingCanvas } from '../../support/recording.js';

const EVENTS = [
  { kind: 'train-fell', step: 200, loss: 3 },
  { kind: 'generalization-gap', step: 300, loss: 9 },
];

/** @param {{ y: number, words: string }[]} lines
 * @param {{ step: number, y: number, words: string }[]} [ends]
 * @param {Parameters<typeof drawMarks>[3]} [byHeart] */
function marksOf(lines, ends = [], byHeart = { words: 'by heart' }) {
  const picture = recordingCanvas(600, 240);
  const plot = /** @type {any} */ ({
    context: picture.context,
    box: { left: 50, width: 500, top: 8, height: 200 },
    atX: (/** @type {number} */ step) => 50 + step,
    atY: (/** @type {number} */ loss) => 40 * loss,
  });
  Object.assign(globalThis, { devicePixelRatio: 1 });
  drawMarks(plot, lines, EVENTS, byHeart, ink, 'pane', ends);
  return picture;
}

/** The words on a picture, each with its place. @param {ReturnType<typeof marksOf>} picture
 * @returns {[string, number, number][]} */
const wordsOn = ({ context }) =>
  context.marks.flatMap((/** @type {{ shape: string }} */ { shape }) => {
    const [, words, x, y] = /^text ‘(.*)’ (\S+) (\S+)/.exec(shape) ?? [];
    return words === undefined ? [] : [[words, Number(x), Number(y)]];
  });

test('marks: lines with outlined names, a shade below all, a ring, diamonds', () => {
  const lines = [
    { y: 1, words: 'pairs' },
    { y: 4, words: 'chance' },
  ];
  const ends = [
    { step: 20, y: 2, words: 'Run 1' },
    { step: 490, y: 2.5, words: '' },
  ];
  const byHeart = { from: 260, words: 'by heart', lowest: { step: 150, loss: 1.5 } };
  sameAsRecorded('loss-marks', linesOf(marksOf(lines, ends, byHeart)));
});

test('marks: the name of a line goes below it where a curve ends above it, and there is room', () => {
  const lines = [
    { y: 1, words: 'free' },
    { y: 3, words: 'crossed' },
  ];
  const ends = [{ step: 490, y: 2.9, words: '' }];
  assert.deepEqual(wordsOn(marksOf(lines)), [
    ['free', 548, 38],
    ['crossed', 548, 118],
  ]);
  assert.deepEqual(wordsOn(marksOf(lines, ends)), [
    ['free', 548, 38],
    ['crossed', 548, 132],
  ]);
  const early = [{ step: 90, y: 2.9, words: '' }];
  assert.deepEqual(wordsOn(marksOf(lines, early)), wordsOn(marksOf(lines)));
  const [low] = wordsOn(
    marksOf([{ y: 5, words: 'last' }], [{ step: 490, y: 4.9, words: '' }]),
  );
  assert.deepEqual(low, ['last', 548, 198], 'there is no room below');
});

test('marks: the name of another run stands at its end, and on no other name', () => {
  const lines = [{ y: 3, words: 'pairs' }];
  const ends = [
    { step: 490, y: 3.1, words: 'Run 1' },
    { step: 200, y: 1, words: 'Run 2' },
  ];
  const [two, pairs, one] = wordsOn(marksOf(lines, ends));
  assert.deepEqual(two, ['Run 2', 250, 38]);
  assert.equal(pairs[0], 'pairs');
  assert.equal(one[0], 'Run 1');
  assert.ok(one[2] - pairs[2] >= 14, `${one[2]} ${pairs[2]}`);
});
