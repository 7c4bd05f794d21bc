// SPDX-License-Identifier: MIT
// The map of token embeddings and other small pictures of numbers: where points stand, which are
// neighbours, what is drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawNumbers, largest } from '../../../../web/draw/numbers.js';
import {
  drawByDistance,
  drawCourse,
} from '../../../../web/views/attention/sparkline.js';
import {
  drawMap,
  neighbours,
  ownKind,
  placing,
} from '../../../../web/views/weights/embedding-map-drawing.js';
import '../../../../web/views/weights/embedding-map.js';
import { savedBy } from '../../support/parts.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { ink, linesOf, makeScreen, recordingCanvas } from '../../support/recording.js';
import { templateOf } from '../../support/render.js';
import { ask, specimen } from '../../support/specimens.js';

makeScreen();

const points = (/** @type {number[][]} */ ...at) => ({
  rows: at.length,
  data: Float32Array.from(at.flat()),
});
const NOW = points([0, 0], [4, 0], [0, 2], [-1, -1], [4, 1]);
const BEFORE = points([1, 1], [2, 0], [0, 4], [-1, 1], [4, -1]);
const KINDS = ['vowel', 'consonant', 'vowel', 'space', 'consonant'];
const NAMES = ['a', 'b', 'e', '␣', 'c'];

test('the map: one scale on both axes, 0 in the middle, up is positive, all within the picture', () => {
  const at = placing([NOW], 400, 300);
  assert.deepEqual(at(NOW, 0), [200, 150]);
  const scale = at(NOW, 1)[0] - 200;
  assert.ok(Math.abs(at(NOW, 2)[1] - (150 - scale / 2)) < 1e-6);
  for (const all of [[NOW], [NOW, BEFORE]])
    for (const each of all)
      for (let n = 0; n < each.rows; n++) {
        const [x, y] = placing(all, 400, 300)(each, n);
        assert.ok(x >= 18 && x <= 382 && y >= 18 && y <= 282, `${n}: ${x}, ${y}`);
      }
  const [, high] = placing([NOW, BEFORE], 400, 300)(BEFORE, 2);
  assert.ok(Math.abs(high - 18) < 1e-4, 'the farthest of all times is at the edge');
});

test('the map: neighbours by distance, nearest first', () => {
  assert.deepEqual(neighbours(NOW, 0), [3, 2, 1, 4]);
  assert.deepEqual(neighbours(NOW, 1), [4, 0, 2, 3]);
});

test('the map: how many have one of their own class nearest, and how many would by chance', () => {
  // a is nearest to the blank, e to a; b and c to each other; the blank is alone.
  const { found, chance } = ownKind(NOW, KINDS);
  assert.equal(found, 3);
  assert.ok(Math.abs(chance - 4 * (1 / 4)) < 1e-9);
  assert.deepEqual(ownKind(points([1, 1]), ['vowel']), { found: 0, chance: 0 });
});

test('small pictures are drawn as they were', () => {
  const map = recordingCanvas(400, 300);
  const shown = { names: NAMES, kinds: KINDS, width: 400, height: 300 };
  drawMap(map.getContext(), { ...shown, trail: [BEFORE, NOW], chosen: 1 }, ink);
  const plain = recordingCanvas(400, 300);
  drawMap(plain.getContext(), { ...shown, trail: [NOW], chosen: -1 }, ink);

  const inks = { line: 'accent', chance: 'ink-3', ground: 'sunk' };
  const [short, long, bars] = [recordingCanvas(), recordingCanvas(), recordingCanvas()];
  drawCourse(short, [0, 0.5, NaN, 1, 2], 0.25, 60, 22, 120, inks);
  const course = Array.from({ length: 121 }, (_, n) => n / 120);
  drawCourse(long, course, 0.5, 60, 22, 120, inks);
  drawByDistance(bars, Float32Array.of(1, 0.25, 0), 30, Math.sqrt, inks);

  const numbers = { rows: 2, columns: 3, data: Float32Array.of(-2, 0, 1, 4, -4, 0.5) };
  assert.equal(largest(numbers), 4);
  assert.equal(largest({ rows: 1, columns: 1, data: Float32Array.of(0) }), 1e-12);
  const stops = ['#ff0000', '#ffffff', '#0000ff'];
  const [wide, narrow] = [recordingCanvas(), recordingCanvas()];
  drawNumbers(wide, numbers, 4, 300, stops);
  drawNumbers(narrow, numbers, 4, 8, stops);
  const size = (/** @type {any} */ { style }) => `${style.width} × ${style.height}`;
  sameAsRecorded('small-pictures', [
    ...['## map, a point chosen', ...linesOf(map), '## map', ...linesOf(plain)],
    ...['## course', ...linesOf(short), '## a long course', ...linesOf(long)],
    ...['## by distance', ...linesOf(bars)],
    ...[`## numbers ${size(wide)}`, ...linesOf(wide)],
    ...[`## little room ${size(narrow)}`, ...linesOf(narrow)],
  ]);
});

test('the file of the map has classes in the language of its heads', async (t) => {
  const config = { n_layer: 1, n_head: 1, n_embd: 8, block_size: 8, batch_size: 1, eval_windows: 1 }; // oxfmt-ignore
  const text = 'an owl sat. '.repeat(40);
  const model = await specimen({ name: 'map', text, config, steps: 1, lang: 'de' });
  await ask(model, {}, 'embeddings');
  const [head, ...rows] = await savedBy(t, templateOf('gf-embedding-map', model.app));
  assert.match(head, /^Zeichen,Klasse,/);
  const classes = rows.map((row) => row.split(',').at(1));
  assert.deepEqual([...new Set(classes)].toSorted(), ['Konsonant', 'Leerzeichen', 'Satzzeichen', 'Vokal']); // oxfmt-ignore
});
