// SPDX-License-Identifier: MIT
// What is said and drawn of an experiment: the verdict with its numbers, ties, what diverged, where
// the values stand, the file of results, the whole view of real runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { newApp, openApp, wordsOf } from '../../support/app-in-node.js';
import {
  entryOf,
  experiment as experimentOf,
  OPTIMIZERS,
  RATES,
} from '../../support/experiment.js';
import { pageStorage } from '../../support/storage.js';
import { drawn, htmlOf, partOf, rowsOf, textOf } from '../../support/render.js';

makeBrowser();

/** @import { Measure } from '../../../../web/views/experiments/measures.js' */

const { experimentsOf } = await import('../../../../web/experiments/experiments.js');
const { experimentWords } = await import('../../../../web/i18n/experiments.js');
const { loadLanguage } = await import('../../../../web/i18n/languages.js');
const { isLogarithmic, pictureOf, placesOf } =
  await import('../../../../web/views/experiments/picture.js');
const { rankedBy } = await import('../../../../web/views/experiments/measures.js');
const {
  cellName,
  curveWords,
  heldEqual,
  lineNames,
  stepsOf,
  valueNames,
  verdictWords,
} = await import('../../../../web/views/experiments/sentences.js');
const { csvColumns } = await import('../../../../web/views/experiments/csv.js');
const { nextCell } = await import('../../../../web/views/experiments/chart.js');
const { multiples, stepAxis } =
  await import('../../../../web/views/experiments/multiples.js');
await import('../../../../web/views/experiments/experiments.js');
await loadLanguage('es');

pageStorage();

/** Two optimizers beside each other. @param {object} [more] */
const experiment = (more = {}) => experimentOf({ lines: OPTIMIZERS, ...more });

/** @param {string} [lang] */
const speechOf = (lang = 'en') => {
  const { format, strings: t } = wordsOf(lang);
  return { w: experimentWords.in(lang), format, lang, t };
};

/** @param {ReturnType<typeof entryOf>} entry @param {Measure} [measure] @param {string} [lang] */
function said(entry, measure = 'loss', lang = 'en') {
  const { ranked } = rankedBy(entry, measure);
  return verdictWords(entry, measure, ranked, speechOf(lang));
}

test('experiments: the verdict names the gap and the spread, or that no difference is shown', () => {
  // In the order of the runs: AdamW and Muon at 0.001, at 0.01, then the next seed.
  const clear = entryOf(experiment(), [2.5, 2.4, 1.9, 1.6, 2.52, 2.42, 1.94, 1.62]);
  assert.deepEqual(said(clear), {
    lead: 'Best: Muon at 0.01, held-out loss 1.61 nats. It is 0.31 nats ahead of AdamW at 0.01; seeds spread 0.04 nats at most.',
    also: ['2 seeds each.'],
  });
  assert.equal(
    said(clear, 'loss', 'es').lead,
    'Mejor: Muon con 0,01, pérdida de validación 1,61 nats. Aventaja en 0,31 nats a AdamW con 0,01; las semillas se dispersan 0,04 nats como mucho.',
  );
  assert.match(
    said(clear, 'train').lead,
    /^Best: Muon at 0\.01, training loss 0\.81 nats/,
  );

  const close = entryOf(experiment(), [2.5, 2.4, 1.9, 1.8, 2.52, 2.42, 1.7, 1.7]);
  assert.deepEqual(said(close), {
    lead: 'No difference shown between Muon at 0.01 and AdamW at 0.01: 0.05 nats apart, and seeds spread 0.20 nats.',
    also: [
      'Not to be told from it, as their seeds overlap: AdamW at 0.01.',
      '2 seeds each.',
    ],
  });
  assert.match(
    said(close, 'loss', 'es').lead,
    /^No se aprecia diferencia entre Muon con 0,01 y AdamW/,
  );

  const even = entryOf(experiment(), [2, 2, 1.9, 1.6, 2, 2, 1.9, 1.604]);
  assert.match(said(even).lead, /0\.298 nats ahead .* spread 0\.004 nats/);
  const tiny = entryOf(experiment(), [2, 2, 1.001, 1.002, 2, 2, 1.001, 1.002]);
  assert.match(said(tiny).lead, /0\.001 nats ahead/, 'no difference of 0.00');
});

