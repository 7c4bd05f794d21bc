// SPDX-License-Identifier: MIT
// Samples, the distribution behind a token, and the reader's own prompt.
import assert from 'node:assert/strict';
import { stages } from '../../../web/draw/sampling.js';
import { inPage, press, until } from '../support/page-queries.js';
import { softmax, sum, visible } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const samples = {};

const share = (/** @type {number} */ x) =>
  new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 }).format(
    x,
  );

samples['samples share prompt and seed, and the newest is the current model’s'] =
  async (page) => {
    const seen = await inPage(page, async ({ app, deep, session, show, until }) => {
      await show('gf-samples');
      await until(
        'a sample',
        () => app.store.state.latestSample?.step === session.steps,
      );
      const { samples: ladder, latestSample: live } = app.store.state;
      const asked = { prompt: live.prompt, chars: 120, temperature: 0.8, seed: 1 };
      return {
        ladder: ladder.map((/** @type {any} */ r) => [r.step, r.prompt, r.marker]),
        live: live.text,
        shown: deep('gf-samples li .text').textContent.trim(),
        fresh: (await session.sample(asked)).text,
        prompt: live.prompt,
        passed: session.history.valLoss.some(
          (/** @type {number} */ x) => x < session.info.baselines.unigram,
        ),
      };
    });
    assert.equal(seen.live, seen.fresh);
    assert.equal(seen.shown, (seen.prompt + seen.fresh).trim());
    assert.equal(seen.ladder[0][0], 0);
    for (const [, prompt] of seen.ladder) assert.equal(prompt, seen.prompt);
    const steps = seen.ladder.map((/** @type {any} */ [step]) => step);
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    const markers = seen.ladder.map((/** @type {any} */ r) => r[2]).filter(Boolean);
    assert.equal(markers.includes('unigram'), seen.passed);
  };

/** Clicks the fourth character of the newest rung where it stands. @param {Page} page */
async function clickFourth(page) {
  const [x, y] = await inPage(page, async ({ deep, settled, until }) => {
    await until('asked', () => deep('gf-samples gf-drawn-from table'));
    const spans = [...deep('gf-samples li .text').querySelectorAll('[data-from]')];
    const span = spans.findLast((s) => Number(s.dataset.from) <= 3);
    const node = /** @type {Text} */ (
      [...span.childNodes].find((n) => n instanceof Text)
    );
    span.scrollIntoView({ block: 'center' });
    await settled();
    const range = document.createRange();
    range.setStart(node, 3 - Number(span.dataset.from));
    range.setEnd(node, 4 - Number(span.dataset.from));
    const { left, top, width, height } = range.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  await page.mouse.click(x, y);
}

/** Shares by definition, one stage after the other, at 1.3, 5 and 0.7.
 * @param {number[]} logits */
function reference(logits) {
  const hot = softmax(logits, 1.3);
  const order = hot.map((_, n) => n).sort((a, b) => hot[b] - hot[a]);
  const five = order.slice(0, 5);
  const mass = sum(five.map((n) => hot[n]));
  const cut = hot.map((p, n) => (five.includes(n) ? p / mass : 0));
  let kept = 0;
  for (let sum = 0; sum < 0.7; kept++) sum += cut[five[kept]];
  const nucleus = five.slice(0, kept);
  const rest = sum(nucleus.map((n) => cut[n]));
  const last = cut.map((p, n) => (nucleus.includes(n) ? p / rest : 0));
  return [softmax(logits), hot, cut, last];
}

samples['a token of a sample shows the distribution it was drawn from'] = async (
  page,
) => {
  await inPage(page, async ({ app, show }) => {
    app.selection.setSampler({ temperature: 1.3, topK: 5, topP: 0.7 });
    await show('gf-samples');
  });
  await press(page, 'gf-samples li button.plain', 'Enter');
  await clickFourth(page);
  const seen = await inPage(
    page,
    async ({ app, deep, rows, session, until, words }) => {
      await until('the fourth', () => deep('gf-samples gf-drawn-from').n === 3);
      const { latestSample: live, sampler } = app.store.state;
      const context = live.prompt + live.pieces.slice(0, 3).join('');
      const look = await session.runWithCache({ text: context });
      const V = session.info.vocabulary.length;
      return {
        sampler,
        logits: look.logits.slice((look.n - 1) * V),
        vocabulary: session.info.vocabulary,
        drawn: live.pieces[3],
        context,
        rows: rows(deep('gf-samples gf-drawn-from .guesses')),
        truth: words(deep('gf-samples gf-drawn-from .truth th')),
      };
    },
  );
  const { logits, vocabulary } = seen;
  const want = reference(logits);
  stages(logits, seen.sampler).forEach((p, k) =>
    p.forEach((x, n) => assert.ok(Math.abs(x - want[k][n]) < 1e-9)),
  );
  for (const [name, ...cells] of seen.rows.slice(0, -1)) {
    const character = name.replace(/ \(.*\)$/, '').trim();
    const n = vocabulary.map(visible).indexOf(character);
    const wanted = want.map((p) => share(p[n]));
    assert.deepEqual(cells, wanted, character);
  }
  assert.ok(seen.truth.startsWith(visible(seen.drawn)));

  const line = await inPage(page, ({ state }) => state.line);
  await press(page, 'gf-samples gf-drawn-from #inside', 'Enter');
  const inside = await inPage(
    page,
    async ({ app, until }, line) => {
      await until('the line', () => app.store.state.line === line);
      return app.store.state.pin;
    },
    (seen.context + seen.drawn).slice(-40),
  );
  assert.deepEqual(inside, { i: seen.context.length - 1, j: null });
  await inPage(page, ({ app }, line) => app.selection.setLine(line), line);
  await press(page, 'gf-samples li button.plain', 'Enter');
};

samples['a prompt is typed, and its completion is the engine’s sample'] = async (
  page,
) => {
  await inPage(page, async ({ app, show }) => {
    app.selection.setSampler({
      temperature: 1,
      topK: 0,
      topP: 1,
      greedy: true,
      chars: 40,
    });
    await show('gf-write');
  });
  await press(page, 'gf-write #prompt', 'Control+a');
  await page.keyboard.type('the fox');
  await press(page, 'gf-write #write', 'Enter');
  await until(
    page,
    "state.completion && !state.completion.busy && state.completion.prompt === 'the fox'",
  );
  const seen = await inPage(page, async ({ deep, session, settled }) => {
    await settled();
    const asked = { prompt: 'the fox', chars: 40, greedy: true };
    return {
      shown: deep('gf-write #draft').textContent.trim(),
      fresh: (await session.sample(asked)).text,
    };
  });
  assert.equal(seen.shown, `the fox${seen.fresh}`.trim());
};
