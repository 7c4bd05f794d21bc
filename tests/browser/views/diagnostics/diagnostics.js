// SPDX-License-Identifier: MIT
// Diagnostics: every number shown follows from the model's tensors, as computed here, and every
// section opens and works by keyboard.
import assert from 'node:assert/strict';
import { BINS, binX, ridgeAt } from '../../../../web/views/diagnostics/ridge.js';
import { inPage, press } from '../../support/page-queries.js';
import { savedBy } from '../../support/tables.js';
import {
  ACCENT,
  distance,
  inked,
  signed,
  small,
  sum,
  two,
  weightShade,
} from '../../support/trained.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const diagnostics = {};

/** Spread of numbers around their mean. @param {number[]} x */
function deviation(x) {
  const mean = sum(x) / x.length;
  return Math.sqrt(sum(x.map((a) => (a - mean) ** 2)) / x.length);
}

/** Opens the diagnostics and one section by keyboard alone. @param {Page} page @param {string} id */
export async function openPart(page, id) {
  for (const name of ['diagnostics', id]) {
    const path = `gf-diagnostics #${name}`;
    await press(page, `${path} summary`);
    const open = await inPage(page, ({ deep }, path) => deep(path).open, path);
    if (!open) await page.keyboard.press('Enter');
  }
  await inPage(
    page,
    async ({ deep, show, until }, id) => {
      await until('open', () => deep(`gf-diagnostics #${id}`).children.length > 1);
      await show(`gf-diagnostics gf-${id}`);
    },
    id,
  );
}

diagnostics['sections of the diagnostics ask nothing until they are open'] = async (
  page,
) => {
  const asked = await inPage(page, ({ deep, element }) => ({
    open: ['gradients', 'neurons', 'head-comparison'].filter(
      (id) => deep(`gf-diagnostics #${id}`)?.open,
    ),
    answers: Object.keys(element.viewState.answers),
  }));
  assert.deepEqual(asked.open, []);
  for (const name of ['gradients', 'neurons', 'headComparison']) {
    assert.ok(!asked.answers.includes(name), name);
  }
};

/** Its answer also lengthens a course: that news overtakes the answer itself. */
diagnostics['an answer is drawn, whichever subscriber hears of it first'] = async (
  page,
) => {
  await openPart(page, 'health');
  const { claim, step } = await inPage(
    page,
    async ({ app, deep, element, session, until }) => {
      await app.stepOnce();
      const step = app.format.integer(session.steps);
      const words = () => deep('gf-diagnostics gf-health .claim')?.textContent ?? '';
      await until(
        'told',
        () => element.viewState.answers.health?.value.step === session.steps,
      );
      await until('drawn', () => words().includes(step));
      return { claim: words(), step };
    },
  );
  assert.ok(claim.includes(step), claim);
};

// ------------------------------------------------------------------- updates

