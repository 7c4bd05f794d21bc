// SPDX-License-Identifier: MIT
// Where everything of the stage stands: the sizes of the screen, and models of every shape.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnAt, widthOf, xOf } from '../../../../web/views/stage/columns.js';
import {
  fitted,
  shapeOf,
  stageLayout,
  tokenAtStrip,
} from '../../../../web/views/stage/layout.js';
import { ARABIC, JAPANESE, SHAPES, WIDE, WORDS, letters, sceneFor } from './states.js';

/** @import { Building, Layout } from '../../../../web/views/stage/layout.js' */

const SIZES = [
  [912, 798],
  [912, 620],
  [788, 680],
  [1100, 1040],
  [568, 540],
  [358, 540],
  [288, 540],
  [568, 320],
];

/** Boxes that may not overlap, from above. @param {Building} building @param {Layout} layout */
function boxesOf(building, layout) {
  const isMain = building.stream === 'main';
  const rows = (isMain ? layout.rows : building.rows).map(({ y, height }) => [
    y,
    y + height,
  ]);
  const grounds = building.bands.flatMap(({ ground }) =>
    ground ? [[ground.top, ground.top + ground.height]] : [],
  );
  const { strip, shares, lost, textTop, textHeight } = building;
  return [
    ...rows,
    ...grounds,
    ...building.bands.map(({ top, bottom }) => [top, bottom]),
    ...building.panes.flatMap(({ mlp }) => (mlp ? [[mlp.top, mlp.bottom]] : [])),
    [textTop, textTop + textHeight],
    ...[shares, lost].flatMap((room) => (room ? [[room.top, room.bottom]] : [])),
    ...(strip ? [[strip.top, strip.top + strip.height]] : []),
    ...(isMain && layout.truthHeight > 0
      ? [[layout.truthTop, layout.truthTop + layout.truthHeight]]
      : []),
  ].sort((a, b) => a[0] - b[0]);
}

/** @param {Building} building @param {Layout} layout @param {string} name */
function checkBuilding(building, layout, name) {
  const boxes = boxesOf(building, layout);
  for (const [top, bottom] of boxes) {
    assert.ok(
      Number.isInteger(top) && Number.isInteger(bottom),
      `${name}: ${top} … ${bottom}`,
    );
    assert.ok(
      top >= building.top - 160 && bottom <= building.bottom,
      `${name}: ${bottom}`,
    );
    assert.ok(top >= 0 && bottom > top, `${name}: ${top} … ${bottom}`);
  }
  boxes
    .slice(1)
    .forEach(([top], k) =>
      assert.ok(
        top >= boxes[k][1],
        `${name}: ${boxes[k]} overlaps what begins at ${top}`,
      ),
    );
  building.panes
    .slice(1)
    .forEach(({ bottom }, k) =>
      assert.ok(
        bottom < building.panes[k].top,
        `${name}: panes ${k} and ${k + 1} touch`,
      ),
    );
  for (const { pane, top, bottom } of building.bands) {
    const box = building.panes[pane];
    assert.ok(
      top > box.top + box.title && bottom < box.bottom,
      `${name}: a band leaves its pane`,
    );
    const least = layout.height < 420 ? 14 : 20;
    assert.ok(bottom - top >= least, `${name}: a band of ${bottom - top} pixels`);
  }
  const { x0, span, offset, visible, left, right } = building;
  assert.ok(x0 >= left && x0 + span <= right, `${name}: columns ${x0} … ${x0 + span}`);
  for (let i = offset; i < offset + visible; i++) {
    assert.ok(Number.isInteger(widthOf(building, i)), `${name}: width of column ${i}`);
    assert.equal(columnAt(building, xOf(building, i)), i, `${name}: column ${i}`);
  }
}

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`stage layout: ${name}: nothing overlaps at any size, in whole pixels`, () => {
    const scene = sceneFor(shape);
    for (const [width, height, isWhy] of SIZES.flatMap(
      ([width, height]) =>
        /** @type {const} */ ([
          [width, height, false],
          [width, height, true],
        ]),
    )) {
      const layout = stageLayout(scene, { width, height, isWhy });
      const where = `${name} at ${width} × ${height}${isWhy ? ', explained' : ''}`;
      checkBuilding(layout, layout, where);
      if (layout.source) checkBuilding(layout.source, layout, `${where}, source`);
      assert.equal(layout.rows.filter(({ isFinal }) => isFinal).length, 1, where);
      assert.equal(layout.rows.at(-1)?.depth, scene.final, where);
      assert.ok(layout.floors >= Math.min(1, scene.L) && layout.floors <= 8, where);
    }
  });
}

