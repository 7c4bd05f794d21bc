// SPDX-License-Identifier: MIT
// The ladder of samples and the hood in a real Chromium: every number shown follows from
// the model's tensors, as computed here, and each part is worked by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stages } from '../../web/draw/guess.js';
import { BINS, binX, ridgeAt } from '../../web/draw/ridge.js';
import { openSite } from './harness.js';
import { cellColours, distance, inPage, openTrained, shade } from './trained.js';

/** @typedef {import('./trained.js').Page} Page */

const ACCENT = 0xff606b0a;

/** @type {import('./trained.js').Site} */ let site;
/** @type {Page} */ let page;
before(async () => {
  site = await openSite();
  page = await openTrained(site);
});
after(() => site.close());

/** Spread of numbers around their mean. @param {number[]} x */
function deviation(x) {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  return Math.sqrt(x.reduce((sum, a) => sum + (a - mean) ** 2, 0) / x.length);
}

/** Three digits, as the page writes them. */
const small = (/** @type {number} */ x) =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(x);
const share = (/** @type {number} */ x) =>
  new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 }).format(
    x,
  );

/** Opens the hood and one part of it by keyboard alone. @param {string} id */
async function openPart(id) {
  const focus = (/** @type {string} */ name) =>
    inPage(
      page,
      async ({ deep, until }, name) => {
        deep('gf-hood').scrollIntoView();
        await until(name, () => deep(`gf-hood #${name} summary`));
        deep(`gf-hood #${name} summary`).focus();
        return deep(`gf-hood #${name}`).open;
      },
      name,
    );
  for (const name of ['hood', id]) {
    if (!(await focus(name))) await page.keyboard.press('Enter');
  }
  await inPage(
    page,
    async ({ deep, until }, id) => {
      await until('open', () => deep(`gf-hood #${id}`)?.children.length > 1);
      deep(`gf-hood #${id}`).children[1].scrollIntoView({ block: 'center' });
    },
    id,
  );
}

/** Puts the focus on something of a part and presses Enter. @param {string} path */
async function press(path) {
  await inPage(page, ({ deep }, path) => deep(path).focus(), path);
  await page.keyboard.press('Enter');
}

// -------------------------------------------------------------------- ladder

test('rungs have one beginning and one seed, and the newest is the model of now', async () => {
  const seen = await inPage(page, async ({ app, session, until }) => {
    await until('a sample', () => app.store.state.live?.step === session.steps);
    const { ladder, live } = app.store.state;
    const fresh = await session.sample({
      prompt: live.prompt,
      chars: 120,
      temperature: 0.8,
      seed: 1,
    });
    return {
      ladder: ladder.map((/** @type {any} */ r) => [r.step, r.prompt, r.marker]),
      live: live.text,
      fresh: fresh.text,
      prompt: live.prompt,
      events: session.history.valLoss.filter(
        (/** @type {number} */ x) => x < session.info.baselines.unigram,
      ).length,
    };
  });
  assert.equal(seen.live, seen.fresh);
  assert.equal(seen.ladder[0][0], 0);
  for (const [, prompt] of seen.ladder) assert.equal(prompt, seen.prompt);
  const steps = seen.ladder.map((/** @type {any} */ [step]) => step);
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  const markers = seen.ladder.map((/** @type {any} */ r) => r[2]).filter(Boolean);
  assert.equal(markers.includes('unigram'), seen.events > 0);
});

