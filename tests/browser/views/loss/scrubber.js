// SPDX-License-Identifier: MIT
// The loss curve as a slider through time, by pointer and keys: all views then show one step.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../../support/page-queries.js';
import { two } from '../../support/trained.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const scrubber = {};

const SLIDER = 'gf-loss gf-loss-scrubber #scrubber';

/** Where steps are on the screen, CSS pixels. @param {Page} page @param {number[]} steps
 * @returns {Promise<[number, number][]>} */
export const placesOf = (page, steps) =>
  inPage(
    page,
    async ({ deep, show }, steps) => {
      await show('gf-loss');
      const { plot } = deep('gf-loss');
      const { left, top, height } = deep('gf-loss .chart').getBoundingClientRect();
      return steps.map((/** @type {number} */ step) => [
        left + plot.atX(step) / devicePixelRatio,
        top + height / 2,
      ]);
    },
    steps,
  );

/** What the slider says, and where its cursors stand. @param {Page} page */
const readSlider = (page) =>
  inPage(page, async ({ deep, settled, state, session }) => {
    await settled();
    const slider = deep('gf-loss gf-loss-scrubber #scrubber');
    const { plot } = deep('gf-loss');
    const cursor = (/** @type {string} */ name) => {
      const element = deep(`gf-loss gf-loss-scrubber .${name}`);
      return {
        isShown: !element.hidden,
        left: parseFloat(element.style.left),
        says: element.textContent.trim(),
      };
    };
    return {
      now: Number(slider.getAttribute('aria-valuenow')),
      most: Number(slider.getAttribute('aria-valuemax')),
      says: slider.getAttribute('aria-valuetext'),
      viewed: cursor('viewed'),
      pointed: cursor('pointed'),
      at: state.viewedStep ?? null,
      steps: state.snapshots,
      places: state.snapshots.map(
        (/** @type {number} */ step) => plot.atX(step) / devicePixelRatio,
      ),
      keys: deep('gf-loss .keys').textContent.replace(/\s+/g, ' ').trim(),
      session: session.steps,
      history: session.history,
    };
  });

scrubber[
  'a click on the loss curve goes to the nearest snapshot, a pointer previews it'
] = async (page) => {
  const before = await readSlider(page);
  const [early, middle] = before.steps.filter((/** @type {number} */ s) => s > 0);
  const [[x1, y1], [x2, y2], [x3, y3]] = await placesOf(page, [
    early,
    middle,
    before.session,
  ]);
  await page.mouse.move(x1, y1);
  const over = await readSlider(page);
  assert.equal(over.at, null, 'pointing changes nothing');
  assert.ok(over.pointed.isShown && over.pointed.says === `step ${early}`);
  const n = over.steps.indexOf(early);
  assert.ok(Math.abs(over.pointed.left - over.places[n]) < 0.5);
  await page.mouse.click(x2 + 1, y2);
  await until(page, `state.viewedStep === ${middle}`);
  const gone = await readSlider(page);
  assert.deepEqual([gone.now, gone.most], [middle, before.session]);
  assert.ok(gone.viewed.isShown && gone.viewed.says === `step ${middle}`);
  await page.mouse.click(x3, y3);
  await until(page, 'state.viewedStep === null');
  await page.mouse.move(1, 1);
};

scrubber['keys go through the snapshots, and the slider says the step and its losses'] =
  async (page) => {
    const { steps, history, session } = await readSlider(page);
    await press(page, SLIDER, 'Home');
    await until(page, `state.viewedStep === ${steps[0]}`);
    for (const step of steps.slice(1, 3)) {
      await press(page, SLIDER, 'ArrowRight');
      await until(page, `state.viewedStep === ${step}`);
    }
    await press(page, SLIDER, 'ArrowLeft');
    await until(page, `state.viewedStep === ${steps[1]}`);
    // One with a validation loss: it is said, and stands in the key.
    const measured = steps.find(
      (/** @type {number} */ s) => s > 0 && history.valStep.includes(s),
    );
    if (measured !== undefined) {
      for (let n = 1; n < steps.indexOf(measured); n++)
        await press(page, SLIDER, 'ArrowRight');
      await until(page, `state.viewedStep === ${measured}`);
      const val = two(history.valLoss[history.valStep.indexOf(measured)]);
      const seen = await readSlider(page);
      assert.ok(seen.says.startsWith(`step ${measured}, training `), seen.says);
      assert.ok(seen.says.endsWith(`, validation ${val}`), seen.says);
      assert.ok(seen.keys.endsWith(`validation ${val}`), seen.keys);
    }
    await press(page, SLIDER, 'End');
    await until(page, 'state.viewedStep === null');
    const back = await readSlider(page);
    assert.ok(back.says.startsWith(`now, step ${session}`), back.says);
    assert.ok(!back.viewed.isShown);
  };

scrubber['events lead to their snapshots, and the way back stands at the curve'] =
  async (page) => {
    const step = await inPage(page, ({ deep }) => {
      const button = deep('gf-loss gf-loss-events button');
      button.click();
      return Number(button.dataset.step);
    });
    await until(page, 'state.viewedStep !== null');
    const { at, steps } = await readSlider(page);
    const far = (/** @type {number} */ s) => Math.abs(s - step);
    assert.equal(far(at), Math.min(...steps.map(far)));
    await press(page, 'gf-loss #return', 'Enter');
    await until(page, 'state.viewedStep === null');
    const focused = await inPage(
      page,
      ({ deep }) => deep('gf-loss gf-loss-scrubber').shadowRoot.activeElement?.id,
    );
    assert.equal(focused, 'scrubber');
  };
