// SPDX-License-Identifier: MIT
// Time on the screen: nothing moves while a model trains, and while the reader looks back all
// of it is of the step looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxes, inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();

/** What keeps its place from before training on, whatever model is replaced. */
const SHELL = [
  'gf-run slot[name=places]',
  '.left',
  '.center gf-stage',
  '.right',
  'gf-inspector .strip',
];

/** What is there once there is a run. */
const OF_A_RUN = ['gf-run .loss', 'gf-run-notes #link'];

/** Links, and since when nothing at all may move: a model of the reader's own replaces the
 * pretrained one of a plain visit, which is asked for. Its steps are long: it is watched to the
 * third sample, where a small model goes on to the fourth. @type {[string, string, string, number][]} */
const STARTS = [
  [
    'index.html',
    'its first picture',
    '!state.pretrained && state.activations?.step > 0',
    3,
  ],
  [
    'index.html#v=1&n_layer=2&n_head=2&n_embd=32&block_size=32&max_steps=100000',
    'before training',
    '',
    4,
  ],
];

for (const [link, since, ready, samples] of STARTS)
  test(`nothing on the screen moves from ${since} to sample ${samples}`, async () => {
    const page = await site.newPage(null, { viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      const shifts = /** @type {any[]} */ ([]);
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries()))
          if (!entry.hadRecentInput)
            for (const { previousRect, currentRect } of entry.sources)
              shifts.push([previousRect.toJSON(), currentRect.toJSON()]);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(link);
    const forget = () =>
      inPage(page, async ({ settled }) => {
        await settled();
        /** @type {any} */ (globalThis).shifts.length = 0;
      });
    await inPage(page, async ({ app, deep, until }) => {
      await app.ready;
      await until('the column', () => deep('gf-samples gf-written-text'));
      await document.fonts.ready;
    });
    await until(page, 'state.activations && state.latestSample');
    await forget();
    const parts = ready ? [...SHELL, ...OF_A_RUN] : SHELL;
    const before = await boxes(page, parts);
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    if (ready) {
      await until(page, ready);
      await forget();
    }
    for (const condition of [
      'session?.steps >= 3',
      `state.samples.length >= ${samples}`,
    ]) {
      await until(page, `${condition} && !state.pretrained`);
      const now = await boxes(page, parts);
      for (const part of parts) {
        for (const side of /** @type {const} */ (['left', 'top'])) {
          const moved = Math.abs(now[part][side] - before[part][side]);
          assert.ok(moved < 0.1, `${part}, ${condition}: ${side} by ${moved}`);
        }
      }
    }
    assert.deepEqual(
      await inPage(page, () => /** @type {any} */ (globalThis).shifts),
      [],
    );
  });

/** Before the first step a loss that is not known takes the room of one that is.
 * @param {import('../support/harness.js').Page} page of a fresh model */
async function checkRoom(page) {
  const keys = ['gf-loss .keys .train', 'gf-loss .keys .val'];
  await inPage(page, ({ show }) => show('gf-loss .keys .val'));
  const unknown = await boxes(page, keys);
  await inPage(page, ({ session }) => session.run({ until: 3 }));
  await page.getByText(/^\s*training \d/).waitFor();
  assert.deepEqual(await boxes(page, keys), unknown);
}

test('a loss has its room from before the first step; loss, samples and stage are of the step looked back to', async () => {
  const page = await site.newPage(null, { viewport: { width: 1440, height: 900 } });
  await page.goto(
    'index.html#v=1&n_layer=2&n_head=2&n_embd=32&block_size=32&max_steps=60',
  );
  await inPage(page, ({ app }) => app.ready);
  await checkRoom(page);
  await inPage(page, ({ session }) => session.run({ until: 60 }));
  await until(page, 'state.snapshots.some((step) => step > 0 && step < 60)');
  const slider = page.getByRole('slider', { name: 'Step shown' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await until(
    page,
    'state.viewedStep !== null && state.activations?.step === state.viewedStep' +
      ' && state.latestSample?.step === state.viewedStep',
  );
  const seen = await inPage(page, async ({ deep, session, settled, state, words }) => {
    await settled();
    const step = state.viewedStep;
    const { prompt, text } = state.latestSample;
    const again = await session
      .at(step)
      .sample({ prompt, chars: [...text].length, temperature: 0.8, seed: 1 });
    return {
      step,
      text,
      again: again.text,
      slider: deep('gf-loss gf-loss-scrubber #scrubber').getAttribute('aria-valuetext'),
      cursor: words(deep('gf-loss gf-loss-scrubber .viewed')),
      chart: deep('gf-loss .holder').getAttribute('aria-label'),
      sample: words(deep('gf-samples .then')),
    };
  });
  const at = `step ${seen.step}`;
  assert.ok(seen.slider.startsWith(at), seen.slider);
  assert.equal(seen.cursor, at);
  assert.equal(seen.sample, at);
  assert.match(seen.chart, new RegExp(`^Showing ${at}; the run is at step 60\\.`));
  assert.equal(seen.text, seen.again);
  const back = page.getByRole('button', { name: 'Back to now' });
  assert.equal(await back.count(), 1, 'one way back on a screen');
  await back.press('Enter');
  await until(
    page,
    'state.viewedStep === null && state.latestSample?.step === 60 && state.activations?.step === 60',
  );
});