test('experiments: before all runs are done nothing is won', () => {
  const none = entryOf(experiment(), []);
  assert.deepEqual(said(none), { lead: 'No run is done yet.', also: [] });
  const some = entryOf(experiment(), [2.5, 2.4, 1.9, 1.6, 2.52]);
  assert.deepEqual(said(some), {
    lead: 'So far, 5 of 8 runs: Muon at 0.01 leads with held-out loss 1.60 nats.',
    also: [experimentWords.in('en').once],
  });
  const one = entryOf(experiment({ seeds: [1] }), [2.5, 2.4, 1.9, 1.6]);
  assert.match(said(one).lead, /^Best with one seed: .* the spread is not known\.$/);
  assert.doesNotMatch(said(one).also.join(' '), /overlap/);
});

test('experiments: what diverged is said, and never wins', () => {
  const wild = entryOf(experiment(), [2.5, 2.4, 1, 1.6, 2.52, 2.42, NaN, 1.62]);
  const { lead, also } = said(wild);
  assert.match(lead, /^Best: Muon at 0\.01, .* ahead of AdamW at 0\.001/);
  assert.equal(also.at(-1), 'Diverged: AdamW at 0.01 (1 of 2 seeds).');
  const all = entryOf(experiment({ seeds: [1] }), [NaN, NaN, NaN, NaN]);
  assert.match(said(all).lead, /^Diverged: AdamW at 0\.001 \(1 of 1 seed\), Muon/);
});

test('experiments: shares of right answers win by being larger, and are written as shares', () => {
  const whole = entryOf(
    experiment({ measure: 'exact', lines: undefined }),
    [0.2, 0.9, 0.3, 0.92],
  );
  assert.match(
    said(whole, 'exact').lead,
    /^Best: rate = 0\.01, whole answers right 91%\. It is 66 percentage points ahead of rate = 0\.001; seeds spread 10 percentage points at most\.$/,
  );
});

test('experiments: one point of a difference is one, and of none nothing leads', () => {
  const plain = experiment({ measure: 'exact', lines: undefined, seeds: [1] });
  const of = (/** @type {number[]} */ ...values) =>
    said(entryOf(plain, values), 'exact').lead;
  assert.match(of(0.9, 0.91), / 1 percentage point ahead of rate = 0\.001\./);
  assert.match(of(0.9, 0.92), / 2 percentage points ahead of /);
  assert.equal(
    of(1, 1),
    'Equal with one seed: rate = 0.001 and rate = 0.01, whole answers right 100%.',
  );
});

test('experiments: a value is named by what it is', () => {
  const options = {
    label: 'block',
    options: [{ label: 'GPT-2' }, { label: { es: 'sin norma', en: 'no norm' } }],
  };
  const at = { x: 1, line: 1 };
  const [en, es] = [speechOf(), speechOf('es')];
  assert.equal(cellName(experiment(), at, en), 'Muon at 0.01');
  assert.equal(cellName(experiment(), at, es), 'Muon con 0,01');
  assert.equal(cellName(experiment({ vary: options }), at, es), 'sin norma (Muon)');
  const alone = { lines: undefined };
  assert.equal(cellName(experiment(alone), { x: 1, line: 0 }, en), 'rate = 0.01');
  assert.equal(
    cellName(experiment({ ...alone, vary: options }), { x: 1, line: 0 }, en),
    'no norm',
  );
});

test('experiments: what is held equal leaves out what is varied', () => {
  const each = experiment({
    settings: {
      n_layer: 2,
      learning_rate: 0.5,
      min_learning_rate: 0.1,
      optimizer: 'adam',
      max_steps: 9,
    },
    vary: { ...RATES, times: { min_learning_rate: 0.1 } },
    tokens: 4800,
  });
  const speech = speechOf();
  assert.deepEqual(heldEqual(each, speech.t, speech), [
    ['Layers', '2'],
    ['Tokens of each run', '4,800'],
  ]);
  const { runs } = entryOf(each, []).runner;
  assert.equal(stepsOf(runs, [], speech), '300');
  const sizes = experiment({
    vary: { ...RATES, setting: 'batch_size', values: [2, 4] },
    lines: undefined,
    tokens: 4800,
  });
  assert.equal(stepsOf(entryOf(sizes, []).runner.runs, [], speech), '150 to 300');
});