diagnostics['update ratios are those of the last step'] = async (page) => {
  await openPart(page, 'updates');
  const name = 'transformer.h.1.mlp.c_fc.weight';
  const seen = await inPage(
    page,
    async (
      { app, around, deep, element, rows, session, show, tensor, until },
      name,
    ) => {
      await until('measured', () => deep('gf-diagnostics gf-updates #claim'));
      app.diagnostics.selectWeight(name);
      const [before] = await tensor(name);
      await app.stepOnce();
      const [after] = await tensor(name);
      await until(
        'measured again',
        () =>
          element.viewState.measurements.diagnosticHistory.health.at(-1)?.step ===
          session.steps,
      );
      deep('gf-diagnostics gf-updates #ratios details').open = true;
      deep('gf-diagnostics gf-updates #norm details').open = true;
      await show('gf-diagnostics gf-updates #norm');
      const plot = deep('gf-diagnostics gf-updates #ratios').plot;
      const norm = deep('gf-diagnostics gf-updates #norm').plot;
      const { step, gradNorm } = session.history;
      const course = element.viewState.measurements.diagnosticHistory.health;
      const { update } = course
        .at(-1)
        .value.parameters.find((/** @type {any} */ p) => p.name === name);
      const ratios = deep('gf-diagnostics gf-updates #ratios .chart canvas');
      const norms = deep('gf-diagnostics gf-updates #norm .chart canvas');
      return {
        before,
        after,
        step,
        gradNorm,
        course: course.map((/** @type {any} */ { value }) =>
          value.parameters.map((/** @type {any} */ p) => p.update),
        ),
        listed: rows(deep('gf-diagnostics gf-updates #norm table')),
        rows: rows(deep('gf-diagnostics gf-updates #table')),
        ratio: around(ratios, plot.atX(course.at(-1).step), plot.atY(update)),
        norms: gradNorm.map((/** @type {number} */ y, /** @type {number} */ n) =>
          around(norms, norm.atX(step[n]), norm.atY(y)),
        ),
        over:
          gradNorm.filter((/** @type {number} */ x) => x > 1).length / gradNorm.length,
        normClaim: deep('gf-diagnostics gf-updates #norm-claim').textContent,
      };
    },
    name,
  );
  const change = seen.after.map(
    (/** @type {number} */ x, /** @type {number} */ n) => x - seen.before[n],
  );
  const want = Math.log10(deviation(change) / deviation(seen.before));
  const row = seen.rows.find((/** @type {string[]} */ r) => r[0] === name);
  // The weights' own rounding blurs their difference.
  const told = Number(row[1].replace('−', '-'));
  assert.ok(Math.abs(told - want) < 0.011, `${row[1]}, ${want}`);
  assert.equal(row[2], small(deviation(seen.after)));
  assert.ok(inked(seen.ratio), 'the line of the chosen tensor');
  const on = seen.norms.filter(inked);
  assert.ok(
    on.length > 0.95 * seen.norms.length,
    `${on.length} of ${seen.norms.length}`,
  );
  const { gradNorm, listed, step } = seen;
  // 61 measurements, of which every other is listed, the newest among them.
  assert.deepEqual(
    listed,
    step.flatMap((/** @type {number} */ s, /** @type {number} */ n) =>
      n % 2 === (step.length - 1) % 2 ? [[String(s), small(gradNorm[n])]] : [],
    ),
  );
  const saved = await savedBy(page, 'gf-diagnostics gf-updates #norm');
  assert.equal(saved.name, 'glassformer-norm.csv');
  assert.deepEqual(
    saved.lines.map(([s, y]) => [Number(s), y]),
    step.map((/** @type {number} */ s, /** @type {number} */ n) => [s, gradNorm[n]]),
  );
  const { lines } = await savedBy(page, 'gf-diagnostics gf-updates #ratios');
  assert.deepEqual(
    lines.map(([, ...updates]) => updates),
    seen.course.map((/** @type {(number | null)[]} */ all) => all.map(Number)),
  );
  const over = `in ${Math.round(100 * seen.over)}%`;
  assert.ok(seen.normClaim.includes(over), seen.normClaim);
};

// ---------------------------------------------------------------- histograms

diagnostics['the front ridge is the histogram of the selected tensor'] = async (
  page,
) => {
  await openPart(page, 'histograms');
  const seen = await inPage(
    page,
    async ({ app, deep, element, pixels, session, tensor, until }) => {
      const name = 'transformer.h.0.attn.c_proj.weight';
      app.diagnostics.selectWeight(name);
      await until(
        'now',
        () =>
          element.viewState.measurements.diagnosticHistory.health.at(-1)?.step ===
          session.steps,
      );
      await until('drawn', () => deep('gf-diagnostics gf-histograms canvas'));
      const course = element.viewState.measurements.diagnosticHistory.health;
      return {
        ratio: devicePixelRatio,
        weights: (await tensor(name))[0],
        count: Math.min(14, course.length),
        all: course.map((/** @type {any} */ { value }) => {
          const n = value.parameters.findIndex(
            (/** @type {any} */ p) => p.name === name,
          );
          return value.weights.data.slice(n * 64, n * 64 + 64);
        }),
        picture: pixels(deep('gf-diagnostics gf-histograms canvas')),
      };
    },
  );
  const counts = new Array(BINS).fill(0);
  for (const w of seen.weights) {
    if (w !== 0) counts[Math.floor(2 * (Math.log2(Math.abs(w)) + 26))]++;
  }
  const { picture, ratio } = seen;
  const most = Math.max(...seen.all.flat());
  const { base, rise } = ridgeAt(seen.count - 1, seen.count, picture.height / ratio);
  let checked = 0;
  counts.forEach((n, b) => {
    if (n < 0.05 * most) return;
    const width = picture.width / ratio;
    const middle = (binX(b, width) + binX(b + 1, width)) / 2;
    const [x, y] = [middle, base - (rise * n) / most].map((at) =>
      Math.round(at * ratio),
    );
    const near = [-1, 0, 1].map((dy) => picture.data[(y + dy) * picture.width + x]);
    assert.ok(
      near.some((p) => distance(p, ACCENT) < 90),
      `bin ${b}: ${n}`,
    );
    checked++;
  });
  assert.ok(checked >= 4, `${checked} bins`);
};

