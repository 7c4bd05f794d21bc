// SPDX-License-Identifier: MIT
// Panels of attention and of logits beside the pictures: what switching a head off cost, scores of
// a head, masks, shares of a logit, the logit lens and its turns.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SCORES } from '../../../../web/queries/head-history.js';
import { agreement, hardest } from '../../../../web/views/attention/ablation.js';
import { visible } from '../../../../web/i18n/format.js';
import { headName } from '../../../../web/state/selectors.js';
import { found } from '../../../../web/views/attention/found.js';
import '../../../../web/views/attention/head.js';
import '../../../../web/views/attention/head-scores.js';
import '../../../../web/views/attention/masks.js';
import { tileSize } from '../../../../web/views/attention/tile-size.js';
import '../../../../web/views/logits/attribution.js';
import { lines } from '../../../../web/views/logits/attribution.js';
import '../../../../web/views/logits/lens.js';
import '../../../../web/views/weights/position-map.js';
import { wordsOf } from '../../support/app-in-node.js';
import { makeScreen } from '../../support/recording.js';
import { savedBy, viewWith, whole } from '../../support/parts.js';
import {
  drawn,
  htmlOf,
  partOf,
  propertiesOf,
  templateOf,
  textOf,
} from '../../support/render.js';
import { ask, modelNamed } from '../../support/specimens.js';

makeScreen();

/** @type {import('../../support/specimens.js').Specimen} */ let model;
/** @type {any} */ let state;
before(async () => {
  model = await modelNamed('five lines');
  state = model.state;
});

test('the characters that suffer most: by what each lost, with what is before them', () => {
  const rows = { rows: 2, columns: 4, data: Float32Array.of(1, 2, 3, 5, 1.5, 4, 2, 9) };
  assert.deepEqual(hardest(/** @type {any} */ (rows), [...'abcd']), [
    { i: 2, on: 2, off: 4, change: 2, before: 'ab', character: 'c' },
    { i: 1, on: 1, off: 1.5, change: 0.5, before: 'a', character: 'b' },
  ]);
  assert.deepEqual(hardest(undefined, []), []);
  // Of these only one is printed as a change.
  const little = { rows: 2, columns: 2, data: Float32Array.of(1, 2, 1.004, 2.006) };
  assert.deepEqual(
    hardest(/** @type {any} */ (little), [...'abc']).map(({ character }) => character),
    ['c'],
  );
});

test('samples with and without a head part between whole characters', () => {
  assert.equal(agreement('a😀😎b', 'a😀🐸b'), 'a😀'.length);
  assert.deepEqual([agreement('ab', 'abc'), agreement('x', 'y')], [2, 0]);
});

test('heads that are off are named; all can be switched on unless it is this one alone', () => {
  const html = (/** @type {number[]} */ ...heads) => {
    Object.assign(state, {
      layer: 0,
      head: 1,
      ablated: heads.map((head) => ({ layer: 0, head })),
    });
    return drawn('gf-ablation', model.app);
  };
  const found = (/** @type {string} */ text) => [
    /class="still"/.test(text),
    /id=all-on/.test(text),
  ];
  assert.deepEqual(found(html()), [false, false]);
  assert.deepEqual(found(html(1)), [true, false]);
  assert.deepEqual(found(html(0)), [true, true]);
  assert.deepEqual(found(html(0, 1)), [true, true]);
  state.ablated = [];
});

test('what a head off costs: perplexity by e to the nats that are shown, digit by digit', () => {
  const { vocabulary } = model.session.info;
  const result = { loss: 1.004, lossOff: 2.006 };
  const shown = { layer: 0, head: 1, step: 7, result, characters: vocabulary };
  state.ablation = shown;
  // From 1.00 to 2.01: exp 1.01 is 2.75, 2 to the 1.01 only 2.01.
  const html = drawn('gf-ablation', model.app);
  assert.match(partOf(html, 'id="claim"'), /1\.2 .*1\.00.*2\.01.*1\.01.*2\.7/);
  state.ablation = { ...shown, result: { loss: 1, lossOff: 1.04 } };
  assert.doesNotMatch(
    partOf(drawn('gf-ablation', model.app), 'id="claim"'),
    /1\.0 times/,
  );
  state.ablation = null;
});