test('experiments: values that were chosen have all their digits', () => {
  const vary = { label: 'size', setting: 'n_embd', values: [1024, 0.00125] };
  const each = experiment({ vary, settings: { max_steps: 1250 } });
  const speech = speechOf();
  assert.deepEqual(valueNames(each, speech), ['1,024', '0.00125']);
  assert.equal(heldEqual(each, speech.t, speech)[0][1], '1,250');
});

test('experiments: a label that is a number has the decimals of the language', () => {
  const sizes = {
    label: 'size',
    options: [{ label: '0.02' }, { label: '0.08 at most' }, { label: '-1.5' }],
  };
  const each = experiment({
    lines: sizes,
    vary: { label: 'x', options: [{ label: 'a' }] },
  });
  assert.deepEqual(lineNames(each, speechOf('es')), ['0,02', '0.08 at most', '−1,5']);
  assert.equal(cellName(each, { x: 0, line: 0 }, speechOf('es')), 'a (0,02)');
  const entry = entryOf(each, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(csvColumns(entry, speechOf('es'))[0], [
    'size',
    ['0.02', '0.08 at most', '-1.5', '0.02', '0.08 at most', '-1.5'],
  ]);
});

test('experiments: a line with a setting of its own says what it has in that of the axis', () => {
  const settings = { learning_rate: 0.006, min_learning_rate: 0.0006, n_layer: 2 };
  const [plain, muon] = OPTIMIZERS.options;
  const own = { ...muon, setting: 'muon_learning_rate' };
  const equal = (/** @type {object} */ line, lang = 'en') => {
    const each = experiment({
      settings,
      vary: { ...RATES, times: { min_learning_rate: 0.1 } },
      lines: { ...OPTIMIZERS, options: [plain, line] },
    });
    const speech = speechOf(lang);
    return heldEqual(each, speech.t, speech).slice(1);
  };
  assert.deepEqual(equal(own), [
    ['Learning rate (Muon)', '0.006'],
    ['Final learning rate (Muon)', '0.0006'],
  ]);
  assert.deepEqual(equal(own, 'es')[0], ['Tasa de aprendizaje (Muon)', '0,006']);
  const held = { ...own, settings: { ...muon.settings, learning_rate: 0.5 } };
  assert.deepEqual(equal(held)[0], ['Learning rate (Muon)', '0.5']);
  assert.deepEqual(equal(muon), []);
});

/** Words of labels, with the pixels each takes at about 6.6 a character: from, to, line.
 * @param {string[]} names @param {number} width */
function labelsOf(names, width) {
  const options = names.map((label) => ({ label }));
  const each = experiment({ vary: { label: 'block', options }, lines: undefined });
  const how = { width, height: 300, names, isShare: false };
  const { xs, area } = pictureOf(each, [], [], how);
  const lines = xs.flatMap(({ px, dy, label }) =>
    label.map((words, k) => {
      const half = (words.length * 6.6) / 2;
      return { words, from: px - half, to: px + half, y: dy + 15 * k };
    }),
  );
  return { lines, room: 300 - area.bottom };
}

test('experiments: labels under the chart do not touch on a phone', () => {
  const names = ['como en GPT-2', 'norma después', 'sin norma', 'sin posiciones', 'rotatorias', 'SwiGLU']; // oxfmt-ignore
  for (const width of [340, 640]) {
    const { lines, room } = labelsOf(names, width);
    assert.equal(lines.map(({ words }) => words).join(' '), names.join(' '));
    for (const a of lines)
      for (const b of lines)
        assert.ok(
          a === b || a.y !== b.y || a.to < b.from || b.to < a.from,
          `${width}: ${a.words} touches ${b.words}`,
        );
    assert.ok(
      Math.max(...lines.map(({ y }) => y)) + 16 < room - 15,
      'above the axis’s name',
    );
  }
  const rows = new Set(labelsOf(['0.001', '0.01'], 640).lines.map(({ y }) => y));
  assert.equal(rows.size, 1, 'where there is room they stand in one line');
});

test('experiments: curves on a logarithmic axis, with training losses beside', () => {
  assert.equal(stepAxis([0, 100], false)(25), 0.25);
  const at = stepAxis([0, 10, 100, 1000], true);
  assert.deepEqual([at(10), at(1000)], [0, 1]);
  assert.ok(Math.abs(at(100) - 0.5) < 1e-12);
  assert.ok(at(0) < 0, 'step 0 is not on it');
  assert.ok(Number.isFinite(stepAxis([0], true)(0)));

  const each = experiment({ curves: { steps: 'logarithmic', training: true } });
  const entry = entryOf(each, [2.5, 2.4, 1.9, 1.6]);
  for (const result of entry.runner.results.values())
    result.curve = { step: [0, 10, 300], loss: [4, 3, 2], train: [4, 1, 0] };
  const { ranked } = rankedBy(entry, 'loss');
  const speech = speechOf();
  const how = { best: null, choose: () => {} };
  const html = htmlOf(multiples(entry, 'loss', ranked, speech, how));
  // Of what is on the axis, 3, 2, 1 and 0, the range is 0 to 3.
  assert.match(html, /class="own [\w-]+" d="?M0\.0 2\.0L120\.0 19\.3"?/);
  assert.match(html, /class="training [\w-]+" d="?M0\.0 36\.7L120\.0 54\.0"?/);
  assert.equal(
    curveWords(entry, speech),
    'Held-out loss by step, one line a seed; grey: all others. Dashed: the training loss. Steps from 10 to 300 on a logarithmic axis.',
  );
  assert.match(
    curveWords(entry, speechOf('es')),
    /Discontinua: la pérdida de entrenamiento\. Pasos del 10 al 300 en un eje logarítmico\.$/,
  );
  const plain = entryOf(experiment(), [2.5]);
  assert.equal(curveWords(plain, speech), speech.w.everyLook);
});

test('experiments: values spaced as powers stand evenly, others where they are', () => {
  assert.equal(isLogarithmic([0.0003, 0.001, 0.003, 0.01]), true);
  assert.equal(isLogarithmic([4, 8, 16, 32]), true);
  assert.equal(isLogarithmic([10, 20, 30, 40]), false);
  assert.equal(isLogarithmic([0, 0.1, 0.2]), false, 'dropout begins at 0');
  const at = (/** @type {(number | string)[]} */ values) =>
    placesOf(
      experiment({ vary: { label: 'x', setting: 'n_embd', values } }),
      values.length,
    );
  assert.deepEqual(at([10, 20, 40, 50]), [0, 0.25, 0.75, 1]);
  assert.ok(Math.abs(at([4, 8, 16, 64])[1] - 0.25) < 1e-12);
  assert.deepEqual(at(['pre', 'post', 'none']), [0, 0.5, 1]);
  assert.deepEqual(at([8, 2, 4]), [0, 0.5, 1], 'in the order of the file');
  assert.deepEqual(at([8]), [0.5]);
});

test('experiments: every seed has its place, the mean is between, what diverged is at the top', () => {
  const entry = entryOf(experiment(), [2, 2.4, 1, 1.6, 3, 2.42, NaN, 1.62]);
  const { results, ranked } = rankedBy(entry, 'loss');
  const names = ['0.001', '0.01'];
  const how = { width: 640, height: 300, names, isShare: false };
  const { lines, area, ys } = pictureOf(entry.experiment, results, ranked, how);
  const [[slow, fast]] = lines;
  const [first, second] = slow.dots.map(({ y }) => Number(y));
  assert.ok(first > second, '2 is below 3');
  assert.ok(Math.abs(Number(slow.py) - (first + second) / 2) < 1e-9);
  assert.deepEqual(
    fast.dots.map(({ y }) => y === null),
    [false, true],
  );
  for (const { y } of lines.flat().flatMap(({ dots }) => dots))
    assert.ok(y === null || (y > area.top && y < area.bottom));
  assert.ok(ys.length >= 3);
  const none = pictureOf(entry.experiment, [], [], how);
  assert.deepEqual(none.ys, [], 'no scale of nothing');
});

test('experiments: arrow keys go along the values and between the lines', () => {
  const cells = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1]].map(([x, line]) => ({ x, line })); // oxfmt-ignore
  const from = (
    /** @type {number} */ x,
    /** @type {number} */ line,
    /** @type {[number, number]} */ move,
  ) => {
    const next = nextCell(cells, { x, line }, move);
    return [next.x, next.line];
  };
  assert.deepEqual(from(0, 0, [1, 0]), [1, 0]);
  assert.deepEqual(from(2, 0, [1, 0]), [2, 0], 'the last');
  assert.deepEqual(from(0, 1, [1, 0]), [2, 1], 'over what has no result');
  assert.deepEqual(from(2, 0, [0, 1]), [2, 1]);
  assert.deepEqual(from(2, 1, [0, -1]), [2, 0]);
});

