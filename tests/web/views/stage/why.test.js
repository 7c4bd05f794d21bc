// SPDX-License-Identifier: MIT
// A prediction explained: the sentence and its thresholds, the terms of the sum, and where bars
// and rivers stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import why from '../../../../web/i18n/en/why.js';
import { QUERIES } from '../../../../web/queries/registry.js';
import { choicesAt } from '../../../../web/views/stage/roof.js';
import { widthOf, xOf } from '../../../../web/views/stage/columns.js';
import { stageLayout } from '../../../../web/views/stage/layout.js';
import { pictureSvg } from '../../../../web/views/stage/picture.js';
import { sceneOf } from '../../../../web/views/stage/scene.js';
import { findingsOf, LEAST_EDGE } from '../../../../web/views/stage/why/findings.js';
import {
  groundOf,
  lostBars,
  riversOf,
  scaleOf,
  shareBars,
  trunksOf,
} from '../../../../web/views/stage/why/geometry.js';
import { explain } from '../../../../web/views/stage/why/index.js';
import { termsOf } from '../../../../web/views/stage/why/ledger.js';
import { whySentence } from '../../../../web/views/stage/why/sentence.js';
import { wordsOf } from '../../support/catalogues.js';
import { htmlOf, partOf } from '../../support/render.js';
import { explained } from './why.js';
import { letters } from './states.js';

const { strings: t, format } = wordsOf('en');
const words = { why, t, format };
const SIZE = { width: 912, height: 730, isWhy: true };

/** @param {Parameters<typeof explained>[0]} about */
function found(about) {
  const state = explained(about);
  const scene = sceneOf(state);
  assert.ok(scene);
  const findings = findingsOf(state, scene, state.pin.i);
  assert.ok(findings);
  return { state, scene, findings };
}

/** @param {Parameters<typeof explained>[0]} about @param {number} [looked] */
function said(about, looked) {
  const { findings } = found(about);
  const token = looked === undefined ? null : findings.tokens[looked];
  return whySentence(words, findings, token, ['character', 'characters']);
}

test('why: a token is the cause where it adds most and hiding it costs a third', () => {
  const about = { shares: [0.5, 6, 1, 2], left: [0.9, 0.6, 0.9, 0.9] };
  assert.equal(
    said(about),
    'Because of ‘b’, 2 back: it adds +6.00 of +8.50 to ‘a’. Hide it, and ‘a’ falls from 90% to 60%.',
  );
  // The control: a little less than a third, with the same shares.
  assert.equal(
    said({ ...about, left: [0.9, 0.601, 0.9, 0.9] }),
    'No single character decides. ‘b’, 2 back, adds most: +6.00 of +8.50 to ‘a’.',
  );
  // What is written as +0.00 adds nothing, before a token or in itself.
  for (const shares of [
    [0, 0.004, 0.002, 0.003],
    [0, 0.002, 0.003, 0.004],
  ])
    assert.equal(said({ ...about, shares }), 'Nothing in the line adds to it.');
});

test('why: what adds little and costs much is needed besides', () => {
  const cause = { shares: [0.5, 6, 1, 2], left: [0.2, 0.1, 0.9, 0.9] };
  assert.match(
    said(cause),
    /^Because of ‘b’.* Also needed: ‘a’, 3 back \(20% left\)\.$/,
  );
  const none = { ...cause, left: [0.001, 0.8, 0.9, 0.9] };
  assert.match(
    said(none),
    /^No single character decides\. .* Needed: ‘a’, 3 back \(<1% left\)\.$/,
  );
});

test('why: the token read last is named where it adds most, and is no cause by itself', () => {
  assert.equal(
    said({ shares: [0.5, 1, 1, 7] }),
    'No single character decides. ‘d’, itself, adds most: +7.00 of +8.50 to ‘a’.',
  );
});