diagnostics['the comparison of heads shows the engine’s numbers'] = async (page) => {
  await openPart(page, 'head-comparison');
  const seen = await inPage(
    page,
    async ({ app, answered, cells, deep, rows, session, show, state }) => {
      app.selection.select({ layer: 1, head: 1, pin: null });
      await answered('headComparison', state.line);
      await show('gf-diagnostics gf-head-comparison #rollout');
      const part = (/** @type {string} */ path) =>
        deep(`gf-diagnostics gf-head-comparison ${path}`);
      const look = await session.runWithCache({ text: state.line, attention: true });
      return {
        look,
        n: look.n,
        tick: await session.headReport({ sequences: 4, lens: true, repeat: true }),
        divergence: (await session.agreement()).data,
        claim: part('#claim').textContent,
        scores: rows(part('#together-scores')),
        columns: [...part('#together-scores thead tr').children].map(
          (e) => e.textContent,
        ),
        classes: rows(part('#classes')),
        lens: rows(part('#lens-loss table')),
        rollout: cells(part('#rollout .raster'), look.n, look.n),
        differ: part('#agreement').picture.describe(0, 2),
      };
    },
  );
  const { look, tick, n } = seen;
  for (const loss of [tick.repeat.first, tick.repeat.second])
    assert.ok(seen.claim.includes(two(loss)), seen.claim);
  tick.heads.forEach(
    (/** @type {any} */ { scores, chance }, /** @type {number} */ h) => {
      assert.equal(
        seen.scores[h][2],
        `${two(scores.choices)} (${two(chance.choices)})`,
      );
      assert.equal(seen.scores[h][5], `${two(scores.top)} (${two(chance.top)})`);
      assert.equal(seen.scores[h][7], `${two(scores.stripe)} (${two(chance.stripe)})`);
    },
  );
  // Nothing in this text stands twice in a line.
  assert.equal(tick.heads[0].scores.line, null);
  assert.deepEqual(seen.columns.slice(6), ['on the first', 'induction stripe']);
  const told = seen.classes.map((/** @type {string[]} */ row) => row[1]);
  assert.deepEqual(told, tick.heads[4].classes.map(signed));
  const losses = [...tick.lens.loss, tick.lens.uniform].map(two);
  assert.deepEqual(
    seen.lens.map((/** @type {string[]} */ row) => row[2]),
    losses,
  );
  assert.equal(
    seen.differ,
    `Heads 2.1 and 2.3 differ by ${small(seen.divergence[11])} nats`,
  );
  // The product of the layers, from their weights: H = 3 heads, two layers.
  const layer = (
    /** @type {number} */ l,
    /** @type {number} */ i,
    /** @type {number} */ j,
  ) =>
    0.5 * Number(i === j) +
    sum([0, 1, 2].map((h) => look.attention[((l * 3 + h) * look.T + i) * look.T + j])) /
      6;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const through = Array.from(
        { length: n },
        (_, k) => layer(1, i, k) * layer(0, k, j),
      );
      const want = weightShade(sum(through));
      assert.ok(distance(seen.rollout[i * n + j], want) <= 9, `row ${i}, column ${j}`);
    }
  }
};

// -------------------------------------------------------------------- tokens

