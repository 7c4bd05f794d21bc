// SPDX-License-Identifier: MIT
// One head, large: what its canvases show, where a pointer and keys lead, and how it is zoomed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance, headOffset } from '../../../../web/draw/attention.js';
import { headValues, scaleOf } from '../../../../web/views/attention/head-modes.js';
import '../../../../web/views/attention/head.js';
import '../../../../web/views/attention/matrix.js';
import { NOTCH, Zoom } from '../../../../web/views/attention/zoom.js';
import {
  canvas,
  keyPress,
  part,
  pointer,
  viewWith,
  whole,
} from '../../support/parts.js';
import { linesOf, makeScreen } from '../../support/recording.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf } from '../../support/render.js';
import { modelNamed } from '../../support/specimens.js';

/** @typedef {import('../../support/specimens.js').Specimen} Specimen */

makeScreen(2);

/** @type {Specimen} */ let decoder;
/** @type {Specimen} */ let pair;
before(async () => {
  decoder = await modelNamed('five lines');
  pair = await modelNamed('backwards');
});
after(() => Promise.all([decoder, pair].map(({ session }) => session.close())));

/** @param {Specimen} model @param {object} [state] @param {number} [width] */
function matrixOf(model, state = {}, width = 300) {
  const { showing } = model.state;
  Object.assign(model.state, {
    ...{ layer: 0, head: 0, pin: null, hover: null, sqrtScale: false, scheme: 'light' },
    showing: { ...showing, mode: 'weights', transposed: false },
    ...state,
  });
  /** @type {any[]} */
  const layers = [];
  const select = (/** @type {object} */ change) => Object.assign(model.state, change);
  const nextLayer = (/** @type {number} */ by) => layers.push(by);
  const app = { ...model.app, selection: { select, nextLayer } };
  const parts = {
    '.figure': part(),
    '.focus': part(),
    ...{ '.raster': canvas(), '.frame': canvas(), '.map': canvas() },
  };
  const view = viewWith('gf-matrix', app, parts, width);
  /** Draws it as Lit would. @returns {any} */
  const draw = () => {
    const template = view.render();
    view.updated();
    return template;
  };
  return { view, parts, draw, layers, state: /** @type {any} */ (model.state) };
}

/** @param {string} title @param {ReturnType<typeof matrixOf>} matrix @param {boolean} [hasMap] */
const pictures = (title, { parts }, hasMap = false) => [
  `## ${title}: figure ${parts['.figure'].style.height}, focus ${Object.values(parts['.focus'].style).join(' ')}`,
  ...linesOf(parts['.raster']),
  ...linesOf(parts['.frame']),
  ...(hasMap ? linesOf(parts['.map']) : []),
];

test('matrix: pixels, names and crosses of whole heads, turned over, and of a window', () => {
  const lines = [];
  const whole = matrixOf(decoder, { pin: { i: 5, j: 2 }, hover: { i: 8, j: 3 } });
  whole.draw();
  lines.push(...pictures('whole', whole));
  const turned = matrixOf(decoder, {
    pin: { i: 5, j: 2 },
    showing: { ...decoder.state.showing, transposed: true },
  });
  turned.draw();
  lines.push(...pictures('turned over', turned));
  const cross = matrixOf(pair, {
    layer: 2,
    head: 1,
    sqrtScale: true,
    pin: { i: 4, j: null },
  });
  cross.draw();
  lines.push(...pictures('of another text', cross));
  const window = matrixOf(decoder, {}, 140);
  window.view.zoom.size = 20;
  window.draw();
  assert.deepEqual(
    [window.view.count, window.view.row0, window.view.column0],
    [5, 6, 6],
  );
  lines.push(...pictures('its last rows', window, true));
  window.state.pin = { i: 3, j: null };
  window.draw();
  assert.deepEqual(
    [window.view.row0, window.view.column0],
    [3, 3],
    'the row and itself',
  );
  lines.push(...pictures('the row of a pin', window, true));
  window.state.pin = { i: 10, j: 10 };
  window.draw();
  assert.deepEqual(
    [window.view.row0, window.view.column0],
    [6, 6],
    'the last row whole',
  );
  sameAsRecorded('matrix', lines);
});

