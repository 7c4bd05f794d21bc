// SPDX-License-Identifier: MIT
// Sentences made from data, over very different models: the numbers, names and comparisons in
// them are those of the model.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import '../../../web/views/attention/head-scores.js';
import '../../../web/views/attention/head.js';
import '../../../web/views/logits/attribution.js';
import '../../../web/views/logits/lens.js';
import '../../../web/views/weights/circuits.js';
import '../../../web/views/loss/loss-chart.js';
import { strongest } from '../../../web/draw/attention.js';
import { visible } from '../../../web/i18n/format.js';
import { unitsOf } from '../../../web/views/shared/outputs.js';
import { eventsOf } from '../../../web/run/milestones.js';
import { ask, headsOf, specimen, specimens } from '../support/specimens.js';
import { drawn, partOf, rowsOf } from '../support/render.js';

/** @import { Specimen } from '../support/specimens.js' */
/** @type {Specimen[]} */ let models = [];

/** Of a window, which Node has none of. */
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });

before(async () => (models = await specimens()));

/** Several tokens of the line. @param {Specimen} model */
function tokensOf({ state }) {
  const { n } = state.activations ?? assert.fail();
  return [...new Set([0, 1, Math.floor(n / 2), n - 2])].filter((i) => i >= 0);
}

/** @param {string} text */
const numberOf = (text) => Number(text.replace(',', '.').replace('−', '-'));

test('attribution: the first component named is the largest by size, with its sign', async () => {
  let negative = 0;
  let checked = 0;
  for (const model of models) {
    for (const i of tokensOf(model)) {
      for (const attributionBaseline of /** @type {const} */ ([
        'nothing',
        'strongest',
      ])) {
        const answer = await ask(
          model,
          { pin: { i, j: null }, attributionBaseline },
          'attribution',
        );
        if (!answer || answer.obstacle) continue;
        const html = drawn('gf-attribution', model.app);
        const claim = partOf(html, 'id="claim"');
        const rows = rowsOf(html, 'id=shares')
          .slice(1)
          .map(([name, , share]) => ({ name, share, size: Math.abs(numberOf(share)) }));
        const place = `${model.name}, token ${i}: ${claim}`;
        const most = Math.max(...rows.map(({ size }) => size));
        const [, share = ''] = /\(([+−-]?\d+[.,]\d\d)\)/.exec(claim) ?? [];
        assert.equal(Math.abs(numberOf(share)), most, place);
        assert.ok(
          rows.some(
            (row) => row.share === share && claim.includes(`${row.name} (${share})`),
          ),
          place,
        );
        const sum = answer.shares.reduce(
          (/** @type {number} */ s, /** @type {any} */ x) => s + x.share,
          0,
        );
        assert.ok(Math.abs(sum - answer.sum) < 1e-4, place);
        negative += Number(numberOf(share) < 0);
        checked++;
      }
    }
  }
  // Where the largest is negative, the largest by value is another.
  assert.ok(negative > 3 && checked > 50, `${negative} of ${checked}`);
});

test('lens: ranks named, and from which layer on the right token is first', async () => {
  let never = 0;
  for (const model of models) {
    for (const i of tokensOf(model)) {
      const lens = await ask(model, { pin: { i, j: null } }, 'lens');
      if (!lens || lens.obstacle) continue;
      const { t } = model.app;
      const units = unitsOf({ state: model.state, t });
      const claim = partOf(drawn('gf-lens', model.app), 'id="claim"');
      const { columns, data } = lens.rank;
      const ranks = lens.depths.map(
        (/** @type {unknown} */ _, /** @type {number} */ d) => data[d * columns + i],
      );
      const name = (/** @type {number} */ d) =>
        t.lens.parts[lens.depths[d].part](String((lens.depths[d].layer ?? 0) + 1));
      const last = ranks.length - 1;
      if (ranks[last] === 0) {
        const { labels } = model.session.info;
        assert.equal(claim, labels.length > 0 ? t.lens.noLabel : t.lens.noTruth(units));
        continue;
      }
      const others = ranks.map((/** @type {number} */ rank) => rank !== 1);
      const first = others.lastIndexOf(true) + 1;
      assert.ok(claim.includes(t.lens.rank(String(ranks[0]), name(0))), claim);
      assert.ok(claim.includes(t.lens.rank(String(ranks[last]), name(last))), claim);
      const end = first > last ? t.lens.never(units) : t.lens.first(name(first));
      assert.ok(claim.endsWith(`${end}.`), `${model.name}, token ${i}: ${claim}`);
      never += Number(first > last);
    }
  }
  assert.ok(never > 0);
});

