// SPDX-License-Identifier: MIT
// The loss chart: its curves are drawn where the run's numbers put them.
import assert from 'node:assert/strict';
import { smooth } from '../../../../web/draw/series.js';
import { events } from '../../../../web/run/milestones.js';
import { inPage, press } from '../../support/page-queries.js';
import { distance, ink, two } from '../../support/trained.js';
import { stepsShown } from '../../../../web/views/loss/chart.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const loss = {};

/** Room round the lines, CSS pixels, and above and below them, nats. */
const [SIDE, ABOVE, BELOW, HEADROOM] = [54, 8, 44, 0.15];
/** Half the height of the mark of an event. */
const DIAMOND = 6;
/** Of the running mean, of the validation loss and of the dashes. */
const [MEAN, HELD, DASH] = [ink('accent'), ink('held'), ink('line-strong')];

/** Whether the curve of the validation loss runs through. @param {number[]} around pixels */
const inked = (around) => around.some((p) => distance(p, HELD) < 60);

/** Where steps and losses lie on the canvas, worked out from the numbers alone.
 * @param {any} seen @param {(x: number) => number} [scale] of the steps @param {number} [zero] */
function places(
  { history, baselines, planned, width, height, ratio },
  scale = (x) => x,
  zero = 0,
) {
  const all = [...history.loss, ...history.valLoss];
  const top = Math.max(baselines.uniform, ...all) + HEADROOM;
  const low = Math.min(baselines.trigram, ...all) - HEADROOM;
  const right = stepsShown(history.step.at(-1), planned);
  const [a, b] = [scale(zero), scale(right)];
  const [w, h] = [width - 2 * SIDE * ratio, height - (ABOVE + BELOW) * ratio];
  return {
    x: (/** @type {number} */ step) =>
      SIDE * ratio + ((scale(Math.max(zero, step)) - a) / (b - a)) * w,
    y: (/** @type {number} */ nats) =>
      ABOVE * ratio + (1 - (nats - low) / (top - low)) * h,
  };
}

/** @param {Page} page */
const readChart = (page) =>
  inPage(page, async ({ deep, session, show, state }) => {
    await show('gf-loss');
    const { width, height } = deep('gf-loss .chart canvas');
    const { history, info } = session;
    const { baselines } = info;
    const { headHistory: ticks } = state.measurements;
    const planned = info.config.max_steps;
    const ratio = devicePixelRatio;
    return { history, baselines, planned, ticks, width, height, ratio };
  });

/** @param {Page} page @param {number[][]} at @returns {Promise<number[][]>} nine pixels each */
const pixelsAround = (page, at) =>
  inPage(
    page,
    ({ around, deep }, at) => {
      const canvas = deep('gf-loss .chart canvas');
      return at.map((/** @type {[number, number]} */ [x, y]) => around(canvas, x, y));
    },
    at,
  );

/**
 * Points of the held-out loss, or the outlines of the diamonds that lie over them.
 * @param {Page} page @param {any} seen @param {ReturnType<typeof places>} place
 */
async function checkHeldOut(page, seen, place) {
  const { valStep, valLoss } = seen.history;
  assert.ok(valStep.length >= 3);
  const named = events(seen.history, seen.baselines, seen.ticks);
  assert.ok(named.length > 0);
  const covered = (/** @type {number} */ x) =>
    named.find(({ step }) => Math.abs(place.x(step) - x) < DIAMOND * seen.ratio);
  const points = valStep.map((/** @type {number} */ step, /** @type {number} */ n) => {
    const over = covered(place.x(step));
    return over
      ? [place.x(over.step), place.y(over.loss) - DIAMOND * seen.ratio]
      : [place.x(step), place.y(valLoss[n])];
  });
  const found = await pixelsAround(page, points);
  found.forEach((pixels, n) => assert.ok(inked(pixels), `step ${valStep[n]}`));
}