test('matrix: drawn anew when its head is another one, and not before', () => {
  const { view, parts, draw, state } = matrixOf(decoder);
  draw();
  const { context } = parts['.raster'];
  const [first] = context.marks;
  draw();
  assert.equal(context.marks[0], first);
  assert.equal(context.marks.length, 1);
  state.head = 1;
  draw();
  assert.notEqual(context.marks.at(-1).shape, first.shape);
  assert.equal(view.cell, Math.floor((300 - 30) / 11) > 22 ? 22 : Math.floor(270 / 11));
});

test('matrix: what is only seen is kept from screen readers', () => {
  const { view, draw } = matrixOf(decoder, {}, 140);
  view.zoom.size = 20;
  const html = htmlOf(draw());
  for (const name of ['frame', 'map'])
    assert.match(html, new RegExp(`class="${name}"\\s+aria-hidden="true"`));
});

test('matrix: a cell says what it holds, or that it is masked', () => {
  const { view } = matrixOf(decoder);
  const label = () =>
    /class="focus"[^>]*/.exec(htmlOf(whole(view.render())))?.[0] ?? '';
  view.at = { i: 2, j: 1 };
  const open = label();
  view.at = { i: 1, j: 2 };
  const masked = label();
  assert.match(open, /1 back/);
  assert.match(masked, /masked/);
});

test('matrix: a press pins a cell, a second one lets it go; a key moves, pins and zooms', () => {
  const { view, draw, parts, state, layers } = matrixOf(decoder);
  const template = draw();
  const [click] = listenersOf(view, template, 'click');
  const { cell } = view;
  const at = pointer(30 + 2.5 * cell, 30 + 4.5 * cell);
  click(at);
  assert.deepEqual(state.pin, { i: 4, j: 2 });
  click(pointer(30 + 1.5 * cell, 30 + 4.5 * cell));
  assert.deepEqual(state.pin, { i: 4, j: 1 }, 'another cell of the row');
  click(pointer(30 + 1.5 * cell, 30 + 4.5 * cell));
  assert.equal(state.pin, null);
  click(pointer(12, 50));
  assert.equal(state.pin, null, 'on the names there is no cell');
  const [move] = listenersOf(view, template, 'pointermove');
  move(pointer(30 + 0.5 * cell, 30 + 6.5 * cell));
  assert.deepEqual(state.hover, { i: 6, j: 0 });
  const [onKey] = listenersOf(view, template, 'keydown');
  view.at = { i: 4, j: 2 };
  /** Key → the cell with the focus. @type {[string, { i: number, j: number }][]} */
  const MOVES = [
    ['ArrowUp', { i: 3, j: 2 }],
    ['ArrowRight', { i: 3, j: 3 }],
    ['ArrowDown', { i: 4, j: 3 }],
    ['ArrowLeft', { i: 4, j: 2 }],
    ['End', { i: 4, j: 4 }],
    ['Home', { i: 4, j: 0 }],
  ];
  for (const [key, goal] of MOVES) {
    onKey(keyPress(key));
    assert.deepEqual(view.at, goal, key);
    draw();
    assert.ok(parts['.focus'].isFocused, key);
    parts['.focus'].isFocused = false;
  }
  onKey(keyPress('Enter'));
  assert.deepEqual(state.pin, { i: 4, j: 0 });
  onKey(keyPress('PageDown'));
  onKey(keyPress('PageUp'));
  assert.deepEqual(layers, [1, -1]);
  onKey(keyPress('+'));
  assert.equal(view.zoom.size, cell * NOTCH);
});

test('matrix: without a head of its own there is nothing to draw', () => {
  const { view, parts } = matrixOf(decoder, { layer: 9 });
  view.render();
  view.updated();
  assert.equal(parts['.raster'].context.marks.length, 0);
});

test('zoom: cells between 4 and 40 pixels; what is under the pointer stays there', () => {
  let asked = 0;
  const matrix = { cell: 10, row0: 3, column0: 5, requestUpdate: () => void asked++ };
  const zoom = new Zoom(matrix);
  zoom.by(NOTCH);
  assert.deepEqual([zoom.size, asked, zoom.take(12)], [12.5, 1, null]);
  // Small factors add up while the cell is the nearest whole one.
  matrix.cell = 12;
  zoom.by(NOTCH);
  assert.equal(zoom.size, 15.625);
  // The size is of another layout by now.
  matrix.cell = 14;
  zoom.by(NOTCH);
  assert.equal(zoom.size, 17.5);
  zoom.by(100);
  assert.equal(zoom.size, 40);
  zoom.by(0.001);
  assert.equal(zoom.size, 4);
  // Cell 3 + (80 - 30) / 10 = 8 of the rows, 5 + (50 - 30) / 10 = 7 of the columns.
  Object.assign(matrix, { cell: 10 });
  zoom.size = null;
  zoom.by(2, { x: 50, y: 80 });
  assert.deepEqual(zoom.take(20), { row0: 8 - 50 / 20 + 0.5, column0: 6 });
  assert.equal(zoom.take(20), null, 'it is taken once');
});

