// SPDX-License-Identifier: MIT
// Parts of the stage by values that can be checked by hand: where everything stands, sizes of
// cards, what flows in, films, and the lists of a prediction explained.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import why from '../../../../web/i18n/en/why.js';
import {
  captionOf,
  captionText,
  strongestLook,
} from '../../../../web/views/stage/caption.js';
import { saveFilm } from '../../../../web/views/stage/film.js';
import { drawThumbnail, headsInPanes } from '../../../../web/views/stage/head-cards.js';
import { buildingsOf, stageLayout } from '../../../../web/views/stage/layout.js';
import { rootsOf } from '../../../../web/views/stage/lines.js';
import { forTime } from '../../../../web/views/stage/record.js';
import { sceneOf } from '../../../../web/views/stage/scene.js';
import { explain } from '../../../../web/views/stage/why/index.js';
import { flows } from '../../../../web/views/stage/why/flows.js';
import { rows } from '../../../../web/views/stage/why/rows.js';
import { wordsOf } from '../../support/catalogues.js';
import { ink, makeScreen, recordingCanvas } from '../../support/recording.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf } from '../../support/render.js';
import { SHAPES, letters, sceneFor, stateOf } from './states.js';
import { explained } from './why.js';

makeScreen();

const { strings: t, format } = wordsOf('en');
const words = /** @type {any} */ ({ why, t, format });

const TOLD = [
  ...['two layers', 'no layer', 'six layers, 70 tokens', 'no MLP'],
  ...['encoder-decoder', 'deep encoder-decoder'],
];
const SIZES = [[912, 798], [912, 560], [358, 540], [568, 320]]; // oxfmt-ignore

/** Tops and bottoms. @param {{ top: number, bottom: number } | null} box */
const span = (box) => (box ? `${box.top}–${box.bottom}` : '·');

/** @param {import('../../../../web/views/stage/layout.js').Building} building */
function buildingLine(building) {
  const { stream, x0, columnWidth, offset, visible, n, strip } = building;
  const list = (/** @type {any[]} */ all) => all.map(span).join(' ');
  const grounds = building.bands.map(({ ground }) =>
    ground ? `${ground.top}+${ground.height}` : '·',
  );
  const { floor, floors, L, panes, bands, textTop, shares, lost } = building;
  const mlps = panes.map(({ mlp }) => mlp);
  return (
    `${stream}: ${visible} of ${n} columns from ${offset} at ${x0}, ${columnWidth} wide; layers ${floor}–${floor + floors} of ${L}${building.isDeep ? ', deep' : ''}; ` +
    `panes ${list(panes)}; lines ${list(bands)}; grounds ${grounds.join(' ')}; MLPs ${list(mlps)}; text ${textTop}, strip ${strip?.top ?? '·'}, shares ${span(shares)}, lost ${span(lost)}`
  );
}

test('where everything stands: models of every shape, four sizes, explained and not', () => {
  const lines = [];
  for (const name of TOLD)
    for (const [width, height] of SIZES)
      for (const isWhy of width === 912 ? [false, true] : [false]) {
        const layout = stageLayout(sceneFor(SHAPES[name]), {
          width,
          height,
          isWhy,
          floor: 1,
        });
        const { rows: all, truthTop, truthHeight, roofBottom, ground } = layout;
        const guesses = all
          .map(({ depth, y, height: px }) => `${depth}@${y}+${px}`)
          .join(' ');
        lines.push(
          `## ${name}, ${width} × ${height}${isWhy ? ', explained' : ''}`,
          ...buildingsOf(layout).map(buildingLine),
          `guesses ${guesses}; truth ${truthTop}+${truthHeight}, roof ${roofBottom}, ground ${ground ? `${ground.x0}+${ground.span}` : '·'}`,
        );
      }
  sameAsRecorded('stage-layouts', lines);
});

test('where everything stands: a pane is taken for lines of at least 22 pixels', () => {
  /** The least height at which so many layers are shown. @param {number} floors */
  const least = (floors) => {
    const scene = sceneFor({ n_layer: 8, n_head: 2 });
    let height = 420;
    while (stageLayout(scene, { width: 912, height }).floors < floors) height++;
    const [band] = stageLayout(scene, { width: 912, height }).bands;
    return band.bottom - band.top;
  };
  assert.deepEqual([5, 8].map(least), [22, 22]);
});