test('why: while training goes on nothing is concluded from two different steps', () => {
  const about = { shares: [0.5, 6, 1, 2], left: [0.9, 0.1, 0.9, 0.9], hideStep: 90 };
  assert.equal(said(about), '‘b’, 2 back, adds most: +6.00 of +8.50 to ‘a’.');
  assert.equal(said(about, 1), '‘b’, 2 back: adds +6.00 of +8.50 to ‘a’.');
  assert.equal(
    said({ ...about, hideStep: 100 }, 1),
    '‘b’, 2 back: adds +6.00 of +8.50 to ‘a’. Hidden from all heads, ‘a’ goes from 90% to 10%.',
  );
});

test('why: an answer about another line or place is none', () => {
  const state = explained({ shares: [1, 2, 3] });
  const scene = sceneOf(state);
  assert.ok(scene && findingsOf(state, scene, 2));
  assert.equal(findingsOf(state, scene, 1), null);
  assert.equal(findingsOf({ ...state, line: 'another' }, scene, 2), null);
  const { hide } = state.answers;
  const other = { ...hide, value: { ...hide.value, token: 1 } };
  const answers = { ...state.answers, hide: other };
  const findings = findingsOf({ ...state, answers }, scene, 2);
  assert.ok(findings && Number.isNaN(findings.p) && !findings.isSettled);
});

test('why: the terms of the sum add up to the logit, digit by digit', () => {
  const shares = [0.333, -1.224, 2.118, 0.047, 0.046, 0.505, -0.333, 1.001, 0.76];
  const { findings } = found({ shares, fixed: -0.6667 });
  const terms = termsOf(findings);
  const total = terms.pop();
  assert.deepEqual(
    terms.map(({ kind }) => kind),
    ['token', 'token', 'token', 'token', 'token', 'others', 'itself', 'fixed'],
  );
  const hundredths = terms.reduce((sum, { value }) => sum + Math.round(100 * value), 0);
  assert.equal(hundredths, Math.round(100 * (total?.value ?? NaN)));
  assert.ok(Math.abs((total?.value ?? NaN) - findings.logit) <= 0.005);
  const others = terms.find(({ kind }) => kind === 'others');
  // Each of eight numbers is rounded by half a hundredth at most.
  assert.ok(Math.abs((others?.value ?? NaN) - (0.047 + 0.046 - 0.333)) < 0.041);
});

test('why: bars are in proportion, up and down by one scale, and within their room', () => {
  for (const shares of [
    [1, 6, -1, 2],
    [1, 2, -6, 2],
    [-1, -2, -0.5, -3],
    [5, 1, -4, 0],
  ]) {
    const { scene, findings } = found({ shares, left: [0, 0.45, 0.9, 0.95] });
    const layout = stageLayout(scene, SIZE);
    const { unit, part } = scaleOf(layout, findings);
    const ground = groundOf(layout, part);
    const bars = shareBars(layout, layout, findings);
    bars.forEach(({ x, y, width, height }, j) => {
      assert.ok(Math.abs(height - Math.abs(shares[j]) * unit) < 1e-9);
      assert.ok(Math.abs(shares[j] < 0 ? y - ground : y + height - ground) < 1e-9);
      assert.ok(y >= (layout.shares?.top ?? NaN) && y + height <= layout.textTop);
      assert.ok(Math.abs(x + width / 2 - xOf(layout, j)) <= 1);
      assert.ok(width <= widthOf(layout, j));
    });
    const lost = lostBars(layout, findings);
    // The third costs nothing, the fourth gains.
    assert.deepEqual(
      lost.map(({ token }) => token.j),
      [0, 1],
    );
    assert.ok(Math.abs(lost[0].height - 2 * lost[1].height) < 1e-9);
    const { top, bottom } = layout.lost ?? { top: NaN, bottom: NaN };
    assert.ok(lost[0].y === top && top + lost[0].height < bottom);
  }
});

