// SPDX-License-Identifier: MIT
// One head, large: what its table shows, what a pointer and keys do, and how it is zoomed.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { chance, headOffset } from '../../../../web/draw/attention.js';
import { headValues, scaleOf } from '../../../../web/views/attention/head-modes.js';
import '../../../../web/views/attention/head.js';
import '../../../../web/views/attention/matrix.js';
import { NOTCH, Zoom } from '../../../../web/views/shared/zoom.js';
import {
  bandsOf,
  canvas,
  keyPress,
  pointer,
  tableParts,
  viewWith,
} from '../../support/parts.js';
import { linesOf, makeScreen } from '../../support/recording.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf, ownOf } from '../../support/render.js';
import { ask, modelNamed } from '../../support/specimens.js';

/** @import { Specimen } from '../../support/specimens.js' */

makeScreen(2);

/** @type {Specimen} */ let decoder;
/** @type {Specimen} */ let pair;
before(async () => {
  decoder = await modelNamed('five lines');
  pair = await modelNamed('backwards');
});

/** A view and the table that it writes. @param {Specimen} model @param {object} [state] */
function matrixOf(model, state = {}) {
  const { showing } = model.state;
  Object.assign(model.state, {
    ...{ layer: 0, head: 0, pin: null, hover: null, sqrtScale: false, scheme: 'light' },
    showing: { ...showing, mode: 'weights', transposed: false },
    ...state,
  });
  /** @type {number[]} */
  const layers = [];
  const select = (/** @type {object} */ change) => Object.assign(model.state, change);
  const nextLayer = (/** @type {number} */ by) => layers.push(by);
  const app = { ...model.app, selection: { select, nextLayer } };
  const view = viewWith('gf-matrix', app);
  const parts = tableParts();
  const table = viewWith('gf-cells', app, parts, 300);
  /** Draws both as Lit would. @returns {any} the template of the view */
  const draw = () => {
    const template = view.render();
    const own = ownOf(template, 'gf-cells');
    Object.assign(table, own);
    table.render();
    table.updated();
    return template;
  };
  return { view, table, parts, draw, layers, state: /** @type {any} */ (model.state) };
}

test('a share of a row has no sign, a difference has one', async () => {
  for (const [mode, value] of [
    ['taken', /: \d\.\d\d$/],
    ['excess', /: [+−]\d\.\d\d$/],
  ]) {
    const showing = { ...decoder.state.showing, mode, transposed: false };
    const { draw } = matrixOf(decoder, { showing });
    await ask(decoder, {}, 'pattern');
    const own = ownOf(draw(), 'gf-cells') ?? assert.fail();
    const said = own.picture.describe(2, 0);
    assert.match(said, /** @type {RegExp} */ (value), String(mode));
  }
});

/** @param {string} title @param {ReturnType<typeof matrixOf>} matrix */
const pictures = (title, { parts }) => [
  `## ${title}: focus ${Object.values(parts['.focus'].style).join(' ')}`,
  ...bandsOf(parts).map((/** @type {string} */ band) => `band ${band}`),
  ...linesOf(parts['.raster']),
  ...linesOf(parts['.top']),
  ...linesOf(parts['.left']),
];

test('matrix: pixels, names and crosses of whole heads, turned over, and of another text', () => {
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
  sameAsRecorded('matrix', lines);
});

test('matrix: drawn anew when its head is another one, and not before', () => {
  const { parts, draw, state } = matrixOf(decoder);
  draw();
  const { context } = parts['.raster'];
  const [first] = context.marks;
  state.hover = { i: 3, j: 1 };
  draw();
  assert.equal(context.marks[0], first);
  assert.equal(context.marks.length, 1);
  state.head = 1;
  draw();
  assert.notEqual(context.marks.at(-1).shape, first.shape);
});

test('matrix: a cell says what it holds, or that it is masked', () => {
  const { table, draw } = matrixOf(decoder);
  draw();
  assert.match(table.picture.describe(2, 1), /1 back/);
  assert.match(table.picture.describe(1, 2), /masked/);
});

test('matrix: a cell says what is drawn, whatever head has been chosen since', () => {
  const { view, table, draw, state } = matrixOf(decoder);
  draw();
  const said = table.picture.describe(2, 1);
  view.app.store = { ...view.app.store, state: { ...state, layer: 9, head: 9 } };
  assert.equal(table.picture.describe(2, 1), said);
});

