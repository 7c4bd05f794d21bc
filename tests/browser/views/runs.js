// SPDX-License-Identifier: MIT
// Going back in time and comparing runs: what is drawn is the engine's tensor at that
// step, and a twin is the same model.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { distance, ink, two, weightShade } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @param {Page} page */
async function goesBackByKeys(page) {
  await press(page, 'gf-snapshots #time', 'Home', 'ArrowRight', 'ArrowRight');
  await until(
    page,
    'state.viewedSnapshot && state.activations?.step === state.viewedSnapshot.step',
  );
  const seen = await inPage(page, async ({ cells, deep, session, settled, show, state }) => {
    await show('gf-heads');
    const { step } = state.viewedSnapshot;
    const look = await session.at(step).runWithCache({ text: state.line, attention: true });
    await settled();
    return {
      n: look.n, T: look.T, step,
      steps: session.steps,
      at: state.snapshots[2].step,
      attention: look.attention,
      tile: cells(deep('gf-heads .tile canvas'), look.n, look.n),
      said: deep('gf-snapshots #said').textContent,
      where: deep('gf-snapshots .where').textContent,
    };
  }); // prettier-ignore
  assert.equal(seen.step, seen.at);
  assert.ok(seen.step > 0 && seen.step < seen.steps);
  assert.ok(seen.said.includes(`step ${seen.step}`), seen.said);
  assert.ok(seen.where.includes(seen.step), seen.where);
  for (let i = 0; i < seen.n; i++) {
    for (let j = 0; j <= i; j++) {
      const weight = seen.attention[i * seen.T + j];
      const where = `row ${i}, column ${j}: ${weight}`;
      assert.equal(seen.tile[i * seen.n + j], weightShade(weight), where);
    }
  }
}

/** Scores and answers are of the same model. @param {Page} page */
async function saysWhatItWas(page) {
  const seen = await inPage(page, async ({ answered, app, deep, rows, session, show, state, until }) => {
    app.selection.select({ pin: { i: 5, j: null } });
    await show('gf-lens');
    const lens = await answered('lens', state.line);
    await until('scores', () => app.store.state.viewedHeadReport);
    const past = session.at(state.viewedSnapshot.step);
    const tick = await past.headReport();
      await show('gf-heads');
    return {
      lens,
      again: await past.lens({ text: state.line }),
      scores: tick.heads.map((/** @type {any} */ h) => h.claim.score),
      rows: rows(deep('gf-heads #scores')),
    };
  }); // prettier-ignore
  assert.deepEqual(seen.lens, seen.again);
  seen.scores.forEach((/** @type {number} */ score, /** @type {number} */ n) =>
    assert.equal(seen.rows[n][2], two(score)),
  );
  await switchesInThePast(page);
  await press(page, 'gf-snapshots #return', 'Enter');
  await until(
    page,
    '!state.viewedSnapshot && state.activations?.step === state.session.steps',
  );
}

/** Scores, and what hangs on the heads, are of those that are on, and asked for once.
 * @param {Page} page */
async function switchesInThePast(page) {
  const [first, without, again] = await inPage(page, async ({ app, session, state, until }) => {
    const eye = state.viewedSnapshot.session;
    const ask = eye.headReport.bind(eye);
    let count = 0;
    eye.headReport = (/** @type {any} */ options) => {
      count++;
      return ask(options);
    };
    const told = (/** @type {any} */ { heads, importance }) => ({
      scores: heads.map((/** @type {any} */ head) => head.scores), importance,
    });
    const turns = [];
    await until('what hangs on heads', () => app.store.state.viewedHeadReport?.importance);
    for (let turn = 0; turn < 3; turn++) {
      const before = app.store.state.viewedHeadReport;
      if (turn > 0) await app.queries.toggleHead(0, 0);
      await until('the heads that are on', () => {
        const { viewedHeadReport: pastTick } = app.store.state;
        return pastTick.importance && (turn === 0 || pastTick !== before);
      });
      const asked = count;
      const fresh = await session.at(state.viewedSnapshot.step).headReport({ importance: true });
      turns.push({ asked, shown: told(app.store.state.viewedHeadReport), fresh: told(fresh) });
    }
    return turns;
  }); // prettier-ignore
  for (const { shown, fresh } of [first, without, again])
    assert.deepEqual(shown, fresh);
  assert.notDeepEqual(without.shown, first.shown);
  assert.deepEqual(again.shown, first.shown);
  assert.deepEqual([first.asked, without.asked, again.asked], [0, 2, 2]);
}

