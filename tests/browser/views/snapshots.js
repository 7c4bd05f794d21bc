// SPDX-License-Identifier: MIT
// Snapshots: what is drawn is the engine's tensor at that step.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { two, weightShade } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const snapshots = {};

snapshots['a snapshot selected by keys is drawn from its own weights'] = async (
  page,
) => {
  await press(
    page,
    'gf-loss gf-loss-scrubber #scrubber',
    'Home',
    'ArrowRight',
    'ArrowRight',
  );
  await until(
    page,
    'state.viewedStep !== null && state.activations?.step === state.viewedStep',
  );
  const seen = await inPage(
    page,
    async ({ cells, deep, session, settled, show, state }) => {
      await show('gf-heads');
      const step = state.viewedStep;
      const look = await session
        .at(step)
        .runWithCache({ text: state.line, attention: true });
      await settled();
      return {
        n: look.n,
        T: look.T,
        step,
        steps: session.steps,
        at: state.snapshots[2],
        attention: look.attention,
        tile: cells(deep('gf-heads [data-layer="0"] canvas'), look.n, look.n),
        said: deep('gf-loss .claim').textContent,
        where: deep('gf-loss gf-loss-scrubber .viewed').textContent,
      };
    },
  );
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
};

/** Scores and answers are of the same model. */
snapshots['scores and logit lens are those of the snapshot until the return'] = async (
  page,
) => {
  const seen = await inPage(
    page,
    async ({ answered, app, deep, element, rows, session, show, state, until }) => {
      app.selection.select({ pin: { i: 5, j: null } });
      await show('gf-lens');
      const lens = await answered('lens', state.line);
      await until('scores', () => element.viewState.headReport);
      const past = session.at(state.viewedStep);
      const tick = await past.headReport();
      await show('gf-heads');
      return {
        lens,
        again: await past.lens({ text: state.line }),
        scores: tick.heads.map((/** @type {any} */ h) => h.claim.score),
        rows: rows(deep('gf-heads #scores')),
      };
    },
  );
  assert.deepEqual(seen.lens, seen.again);
  seen.scores.forEach((/** @type {number} */ score, /** @type {number} */ n) =>
    assert.equal(seen.rows[n][2], two(score)),
  );
  await switchesInThePast(page);
  await press(page, 'gf-loss #return', 'Enter');
  await until(
    page,
    'state.viewedStep === null && state.activations?.step === session.steps',
  );
};

/** Scores, and what hangs on the heads, are of those that are on, and asked for once.
 * @param {Page} page */
async function switchesInThePast(page) {
  const [first, without, again] = await inPage(
    page,
    async ({ app, element, session, state, until }) => {
      const { viewedStep } = state;
      const at = session.at.bind(session);
      let count = 0;
      session.at = (/** @type {number} */ step) => {
        const past = at(step);
        const ask = past.headReport.bind(past);
        past.headReport = (/** @type {any} */ options) => {
          if (!options?.importance) count++;
          return ask(options);
        };
        return past;
      };
      app.snapshots.go(null);
      app.snapshots.go(viewedStep);
      const told = (/** @type {any} */ { heads }) =>
        heads.map((/** @type {any} */ head) => head.scores);
      const turns = [];
      await until('scores', () => element.viewState.headReport?.step === viewedStep);
      for (let turn = 0; turn < 3; turn++) {
        const before = element.viewState.headReport;
        if (turn > 0) await app.queries.toggleHead(0, 0);
        await until('the heads that are on', () => {
          const { headReport } = element.viewState;
          return headReport && (turn === 0 || headReport !== before);
        });
        const asked = count;
        const fresh = await at(viewedStep).headReport();
        turns.push({
          asked,
          shown: told(element.viewState.headReport),
          fresh: told(fresh),
        });
      }
      session.at = at;
      return turns;
    },
  );
  for (const { shown, fresh } of [first, without, again])
    assert.deepEqual(shown, fresh);
  assert.notDeepEqual(without.shown, first.shown);
  assert.deepEqual(again.shown, first.shown);
  assert.deepEqual([without.asked - first.asked, again.asked - first.asked], [1, 1]);
}
