// SPDX-License-Identifier: MIT
// The character looked at on the stage: what every key, click, drag and wheel makes of the
// selection, in texts of both directions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from '../../../../web/app/selection.js';
import { Cursor } from '../../../../web/views/stage/cursor.js';
import { xOf } from '../../../../web/views/stage/columns.js';
import { stageLayout } from '../../../../web/views/stage/layout.js';
import { keyPress, pointer } from '../../support/parts.js';
import { storeWith } from '../../support/store.js';
import { ARABIC, letters, sceneFor, WIDE } from './states.js';

/** A stage of a model of two layers with two heads each, and what is done on it.
 * @param {import('./states.js').Shape} [shape] @param {Record<string, unknown>} [own] */
function stageWith(shape = { n_head: 2, tokens: letters(8) }, own = {}) {
  const scene = sceneFor(shape);
  const { L, H, n } = scene;
  const store = storeWith({ activations: { ...scene.answer, L, H, n, text: '' } });
  /** @type {unknown[]} */
  const asked = [];
  const note =
    (/** @type {string} */ name) =>
    (/** @type {unknown[]} */ ...args) =>
      void asked.push([name, ...args]);
  const stage = /** @type {any} */ ({
    ...{ scene, layout: stageLayout(scene, WIDE), why: null },
    line: { stop: note('stop'), returns: () => false },
    showFrom: note('showFrom'),
    app: {
      store,
      selection: new Selection(store),
      queries: { toggleHead: note('toggleHead') },
    },
    get state() {
      return store.state;
    },
    ...own,
  });
  const cursor = new Cursor(stage);
  const press = (/** @type {string} */ key, more = {}) => {
    let isTaken = false;
    cursor.onKey({ ...keyPress(key), preventDefault: () => (isTaken = true), ...more });
    return isTaken;
  };
  const at = () => store.state.pin?.i ?? null;
  const alone = () => store.state.isolated;
  return { stage, store, cursor, asked, press, at, alone };
}

/** A pointer on the picture. @param {number} x @param {number} y @param {object} [more] */
const on = (x, y, more = {}) => {
  const closest = () => null;
  return pointer(x, y, {
    composedPath: () => [{ closest }],
    pointerType: 'mouse',
    ...more,
  });
};

test('cursor: arrows, Home and End go through the line and stop at its ends', () => {
  const { press, at } = stageWith();
  assert.equal(at(), null);
  assert.ok(press('ArrowRight'));
  assert.equal(at(), 0);
  const seen = [
    'ArrowRight',
    'ArrowLeft',
    'ArrowLeft',
    'End',
    'ArrowRight',
    'Home',
  ].map((key) => (press(key), at()));
  assert.deepEqual(seen, [1, 0, 0, 7, 7, 0]);
  assert.equal(press('q'), false);
  assert.equal(press('ArrowRight', { ctrlKey: true }), false);
  assert.equal(at(), 0);
});

test('cursor: from nowhere the left arrow goes to the last; in Arabic the first key is the left one', () => {
  const latin = stageWith();
  latin.press('ArrowLeft');
  assert.equal(latin.at(), 7);
  const arabic = stageWith({ n_head: 2, tokens: ARABIC.slice(0, 6) });
  const seen = ['ArrowLeft', 'ArrowLeft', 'ArrowRight'].map(
    (key) => (arabic.press(key), arabic.at()),
  );
  assert.deepEqual(seen, [0, 1, 0]);
});

test('cursor: up and down lead through the heads of all layers, and stop at both ends', () => {
  const { press, alone } = stageWith();
  const up = Array.from({ length: 5 }, () => (press('ArrowUp'), alone()));
  assert.deepEqual(
    up.map((head) => [head?.layer, head?.head]),
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 1],
    ],
  );
  press('ArrowDown');
  assert.deepEqual(alone(), { layer: 1, head: 0 });
  const other = stageWith();
  other.press('ArrowDown');
  assert.deepEqual(other.alone(), { layer: 1, head: 1 });
  const none = stageWith({ n_layer: 0 });
  assert.equal(none.press('ArrowUp'), false);
});

test('cursor: X switches the head looked at off, in either case', () => {
  const { press, asked, store } = stageWith();
  store.set({ layer: 1, head: 0 });
  assert.ok(press('x') && press('X'));
  assert.deepEqual(asked, [
    ['toggleHead', 1, 0],
    ['toggleHead', 1, 0],
  ]);
});

test('cursor: Escape lets go of one thing after the other', () => {
  const { press, store, stage } = stageWith();
  store.set({
    stageMode: 'why',
    isolated: { layer: 1, head: 1 },
    pin: { i: 3, j: null },
  });
  const left = () => [store.state.stageMode, store.state.isolated, store.state.pin?.i];
  assert.ok(press('Escape'));
  assert.deepEqual(left(), ['attention', { layer: 1, head: 1 }, 3]);
  assert.ok(press('Escape'));
  assert.deepEqual(left(), ['attention', null, 3]);
  assert.ok(press('Escape'));
  assert.deepEqual(left(), ['attention', null, undefined]);
  assert.equal(press('Escape'), false, 'nothing is held');
  stage.line.returns = () => true;
  store.set({ pin: { i: 2, j: null } });
  assert.ok(press('Escape'));
  assert.equal(store.state.pin?.i, 2, 'the line of before comes first');
});

