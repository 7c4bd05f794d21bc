// SPDX-License-Identifier: MIT
// What several views draw with: tables as cells, lines over steps, ridges, shades, the height that
// a box leaves; and when a view asks and draws again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../../../web/state/state.js';
import { BINS, drawRidges } from '../../../../web/views/diagnostics/ridge.js';
import { Cells, cells } from '../../../../web/views/shared/cells.js';
import {
  checkbox,
  numberField,
  select,
} from '../../../../web/views/shared/controls.js';
import { HostWidth } from '../../../../web/views/shared/host-width.js';
import { Lines } from '../../../../web/views/shared/lines.js';
import { adoptShades, SHADES } from '../../../../web/views/shared/shades.js';
import { sortedRow } from '../../../../web/views/shared/tables.js';
import { NOTCH } from '../../../../web/views/shared/zoom.js';
import { define, questions, View } from '../../../../web/views/shared/view.js';
import { wordsOf } from '../../support/catalogues.js';
import {
  bandsOf,
  keyPress,
  part,
  pointer,
  savedBy,
  tableParts,
  told,
  viewWith,
} from '../../support/parts.js';
import { ink, linesOf, makeScreen, recordingCanvas } from '../../support/recording.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf, ownOf, rowsOf } from '../../support/render.js';
import { storeWith } from '../../support/store.js';

makeScreen(2);

const { strings: t, ...words } = wordsOf('en');
const app = { ...words, t, store: { state: initialState() } };

/** A table as a view writes it. @param {object} own of cells() @param {number} [width] */
function cellsOf(own, width = 200) {
  const parts = tableParts();
  const view = viewWith('gf-cells', undefined, parts, width);
  const picture = /** @type {any} */ ({ ...TABLE, ...own });
  const written = cells(/** @type {any} */ (app.store), picture);
  Object.assign(view, ownOf(written, 'gf-cells'));
  const draw = () => {
    const template = view.render();
    view.updated();
    return template;
  };
  return { view, parts, draw };
}

const NUMBERS = {
  rows: 3,
  columns: 4,
  data: Float32Array.of(-1, -0.5, 0, 0.5, 1, 2, 3, 4, -4, -3, -2, 0.25),
};
const TABLE = {
  numbers: NUMBERS,
  rows: ['a', 'bb', 'c'],
  columns: ['w', 'x', 'y', 'z'],
  most: 4,
  label: '',
  describe: () => '',
};

test('cells: pixels, names, the row selected; signed and not, wide and in a column', () => {
  const lines = [];
  for (const [title, own, width] of /** @type {[string, object, number][]} */ ([
    ['signed', { row: 1 }, 200],
    [
      'not signed, some hatched',
      {
        signed: false,
        allowed: (/** @type {number} */ i, /** @type {number} */ j) => j <= i,
      },
      200,
    ],
    ['many, small', { least: 3, largest: 5, row: 2 }, 70],
    [
      'one column',
      {
        numbers: { rows: 3, columns: 1, data: Float32Array.of(1, 2, 3) },
        columns: ['w'],
      },
      200,
    ],
  ])) {
    const { parts, draw } = cellsOf(own, width);
    assert.match(htmlOf(draw()), /role="grid"/);
    const { '.raster': raster, '.focus': focus } = parts;
    lines.push(
      `## ${title}: ${raster.style.width} ${raster.style.height}, focus ${Object.values(focus.style).join(' ')}, row ${bandsOf(parts)[0] ?? 'none'}`,
      ...[raster, parts['.top'], parts['.left']].flatMap(linesOf),
    );
  }
  sameAsRecorded('cells', lines);
});