/** @param {Page} page */
async function twinsByKeys(page) {
  await inPage(page, ({ show }) => show('gf-compare'));
  const steps = await inPage(page, ({ session }) => session.steps);
  await press(page, 'gf-compare #twin', 'Enter');
  await until(
    page,
    `state.comparedRuns.length === 2 && state.comparedRuns[1].points.some((p) => p.step === ${steps})`,
  );
  const seen = await inPage(page, async ({ deep, session, show, state, until }) => {
    await show('gf-compare');
    await until('twins', () => deep('gf-compare .twins'));
    const { prompt, points } = state.comparedRuns[1];
    const [first] = state.comparedRuns;
    const asked = { prompt, chars: 120, seed: 1, temperature: 0.8 };
    const texts = deep('gf-compare .texts').querySelectorAll('.text');
    return {
      said: deep('gf-compare .twins').textContent,
      hash: await session.hash(),
      now: (await session.sample(asked)).text,
      prompt,
      texts: [...texts].map((text) => text.textContent.trimEnd()),
      points: [first.points, points],
      losses: [first.history.loss, session.history.loss],
    };
  });
  assert.equal(
    seen.said,
    `Run 1 and Run 2 are identical: at every step compared, up to ${steps}, all their weights ` +
      `are the same (SHA-256 ${seen.hash}).`,
  );
  assert.deepEqual(seen.points[0], seen.points[1]);
  assert.deepEqual(seen.losses[0], seen.losses[1]);
  const text = (seen.prompt.trim() + seen.now).trimEnd();
  assert.deepEqual(seen.texts, [text, text]);
}

/** At how many of 40 places along the curve's end the other run's dashes are to be seen.
 * @param {Page} page */
async function countDashes(page) {
  const pixels = await inPage(page, async ({ around, deep, session, show }) => {
    await show('gf-loss');
    const canvas = deep('gf-loss .chart canvas');
    const { plot } = deep('gf-loss');
    const { valStep, valLoss } = session.history;
    const mix = (/** @type {number[]} */ of, /** @type {number} */ share) =>
      (1 - share) * of[of.length - 2] + share * of[of.length - 1];
    return Array.from({ length: 40 }, (_, n) => (n + 0.5) / 40).map((share) =>
      around(canvas, plot.atX(mix(valStep, share)), plot.atY(mix(valLoss, share))),
    );
  });
  const other = ink('ink-2');
  return pixels.filter((/** @type {number[]} */ nine) =>
    nine.some((p) => distance(p, other) < 60),
  ).length;
}

/** The twin's curve lies under the dashes of the other run's. @param {Page} page */
async function drawsTheOtherRun(page) {
  const box = 'gf-compare #runs input[type=checkbox]';
  const shown = await countDashes(page);
  await press(page, box, ' ');
  const hidden = await countDashes(page);
  await press(page, box, ' ');
  // Dashes of 7 and gaps of 3.
  assert.ok(shown >= 15 && hidden === 0, `${shown} and ${hidden} of 40 places`);
}

/** @type {[string, (page: Page) => Promise<void>][]} */
export const runs = [
  ['the step gone back to by keys is drawn from its own weights', goesBackByKeys],
  ['scores and lens are of the step gone back to, until the return', saysWhatItWas],
  ['a twin made by keys has the same weights, losses and text', twinsByKeys],
  ['the other run’s curve is in the chart, and goes away by a key', drawsTheOtherRun],
];