test('experiments: the file has a row for each run that is done', () => {
  const entry = entryOf(experiment(), [2.5, 2.4, NaN, 1.6]);
  assert.deepEqual(csvColumns(entry, speechOf()), [
    ['optimizer', ['AdamW', 'Muon', 'AdamW', 'Muon']],
    ['rate', ['0.001', '0.001', '0.01', '0.01']],
    ['seed', [1, 1, 1, 1]],
    ['steps', [300, 300, 7, 300]],
    ['held-out loss', [2.5, 2.4, null, 1.6]],
    ['training loss', [1.25, 1.2, null, 0.8]],
    ['ms per step', [10, 10, null, 10]],
    ['diverged', [0, 0, 1, 0]],
    ['SHA-256 of the weights', ['hash0', 'hash1', '', 'hash3']],
  ]);
});

const TEXT = 'the cat sat on the mat and the rat ran to the hat. '.repeat(20);
const SMALL = {
  ...{ n_layer: 1, n_head: 2, n_embd: 8, block_size: 8, batch_size: 2 },
  ...{ max_steps: 6, eval_interval: 3, eval_windows: 4 },
};

test('experiments: the view, from the question to the answer, in both languages', async (t) => {
  const app = await openApp(t, { link: 'v=2&n_layer=1&n_embd=8&n_head=2' });
  const all = experimentsOf(app);
  await all.ready;
  const view = (/** @type {object} */ own = {}) =>
    drawn('gf-experiments', app, { ...own });
  assert.match(textOf(view()), /36 runs of 300 steps, on \d+ workers?\./);
  assert.match(textOf(view()), /Train 36 runs/);
  const own = {
    ...experiment({ text: TEXT, settings: SMALL }),
    glassformer: 'experiment',
    version: 1,
  };
  assert.ok(await all.open(JSON.stringify(own)));
  assert.match(partOf(view(), 'id=start'), /^Train 8 runs$/);
  const work = all.start();
  assert.match(partOf(view(), 'id=stop'), /^Stop$/);
  await work;
  const html = view();
  assert.match(partOf(html, 'class="status'), /^All 8 runs are done\.$/);
  assert.match(
    partOf(html, 'id="lead"'),
    /^(Best: |No difference shown between )\w+ at 0\.01?/,
  );
  const rows = rowsOf(html, 'id=ranking');
  assert.equal(rows.length, 5, 'a heading, and every value on every line');
  const detail = (/** @type {object} */ at) => partOf(view({ at }), 'id="detail"');
  const [run] = all.chosen.runner.runs.filter(({ x, line }) => x === 0 && line === 1);
  const { value } = all.chosen.runner.results.get(run) ?? { value: NaN };
  assert.match(
    detail({ x: 0, line: 1 }),
    new RegExp(
      `^Muon at 0\\.001: mean .* nats\\. Seed 1: ${value.toFixed(3)}; Seed 2: `,
    ),
  );
  app.setLanguage(wordsOf('es'));
  assert.match(
    partOf(view(), 'id="lead"'),
    /^(Mejor: |No se aprecia diferencia entre )/,
  );
  assert.match(textOf(view({ measure: 'time' })), /milisegundos por paso/);
});

test('experiments: a view that was there before the App began shows what its runs do', async (t) => {
  const app = newApp(t, { link: 'v=2&n_layer=1&n_embd=8&n_head=2' });
  let updates = 0;
  const View = /** @type {any} */ (globalThis.customElements.get('gf-experiments'));
  const view = Object.assign(new View(), {
    ...{ app, isConnected: true, renderRoot: {}, performUpdate() {} },
    requestUpdate: () => updates++,
  });
  view.connectedCallback();
  await app.ready;
  await experimentsOf(app).ready;
  const before = updates;
  experimentsOf(app).stop();
  assert.equal(updates, before + 1);
});