loss['losses and baselines are drawn where their numbers are'] = async (page) => {
  const seen = await readChart(page);
  const place = places(seen);
  await checkHeldOut(page, seen, place);
  const { step, loss } = seen.history;
  const mean = smooth(loss, step);
  const curve = await pixelsAround(
    page,
    step.map((/** @type {number} */ s, /** @type {number} */ n) => [
      place.x(s),
      place.y(mean[n]),
    ]),
  );
  const on = curve.filter((pixels) =>
    pixels.some((p) => distance(p, MEAN) < 100 || inked([p])),
  );
  assert.ok(on.length > 0.9 * step.length, `${on.length} of ${step.length}`);
  // A dashed line for what counting pairs reaches: ink within a period of the dashes.
  for (const kind of ['uniform', 'unigram', 'bigram', 'trigram']) {
    const y = place.y(seen.baselines[kind]);
    const middle = seen.width / 2;
    const dashes = await pixelsAround(
      page,
      Array.from({ length: 5 }, (_, n) => [middle + 3 * n, y]),
    );
    const ink = dashes.filter((pixels) => pixels.some((p) => distance(p, DASH) < 60));
    assert.ok(ink.length > 0, `${kind} at ${y}`);
  }
};

loss['events are drawn at their steps'] = async (page) => {
  const seen = await readChart(page);
  // Which they are: tests/web/run/milestones.test.js.
  const all = events(seen.history, seen.baselines, seen.ticks);
  assert.ok(all.length > 0);
  const listed = await inPage(page, ({ deep }) =>
    [...deep('gf-loss gf-loss-events ol').children].reverse().map((item) => ({
      says: item.textContent,
      step: Number(item.querySelector('button')?.dataset.step),
    })),
  );
  assert.deepEqual(
    listed.map((/** @type {any} */ { step }) => step),
    all.map(({ step }) => step),
  );
  all.forEach(({ step }, n) =>
    assert.match(listed[n].says, new RegExp(`\\b${step}\\b`)),
  );
  // Two that share a place hide each other; of the last drawn both corners show.
  const place = places(seen);
  const r = DIAMOND * seen.ratio;
  const found = await pixelsAround(
    page,
    all.flatMap(({ step, loss }) => {
      const [x, y] = [place.x(step), place.y(loss)];
      return [
        [x, y - r],
        [x - r, y],
        [x + r, y],
      ];
    }),
  );
  found.forEach((pixels, n) =>
    assert.ok(inked(pixels), `${n % 3} of ${all[Math.floor(n / 3)].step}`),
  );
};

loss['in bits, the axis shows nats / ln 2'] = async (page) => {
  const drawn = await inPage(page, async ({ deep, settled, show }) => {
    await show('gf-loss');
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    const box = deep('gf-loss #bits');
    const seen = /** @type {any[]} */ ([]);
    prototype.fillText = function (text, x, y) {
      const own = this.canvas === deep('gf-loss .chart canvas');
      if (own) seen.push({ text, x, y });
      return fillText.call(this, text, x, y);
    };
    try {
      box.focus();
      box.click();
      await settled();
    } finally {
      prototype.fillText = fillText;
    }
    return seen;
  });
  const seen = await readChart(page);
  const { y } = places(seen);
  const marks = drawn.filter(
    (/** @type {any} */ at) => at.x > 0 && at.x < SIDE * seen.ratio,
  );
  assert.ok(marks.length >= 3, JSON.stringify(drawn));
  for (const mark of marks) {
    const at = y(Number(mark.text) * Math.LN2);
    assert.ok(Math.abs(at - mark.y) < 0.5, `${mark.text} bits at ${mark.y}, not ${at}`);
  }
  // Beside the dashes too.
  for (const kind of ['uniform', 'unigram', 'bigram']) {
    const bits = two(seen.baselines[kind] / Math.LN2);
    assert.ok(
      drawn.some((/** @type {any} */ { text }) => text.endsWith(` ${bits}`)),
      `${kind}: ${bits}`,
    );
  }
  await press(page, 'gf-loss #bits', ' ');
};

loss['the scale of the loss changes and its table opens by keys'] = async (page) => {
  await press(page, 'gf-loss #log-x', ' ');
  const seen = await readChart(page);
  await checkHeldOut(page, seen, places(seen, Math.log, 0.5));
  await press(page, 'gf-loss #log-x', ' ');
  await press(page, 'gf-loss details summary', 'Enter');
  const rows = await inPage(page, async ({ deep, rows, until }) => {
    await until('a table', () => deep('gf-loss details table'));
    return rows(deep('gf-loss details table'));
  });
  const { valStep, valLoss } = seen.history;
  assert.deepEqual(
    rows.map((/** @type {string[]} */ row) => row.slice(0, 2)),
    valStep.map((/** @type {number} */ step, /** @type {number} */ n) => [
      String(step),
      two(valLoss[n]),
    ]),
  );
  await page.keyboard.press('Enter');
};