test('the course of a head: from two steps on, to 0.3 at least, early steps wider', async () => {
  const { step: now, ...report } = await model.session.headReport({});
  const [head, ...others] = report.heads;
  const claim = { pattern: 'self', offset: 0, score: 0.15, chance: 0.1 };
  const heads = [{ ...head, claim, badge: true }, ...others];
  /** @param {[number, number][]} course step, score */
  const shown = (...course) => {
    const headHistory = course.map(([step, score]) => ({
      step,
      scores: new Float32Array(heads.length * SCORES).fill(score),
    }));
    Object.assign(state, {
      layer: 0,
      head: 0,
      headReport: { ...report, heads, step: now },
      headHistory,
    });
    return htmlOf(whole(templateOf('gf-head-scores', model.app)));
  };
  assert.match(shown([25, 0.15]), /id="patterns-table"/);
  assert.doesNotMatch(shown([25, 0.15]), /class="course"/);
  // Of 56 pixels 52 are 0.3; a quarter of the steps is half of the width.
  const two = shown([25, 0.075], [100, 0.15]);
  assert.match(two, /d="M180\.0 43\.0L360\.0 30\.0"/);
  assert.match(two, /<text x="0" y="?69"?>0</, 'where the axis begins');
  assert.match(two, /class="chance" d="M0 38\.6\d*H360"/);
  assert.match(shown([25, 0.3], [100, 0.6]), /d="M180\.0 30\.0L360\.0 4\.0"/);
});

test('masks are offered for every head but an average', () => {
  state.layer = 0;
  assert.match(drawn('gf-masks', model.app), /id="masks"/);
  const { config } = state.session.info;
  const { arch } = config;
  config.arch = 'averaging';
  assert.equal(drawn('gf-masks', model.app), '');
  config.arch = arch;
});

test('tiles: a picture of 60 pixels with words below it is as wide as that and 18 more', () => {
  const room = (/** @type {number} */ width) =>
    tileSize({ width, height: 182, isPlain: false }, 1, 1);
  assert.deepEqual(room(78), { kind: 'tile', edge: 60 });
  assert.deepEqual(room(77), { kind: 'mini', edge: 65 });
});

test('shares of a logit: biases are one line, the heads that move it least another', () => {
  const share = (/** @type {string} */ part, /** @type {number} */ x, more = {}) =>
    /** @type {any} */ ({ part, share: x, ...more });
  const few = [
    share('embedding', 1),
    share('head', 2, { head: 0 }),
    share('bias', 3),
    share('constant', 4),
  ];
  assert.deepEqual(lines(few), [few[0], few[1], { part: 'biases', share: 7 }]);
  // Every other one lowers it.
  const many = Array.from({ length: 18 }, (_, head) =>
    share('head', (head + 1) * (-1) ** head, { head }),
  );
  assert.deepEqual(lines(many), [
    ...many.slice(2),
    { part: 'others', share: -1 },
    { part: 'biases', share: 0 },
  ]);
});