test('cells: a place is shown while it is pointed at, picked by a press, moved by keys', () => {
  const { view, draw, parts } = cellsOf({
    describe: (/** @type {number} */ i, /** @type {number} */ j) => `${i} ${j}`,
  });
  const template = draw();
  const picked = told(view, 'gf-pick');
  const { cell } = view;
  const [move] = listenersOf(view, template, 'pointermove');
  move(pointer(2.5 * cell, 1.5 * cell));
  assert.deepEqual(view.hover, { i: 1, j: 2 });
  const before = view.hover;
  move(pointer(2.6 * cell, 1.6 * cell));
  assert.equal(view.hover, before, 'the same place is none anew');
  move(pointer(2.5 * cell, 0.5 * cell));
  assert.deepEqual(view.hover, { i: 0, j: 2 });
  assert.match(htmlOf(view.render()), />\s*0 2\s*<\/p>/);
  const [click] = listenersOf(view, template, 'click');
  click(pointer(0.5 * cell, 2.5 * cell));
  assert.deepEqual([view.at, picked], [{ i: 2, j: 0 }, [{ i: 2, j: 0 }]]);
  click(pointer(9 * cell, 0));
  assert.equal(picked.length, 1, 'outside there is nothing to pick');
  const [onKey] = listenersOf(view, template, 'keydown');
  /** Key → the cell with the focus. @type {[string, { i: number, j: number }][]} */
  const MOVES = [
    ['ArrowRight', { i: 2, j: 1 }],
    ['ArrowUp', { i: 1, j: 1 }],
    ['ArrowDown', { i: 2, j: 1 }],
    ['Home', { i: 2, j: 0 }],
    ['End', { i: 2, j: 3 }],
    ['ArrowLeft', { i: 2, j: 2 }],
  ];
  for (const [key, goal] of MOVES) {
    onKey(keyPress(key));
    assert.deepEqual(view.at, goal, key);
    view.updated();
    assert.ok(parts['.focus'].isFocused, key);
    parts['.focus'].isFocused = false;
  }
  onKey(keyPress(' '));
  assert.deepEqual(picked[1], { i: 2, j: 2 });
  view.picture.end = (/** @type {number} */ i) => i;
  onKey(keyPress('End'));
  assert.deepEqual(view.at, { i: 2, j: 2 }, 'the last of a row of its own');
  onKey(keyPress('+'));
  assert.equal(view.zoom.size, cell * NOTCH);
});

test('cells: what is pointed at or has the focus is told; a finger that is lifted leaves it', () => {
  const { view, draw } = cellsOf({});
  const template = draw();
  const pointed = told(view, 'gf-hover');
  const [move] = listenersOf(view, template, 'pointermove');
  const [leave] = listenersOf(view, template, 'pointerleave');
  const [focus] = listenersOf(view, template, 'focus');
  const [blur] = listenersOf(view, template, 'blur');
  move(pointer(1.5 * view.cell, 0));
  leave({ pointerType: 'touch' });
  assert.deepEqual(pointed, [{ i: 0, j: 1 }]);
  leave({ pointerType: 'mouse' });
  focus({});
  view.focusNext = true;
  blur({});
  assert.deepEqual(pointed.slice(1), [null, { i: 0, j: 0 }], 'a key within the table');
  view.focusNext = false;
  blur({});
  assert.equal(pointed.at(-1), null);
  assert.equal(pointed.length, 4);
});

test('cells: the place of the view is scrolled to once, and not while a cell has the focus', () => {
  const { view, parts, draw } = cellsOf({ place: { i: 2, j: 3 }, least: 30 });
  const { '.scroll': scroller } = parts;
  Object.assign(scroller, { clientWidth: 80, clientHeight: 60 });
  draw();
  const { cell, corner } = view;
  const end = { top: 3 * cell - (60 - corner.y), left: 4 * cell - (80 - corner.x) };
  const at = () => ({ top: scroller.scrollTop, left: scroller.scrollLeft });
  assert.deepEqual(at(), end);
  Object.assign(scroller, { scrollTop: 0, scrollLeft: 0 });
  draw();
  assert.deepEqual(at(), { top: 0, left: 0 }, 'the reader may scroll away');
  view.at = { i: 1, j: 0 };
  const before = view.picture;
  view.picture = { ...before, place: { i: 0, j: 0 } };
  view.hasFocus = true;
  view.willUpdate(new Map([['picture', before]]));
  assert.deepEqual(view.at, { i: 1, j: 0 });
  view.hasFocus = false;
  view.willUpdate(new Map([['picture', before]]));
  assert.equal(view.at, null);
});

test('cells: as large as its room, or as told; a large picture is enlarged by the browser', () => {
  const small = cellsOf({}, 200);
  small.draw();
  assert.equal(small.view.cell, 22, 'no larger');
  const n = 256;
  const numbers = { rows: n, columns: n, data: new Float32Array(n * n) };
  const names = Array(n).fill('a');
  const large = cellsOf({ numbers, rows: names, columns: names, least: 4 }, 200);
  large.draw();
  assert.equal(large.view.cell, 4, 'no smaller');
  large.view.zoom.size = 40;
  large.draw();
  const { '.raster': raster, '.top': top } = large.parts;
  assert.deepEqual(
    [raster.width, raster.style.width],
    [2048, `${large.view.cell * n}px`],
  );
  assert.equal(top.width, 16_384, 'no larger than every browser draws on');
});