test('cards of heads: fewer words the lower they are, none where there is no room', () => {
  /** Height, heads → classes. @type {[number, number, string][]} */
  const TABLE = [
    [75, 8, 'mini bare'], [76, 8, 'mini'], [75, 2, 'tight tiny'], [95, 4, 'tight'],
    [96, 4, 'slim'], [135, 4, 'slim'], [136, 4, 'low'], [175, 4, 'low'], [176, 4, ''], [88, 2, ''],
  ]; // oxfmt-ignore
  for (const [height, n_head, size] of TABLE) {
    const state = stateOf({ n_layer: 1, n_head });
    const pane = { layer: 0, top: 0, bottom: height + 8, title: 0 };
    const layout = {
      source: null,
      right: 500,
      panes: [pane],
      bands: [{ index: 0, pane: 0 }],
    };
    const stage = {
      activations: state.activations,
      state: { ...state, ablated: [] },
      t,
      format,
    };
    const { values } = /** @type {any} */ (
      headsInPanes(/** @type {any} */ (stage), /** @type {any} */ (layout))
    );
    const html = htmlOf(values[1]());
    assert.equal(
      /class="heads ([^"]*)"/.exec(html)?.[1],
      size,
      `${height} px, ${n_head} heads`,
    );
  }
});

test('thumbnails: the pixels of one size are used again', () => {
  const { activations } = stateOf();
  const canvas = recordingCanvas();
  /** @type {object[]} */
  const images = [];
  const { context } = canvas;
  const put = context.putImageData.bind(context);
  context.putImageData = (/** @type {any[]} */ ...x) =>
    (images.push(x[0]), put(...x));
  for (const i of [null, 4])
    drawThumbnail(canvas, activations, 0, 1, true, '#336699', i);
  assert.equal(images.length, 2);
  assert.equal(images[0], images[1]);
});

test('what flows in: of four layers lines from 0.04 on, of five below the first from 0.08', () => {
  /** @param {number} n_layer */
  const weakest = (n_layer) => {
    const { roots } = rootsOf(
      sceneFor({ n_layer, n_head: 2, tokens: letters(24) }),
      20,
    );
    const least = (/** @type {boolean} */ own) =>
      Math.min(
        ...roots.filter(({ isOwn }) => isOwn === own).map(({ strength }) => strength),
      );
    return [least(true), least(false)].map((x) => Math.floor(x * 100) / 100);
  };
  assert.deepEqual(weakest(4), [0.04, 0.04]);
  assert.deepEqual(weakest(5), [0.04, 0.08]);
});

test('the strongest look is of the heads that are on; an average that is none says nothing', () => {
  const state = stateOf({ n_layer: 1, n_head: 3, ablated: [{ layer: 0, head: 1 }] });
  const { activations: look } = state;
  const all = strongestLook(
    { ...state, activations: { ...look, ablated: [] } },
    look,
    9,
  );
  assert.ok(all);
  const { layer, head } = all;
  const without = strongestLook(
    { ...state, activations: { ...look, ablated: [{ layer, head }] } },
    look,
    9,
  );
  assert.ok(without && without.head !== head && without.value < all.value);
  const average = stateOf({ arch: 'averaging', n_layer: 1, n_head: 1, mlp: false });
  average.session.info.structure.attentions = [{ kind: 'self', causal: true }];
  assert.equal(captionOf(average, /** @type {any} */ ({ t, format }), 9).more, '');
  assert.doesNotMatch(
    captionText(captionOf(average, /** @type {any} */ ({ t, format }), 3)),
    /NaN/,
  );
});

test('twelve characters before a prediction are quoted whole, of more the last twelve', () => {
  const state = stateOf({ n_layer: 1, tokens: letters(20) });
  state.session.info.structure.attentions = [{ kind: 'self', causal: true }];
  const said = (/** @type {number} */ i) =>
    captionText(captionOf(state, /** @type {any} */ ({ t, format }), i));
  assert.match(said(11), /(?<!…)the fox and /);
  assert.match(said(12), /…he fox and t/);
});

test('marks of MLPs: the longest of the line is 1, however little it adds', () => {
  const state = stateOf({ n_layer: 1, tokens: letters(3) });
  state.activations.mlpNorm = Float32Array.of(0.125, 0.25, 0.5);
  const scene = sceneOf(state);
  assert.deepEqual([0, 1, 2].map((i) => scene?.added('main', 0, i)), [0.25, 0.5, 1]); // oxfmt-ignore
});