test('matrix: a press pins a cell, a second one lets it go; a pin and the last cell are brought into sight', () => {
  const { table, draw, state } = matrixOf(decoder);
  const template = draw();
  const { rows, columns } = table.picture.numbers;
  assert.deepEqual(table.picture.place, { i: rows - 1, j: columns - 1 });
  const [pick] = listenersOf(table, template, 'gf-pick');
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    pick({ detail: { i, j } });
  at(4, 2);
  assert.deepEqual(state.pin, { i: 4, j: 2 });
  draw();
  assert.deepEqual(table.picture.place, { i: 4, j: 2 });
  at(4, 1);
  assert.deepEqual(state.pin, { i: 4, j: 1 }, 'another cell of the row');
  at(4, 1);
  assert.equal(state.pin, null);
  state.pin = { i: 3, j: null };
  draw();
  assert.deepEqual(table.picture.place, { i: 3, j: 3 }, 'the row and itself');
  const [point] = listenersOf(table, template, 'gf-hover');
  point({ detail: { i: 6, j: 0 } });
  assert.deepEqual(state.hover, { i: 6, j: 0 });
  point({ detail: null });
  assert.equal(state.hover, null);
});

test('matrix: End leads to the last key allowed; a page up or down is a layer', () => {
  const { view, table, draw, layers, state } = matrixOf(decoder);
  const template = draw();
  assert.equal(table.picture.end(4), 4);
  state.showing = { ...state.showing, transposed: true };
  draw();
  assert.equal(table.picture.end, undefined);
  const [onKey] = listenersOf(view, template, 'keydown');
  onKey(keyPress('PageDown'));
  onKey(keyPress('PageUp'));
  onKey(keyPress('Enter'));
  assert.deepEqual(layers, [1, -1]);
});

test('matrix: while the values of its mode are awaited, only the names are there', () => {
  const { parts, draw, state } = matrixOf(decoder);
  state.showing = { ...state.showing, mode: 'scores' };
  draw();
  assert.equal(parts['.raster'].style.visibility, 'hidden');
  assert.equal(parts['.raster'].context.marks.length, 0);
  assert.ok(linesOf(parts['.left']).length > 1);
});

test('matrix: without a head of its own there is nothing to draw', () => {
  const { view } = matrixOf(decoder, { layer: 9 });
  assert.equal(htmlOf(view.render()).trim(), '');
});

/** What a zoom knows of a table. */
const grid = (/** @type {object} */ own = {}) => ({
  cell: 10,
  corner: { x: 30, y: 20 },
  scroller: /** @type {any} */ ({ scrollTop: 30, scrollLeft: 50 }),
  requestUpdate() {},
  ...own,
});

test('zoom: cells between 4 and 40 pixels; what is under the pointer stays there', () => {
  let asked = 0;
  const table = grid({ requestUpdate: () => void asked++ });
  const zoom = new Zoom(table);
  zoom.by(NOTCH);
  assert.deepEqual([zoom.size, asked, zoom.settle()], [12.5, 1, false]);
  // Small factors add up while the cell is the nearest whole one.
  table.cell = 12;
  zoom.by(NOTCH);
  assert.equal(zoom.size, 15.625);
  // The size is of another layout by now.
  table.cell = 14;
  zoom.by(NOTCH);
  assert.equal(zoom.size, 17.5);
  zoom.by(100);
  assert.equal(zoom.size, 40);
  zoom.by(0.001);
  assert.equal(zoom.size, 4);
  // Place (30 + 80 - 20) / 10 = 9 of the rows, (50 + 50 - 30) / 10 = 7 of the columns.
  zoom.size = null;
  table.cell = 10;
  zoom.by(2, { x: 50, y: 80 });
  table.cell = 20;
  assert.equal(zoom.settle(), true);
  const { scrollTop, scrollLeft } = table.scroller;
  assert.deepEqual([scrollTop, scrollLeft], [9 * 20 + 20 - 80, 7 * 20 + 30 - 50]);
  assert.equal(zoom.settle(), false, 'once');
});

test('zoom: a wheel with Ctrl, a notch at most; two fingers by their distance', () => {
  const table = grid({ scroller: { scrollTop: 0, scrollLeft: 0 } });
  const zoom = new Zoom(table);
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
  table.cell = 15;
  zoom.settle();
  // Row (60 - 20) / 10 = 4 and column 7 stay between the fingers.
  const { scrollTop, scrollLeft } = table.scroller;
  assert.deepEqual([scrollTop, scrollLeft], [4 * 15 + 20 - 60, 7 * 15 + 30 - 100]);
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
      assert.equal(excess.data[at], Math.fround(weight - chance(look, 0, i)));
      assert.equal(change.data[at], Math.fround(weight - Math.fround(weight / 2)));
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