/** Pairs of scenes that differ in little. @type {Record<string, import('./states.js').Shape[]>} */
const ALIKE = {
  'one more token': [{ tokens: letters(20) }, { tokens: letters(21) }],
  'a wide character': [{ tokens: [...'abcd'] }, { tokens: [...'ab漢d'] }],
  'from the right': [{ tokens: [...'abcd'] }, { tokens: [...'\u0627bcd'] }],
  'a longer word': [
    { tokens: WORDS },
    { tokens: [...WORDS.slice(1), 'extraordinary'] },
  ],
  'words in the vocabulary': [{}, { vocabulary: [...letters(20), ...WORDS] }],
  'a word that follows': [
    { tokens: WORDS },
    { tokens: WORDS, vocabulary: [...WORDS.filter((word) => word.length < 9), 'yes'] },
  ],
  'a longer question': [
    { arch: 'encoder_decoder', question: letters(9) },
    { arch: 'encoder_decoder', question: letters(10) },
  ],
  'another layer': [{ n_layer: 1 }, { n_layer: 2 }],
  'no MLP': [{}, { mlp: false }],
  'no MLP, no lens': [{ hasLens: false }, { hasLens: false, mlp: false }],
  'no lens': [{}, { hasLens: false }],
  'no cross attention': [
    { arch: 'encoder_decoder', question: letters(9) },
    { arch: 'decoder' },
  ],
};

for (const [name, pair] of Object.entries(ALIKE))
  test(`stage layout: it is made anew for ${name}`, () => {
    const [a, b] = pair.map(sceneFor);
    const [one, other] = [a, b].map((scene) =>
      SIZES.map(([width, height]) => stageLayout(scene, { width, height })),
    );
    assert.notDeepEqual(one, other);
    assert.notEqual(shapeOf(a), shapeOf(b));
    assert.equal(shapeOf(a), shapeOf(sceneFor(pair[0])));
  });

test('stage layout: scenes of every shape that are compared as the same are laid out the same', () => {
  const shapes = [...Object.values(SHAPES), ...Object.values(ALIKE).flat()];
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const shape of shapes) {
    const scene = sceneFor(shape);
    const layouts = JSON.stringify(
      SIZES.map(([width, height]) => stageLayout(scene, { width, height })),
    );
    const key = shapeOf(scene);
    assert.equal(known.get(key) ?? layouts, layouts, key);
    known.set(key, layouts);
  }
  assert.ok(known.size > shapes.length / 2);
});

test('stage layout: 38 columns of 14 on a tablet', () => {
  const tablet = stageLayout(sceneFor(), { width: 788, height: 680 });
  assert.deepEqual([tablet.columnWidth, tablet.visible], [14, 38]);
});

test('stage layout: low panes have one row of guesses, over four layers none below', () => {
  const four = stageLayout(sceneFor({ n_layer: 4 }), WIDE);
  assert.ok(four.isDeep);
  assert.deepEqual(
    four.rows.map(({ depth }) => depth),
    [0, 2, 4, 6, 8],
  );
  const six = stageLayout(sceneFor({ n_layer: 6 }), WIDE);
  assert.deepEqual(
    six.rows.map(({ depth }) => depth),
    [2, 4, 6, 8, 10, 12],
  );
});

test('stage layout: of more than eight layers a window, moved by layer', () => {
  const scene = sceneFor({ n_layer: 20 });
  const at = (/** @type {number} */ floor) =>
    stageLayout(scene, { width: 912, height: 1000, floor });
  assert.deepEqual([at(0).floor, at(0).floors], [0, 8]);
  assert.deepEqual(
    at(5).panes.map(({ layer }) => layer),
    [5, 6, 7, 8, 9, 10, 11, 12],
  );
  assert.equal(at(99).floor, 12);
  assert.equal(at(5).bands[0].index, 5);
});

