// SPDX-License-Identifier: MIT
// What stands beside the picture of the stage: names and glosses, the slider of the text row, the
// buttons for what is out of sight. Recorded from models of every kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { loadMore } from '../../../../web/views/more-file.js';
import { Labels } from '../../../../web/views/stage/labels.js';
import { stageLayout } from '../../../../web/views/stage/layout.js';
import { sceneOf } from '../../../../web/views/stage/scene.js';
import {
  columnMovers,
  floorMovers,
  textRow,
} from '../../../../web/views/stage/text-row.js';
import { part } from '../../support/parts.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf, propertiesOf, textOf } from '../../support/render.js';
import { modelNamed } from '../../support/specimens.js';
import { letters, NARROW, sceneFor, WIDE } from './states.js';

makeBrowser();

await loadMore();

/** What the parts of the stage see of it. @param {any} model @param {object} size
 * @param {Record<string, unknown>} [own] */
function stageOf({ app, state }, size, own = {}) {
  const scene = sceneOf(state);
  assert.ok(scene);
  return /** @type {any} */ ({
    ...{ app, state, t: app.t, format: app.format, scene, why: null, focused: null },
    ...{ layout: stageLayout(scene, /** @type {any} */ (size)), isTouch: false },
    ...{ activations: state.activations, requestUpdate() {}, showKey() {} },
    units: app.t.units.character,
    ...own,
  });
}

/** @param {string} title @param {any} stage */
function namesAndKey(title, stage) {
  const labels = new Labels(stage);
  const names = labels
    .names()
    .map(({ text, left, top, kind }) => `${left} ${top} ${kind && '*'}${text}`);
  return [`## ${title}`, ...names, textOf(htmlOf(labels.key()))];
}

test('labels: what each model has beside it, and in the list of all marks', async () => {
  const lines = [];
  for (const [name, i] of /** @type {const} */ ([
    ['five lines', 7],
    ['bigram', 3],
    ['tagger', 2],
    ['backwards', 4],
    ['words', 2],
  ])) {
    const model = await modelNamed(name);
    lines.push(...namesAndKey(name, stageOf(model, WIDE)));
    lines.push(
      ...namesAndKey(`${name}, one looked at`, stageOf(model, WIDE, { focused: i })),
    );
    lines.push(...namesAndKey(`${name}, on a phone`, stageOf(model, NARROW)));
  }
  sameAsRecorded('stage-labels', lines);
});

test('labels: one is in the tab order, arrows lead on, a gloss opens and Escape closes it', async () => {
  const model = await modelNamed('five lines');
  const stage = stageOf(model, WIDE);
  const labels = /** @type {any} */ (new Labels(stage));
  const written = () => labels.render().values[1]();
  const order = () =>
    [...htmlOf(written()).matchAll(/tabindex=(-?\d)/g)].map(([, n]) => n);
  const gloss = () =>
    /role="tooltip"[^>]*>([^<]*)</.exec(htmlOf(written()))?.[1].trim();
  const buttons = order().map(() => part());
  stage.renderRoot = { querySelectorAll: () => buttons };
  assert.equal(order().filter((n) => n === '0').length, 1);
  assert.equal(order().indexOf('0'), 0);
  assert.equal(gloss(), undefined);

  const heard = (/** @type {string} */ name) => listenersOf(labels, written(), name);
  heard('focus')[0]({});
  const first = gloss();
  assert.ok(first);
  const key = (/** @type {string} */ name) => ({ key: name, preventDefault() {} });
  heard('keydown')[0](key('ArrowDown'));
  assert.ok(buttons[1].isFocused);
  heard('focus')[1]({});
  assert.equal(order().indexOf('0'), 1);
  assert.notEqual(gloss(), first);
  heard('keydown')[1](key('Escape'));
  assert.equal(gloss(), undefined);
  heard('pointerenter')[2]({});
  assert.ok(gloss());
  heard('pointerleave')[2]({});
  assert.equal(gloss(), undefined);
});

/** @param {import('./states.js').Shape} shape @param {object} [where] of the layout
 * @param {object} [own] */
function rowOf(shape, where = {}, own = {}) {
  const scene = sceneFor(shape);
  const layout = stageLayout(scene, { ...WIDE, ...where });
  /** @type {number[]} */
  const moved = [];
  const note = (/** @type {number} */ to) => void moved.push(to);
  const word = (/** @type {string} */ name) => () => name;
  const t = {
    stage: {
      ...{ cursor: word('cursor'), earlier: word('earlier'), later: word('later') },
      ...{ above: 'above', below: 'below', keys: 'keys' },
    },
  };
  const state = { pin: null, activations: null, line: '' };
  const stage = /** @type {any} */ ({
    ...{ t, layout, scene, state, units: [], isTouch: false },
    ...{ showFrom: note, showFloor: note },
    ...own,
  });
  return { stage, layout, moved };
}

/** Which buttons there are, and whether they are at an end. @param {any} template */
const movers = (template) =>
  [...htmlOf(template).matchAll(/id=(\w+)[\s\S]*?>\s*(\S)\s*</g)].map(
    ([, id, sign]) => `${id} ${sign}`,
  );

test('a long text: its buttons move it by seven tenths of what is in sight', () => {
  const { stage, layout, moved } = rowOf({ tokens: letters(256) }, { offset: 100 });
  const template = columnMovers(stage);
  const page = Math.round(layout.visible * 0.7);
  assert.ok(page > 10);
  assert.deepEqual(movers(template), ['earlier ‹', 'later ›']);
  for (const act of listenersOf(null, template, 'click')) act({});
  assert.deepEqual(moved, [layout.offset - page, layout.offset + page]);
  assert.equal(htmlOf(columnMovers(rowOf({}).stage)), '', 'a short one has none');
});

test('many layers: a button up, a button down, each still at its end', () => {
  const many = { n_layer: 20 };
  const ends = (/** @type {number} */ floor) => {
    const { stage, layout, moved } = rowOf(many, { floor });
    assert.ok(layout.floors < 20);
    const template = floorMovers(stage);
    assert.deepEqual(movers(template), ['above ▴', 'below ▾']);
    for (const act of listenersOf(null, template, 'click')) act({});
    assert.deepEqual(moved, [layout.floor + 1, layout.floor - 1]);
    return propertiesOf(template, 'disabled');
  };
  assert.deepEqual(
    [ends(0), ends(5), ends(19)],
    [
      [false, true],
      [false, false],
      [true, false],
    ],
  );
});

test('a long text: at its ends there is no further to go', () => {
  const at = (/** @type {number} */ offset) =>
    propertiesOf(
      columnMovers(rowOf({ tokens: letters(256) }, { offset }).stage),
      'disabled',
    );
  assert.deepEqual(
    [at(0), at(100), at(256)],
    [
      [true, false],
      [false, false],
      [false, true],
    ],
  );
});

test('the slider counts from 1; 0 says that no character is looked at', () => {
  const slider = (/** @type {object} */ state) => {
    const { stage } = rowOf({ tokens: letters(9) }, {}, { state });
    const html = htmlOf(textRow(stage, () => {}, 'words'));
    return ['valuemin', 'valuemax', 'valuenow', 'valuetext'].map(
      (name) => new RegExp(`aria-${name}=["]?([^\\s">]+)`).exec(html)?.[1],
    );
  };
  const line = { line: 'x', activations: { text: 'x', n: 9 } };
  assert.deepEqual(slider({ ...line, pin: null }), ['0', '9', '0', 'words']);
  assert.deepEqual(slider({ ...line, pin: { i: 8 } }), ['0', '9', '9', 'words']);
});
