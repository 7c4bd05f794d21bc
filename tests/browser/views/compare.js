// SPDX-License-Identifier: MIT
// Comparing runs: a twin is the same model, and its curve stands beside the other.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { distance, ink } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const compare = {};

compare['a twin started by keys has the same weights, losses and text'] = async (
  page,
) => {
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
    const texts = deep('gf-compare .pair').querySelectorAll('.text');
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
};

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

/** The twin's curve lies under the dashes of the other run's. */
compare['the curve of the other run is drawn, and hidden by a key'] = async (page) => {
  const box = 'gf-compare #runs input[type=checkbox]';
  const shown = await countDashes(page);
  await press(page, box, ' ');
  const hidden = await countDashes(page);
  await press(page, box, ' ');
  // Dashes of 7 and gaps of 3.
  assert.ok(shown >= 15 && hidden === 0, `${shown} and ${hidden} of 40 places`);
};