test('cursor: where a prediction is explained, Shift and arrows lead through its causes, N to the next prediction', () => {
  const why = {
    cause: (/** @type {number} */ by) => ({ i: 2, j: by }),
    another: () => 5,
  };
  const { press, store, at } = stageWith(undefined, { why });
  store.set({ pin: { i: 2, j: null } });
  assert.ok(press('ArrowRight', { shiftKey: true }));
  assert.deepEqual([store.state.hover, at()], [{ i: 2, j: 1 }, 2]);
  assert.ok(press('n'));
  assert.deepEqual(store.state.pin, { i: 2, j: null, token: 5 });
  assert.equal(store.state.hover, null);
  const plain = stageWith();
  assert.equal(plain.press('n'), false);
});

test('cursor: pointing shows a character, a click pins it, and the same again lets go', () => {
  const { cursor, stage, store, asked, at } = stageWith();
  const { layout } = stage;
  const x = xOf(layout, 4);
  cursor.onPointerMove(on(x, 200));
  assert.deepEqual(store.state.hover, { i: 4, j: null });
  cursor.onPointerMove(on(x, 200, { pointerType: 'touch' }));
  cursor.onPointerLeave();
  assert.equal(store.state.hover, null);
  cursor.onClick(on(x, 200));
  assert.equal(at(), 4);
  cursor.onClick(on(xOf(layout, 1), 200));
  assert.equal(at(), 1);
  cursor.onClick(on(xOf(layout, 1), 200));
  assert.equal(at(), null);
  assert.deepEqual(asked, [['stop'], ['stop'], ['stop']]);
  // Buttons keep their clicks, and below the picture there is nothing.
  cursor.onClick(on(x, 200, { composedPath: () => [{ closest: () => ({}) }] }));
  cursor.onClick(on(x, layout.bottom + 1));
  assert.equal(at(), null);
});

test('cursor: a click on a probability asks why it is one', () => {
  const why = { predictionAt: () => 6, sourceAt: () => null };
  const { cursor, store, stage } = stageWith(undefined, { why });
  store.set({ pin: { i: 2, j: null } });
  cursor.onClick(on(xOf(stage.layout, 5), 200));
  assert.deepEqual(store.state.pin, { i: 2, j: null, token: 6 });
});

const LONG = { n_head: 2, tokens: letters(256) };
const LONG_ARABIC = {
  n_head: 2,
  tokens: Array.from({ length: 256 }, (_, n) => ARABIC[n % ARABIC.length]),
};

test('cursor: a long line follows the hand, in its own direction; a small movement is none', () => {
  for (const [shape, way] of /** @type {const} */ ([
    [LONG, 1],
    [LONG_ARABIC, -1],
  ])) {
    const { cursor, stage, asked, at } = stageWith(shape);
    const { layout } = stage;
    assert.ok(layout.visible < 256 && layout.columnWidth > 0);
    cursor.onPointerDown(on(500, 200, { buttons: 1 }));
    cursor.onPointerMove(on(496, 200, { buttons: 1 }));
    assert.deepEqual(asked, [], 'still');
    const by = 3 * layout.columnWidth;
    cursor.onPointerMove(on(500 - by, 200, { buttons: 1 }));
    assert.deepEqual(asked, [['showFrom', layout.offset + 3 * way]]);
    cursor.onClick(on(500 - by, 200));
    assert.equal(at(), null, 'a drag is no click');
    cursor.onClick(on(500, 200));
    assert.notEqual(at(), null);
  }
});

test('cursor: wheels move sideways, others with Shift; a line that fits stays', () => {
  const wheel = (/** @type {object} */ own) =>
    /** @type {any} */ ({ deltaX: 0, deltaY: 0, preventDefault() {}, ...own });
  for (const [shape, way] of /** @type {const} */ ([
    [LONG, 1],
    [LONG_ARABIC, -1],
  ])) {
    const { cursor, stage, asked } = stageWith(shape);
    stage.layout = stageLayout(stage.scene, { ...WIDE, offset: 40 });
    const from = stage.layout.offset;
    cursor.onWheel(wheel({ deltaX: 30, deltaY: 10 }));
    cursor.onWheel(wheel({ deltaX: -30, deltaY: 10 }));
    cursor.onWheel(wheel({ deltaY: 30, shiftKey: true }));
    cursor.onWheel(wheel({ deltaY: 30 }));
    assert.deepEqual(
      asked,
      [from + way, from - way, from + way].map((to) => ['showFrom', to]),
    );
  }
  const short = stageWith();
  short.cursor.onWheel(wheel({ deltaX: 30 }));
  assert.deepEqual(short.asked, []);
});

test('cursor: the strip below a long text brings what lies there into the middle', () => {
  const { cursor, stage, asked } = stageWith(LONG);
  const { strip, x0, span, visible } = stage.layout;
  const y = strip.top + strip.height / 2;
  cursor.onPointerDown(on(x0 + span / 2, y, { buttons: 1 }));
  cursor.onPointerMove(on(x0 + span - 1, y, { buttons: 1 }));
  const [[, middle], [, end]] = /** @type {[string, number][]} */ (asked);
  assert.equal(middle, 128 - Math.floor(visible / 2));
  assert.equal(end, 255 - Math.floor(visible / 2));
  cursor.onPointerDown(on(x0 + span / 2, y - 13, { buttons: 1 }));
  assert.equal(asked.length, 2, 'above it nothing moves');
});
