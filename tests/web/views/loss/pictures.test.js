// SPDX-License-Identifier: MIT
// The loss chart and its slider as they are drawn, of a run in a real App, and where a pointer
// and the curve lead.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openApp } from '../../support/app-in-node.js';
import { LINK, POEM } from '../../support/memorized.js';
import { part, pointer, savedBy, viewWith } from '../../support/parts.js';
import { changesOn, linesOf, makeScreen } from '../../support/recording.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { drawn, htmlOf, listenersOf, partOf } from '../../support/render.js';
import { lossesAt } from '../../../../web/views/loss/stops.js';

/** @type {any} */
const app = await openApp({ after }, { link: LINK });
await app.texts.use({ id: 'own', name: 'Two poems', text: POEM });
await app.store.state.session.run({ until: 130 });
makeScreen(2);
await import('../../../../web/views/loss/loss-chart.js');

/** @param {object} [own] of the view */
function chartOf(own = {}) {
  const holder = part({
    ...{ clientWidth: 620, clientHeight: 300, picture: null },
    /** @param {any} canvas */
    replaceChildren(canvas) {
      holder.picture = canvas;
    },
  });
  const label = part();
  const cursors = {
    '.viewed': part({ firstElementChild: part() }),
    '.pointed': part({ firstElementChild: label }),
  };
  const scrubber = viewWith('gf-loss-scrubber', app, cursors);
  scrubber.getBoundingClientRect = () => ({ left: 0, top: 0, width: 0, height: 0 });
  const view = viewWith(
    'gf-loss',
    app,
    { '.holder': holder, 'gf-loss-scrubber': scrubber },
    620,
  );
  Object.assign(view, own);
  const draw = () => {
    view.willUpdate();
    view.updated();
  };
  draw();
  return { view, holder, scrubber, cursors, draw };
}

test('the loss chart: axes, curves, what counting is worth, the part known by heart, events', () => {
  const plain = chartOf().holder.picture;
  const shown = [
    ...['## plain', ...linesOf(plain)],
    ...['## in bits', ...changesOn(chartOf({ bits: true }).holder.picture, plain)],
    ...[
      '## logarithmic steps',
      ...changesOn(chartOf({ logX: true }).holder.picture, plain),
    ],
    ...['## beside the stage', ...linesOf(chartOf({ frame: 'column' }).holder.picture)],
  ];
  sameAsRecorded('loss-chart', shown);
});

test('the file of the loss chart has the losses in the unit that is shown', async (t) => {
  const { history } = app.store.state.session;
  for (const [bits, unit] of /** @type {const} */ ([
    [false, 'nats'],
    [true, 'bits'],
  ])) {
    const { view } = chartOf({ bits, tableOpen: true });
    const [head, first] = await savedBy(t, view.render());
    const columns = head.split(',').slice(0, 3);
    assert.deepEqual(columns, [
      'step',
      `training (${unit} per character)`,
      `validation (${unit} per character)`,
    ]);
    const one = bits ? Math.LN2 : 1;
    assert.equal(first.split(',')[2], String(history.valLoss[0] / one));
  }
});

test('beside the name of a curve stands its loss at the step pointed at, else at that shown', () => {
  const { view } = chartOf();
  for (const [hovered, at] of [
    [40, 40],
    [null, 130],
  ]) {
    view.hovered = hovered;
    const html = htmlOf(view.render());
    const { train, val } = lossesAt(view.data, Number(at));
    assert.deepEqual(
      ['training', 'validation'].map((name) =>
        html.split(`></span>${name} `)[1].slice(0, 4),
      ),
      [train, val].map((nats) => Number(nats).toFixed(2)),
    );
  }
});

test('losses as a table: made while their part is open, and drawn as soon as it is', () => {
  const { view } = chartOf();
  /** @type {string[]} */
  const redrawnFor = [];
  view.requestUpdate = (/** @type {string} */ name) => redrawnFor.push(name);
  const hasTable = () => htmlOf(view.render()).includes('<table');
  const [toggle] = listenersOf(view, view.render(), 'toggle');
  assert.equal(hasTable(), false);
  toggle({ target: { open: true } });
  assert.equal(hasTable(), true);
  toggle({ target: { open: false } });
  assert.equal(hasTable(), false);
  assert.deepEqual(redrawnFor, ['tableOpen', 'tableOpen']);
});

test('the loss chart is drawn again for new losses and another look, not for the same', () => {
  const { view, holder, scrubber, cursors, draw } = chartOf();
  assert.match(cursors['.viewed'].style.left, /^\d/, 'its cursors are placed with it');
  const { context } = holder.picture;
  assert.equal(scrubber.plot, view.plot, 'the slider knows the chart below');
  const [first] = context.marks;
  draw();
  assert.equal(context.marks[0], first, 'nothing is new');
  const { data } = view;
  draw();
  assert.equal(view.data, data);
  view.drawn = [];
  draw();
  assert.notEqual(context.marks[0], first);
  assert.notEqual(view.data, data);
  const [before] = context.marks;
  view.bits = !view.bits;
  draw();
  const [after] = context.marks;
  assert.notEqual(after, before, 'another look');
  assert.equal(scrubber.plot, view.plot);
  draw();
  assert.equal(context.marks[0], after);
});