test('why: rivers run between the columns of their tokens, as wide as what they carry', () => {
  const edges = [
    [0, 1, 3, 1, 2],
    [1, 2, 3, 0, -1],
    [1, 3, 3, 3, LEAST_EDGE * 6 - 0.001],
  ];
  const { scene, findings } = found({ shares: [1, 6, 1, 2], edges });
  const layout = stageLayout(scene, SIZE);
  const rivers = riversOf({ scene, layout }, layout, findings);
  // The third is below the threshold, though it counts in what its head carries.
  assert.deepEqual(
    rivers.map(({ edge }) => [edge.attention, edge.head, edge.i, edge.j]),
    [
      [1, 2, 3, 0],
      [0, 1, 3, 1],
    ],
  );
  assert.ok(findings.carried(1, 3) > 0 && findings.carried(1, 2) === -1);
  for (const { edge, band, ends } of rivers) {
    const [from, to] = ends;
    assert.ok(Math.abs(from - xOf(layout, edge.j)) <= widthOf(layout, edge.j) / 2);
    assert.ok(Math.abs(to - xOf(layout, edge.i)) <= widthOf(layout, edge.i) / 2);
    assert.equal(band.index, edge.attention);
  }
  assert.ok(Math.abs(rivers[1].width - 2 * rivers[0].width) < 1e-9);
  const ends = trunksOf(layout, layout, findings);
  assert.equal(ends.get(0), layout.bands.find(({ index }) => index === 1)?.bottom);
  assert.equal(ends.get(1), layout.bands.find(({ index }) => index === 0)?.bottom);
});

test('why: the picture to keep shows the bars and rivers instead of attention', () => {
  const edges = [[0, 1, 3, 1, -2]];
  const { state, scene } = found({
    shares: [1, 6, -1, 2],
    left: [0.9, 0.1, 0.9, 0.9],
    edges,
  });
  const view = /** @type {any} */ ({ state, t, format });
  const layout = stageLayout(scene, SIZE);
  const ink = (/** @type {string} */ name) => `--${name}`;
  const picture = { scene, layout, ink, labels: [], caption: '' };
  const svg = pictureSvg({
    ...picture,
    focus: { i: 3, explained: explain(view, scene) },
  });
  assert.ok(svg.includes('--head-2') && svg.includes('stroke-dasharray="4 3"'));
  // No other head carries anything.
  assert.ok(
    !svg.includes('--head-1') && svg.includes('+6.0') && svg.includes('10% left'),
  );
  const before = pictureSvg({ ...picture, focus: { i: 3 } });
  assert.ok(before.includes('--head-1') && !svg.includes(before));
});