test('head: the key named has the largest weight of the row, and an encoder predicts nothing', () => {
  let flat = 0;
  for (const model of models) {
    const look = model.state.activations ?? assert.fail();
    for (const { layer, head } of headsOf(model)) {
      const { queries, keys, kind } = look.attentions[layer];
      for (const i of [0, queries.length - 1]) {
        Object.assign(model.state, { layer, head, hover: null, pin: { i, j: null } });
        const claim = partOf(drawn('gf-head', model.app), 'class="claim');
        const weights = strongest(look, layer, head, i);
        const most = Math.max(...weights.map(({ value }) => value));
        const percent = model.app.format.percent(most).replace(/\s/g, ' ');
        const place = `${model.name} ${layer}.${head}, row ${i}: ${claim}`;
        const even = weights.length === 1 ? 0 : 1 / weights.length;
        const evenly = model.app.format.percent(1 / weights.length).replace(/\s/g, ' ');
        assert.match(claim, new RegExp(`${percent}; (evenly|por igual): ${evenly}\\)`));
        // Names a key only where it has twice as much as an even spread gives.
        const named = weights.filter(({ value }) => value === most);
        if (most >= 2 * even)
          assert.ok(
            named.some(({ j }) => claim.includes(visible(keys[j]))),
            place,
          );
        else if (most >= 1.25 * even)
          assert.match(claim, /to several keys|a varias claves/, place);
        else assert.match(claim, /about evenly|casi por igual/, place);
        flat += Number(most < 2 * even);
        const predicts = /predict|predecir/.test(claim);
        assert.equal(predicts, kind !== 'encoder', place);
      }
    }
  }
  assert.ok(flat > 5, `${flat} rows without a clear weight`);
});