test('stage layout: panes have room for the cards of twelve heads, or for their names', () => {
  const scene = sceneFor({ n_layer: 12, n_head: 12 });
  for (const [isWhy, row] of /** @type {const} */ ([
    [false, 24],
    [true, 15],
  ])) {
    const { panes, floors } = stageLayout(scene, { width: 912, height: 716, isWhy });
    assert.ok(floors > 2, `${floors} layers`);
    for (const { top, bottom } of panes)
      assert.ok(bottom - top >= 3 * row + 8, `${bottom - top} pixels`);
  }
});

test('stage layout: a pin brings its column into the later half of the window', () => {
  const scene = sceneFor({ tokens: letters(256) });
  for (const pin of [0, 20, 47, 100, 200, 255]) {
    const { offset, visible } = stageLayout(scene, { ...WIDE, pin });
    assert.ok(
      pin >= offset && pin < offset + visible,
      `${pin} in ${offset} + ${visible}`,
    );
    if (offset > 0) assert.ok(pin - offset >= visible / 2 - 1, `${pin} in ${offset}`);
  }
  const moved = stageLayout(scene, { ...WIDE, offset: 120 });
  assert.equal(moved.offset, 120);
  const end = stageLayout(scene, { ...WIDE, offset: 999 });
  assert.equal(end.offset + end.visible, 256);
});

test('stage layout: a strip under a long text leads to its tokens, mirrored with the text', () => {
  const layout = stageLayout(sceneFor({ tokens: letters(256) }), WIDE);
  assert.equal(layout.strip?.height, 8);
  assert.equal(tokenAtStrip(layout, layout.x0), 0);
  assert.equal(tokenAtStrip(layout, layout.x0 + layout.span / 2), 128);
  assert.equal(tokenAtStrip(layout, layout.x0 + layout.span + 9), 255);
  const long = Array.from({ length: 256 }, (_, k) => ARABIC[k % ARABIC.length]);
  const mirrored = stageLayout(sceneFor({ tokens: long }), WIDE);
  assert.equal(tokenAtStrip(mirrored, mirrored.x0 + 1), 255);
  assert.equal(stageLayout(sceneFor(), WIDE).strip, null);
});

test('stage layout: columns of a text from the right begin at the right', () => {
  const layout = stageLayout(sceneFor({ tokens: ARABIC }), WIDE);
  assert.ok(layout.isRtl);
  for (let i = 1; i < layout.n; i++)
    assert.equal(xOf(layout, i - 1) - xOf(layout, i), layout.columnWidth);
});

test('stage layout: wide characters have 20 pixels at least, words 24 to 96 each', () => {
  const many = Array.from({ length: 60 }, (_, k) => JAPANESE[k % JAPANESE.length]);
  const wide = stageLayout(sceneFor({ tokens: many }), WIDE);
  assert.equal(wide.columnWidth, 20);
  const words = stageLayout(sceneFor({ tokens: WORDS }), WIDE);
  const widths = WORDS.map((_, i) => widthOf(words, i));
  assert.ok(widths.every((width) => width >= 24 && width <= 96));
  assert.equal(widths[3], 96);
  assert.ok(widths[1] < widths[3]);
});

test('stage layout: two texts stand side by side, on narrow screens one above the other', () => {
  const scene = sceneFor(SHAPES['encoder-decoder']);
  const wide = stageLayout(scene, WIDE);
  assert.ok(wide.source && wide.source.right <= wide.left);
  const narrow = stageLayout(scene, { width: 700, height: 1040 });
  assert.ok(narrow.source && narrow.source.top >= narrow.bottom);
  for (const { bands, ground, source } of [wide, narrow]) {
    assert.deepEqual(
      bands.map(({ index, isCross }) => [index, isCross]),
      [
        [2, false],
        [3, true],
        [4, false],
        [5, true],
      ],
    );
    assert.ok(bands.every((band) => (band.ground !== null) === band.isCross));
    assert.equal(ground?.n, 9);
    assert.deepEqual(
      source?.bands.map(({ index }) => index),
      [0, 1],
    );
  }
});

test('stage layout: a token that is too long for its column ends with an ellipsis', () => {
  assert.equal(fitted('fox', 26, 14), 'fox');
  assert.equal(fitted('understanding', 40, 12), 'unde…');
  assert.equal(fitted('the', 14, 13), 't');
});