diagnostics['tokens: ids, the answers one on, one-hot rows, a bar for each tensor'] =
  async (page) => {
    await openPart(page, 'tokens');
    const seen = await inPage(
      page,
      async ({ cells, deep, element, rows, session, state, until }) => {
        const part = 'gf-diagnostics gf-tokens';
        await until('cells', () => deep(`${part} gf-cells .raster`));
        const { text } = state.activations;
        const { tokens, n } = await session.runWithCache({ text });
        const { vocabulary, nParam, parameters } = session.info;
        const V = vocabulary.length;
        const [first, last] = element.shadowRoot
          .querySelector('gf-diagnostics')
          .shadowRoot.querySelector('gf-tokens')
          .shadowRoot.querySelectorAll('table:not([aria-hidden])');
        const all = cells(deep(`${part} gf-cells .raster`), n, V);
        const blank = all[tokens[0] === 0 ? 1 : 0];
        const ones = Array.from({ length: n }, (_, i) =>
          all
            .slice(i * V, (i + 1) * V)
            .flatMap((/** @type {number} */ c, /** @type {number} */ j) =>
              c === blank ? [] : [j],
            ),
        );
        return {
          tokens,
          vocabulary,
          nParam,
          ones,
          rows: rows(first),
          bars: rows(last),
          parameters,
        };
      },
    );
    const { tokens, vocabulary } = seen;
    assert.deepEqual(
      seen.ones,
      [...tokens].map((id) => [id]),
      'one 1 in each row, at its id',
    );
    seen.rows.forEach((/** @type {string[]} */ row, /** @type {number} */ i) => {
      const next = tokens[i + 1];
      assert.deepEqual([row[0], row[3]], [String(i + 1), String(tokens[i])]);
      assert.equal(row[5], next === undefined ? '–' : String(next));
      if (/\w/.test(vocabulary[tokens[i]])) assert.equal(row[2], vocabulary[tokens[i]]);
    });
    assert.equal(seen.rows.length, tokens.length);
    const counted = seen.bars.map((/** @type {string[]} */ row) =>
      Number(/([\d,]+) \(/.exec(row[2])?.[1].replaceAll(',', '')),
    );
    assert.equal(counted.length, seen.parameters.length);
    assert.equal(sum(counted), seen.nParam, 'they are all of the model');
    for (const [, , words] of seen.bars) assert.doesNotMatch(words, /\(0%\)/);
  };

// -------------------------------------------------------------------- places

diagnostics['loss by position and the distance from letter pairs are measured'] =
  async (page) => {
    await openPart(page, 'position-loss');
    const seen = await inPage(
      page,
      async ({ deep, element, rows, session, settled, until }) => {
        const part = 'gf-diagnostics gf-position-loss';
        await until(
          'measured',
          () => deep(`${part} #claim`) && deep(`${part} #pairs-claim`),
        );
        for (const id of ['by-place', 'pairs'])
          deep(`${part} #${id} details`).open = true;
        const tick = await session.headReport({ positions: true, pairs: true });
        await settled();
        return {
          loss: tick.loss,
          places: tick.positions.loss.data,
          pairs: tick.pairDistance,
          rows: rows(deep(`${part} #by-place table`)),
          course: element.viewState.measurements.diagnosticHistory.pairs,
          near: rows(deep(`${part} #pairs table`)),
          claim: deep(`${part} #pairs-claim`).textContent,
        };
      },
    );
    assert.equal(seen.places.length, 40);
    const mean = sum(seen.places) / 40;
    assert.ok(Math.abs(mean - seen.loss) < 1e-5, 'all places count the same');
    seen.rows.forEach((/** @type {string[]} */ row, /** @type {number} */ i) =>
      assert.equal(row[1], small(seen.places[i])),
    );
    assert.equal(seen.rows.length, 40);
    const { course, near } = seen;
    assert.deepEqual(
      near,
      course.map((/** @type {any} */ at) => [String(at.step), small(at.value)]),
    );
    const { name, lines } = await savedBy(
      page,
      'gf-diagnostics gf-position-loss #pairs',
    );
    assert.equal(name, 'glassformer-pairs.csv');
    assert.deepEqual(
      lines,
      course.map((/** @type {any} */ { step, value }) => [String(step), value]),
    );
    assert.ok(seen.claim.includes(`${seen.pairs.toFixed(2)} nats`), seen.claim);
  };

// ----------------------------------------------------------- dropout, KV cache

diagnostics['the cache is timed here, and writes what a sample writes'] = async (
  page,
) => {
  await openPart(page, 'dropout');
  await openPart(page, 'cache');
  await press(page, 'gf-diagnostics gf-cache #measure', 'Enter');
  const seen = await inPage(page, async ({ deep, session, state, until, words }) => {
    const part = 'gf-diagnostics gf-cache';
    await until('no dropout', () => deep('gf-diagnostics gf-dropout .claim'));
    await until('timed', () => deep(`${part} #claim`));
    const prompt = state.line[0];
    const { text } = await session.sample({ prompt, chars: 39, greedy: true });
    return {
      text,
      claim: words(deep(`${part} #claim`)),
      written: deep(`${part} #written`).textContent,
      dropout: words(deep('gf-diagnostics gf-dropout .claim')),
    };
  });
  assert.equal(seen.written, seen.text);
  assert.match(seen.claim, /^39 characters: .* Both wrote the same text\.$/);
  assert.match(seen.dropout, /without dropout/);
};

// --------------------------------------------------------------------- times

diagnostics['the time of a step is the sum of its operations'] = async (page) => {
  await openPart(page, 'profiler');
  await press(page, 'gf-diagnostics gf-profiler #measure', 'Enter');
  const seen = await inPage(page, async ({ deep, element, rows, session, until }) => {
    const hash = await session.hash();
    await until('measured', () => deep('gf-diagnostics gf-profiler #claim'));
    return {
      times: element.viewState.measurements.profile,
      rows: rows(deep('gf-diagnostics gf-profiler table')),
      claim: deep('gf-diagnostics gf-profiler #claim').textContent,
      same: hash === (await session.hash()),
    };
  });
  const { ops, otherMs, stepMs } = seen.times;
  const all = ops.map((/** @type {any} */ op) => op.forwardMs + op.backwardMs);
  assert.ok(Math.abs(sum(all) + otherMs - stepMs) < 1e-9);
  assert.equal(seen.rows.length, ops.length + 1);
  assert.ok(seen.claim.includes(`${small(stepMs)} ms`), seen.claim);
  assert.ok(seen.same, 'the model is as it was');
};