test('zoom: a wheel with Ctrl, a notch at most; two fingers by their distance', () => {
  const matrix = { cell: 10, row0: 0, column0: 0, requestUpdate() {} };
  const zoom = new Zoom(matrix);
  zoom.wheel(pointer(0, 0, { ctrlKey: false, deltaY: -100, deltaMode: 0 }));
  assert.equal(zoom.size, null);
  zoom.wheel(pointer(0, 0, { ctrlKey: true, deltaY: -900, deltaMode: 0 }));
  assert.equal(zoom.size, 12.5);
  zoom.size = null;
  zoom.wheel(pointer(0, 0, { ctrlKey: true, deltaY: 50, deltaMode: 0 }));
  assert.ok(Math.abs(Number(zoom.size) - 10 / Math.sqrt(1.25)) < 1e-9);
  const fingers = (/** @type {number} */ apart) =>
    pointer(0, 0, {
      touches: [
        { clientX: 100 - apart / 2, clientY: 60 },
        { clientX: 100 + apart / 2, clientY: 60 },
      ],
    });
  zoom.touch(fingers(40));
  zoom.touch(fingers(60));
  assert.equal(zoom.size, 15);
  // Row (60 - 30) / 10 = 3 and column 7 stay between the fingers.
  assert.deepEqual(zoom.take(15), { row0: 1, column0: Math.round(7 - 70 / 15) });
});

test('modes: weights less chance, less an earlier step; the largest score ends the scale', () => {
  const look = /** @type {any} */ (decoder.state.activations);
  const excess = headValues(look, 0, 1, 'excess');
  const earlier = {
    ...look,
    attention: look.attention.map((/** @type {number} */ x) => x / 2),
  };
  const change = headValues(look, 0, 1, 'change', { earlier });
  assert.ok(excess && change);
  const start = headOffset(look, 0, 1);
  for (let i = 0; i < excess.rows; i++)
    for (let j = 0; j < excess.columns; j++) {
      const weight = look.attention[start + i * look.T + j];
      /** @type {number} */
      const at = i * excess.columns + j;
      assert.equal(excess.values[at], Math.fround(weight - chance(look, 0, i)));
      assert.equal(change.values[at], Math.fround(weight - Math.fround(weight / 2)));
    }
  assert.equal(headValues(look, 0, 1, 'change', {}), null);
  const scaled = (/** @type {boolean} */ signed, /** @type {boolean} */ stretch) =>
    [-4, -1, 0, 1, 4, 9].map(scaleOf({ signed, top: 4 }, stretch));
  assert.deepEqual(scaled(true, false), [0, 0.375, 0.5, 0.625, 1, 1]);
  assert.deepEqual(scaled(true, true), [0, 0.25, 0.5, 0.75, 1, 1]);
  assert.deepEqual(scaled(false, false).slice(2), [0, 0.25, 1, 1]);
  assert.deepEqual(scaled(false, true).slice(2), [0, 0.5, 1, 1]);
});

test('the scale of a head: of weights from 0 to 1, of signed values from one end to the other', () => {
  const lines = [];
  for (const mode of ['weights', 'excess']) {
    Object.assign(decoder.state, {
      layer: 0,
      sqrtScale: mode === 'weights',
      showing: { ...decoder.state.showing, mode },
    });
    const legend = canvas();
    viewWith('gf-head', decoder.app, { '#legend': legend }).updated();
    const shown = linesOf(legend);
    // A box for each pixel of the scale: some of them are enough.
    lines.push(
      `## ${mode}`,
      ...shown.slice(0, 4),
      `${shown.length} marks`,
      ...shown.slice(-10),
    );
  }
  sameAsRecorded('head-legend', lines);
});