test('cells and lines: names and numbers are properties, none is an attribute', () => {
  for (const Made of [Cells, Lines])
    assert.deepEqual(/** @type {any} */ (Made).observedAttributes, []);
});

test('lines: axes, the strong line last, guides and their labels; the file has all of them', async (t) => {
  const holder = part({ clientWidth: 400, clientHeight: 220, replaceChildren() {} });
  const view = viewWith('gf-lines', app, { '.chart': holder });
  view.id = 'some';
  view.picture = {
    x: [0, 10, 20, 30],
    axes: ['step', 'value'],
    label: 'a chart',
    lines: [
      { y: [0, 2, null, 3], strong: true },
      { y: [1, 1, 2, -1], name: 'other' },
    ],
    guides: [{ y: 4, label: 'chance' }],
  };
  const template = view.render();
  view.updated();
  sameAsRecorded(
    'lines',
    linesOf(
      view.plot.context.canvas ?? {
        context: view.plot.context,
        width: 800,
        height: 440,
      },
    ),
  );
  assert.deepEqual(await savedBy(t, template), [
    'step,value,other',
    '0,0,1',
    '10,2,1',
    '20,,2',
    '30,3,-1',
  ]);
  view.picture.file = [['bin', ['all']]];
  assert.deepEqual(await savedBy(t, view.render()), ['bin', 'all']);
});

test('lines: of many points the table has at most forty, the newest among them', () => {
  for (const n of [1, 39, 41, 100, 400]) {
    const view = viewWith('gf-lines', app);
    const x = Array.from({ length: n }, (_, k) => 10 * k);
    view.picture = { x, axes: ['step', 'value'], lines: [{ y: x }], guides: [] };
    const rows = rowsOf(htmlOf(view.render()), '<table').filter(
      ([, y]) => y !== 'value',
    );
    assert.ok(rows.length <= 40 && rows.length >= Math.min(n, 20), `${rows.length}`);
    assert.equal(rows.at(-1)?.[0], app.format.integer(x[n - 1]));
  }
});

test('ridges: the newest in front, bins by powers of ten', () => {
  const picture = recordingCanvas(360, 200);
  const ridges = [0, 40, 400].map((step, n) => ({
    step: String(step),
    counts: Array.from({ length: BINS }, (_, b) =>
      Math.max(0, 9 - Math.abs(b - 30 - 4 * n)),
    ),
  }));
  drawRidges(picture.context, ridges, 360, 200, ink);
  const one = recordingCanvas(360, 200);
  drawRidges(one.context, ridges.slice(0, 1), 360, 200, ink);
  sameAsRecorded('ridges', [...linesOf(picture), '## one', ...linesOf(one)]);
});

test('shades: sixteen classes of each scale, defined once for a set of scales', () => {
  /** @type {string[]} */
  const rules = [];
  const Before = globalThis.CSSStyleSheet;
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      /** @param {string} text */
      replaceSync(text) {
        rules.push(text);
      }
    },
  });
  const root = /** @type {any} */ ({ adoptedStyleSheets: [] });
  const { ramps } = initialState();
  adoptShades(root, ramps);
  adoptShades(root, ramps);
  assert.equal(rules.length, 1);
  const [first, ...more] = rules[0].match(/\.attention\.s\d+\{[^}]*\}/g) ?? [];
  assert.equal(first, '.attention.s0{--shade:rgb(255 255 255);--on-shade:#000}');
  assert.deepEqual([more.length, SHADES], [15, 16]);
  assert.match(rules[0], /\.diverging\.s15\{/);
  adoptShades(root, { ...ramps });
  assert.deepEqual([rules.length, root.adoptedStyleSheets.length], [2, 1]);
  Object.assign(globalThis, { CSSStyleSheet: Before });
});

test('a row of a matrix by its columns, the largest first', () => {
  const matrix = /** @type {any} */ ({
    rows: 2,
    columns: 3,
    data: [9, 9, 9, 0.2, 0.7, 0.1],
  });
  assert.deepEqual(sortedRow(matrix, 1, ['a', 'b', 'c']), [['b', 0.7], ['a', 0.2], ['c', 0.1]]); // oxfmt-ignore
});