test('why: tokens of a source count too, and are named by their place in it', () => {
  const state = explained({
    shares: [1, 2, 3],
    shape: { arch: 'encoder_decoder', question: letters(4) },
  });
  const sourceShares = {
    rows: 2,
    columns: 4,
    data: new Float32Array([9, 0, 0, 0.25, 0.25, 0, 0, 0.5]),
  };
  const hidden = { rows: 1, columns: 4, data: new Float64Array([0.1, 0.9, 0.9, 0.9]) };
  Object.assign(state.answers.why.value, { sourceShares, logit: 14 });
  Object.assign(state.answers.hide.value, { sourceHidden: hidden });
  const scene = sceneOf(state);
  assert.ok(scene?.source);
  const findings = findingsOf(state, scene, 2);
  assert.ok(findings);
  assert.deepEqual(termsOf(findings)[0].token?.stream, 'source');
  assert.equal(findings.fixed, -1 + 0.75);
  const sentence = whySentence(words, findings, null, ['token', 'tokens']);
  assert.ok(sentence.startsWith('Because of ‘t’, source 1: it adds +9.00'), sentence);
  const layout = stageLayout(scene, SIZE);
  assert.ok(layout.source);
  const [bar] = shareBars(layout, layout.source, findings);
  assert.ok(Math.abs(bar.x + bar.width / 2 - xOf(layout.source, 0)) <= 1);

  // Pointed at, beside the line or above it, and in the row that cross attention looks at.
  const { source, ground, bands } = layout;
  const row = bands.find((band) => band.ground)?.ground;
  assert.ok(row && ground);
  const low = stageLayout(scene, { ...SIZE, width: 700 });
  assert.ok(low.source && low.source.top > low.bottom);
  const view = (/** @type {any} */ hover) =>
    explain(/** @type {any} */ ({ state: { ...state, hover }, t, format }), scene);
  const below = low.source;
  const at = (/** @type {typeof layout} */ from, /** @type {number} */ x, y = 0) =>
    view(null)?.sourceAt(from, { x, y });
  for (const j of [0, 3]) {
    assert.equal(at(layout, xOf(source, j), source.textTop + 9), j, 'its letter');
    assert.equal(at(layout, xOf(source, j), source.top + 1), j, 'its column');
    assert.equal(at(layout, xOf(ground, j), row.top + 1), j, 'where it is looked at');
    assert.equal(at(low, xOf(below, j), below.textTop + 9), j, 'below the line');
  }
  for (const [x, y] of [
    [xOf(layout, 0), layout.textTop + 9],
    [xOf(source, 0), source.bottom + 30],
  ])
    assert.equal(at(layout, x, y), null, `${x}, ${y}`);
  const third = view({ i: 2, j: 3, stream: 'source' });
  assert.match(String(third?.sentence), /^‘.’, source 4: adds \+0\.25/);
  assert.match(String(view({ i: 0, j: null })?.sentence), /^‘.’, 2 back: adds \+1\.00/);
  // By keys the source comes before the line.
  assert.deepEqual(view({ i: 0, j: null })?.cause(-1), {
    i: 2,
    j: 3,
    stream: 'source',
  });
  assert.deepEqual(third?.cause(1), { i: 0, j: null });
  assert.deepEqual(view(null)?.cause(1), { i: 2, j: null }, 'the last stays');
  assert.deepEqual(view({ i: 2, j: 0, stream: 'source' })?.cause(-1), {
    ...{ i: 2, j: 0, stream: 'source' },
  });
  const ledger = htmlOf(third?.ledger());
  assert.match(partOf(ledger, 'looked'), /source 4 \+0\.25$/);
  assert.equal(ledger.split('looked').length - 1, 1, 'no token of the line');
});

test('why: the bars of the roof are predictions that can be asked about', () => {
  const state = explained({ shares: [1, 6, 1, 2] });
  const scene = sceneOf(state);
  assert.ok(scene);
  const layout = stageLayout(scene, SIZE);
  const view = (/** @type {object} */ pin) =>
    explain(
      /** @type {any} */ ({
        ...{ state: { ...state, pin: { i: 3, j: null, ...pin } }, t, format },
      }),
      scene,
    );
  const why = view({});
  const { bars, step, x1 } = choicesAt(scene, layout, 3);
  assert.ok(why && bars.length > 2);
  const y = layout.roofBottom - 40;
  for (const { x, token } of bars) {
    assert.equal(why.predictionAt(layout, { x, y }), token);
    assert.equal(why.predictionAt(layout, { x: x + step / 2 - 1, y: 4 }), token);
    assert.equal(why.predictionAt(layout, { x, y: layout.roofBottom + 1 }), null);
  }
  assert.equal(why.predictionAt(layout, { x: x1 + 1, y }), null);
  assert.deepEqual([why.asked, why.another(layout)], [null, bars[1].token]);
  const last = view({ token: bars[bars.length - 1].token });
  assert.deepEqual(
    [last?.asked, last?.another(layout)],
    [bars[bars.length - 1].token, bars[0].token],
  );
  const asks = (/** @type {object} */ pin) =>
    QUERIES.why.dependsOn({ ...state, pin: { i: 3, j: null, ...pin } });
  assert.deepEqual(
    [asks({}), asks({ token: 1 })],
    [0, 1].map((n) => [state.line, 3, n ? 1 : bars[0].token]),
  );
});