test('a character of a sample tells what it was drawn from, stage by stage', async () => {
  await inPage(page, ({ app, deep }) => {
    app.setSampler({ temperature: 1.3, topK: 5, topP: 0.7 });
    deep('gf-ladder').scrollIntoView();
    deep('gf-ladder li button.plain').focus();
  });
  await page.keyboard.press('Enter');
  // The fourth character, by a click where its pixels are.
  const place = await inPage(page, async ({ deep, until }) => {
    await until('asked', () => deep('gf-ladder gf-drawn table'));
    const spans = [...deep('gf-ladder li .text').querySelectorAll('[data-from]')];
    const span = spans.findLast((s) => Number(s.dataset.from) <= 3);
    const node = /** @type {Text} */ (
      [...span.childNodes].find((n) => n instanceof Text)
    );
    const range = document.createRange();
    range.setStart(node, 3 - Number(span.dataset.from));
    range.setEnd(node, 4 - Number(span.dataset.from));
    span.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = range.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  await page.mouse.click(place[0], place[1]);
  const seen = await inPage(page, async ({ app, deep, rows, session, until }) => {
    await until('the fourth', () => deep('gf-ladder gf-drawn').n === 3);
    const { live, sampler } = app.store.state;
    const context = live.prompt + live.pieces.slice(0, 3).join('');
    const look = await session.inspect({ text: context });
    const V = session.info.vocabulary.length;
    return {
      sampler,
      V,
      logits: Array.from(look.logits.slice((look.n - 1) * V)),
      vocabulary: session.info.vocabulary,
      drawn: live.pieces[3],
      context,
      rows: rows(deep('gf-ladder gf-drawn .guesses')),
      truth: deep('gf-ladder gf-drawn .truth th').textContent.trim(),
    };
  });
  // The reference: shares by definition, one stage after the other.
  const { V, vocabulary } = seen;
  /** @type {number[]} */ const logits = seen.logits;
  const soft = (/** @type {number} */ t) => {
    const e = logits.map((/** @type {number} */ z) => Math.exp(z / t));
    const total = e.reduce(
      (/** @type {number} */ a, /** @type {number} */ b) => a + b,
      0,
    );
    return e.map((/** @type {number} */ x) => x / total);
  };
  const hot = soft(1.3);
  const order = hot.map((_, n) => n).sort((a, b) => hot[b] - hot[a]);
  const five = order.slice(0, 5);
  const mass = five.reduce((sum, n) => sum + hot[n], 0);
  const cut = hot.map((p, n) => (five.includes(n) ? p / mass : 0));
  let kept = 0;
  for (let sum = 0; sum < 0.7; kept++) sum += cut[five[kept]];
  const nucleus = five.slice(0, kept);
  const rest = nucleus.reduce((sum, n) => sum + cut[n], 0);
  const last = cut.map((p, n) => (nucleus.includes(n) ? p / rest : 0));
  const want = [soft(1), hot, cut, last];
  stages(logits, seen.sampler).forEach((p, k) =>
    p.forEach((x, n) => assert.ok(Math.abs(x - want[k][n]) < 1e-9)),
  );
  for (const [name, ...cells] of seen.rows.slice(0, -1)) {
    const character = name.replace(/ \(the one that came\)/, '').trim();
    const n = vocabulary.findIndex(
      (/** @type {string} */ c) => c.replace(' ', '␣').replace('\n', '⏎') === character,
    );
    assert.deepEqual(
      cells,
      want.map((p) => share(p[n])),
      character,
    );
  }
  assert.ok(seen.truth.startsWith(seen.drawn.replace(' ', '␣').replace('\n', '⏎')));
  assert.equal(V, vocabulary.length);

  await press('gf-ladder gf-drawn #inside');
  const inside = await inPage(
    page,
    async ({ app, until }, line) => {
      await until('the line', () => app.store.state.line === line);
      return app.store.state.pin;
    },
    (seen.context + seen.drawn).slice(-40),
  );
  assert.deepEqual(inside, { i: seen.context.length - 1, j: null });
});

// ---------------------------------------------------------------------- hood

test('the hood is closed at first, and asks nothing of the model until it is open', async () => {
  const asked = await inPage(page, ({ app, deep }) => ({
    open: deep('gf-hood #hood').open,
    answers: Object.keys(app.store.state.answers),
    deep: app.store.state.deep,
  }));
  assert.equal(asked.open, false);
  for (const name of ['health', 'gradients', 'neurons']) {
    assert.ok(!asked.answers.includes(name), name);
  }
  assert.equal(asked.deep, false);
});

test('steps beside weights are those of the step just made, and lines stand there', async () => {
  await openPart('updates');
  const name = 'transformer.h.1.mlp.c_fc.weight';
  const seen = await inPage(page, async ({ app, deep, pixels, rows, session, tensor, until }, name) => {
    await until('measured', () => deep('gf-hood gf-updates #claim'));
    app.store.set({ weight: { parameter: name, index: 0 } });
    const [before] = await tensor(name);
    await app.stepOnce();
    const [after] = await tensor(name);
    await until('measured again', () => app.store.state.courses.health.at(-1)?.step === session.steps);
    deep('gf-hood gf-updates details').open = true;
    await new Promise((done) => setTimeout(done, 200));
    const plot = deep('gf-hood gf-updates #ratios').plot;
    const norm = deep('gf-hood gf-updates #norm').plot;
    const { step, gradNorm } = session.history;
    const course = app.store.state.courses.health;
    const known = course.map((/** @type {any} */ c) =>
      c.value.parameters.find((/** @type {any} */ p) => p.name === name).update);
    return {
      before, after,
      rows: rows(deep('gf-hood gf-updates #table')),
      points: known.map((/** @type {number} */ y, /** @type {number} */ n) =>
        [plot.atX(course[n].step), plot.atY(y)]),
      guide: plot.atY(-3),
      box: plot.box,
      picture: pixels(deep('gf-hood gf-updates #ratios .chart canvas')),
      norms: gradNorm.map((/** @type {number} */ y, /** @type {number} */ n) =>
        [norm.atX(step[n]), norm.atY(y)]),
      normPicture: pixels(deep('gf-hood gf-updates #norm .chart canvas')),
      over: gradNorm.filter((/** @type {number} */ x) => x > 1).length / gradNorm.length,
      normClaim: deep('gf-hood gf-updates #norm-claim').textContent,
    };
  }, name); // prettier-ignore
  const change = seen.after.map(
    (/** @type {number} */ x, /** @type {number} */ n) => x - seen.before[n],
  );
  const want = Math.log10(deviation(change) / deviation(seen.before));
  const row = seen.rows.find((/** @type {string[]} */ r) => r[0] === name);
  // The weights' own rounding blurs their difference.
  assert.ok(
    Math.abs(Number(row[1].replace('−', '-')) - want) < 0.011,
    `${row[1]}, ${want}`,
  );
  assert.equal(row[2], small(deviation(seen.after)));
  const inked = (/** @type {any} */ picture, /** @type {number[]} */ at) => {
    const near = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].map(
        (dx) =>
          picture.data[
            (Math.round(at[1]) + dy) * picture.width + Math.round(at[0]) + dx
          ],
      ),
    );
    return near.some((p) => distance(p, ACCENT) < 60);
  };
  assert.ok(inked(seen.picture, seen.points.at(-1)), 'the line of the chosen tensor');
  const on = seen.norms.filter((/** @type {number[]} */ at) =>
    inked(seen.normPicture, at),
  );
  assert.ok(
    on.length > 0.95 * seen.norms.length,
    `${on.length} of ${seen.norms.length}`,
  );
  assert.ok(
    seen.normClaim.includes(`in ${Math.round(100 * seen.over)}%`),
    seen.normClaim,
  );
});

