// SPDX-License-Identifier: MIT
// Time on the screen: nothing moves while a model trains, and while the reader looks back all
// of it is of the step looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

const site = await openTestSite();

/** Links, and since when nothing may move: a model of the reader's own replaces the pretrained
 * one of a plain visit, which is asked for. @type {[string, string, string][]} */
const STARTS = [
  ['index.html', 'the first step', 'session?.steps > 0 && session.steps < 100'],
  ['index.html#v=1', 'before training', ''],
];

for (const [link, since, ready] of STARTS)
  test(`nothing on the screen moves from ${since} to the fourth sample`, async () => {
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
    await inPage(page, async ({ app, deep, settled, until }) => {
      await app.ready;
      await until('the column', () => deep('gf-samples gf-written-text'));
      await document.fonts.ready;
      await settled();
      /** @type {any} */ (globalThis).shifts.length = 0;
    });
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    if (ready) {
      await until(page, ready);
      await inPage(page, async ({ settled }) => {
        await settled();
        /** @type {any} */ (globalThis).shifts.length = 0;
      });
    }
    await until(page, 'state.samples.length >= 4 && session?.steps > 120');
    assert.deepEqual(
      await inPage(page, () => /** @type {any} */ (globalThis).shifts),
      [],
    );
  });

test('loss, its slider, samples and stage are of the step looked back to', async () => {
  const page = await site.newPage(null, { viewport: { width: 1440, height: 900 } });
  await page.goto(
    'index.html#v=1&n_layer=2&n_head=2&n_embd=32&block_size=32&max_steps=60',
  );
  await until(page, 'session');
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
  await page.getByRole('button', { name: 'Return to now' }).press('Enter');
  await until(
    page,
    'state.viewedStep === null && state.latestSample?.step === 60 && state.activations?.step === 60',
  );
});