test('loss: one loss a sentence, its perplexity, its unit, and how it stands to the baselines', () => {
  const kinds = new Set();
  for (const { name, app, session, state } of models) {
    const claim = partOf(drawn('gf-loss', app), 'class="claim');
    const { history, info, steps } = session;
    const text = info.config.tokenizer === 'words' ? 'tokens' : 'characters';
    const unit = info.labels.length > 0 ? 'labels' : text;
    const place = `${name}: ${claim}`;
    if (steps === 0) {
      const n = info.labels.length || info.vocabulary.length;
      assert.ok(claim.includes(`about ${n}:`) && claim.includes(unit), place);
      continue;
    }
    const val = history.valLoss.at(-1) ?? NaN;
    const [, loss = '', step, choices = '', standing = ''] =
      /([\d.,]+) (?:after|tras) ([\d,.]+) (?:steps|pasos);? .*?perple\S+ ([\d.,]+).*?; ([^;]*?)\.(?: |$)/.exec(
        claim,
      ) ?? assert.fail(place);
    assert.equal(numberOf(loss), Math.round(100 * val) / 100, place);
    assert.equal(Number(step.replace(/\D/g, '')), steps, place);
    const exact = Math.exp(numberOf(loss));
    const half = /[.,]/.test(choices) ? 0.05 : 0.5;
    assert.ok(Math.abs(numberOf(choices) - exact) <= half + 1e-9, place);
    if (app.lang === 'en') assert.ok(claim.includes(unit), place);
    const { uniform, unigram, bigram } = info.baselines ?? assert.fail();
    assert.doesNotMatch(claim, unit === 'characters' ? /token/ : /letter/, place);
    if (name === 'no mask') {
      assert.equal(standing, app.t.loss.seesNext, place);
      assert.deepEqual(
        eventsOf(state).filter(({ kind }) => kind in (info.baselines ?? {})),
        [],
        'no counting model is beaten by seeing the answer',
      );
      continue;
    }
    const against = numberOf(/\(([\d.,]+)\)/.exec(standing)?.[1] ?? '');
    const near = (/** @type {number} */ x) => Math.abs(against - x) < 0.005 + 1e-9;
    assert.ok([uniform, unigram, bigram].some(near), place);
    if (/^(below|por debajo)/.test(standing)) assert.ok(val < against, place);
    if (/^(far )?(above|por encima)/.test(standing)) assert.ok(val > against, place);
    kinds.add(standing.replace(/ \(.*/, ''));
  }
  assert.ok(kinds.size >= 3, [...kinds].join());
});

test('lens: the last layer is never one that cannot be read yet', async () => {
  const said = new Set();
  for (const model of models) {
    const lens = await ask(model, { pin: { i: 1, j: null } }, 'lens');
    if (!lens || lens.obstacle) continue;
    const html = drawn('gf-lens', model.app);
    const { t } = model.app;
    const { part, layer = 0 } = lens.depths.at(-1);
    const last = t.lens.parts[part](String(layer + 1));
    const [, names] =
      /(?:After|Tras) ([^:]*?), (?:the loss|la pérdida)/.exec(html) ?? [];
    assert.ok(!names?.includes(last), `${model.name}: ${names}`);
    said.add(names ? 'early' : html.includes(t.lens.unsure) ? 'unsure' : 'neither');
  }
  assert.deepEqual([...said].sort(), ['early', 'neither', 'unsure']);
});

test('circuits: a copying score says something beyond what random weights give', async () => {
  const says = new Set();
  // Of two characters a circuit has a rank of two, however many numbers a head has.
  const few = await specimen({
    ...{ name: 'two characters', text: 'abbabaabbaab'.repeat(40), steps: 0 },
    config: { n_layer: 2, n_head: 2, n_embd: 48, block_size: 8, eval_windows: 2 },
  });
  for (const model of [...models, few]) {
    for (const { layer, head } of headsOf(model)) {
      const circuits = await ask(model, { layer, head, pin: null }, 'circuits');
      if (!circuits || circuits.obstacle) continue;
      const html = drawn('gf-circuits', model.app, { kind: 'ov' });
      const claim = partOf(html, 'id="claim"');
      const [, score, chance] =
        /([+−-]?[\d.,]+),[^±]*±([\d.,]+):/.exec(
          claim.replace(/^.*(Copying|copia)/, ''),
        ) ?? [];
      if (!score) continue;
      const place = `${model.name} ${layer}.${head}: ${claim}`;
      assert.equal(numberOf(score), Math.round(100 * circuits.copying) / 100, place);
      const neither = /no more than|no más que/.test(claim);
      assert.equal(
        neither,
        Math.abs(circuits.copying) <= numberOf(chance) + 0.005,
        place,
      );
      if (model.session.steps === 0) assert.ok(neither, place);
      says.add(neither);
    }
  }
  assert.equal(says.size, 2);
});

const PATTERNS = [
  ...['self', 'first', 'same', 'next1', 'next2', 'next3', 'stripe', 'line', 'place'],
];

/** Its scores that are of patterns. @param {import('../../../wasm/index.js').HeadStats} stats */
const patternScores = ({ back, scores }) =>
  [...back, ...PATTERNS.map((name) => /** @type {any} */ (scores)[name])].filter(
    (score) => score >= 0,
  );

test('scores of a head: its own pattern first, then the highest, with chance', async () => {
  let own = 0;
  for (const model of models) {
    const { app, session, state } = model;
    if (headsOf(model).length === 0) continue;
    const headReport = await session.headReport();
    for (const { layer, head } of headsOf(model)) {
      Object.assign(state, { headReport, viewedSnapshot: null, layer, head });
      const stats = headReport.heads[layer * (state.activations?.H ?? 0) + head];
      const rows = rowsOf(drawn('gf-head-scores', app), 'id="patterns-table"');
      const shown = rows.map(([, , score]) => numberOf(score));
      const where = `${model.name}, head ${layer}.${head}: ${rows}`;
      const highest = patternScores(stats).sort((a, b) => b - a);
      const isNear = (/** @type {number} */ a, /** @type {number} */ b) =>
        Math.abs(a - b) <= 0.005 + 1e-6;
      if (stats.claim?.pattern) {
        assert.ok(isNear(shown[0], stats.claim.score), where);
        assert.ok(rows[0][3].endsWith(app.format.loss(stats.claim.chance)), where);
        own++;
      }
      shown.slice(1).forEach((score, k) => {
        assert.ok(k === 0 || score <= shown[k], where);
        assert.ok(
          highest.slice(0, 6).some((each) => isNear(each, score)),
          where,
        );
      });
    }
  }
  assert.ok(own > 10, `${own}`);
});

test('a head: what the loss is without it, and its rank, as measured or estimated', async () => {
  const model = models.find(({ name }) => name === 'five lines') ?? assert.fail();
  const { app, session, state } = model;
  const value = [0.25, 0.5, -0.125, 0.001, 0.5, 0.0625];
  const step = session.steps;
  const claim = (/** @type {number} */ n, measured = {}) => {
    const answers = { ...state.answers, importance: { step, value } };
    const at = { layer: Math.floor(n / 3), head: n % 3 };
    Object.assign(state, { answers, measured, viewedSnapshot: null, ...at });
    return partOf(drawn('gf-head', app), 'class="claim');
  };
  const { estimated, measured } = app.t.head.without;
  const two = (/** @type {number} */ x) => app.format.loss(x);
  for (const [n, rank] of [
    [0, '3'],
    [1, '1'],
    [4, '1'],
    [5, '4'],
  ])
    assert.ok(
      claim(Number(n)).endsWith(
        estimated.worse({ nats: two(value[Number(n)]), rank, n: '6' }),
      ),
      claim(Number(n)),
    );
  assert.ok(claim(2).endsWith(estimated.better({ nats: two(0.125) })), claim(2));
  assert.ok(claim(3).endsWith(estimated.same()), claim(3));
  const known = claim(0, { '0.0': { delta: 0.75, step } });
  const first = measured.worse({ nats: two(0.75), rank: '1', n: '6' });
  assert.ok(known.endsWith(first), known);
  Object.assign(state, { answers: {}, measured: {} });
});