test('beside the stage the last step of the axis is named, also where another run is longer', (t) => {
  const { state } = app.store;
  const { comparedRuns } = state;
  t.after(() => (state.comparedRuns = comparedRuns));
  const { current } = app.comparedRuns;
  const history = { valStep: [0, 700], valLoss: [3, 2] };
  state.comparedRuns = [current, { ...current, id: -1, shown: true, history }];
  const { view, holder } = chartOf({ frame: 'column' });
  assert.equal(view.plot.end, 700);
  assert.ok(linesOf(holder.picture).some((line) => line.includes('text ‘700’')));
});

test('with reduced motion a running chart waits a second, another one does not', (t) => {
  let now = 5000;
  t.mock.method(performance, 'now', () => now);
  const { state } = app.store;
  const was = { phase: state.phase, reducedMotion: state.reducedMotion };
  t.after(() => Object.assign(state, was));
  const { view, holder, draw } = chartOf();
  /** @param {object} change @returns {boolean} */
  const isDrawn = (change) => {
    Object.assign(state, change);
    view.drawn = [];
    const [first] = holder.picture.context.marks;
    view.inTurn = (/** @type {() => unknown} */ work) => work();
    draw();
    return holder.picture.context.marks[0] !== first;
  };
  assert.equal(isDrawn({ phase: 'running', reducedMotion: true }), false);
  assert.equal(isDrawn({ phase: 'running', reducedMotion: false }), true);
  assert.equal(isDrawn({ phase: 'paused', reducedMotion: true }), true);
  now += 1001;
  assert.equal(isDrawn({ phase: 'running', reducedMotion: true }), true);
});

test('the claim names the loss it is of: validation where it was measured, else training', () => {
  const { state } = app.store;
  const claim = () => partOf(drawn('gf-loss', app), 'class="claim');
  assert.match(claim(), /validation/i);
  const { valStep } = state.session.history;
  const between = { ...state.viewedSnapshot, step: valStep[1] - 3 };
  state.viewedSnapshot = between;
  assert.match(claim(), /training/i);
  state.viewedSnapshot = null;
});

test('the claim of few evaluation windows says that a loss is not clearly another, however far', async (t) => {
  const small =
    'n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2&eval_windows=1';
  const few = await openApp(t, { link: `v=2&${small}` });
  await few.store.state.session?.run({ until: 5 });
  const { history, info } = /** @type {any} */ (few.store.state.session);
  const far = history.valLoss.at(-1) - info.baselines.unigram;
  assert.ok(far > 0.3, `${far}`);
  const claim = () => partOf(drawn('gf-loss', few), 'class="claim');
  assert.match(claim(), /; not clearly above or below letter counts \(/);
  history.valLoss[history.valLoss.length - 1] = info.baselines.uniform + 0.2;
  assert.match(claim(), /not clearly above or below random guessing/);
  assert.doesNotMatch(claim(), /worse than guessing/);
});

test('the slider: cursors where the chart has their steps, labels inside of it, stops by a pointer', () => {
  const { scrubber, cursors, view } = chartOf();
  const { '.pointed': pointed } = cursors;
  const right = 620 - 54;
  // The axis has room for as many steps as the run plans.
  const END = app.store.state.session.info.config.max_steps;
  assert.equal(END, 200);
  /** Step → left edge, CSS pixels, and the label's share and shift. @type {[number | null, number, string][]} */
  const PLACES = [
    [0, 54, 'translateX(0%) translateX(-54px)'],
    [65, 54 + ((right - 54) * 65) / END, 'translateX(-50%) translateX(0px)'],
  ];
  for (const [step, left, transform] of PLACES) {
    scrubber.pointed = step;
    scrubber.place();
    assert.equal(Math.round(Number.parseFloat(pointed.style.left)), Math.round(left));
    assert.equal(pointed.firstElementChild.style.transform, transform);
  }
  // A chart so narrow that its end is near.
  view.plot.width = 420;
  scrubber.pointed = null;
  scrubber.place();
  assert.match(
    pointed.firstElementChild.style.transform,
    /^translateX\(-100%\) translateX\(\d/,
  );
  view.plot.width = 620;
  const [down] = listenersOf(scrubber, scrubber.render(), 'pointerdown');
  /** @type {unknown[]} */
  const gone = [];
  scrubber.app = Object.create(app, {
    snapshots: { value: { go: (/** @type {unknown} */ stop) => gone.push(stop) } },
  });
  const steps = app.store.state.snapshots.map((/** @type {any} */ { step }) => step);
  const middle = steps[Math.floor(steps.length / 2)];
  for (const step of [steps[0], middle])
    down(pointer(54 + ((right - 54) * step) / END, 20));
  assert.deepEqual(gone, [steps[0], middle]);
});

test('the slider can be drawn before the chart is there', () => {
  const bare = viewWith('gf-loss-scrubber', app, {});
  assert.ok(bare.render());
  bare.place();
});