test('the ridge in front is the histogram of the tensor chosen', async () => {
  await openPart('histograms');
  const seen = await inPage(
    page,
    async ({ app, deep, pixels, tensor, until, session }) => {
      const name = 'transformer.h.0.attn.c_proj.weight';
      app.store.set({ weight: { parameter: name, index: 0 } });
      await until(
        'now',
        () => app.store.state.courses.health.at(-1)?.step === session.steps,
      );
      await until('drawn', () => deep('gf-hood gf-histograms canvas'));
      await new Promise((done) => setTimeout(done, 300));
      return {
        weights: (await tensor(name))[0],
        count: Math.min(14, app.store.state.courses.health.length),
        all: app.store.state.courses.health.map((/** @type {any} */ c) => {
          const n = c.value.parameters.findIndex(
            (/** @type {any} */ p) => p.name === name,
          );
          return [...c.value.weights.data.slice(n * 64, n * 64 + 64)];
        }),
        picture: pixels(deep('gf-hood gf-histograms canvas')),
      };
    },
  );
  const counts = new Array(BINS).fill(0);
  for (const w of seen.weights) {
    if (w !== 0) counts[Math.floor(2 * (Math.log2(Math.abs(w)) + 26))]++;
  }
  const { picture } = seen;
  const most = Math.max(...seen.all.flat());
  const { base, rise } = ridgeAt(
    seen.count - 1,
    seen.count,
    picture.height / picture.ratio,
  );
  let checked = 0;
  counts.forEach((n, b) => {
    if (n < 0.05 * most) return;
    const width = picture.width / picture.ratio;
    const middle = (binX(b, width) + binX(b + 1, width)) / 2;
    const y = base - (rise * n) / most;
    const near = [-1, 0, 1].map(
      (dy) =>
        picture.data[
          (Math.round(y * picture.ratio) + dy) * picture.width +
            Math.round(middle * picture.ratio)
        ],
    );
    assert.ok(
      near.some((p) => distance(p, ACCENT) < 90),
      `bin ${b}: ${n}`,
    );
    checked++;
  });
  assert.ok(checked >= 4, `${checked} bins`);
});