test('shares of a logit: against the strongest rival or nothing; before a cap, where there is one', async () => {
  await ask(
    model,
    { pin: { i: 4, j: null }, attributionBaseline: 'strongest' },
    'attribution',
  );
  const view = viewWith('gf-attribution', model.app);
  const template = () => view.render();
  assert.deepEqual(propertiesOf(template(), 'checked'), [true]);
  state.attributionBaseline = 'nothing';
  assert.deepEqual(propertiesOf(template(), 'checked'), [false]);
  const { beforeCap } = model.app.t.attribution;
  assert.ok(!htmlOf(template()).includes(beforeCap));
  const { config } = state.session.info;
  config.logit_softcap = 8;
  assert.ok(htmlOf(template()).includes(beforeCap));
  config.logit_softcap = 0;
  assert.ok(!htmlOf(template()).includes(beforeCap));
  const chosen = () =>
    (htmlOf(template()).match(/<tr class="?chosen[^]*?<\/th>/g) ?? []).map(textOf);
  for (const head of [0, 1]) {
    Object.assign(state, { layer: 1, head });
    assert.deepEqual(chosen(), [`head ${headName(state)}`]);
  }
  // Beside the lens it waits for a pin without a word.
  const beside = viewWith('gf-attribution', model.app);
  Object.defineProperty(beside, 'parentElement', {
    value: { querySelector: () => ({}) },
  });
  assert.match(htmlOf(beside.render()), /id=shares/);
  state.pin = null;
  assert.equal(htmlOf(beside.render()), '');
  assert.notEqual(htmlOf(template()), '');
});

test('the lens: all at once at rest; while a model trains a third in each turn', async () => {
  await ask(model, { pin: { i: 4, j: null } }, 'lens');
  const view = viewWith('gf-lens', model.app, { '#grid': {} });
  view.requestUpdate = () => {};
  Object.defineProperty(view, 'updateComplete', { value: Promise.resolve() });
  const counts = () => {
    const html = htmlOf(view.render());
    return [
      /<td>\s*<span class="guess">/.test(html),
      (html.match(/<td class="attention/g) ?? []).length,
    ];
  };
  const { L } = /** @type {any} */ ({ L: state.answers.lens.value.depths.length });
  const n = state.activations.n;
  assert.deepEqual(counts(), [true, L * n]);
  state.phase = 'running';
  const { lens } = state.answers;
  state.answers = { lens: { ...lens, value: { ...lens.value } } };
  const turns = [counts(), counts(), counts(), counts()];
  const half = Math.ceil(L / 2) * n;
  state.phase = 'paused';
  // The first turn is the table of the pin, two more are the grid; then nothing is left.
  assert.deepEqual(
    turns.map(String).sort(),
    [
      [false, 0],
      [false, L * n - half],
      [false, half],
      [true, 0],
    ]
      .map(String)
      .sort(),
  );
  state.pin = { i: n, j: null };
  assert.doesNotMatch(drawn('gf-lens', model.app), /id="ladder"/);
  assert.ok(templateOf('gf-lens', model.app));
});

test('files of tables: both sides have the names that are seen, columns stand in their order', async (t) => {
  await ask(model, { layer: 0, head: 0, pin: null }, 'positions');
  const signs = state.activations.characters.map(visible);
  assert.ok(signs.includes('␣'));
  const [reads, ...rows] = await savedBy(t, templateOf('gf-head', model.app));
  assert.deepEqual(reads.split(',').slice(1), signs);
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    signs,
  );

  const [names, ...places] = await savedBy(t, templateOf('gf-position-map', model.app));
  const { rows: T } = state.answers.positions.value.cosine;
  const numbers = Array.from({ length: T }, (_, i) => String(i + 1));
  assert.deepEqual(names.split(','), ['', ...numbers]);
  assert.deepEqual(
    places.map((row) => row.split(',')[0]),
    numbers,
  );
});

test('patterns found: the six that most heads have, the most frequent first', () => {
  const { strings: t, format } = wordsOf('en');
  const named = (/** @type {string} */ pattern, /** @type {number} */ n) =>
    Array(n).fill({ pattern, offset: 1, score: 1, chance: 0, badge: 'pattern' });
  const each = Object.entries({
    self: 1,
    first: 2,
    same: 1,
    next_1: 3,
    back: 1,
    line: 4,
  });
  const patterns = [
    ...each.flatMap(([pattern, n]) => named(pattern, n)),
    ...Array(5).fill(undefined),
    ...named('place', 6),
  ];
  const shown = textOf(
    htmlOf(found(/** @type {any} */ ({ t, format, patterns, only: '' }))),
  );
  assert.deepEqual(shown.match(/\d+(?= |$)/g)?.map(Number), [6, 5, 4, 3, 2, 1], shown);
  const one = found(
    /** @type {any} */ ({ t, format, patterns: named('self', 3), only: '' }),
  );
  assert.equal(textOf(htmlOf(one)), '', 'all heads alike: nothing to choose');
});