test('controls: what describes a field is named, where something does', () => {
  const field = {
    id: 'x',
    label: 'X',
    checked: true,
    change() {},
    value: 1,
    options: [],
  };
  for (const make of [checkbox, select, numberField]) {
    const of = (/** @type {object} */ more) =>
      htmlOf(make(/** @type {any} */ ({ ...field, ...more })));
    assert.match(of({ describedBy: 'help' }), /aria-describedby=help/);
    assert.doesNotMatch(of({}), /aria-describedby=\w/);
  }
});

test('the height that a box leaves: less what is above, in its own pixels where it is zoomed', () => {
  const box = (
    /** @type {number} */ top,
    /** @type {number} */ width,
    /** @type {number} */ height,
  ) => ({ top, width, height });
  const seat = {
    ...{ clientHeight: 400, offsetWidth: 300, offsetHeight: 400, scrollTop: 10 },
    getBoundingClientRect: () => box(100, 600, 800),
  };
  const host = /** @type {any} */ ({
    ...{ clientWidth: 300, addController() {}, requestUpdate() {} },
    closest: () => seat,
    getBoundingClientRect: () => box(220, 600, 40),
  });
  // Twice as large as laid out: 120 pixels above are 60 of its own.
  assert.equal(new HostWidth(host).heightFor(), 400 - 60 - 10 - 8);
  const free = { ...host, closest: () => null, getRootNode: () => ({}) };
  assert.equal(new HostWidth(free).heightFor(), Infinity);
});

/** A view that counts. */
class Probe extends View {
  static queries = questions('lens');
  asked = 0;
  drawn = 0;
  createRenderRoot() {
    return /** @type {any} */ ({ querySelector: () => null });
  }
  setAttribute() {}
  want() {
    this.asked++;
    return () => void this.asked--;
  }
  requestUpdate() {
    if (!this.app) return;
    this.drawn++;
    this.isUpdatePending = true;
    this.performUpdate();
  }
  update() {
    const { line, showing } = this.state;
    if (line === 'a') void this.state.pin;
    this.read = [line, this.answer('lens'), showing.shade];
  }
}

test('views ask while they are in sight, and draw again when what they have read is another', () => {
  define('gf-probe', Probe);
  /** @type {(entries: { isIntersecting: boolean }[]) => void} */
  let seen = () => {};
  const Before = globalThis.IntersectionObserver;
  Object.assign(globalThis, {
    IntersectionObserver: class {
      /** @param {typeof seen} notice */
      constructor(notice) {
        seen = notice;
      }
      observe() {}
      disconnect() {}
    },
  });
  const store = storeWith();
  const view = new Probe();
  view.app = /** @type {any} */ ({ ...app, store });
  view.connectedCallback();
  assert.equal(view.asked, 1, 'at once');
  /** @param {Partial<import('../../../../web/state/state.js').State>} change */
  const drawnBy = (change) => {
    const before = view.drawn;
    store.set(change);
    return view.drawn - before;
  };
  assert.equal(drawnBy({ line: 'b' }), 1);
  const pin = { i: 1, j: null };
  assert.equal(drawnBy({ phase: 'idle', pin }), 0, 'not read');
  assert.equal(drawnBy({ line: 'a' }), 1);
  assert.equal(drawnBy({ pin: null }), 1, 'read since');
  assert.equal(drawnBy({ showing: { ...store.state.showing } }), 1);
  assert.equal(drawnBy({ lang: 'es' }), 1, 'its words');
  const answer = /** @type {any} */ ({ key: '', step: 1, value: {} });
  assert.equal(drawnBy({ answers: { lens: answer } }), 1);
  assert.equal(drawnBy({ answers: { lens: answer, why: answer } }), 0, 'not read');
  assert.equal(view.read?.[1], answer);
  assert.equal(drawnBy({ historyLength: 7 }), 0);
  Probe.followsHistory = true;
  assert.equal(drawnBy({ historyLength: 8 }), 1);
  seen([{ isIntersecting: true }, { isIntersecting: false }]);
  assert.equal(view.asked, 0, 'the last entry counts');
  assert.equal(drawnBy({ line: 'c' }), 0, 'out of sight');
  const before = view.drawn;
  seen([{ isIntersecting: false }, { isIntersecting: true }]);
  assert.deepEqual(
    [view.asked, view.drawn - before],
    [1, 1],
    'what was missed is drawn',
  );
  Object.assign(globalThis, { IntersectionObserver: Before });
});