test('one update is held still, and does exactly what was said', async () => {
  await openPart('microscope');
  await inPage(page, ({ app }) =>
    app.store.set({
      weight: { parameter: 'transformer.h.1.attn.c_attn.weight', index: 50 },
    }),
  );
  await press('gf-hood gf-microscope #freeze');
  await inPage(page, ({ app, until }) => until('held', () => app.store.state.frozen));
  await press('gf-hood gf-microscope #make');
  const seen = await inPage(
    page,
    async ({ app, deep, rows, session, tensor, until }) => {
      await until('made', () => app.store.state.frozen?.after);
      await until('told', () =>
        /exactly that/.test(deep('gf-hood gf-microscope #claim')?.textContent ?? ''),
      );
      const { update, before, after } = app.store.state.frozen;
      const look = await session.inspect({ text: before.line });
      const V = after.logits.length;
      return {
        update: { ...update, batch: null, gradients: null },
        weight: (await tensor(update.parameter))[0][50],
        loss: session.history.loss.at(-1),
        norm: session.history.gradNorm.at(-1),
        config: session.info.config,
        sum: rows(deep('gf-hood gf-microscope #sum')),
        bars: rows(deep('gf-hood gf-microscope .guesses')),
        before: [...before.logits],
        after: [...after.logits],
        now: [...look.logits.slice(before.i * V, (before.i + 1) * V)],
        vocabulary: session.info.vocabulary,
        batch: [...deep('gf-hood gf-microscope #batch').children].map(
          (li) => li.textContent,
        ),
        text: app.store.state.text.text,
      };
    },
  );
  const { update: u } = seen;
  assert.equal(seen.weight, u.newWeight);
  assert.equal(seen.loss, u.loss);
  assert.equal(seen.norm, u.gradNorm);
  assert.deepEqual(seen.after, seen.now);
  assert.notDeepEqual(seen.before, seen.after);
  const b1 = Number(seen.config.beta1);
  assert.ok(
    Math.abs(b1 * u.m + (1 - b1) * u.clipped - u.newM) <
      1e-6 * Math.abs(u.newM) + 1e-12,
  );
  assert.deepEqual(
    seen.sum
      .map((/** @type {string[]} */ row) => row[3])
      .filter((/** @type {string} */ _, /** @type {number} */ n) => n !== 4 && n !== 5),
    [u.gradient, u.clipped, u.newM, u.newV, u.newWeight].map(small),
  );
  const pull = u.lr * u.decay * u.weight;
  assert.equal(seen.sum[5][3], small(pull));
  assert.equal(
    seen.sum[4][3],
    small(u.weight - pull - u.newWeight),
    'the step is what is left',
  );
  const soft = (/** @type {number[]} */ z) => {
    const total = z.reduce((sum, x) => sum + Math.exp(x), 0);
    return z.map((x) => Math.exp(x) / total);
  };
  const [p, q] = [soft(seen.before), soft(seen.after)];
  const best = p.indexOf(Math.max(...p));
  assert.deepEqual(seen.bars[0].slice(1), [share(p[best]), share(q[best])]);
  for (const piece of seen.batch) {
    const text = piece.replaceAll('␣', ' ').replaceAll('⏎', '\n');
    assert.ok(seen.text.includes(text), piece);
  }
});

test('cards of neurons show places where the unit is as active as they say', async () => {
  await inPage(page, ({ app }) => app.store.set({ layer: 0, unit: 6 }));
  await openPart('neurons');
  await press('gf-hood gf-neurons #next');
  const seen = await inPage(page, async ({ app, deep, rows, session, until }) => {
    await until('unit 8', () => app.store.state.answers.neurons?.value.neurons[0].neuron === 7);
    await until('told', () => /Unit 8/.test(deep('gf-hood gf-neurons #claim')?.textContent ?? ''));
    const { contexts } = app.store.state.answers.neurons.value.neurons[0];
    // A place in the first 17 characters of its line is shown whole: it can be run again.
    const whole = contexts.find((/** @type {any} */ c) => c.position <= 16);
    const name = 'transformer.h.0.mlp.c_fc';
    const run = whole && (await session.inspect({
      text: whole.before + whole.character, attention: false, logits: false, tensors: [name],
    }));
    const { data, shape } = run?.tensors[name] ?? {};
    return {
      rows: rows(deep('gf-hood gf-neurons .bar-table')),
      values: contexts.map((/** @type {any} */ c) => c.value),
      whole: whole?.value,
      again: data?.[(shape[0] - 1) * shape[1] + 7],
    };
  }); // prettier-ignore
  assert.equal(seen.rows.length, 8);
  assert.deepEqual(
    seen.rows.map((/** @type {string[]} */ r) => r[2]),
    seen.values.map(small),
  );
  assert.deepEqual(
    seen.values,
    [...seen.values].sort((a, b) => b - a),
  );
  if (seen.whole !== undefined) assert.ok(Math.abs(seen.whole - seen.again) < 1e-5);
});