test('a film of the stage is saved by its type, or what hinders it is said', async (context) => {
  const state = stateOf();
  const scene = sceneOf(state);
  assert.ok(scene);
  const layout = stageLayout(scene, { width: 600, height: 500 });
  const picture = {
    scene,
    layout,
    ink,
    focus: { i: null },
    labels: [],
    caption: 'After ‘t’.',
  };
  /** @type {string[]} */
  const told = [];
  const stage = /** @type {any} */ ({
    ...{ state: { ...state, lang: 'en' }, t, format },
    picture: () => picture,
    renderRoot: { querySelectorAll: () => [recordingCanvas(600, 500)] },
    note() {},
    tell: (/** @type {string} */ text) => told.push(text),
  });
  const { signal } = new AbortController();
  await saveFilm(stage, 'film', signal);
  assert.equal(told.length, 1);
  assert.match(told[0], /cannot|could not|not/i);

  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const later = (/** @type {() => void} */ frame) =>
    ((now += 1000), setImmediate(frame));
  const link = { download: '', href: '', click() {} };
  const page = /** @type {any} */ (globalThis.document);
  const { createElement } = page;
  page.createElement = (/** @type {string} */ name) =>
    name === 'canvas'
      ? Object.assign(recordingCanvas(), {
          captureStream: () => ({ getTracks: () => [] }),
        })
      : link;
  class Canvas {
    captureStream() {}
  }
  class Recorder {
    state = 'inactive';
    ondataavailable = (/** @type {{ data: Blob }} */ _) => {};
    onstop() {}
    static isTypeSupported = (/** @type {string} */ type) => type === 'video/webm';
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable({ data: new Blob(['film']) });
      this.onstop();
    }
  }
  Object.assign(globalThis, {
    requestAnimationFrame: later,
    HTMLCanvasElement: Canvas,
    MediaRecorder: Recorder,
  });
  context.mock.method(URL, 'createObjectURL', () => '');
  context.mock.timers.enable({ apis: ['setTimeout'] });
  await saveFilm(stage, 'film', signal);
  assert.equal(link.download, 'film.webm');
  const gone = new AbortController();
  gone.abort();
  await saveFilm(stage, 'film', gone.signal);
  assert.equal(told.length, 2, 'nothing is said of a film that was given up');

  /** @type {number[]} */
  const shares = [];
  now = 0;
  assert.equal(await forTime(4000, undefined, (share) => shares.push(share)), true);
  assert.deepEqual(shares, [0, 0.25, 0.5, 0.75]);
  page.createElement = createElement;
  Reflect.deleteProperty(globalThis, 'MediaRecorder');
  Reflect.deleteProperty(globalThis, 'HTMLCanvasElement');
});

test('what heads carry: one row a head, little ones without colour, of one head as well', () => {
  const look = stateOf({ n_layer: 1, n_head: 4 }).activations;
  const stage = (/** @type {any} */ activations) =>
    /** @type {any} */ ({
      activations,
      t,
      format,
      state: { ablated: [{ layer: 0, head: 3 }], isolated: null },
    });
  const findings = /** @type {any} */ ({
    carried: (/** @type {number} */ _, /** @type {number} */ h) =>
      [1, 0.05, -0.04, 0][h],
  });
  const places = [{ attention: 0, box: { height: 30 } }];
  const html = htmlOf(flows(stage(look), places, words, findings));
  assert.match(html, /class="flows two"/);
  const kinds = [...html.matchAll(/<li\s+class=(.*?)\s+title/g)].map(([, kind]) =>
    kind.replace(/\s+/g, ' ').trim(),
  );
  assert.deepEqual(kinds, [
    'head-1',
    'head-2',
    'head-3 little down',
    'head-4 little off',
  ]);
  const one = stateOf({ n_layer: 1, n_head: 1 }).activations;
  assert.equal(flows(stage(one), places, words, findings).length, 1);
  assert.equal(flows(stage({ ...one, H: 0 }), places, words, findings).length, 0);
});

test('a prediction explained in rows: the pin, what is later, a press on the first token', () => {
  const state = explained({ shares: [0.5, 6, 1, 2], i: 2 });
  /** @type {any[]} */
  const pins = [];
  const select = (/** @type {any} */ { pin }) => pins.push(pin);
  const stage = (/** @type {any} */ own) =>
    /** @type {any} */ ({
      scene: sceneOf(own),
      state: own,
      t,
      app: { selection: { select } },
    });
  const how = { onKey() {}, spoken: '', unit: 'character' };
  const kinds = (/** @type {any} */ own) =>
    [...htmlOf(rows(stage(own), words, null, how)).matchAll(/class="cell (\w*)/g)].map(
      ([, kind]) => kind,
    );
  assert.deepEqual(kinds(state), ['', '', 'pinned', 'later']);
  assert.deepEqual(kinds({ ...state, pin: null }), ['', '', '', '']);
  const [click] = listenersOf({}, rows(stage(state), words, null, how), 'click');
  click({ target: { closest: () => ({ dataset: { i: '0' } }) } });
  click({ target: { closest: () => null } });
  assert.deepEqual(pins, [{ i: 0, j: null }]);
});

test('a prediction explained: what is looked at, its list of what was hidden, numbers to a tenth', () => {
  const state = explained({ shares: [0.5, 6, 1, -2], left: [0.9, 0.2, 0.9, 0.9] });
  const of = (/** @type {any} */ own) =>
    explain(/** @type {any} */ ({ state: own, t, format }), sceneOf(own));
  const html = htmlOf(of(state)?.ledger());
  assert.match(html, /id="hide-title"/);
  assert.match(
    htmlOf(of({ ...state, hover: { i: 1, j: null } })?.ledger()),
    /class=looked/,
  );
});