test('loss by place and the distance from pairs come with the ticks while open', async () => {
  await openPart('places');
  const seen = await inPage(page, async ({ deep, rows, session, until }) => {
    await until(
      'measured',
      () => deep('gf-hood gf-places #claim') && deep('gf-hood gf-places #pairs-claim'),
    );
    deep('gf-hood gf-places details').open = true;
    const tick = await session.inspectHeads({ positions: true, pairs: true });
    await new Promise((done) => setTimeout(done, 200));
    return {
      loss: tick.loss,
      places: [...tick.positions.loss.data],
      pairs: tick.pairDistance,
      rows: rows(deep('gf-hood gf-places #table')),
      claim: deep('gf-hood gf-places #pairs-claim').textContent,
    };
  });
  const mean =
    seen.places.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) /
    40;
  assert.ok(Math.abs(mean - seen.loss) < 1e-5, 'all places count the same');
  seen.rows.forEach((/** @type {string[]} */ row, /** @type {number} */ i) =>
    assert.equal(row[1], seen.places[i].toFixed(2)),
  );
  assert.ok(seen.claim.includes(`${seen.pairs.toFixed(2)} nats`), seen.claim);
});

test('a changed character is followed through the layers', async () => {
  await inPage(page, async ({ app, until }) => {
    app.anotherLine(1);
    await until('the line', () => app.store.state.look.text === app.store.state.line);
    app.select({ pin: { i: 11, j: null } });
  });
  await openPart('patching');
  await press('gf-hood gf-patching #go');
  const seen = await inPage(page, async ({ app, deep, pixels, session, until }) => {
    await until('followed', () => deep('gf-hood gf-patching gf-cells .raster'));
    const { patch } = app.store.state;
    const V = session.info.vocabulary.length;
    const logit = async (/** @type {string} */ text) =>
      (await session.inspect({ text })).logits[patch.result.position * V + patch.result.token];
    const changed = patch.characters.with(11, patch.to).join('');
    const { rows, columns, data } = patch.result.effect;
    return {
      before: await logit(patch.line),
      after: await logit(changed),
      shown: patch.result,
      rows, columns, data: [...data],
      picture: pixels(deep('gf-hood gf-patching gf-cells .raster')),
    };
  }); // prettier-ignore
  const { data, rows, columns } = seen;
  // Two orders of the same additions in single precision.
  const near = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.abs(a - b) < 1e-4;
  assert.ok(
    near(seen.shown.logit, seen.before) && near(seen.shown.logitChanged, seen.after),
  );
  assert.ok(
    near(data[11], seen.after - seen.before),
    'the embedding carries all of it',
  );
  const end = (rows - 1) * columns + seen.shown.position;
  assert.ok(near(data[end], seen.after - seen.before), 'and so does the last row');
  const most = data.reduce(
    (/** @type {number} */ a, /** @type {number} */ x) => Math.max(a, Math.abs(x)),
    0,
  );
  assert.deepEqual(
    cellColours(seen.picture, rows, columns),
    data.map((/** @type {number} */ x) => shade(x, most)),
  );
});

test('the time of a step is the sum of its operations', async () => {
  await openPart('times');
  await press('gf-hood gf-times #measure');
  const seen = await inPage(page, async ({ app, deep, rows, session, until }) => {
    const hash = await session.hash();
    await until('measured', () => deep('gf-hood gf-times #claim'));
    return {
      times: app.store.state.times,
      rows: rows(deep('gf-hood gf-times table')),
      claim: deep('gf-hood gf-times #claim').textContent,
      same: hash === (await session.hash()),
    };
  });
  const { ops, otherMs, stepMs } = seen.times;
  const sum = ops.reduce(
    (/** @type {number} */ ms, /** @type {any} */ op) =>
      ms + op.forwardMs + op.backwardMs,
    otherMs,
  );
  assert.ok(Math.abs(sum - stepMs) < 1e-9);
  assert.equal(seen.rows.length, ops.length + 1);
  assert.ok(seen.claim.includes(`${small(stepMs)} ms`), seen.claim);
  assert.ok(seen.same, 'the model is as it was');
  page.assertQuiet();
});
