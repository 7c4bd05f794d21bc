// SPDX-License-Identifier: MIT
// Going back in time and comparing runs, in a real Chromium: what is drawn is the
// engine's tensor at that step, and training does not notice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';
import { MODULE } from '../../wasm/support.js';
import { inPage, until } from '../support/page-queries.js';
import { SMALL, hashOf, openRuns, outAndIn, trainTo } from '../support/small-runs.js';
import { placesOf } from '../views/loss/scrubber.js';

/** @typedef {import('../support/small-runs.js').Page} Page */

const site = await openRuns();

const FABLES = new URL('../../../web/texts/fables.txt', import.meta.url);

/** Hash of an undisturbed run of the same settings: in Node, where nobody looks.
 * @param {number} until step @param {string} [fragment] */
async function undisturbed(until, fragment = SMALL) {
  const asked = [...new URLSearchParams(fragment)].map(([key, x]) => [key, Number(x)]);
  const config = { ...PAGE_SETTINGS, ...Object.fromEntries(asked) };
  const text = readFileSync(FABLES, 'utf8');
  const session = await createSession({ text, config, mode: 'main', wasm: MODULE });
  await session.run({ until });
  const hash = await session.hash();
  await session.close();
  return hash;
}

test('time: training does not notice that somebody looks back', async () => {
  // It trains as long as somebody looks.
  const fragment = SMALL.replace('max_steps=200', 'max_steps=100000');
  const page = await site.openPage(fragment);
  await inPage(page, ({ app }) => void app.train());
  await until(page, 'session.steps > 30');
  const slider = page.getByRole('slider', { name: 'Step shown' });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await until(
    page,
    'state.viewedStep !== null && state.activations?.step === state.viewedStep',
  );
  const step = await inPage(page, ({ state }) => state.viewedStep);
  assert.ok(step > 0 && step < 30, `step ${step}`);
  assert.ok(await inPage(page, ({ session }, step) => session.steps > step, step));
  assert.match(
    await page.locator('gf-loss .claim').innerText(),
    /Showing step \d+; training continues\./,
  );
  await page.getByRole('button', { name: 'Back to now' }).press('Enter');
  await until(page, 'state.viewedStep === null && state.activations?.step > 30');
  await page.keyboard.press('[');
  await until(page, 'state.viewedStep !== null');
  const steps = await inPage(page, async ({ element, session }) => {
    await element.pause();
    return session.steps;
  });
  // Copies have been added since: the key goes through them, and then to the present.
  const ahead = await inPage(
    page,
    ({ state }) =>
      state.snapshots.filter((/** @type {number} */ step) => step > state.viewedStep)
        .length,
  );
  for (let n = 0; n <= ahead; n++) {
    await until(page, 'state.viewedStep !== null');
    await page.keyboard.press(']');
  }
  await until(page, 'state.viewedStep === null');
  assert.equal(await hashOf(page), await undisturbed(steps, fragment));
});

test('time: out of the page and in again, the same steps show the same', async () => {
  const page = await site.openPage();
  await trainTo(page, 33);
  const atSecond = async () => {
    await page.getByRole('slider', { name: 'Step shown' }).focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await until(page, 'state.viewedStep === 10 && state.activations?.step === 10');
    return inPage(page, async ({ deep, state, session, words }) => ({
      steps: state.snapshots,
      said: words(deep('gf-loss .claim')),
      attention: state.activations.attention,
      logits: state.activations.logits,
      hash: await session.at(10).hash(),
      now: await session.hash(),
    }));
  };
  const before = await atSecond();
  assert.deepEqual(before.steps, [0, 5, 10, 15, 20, 25, 30]);
  await inPage(page, async ({ element, until }) => {
    element.remove();
    await until('at rest', () => element.app === null);
    await until('ended', () => element.session === null);
    // Taken out again before it is awake it loses nothing either.
    document.body.append(element);
    await until('waking', () => element.app);
    element.remove();
    await until('at rest again', () => element.app === null);
    document.body.append(element);
    await until('awake', () => element.session);
    await element.app.ready;
  });
  assert.deepEqual(await atSecond(), before);
  // A fresh run has none of them.
  await inPage(page, ({ app }) => app.startAgain());
  await until(page, 'session.steps === 0 && state.snapshots.length === 0');
});

test('time: dragging along the loss curve shows the steps passed; release stays', async () => {
  const page = await site.openPage();
  await trainTo(page, 30);
  await until(page, 'state.snapshots.length === 7');
  const [from, to] = await placesOf(page, [20, 10]);
  await page.mouse.move(...from);
  await page.mouse.down();
  await until(page, 'state.viewedStep === 20');
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await until(page, 'state.viewedStep === 10 && state.activations.step === 10');
});

test('compare: runs are named, saved and removed; one is gone on with to the same bytes', async () => {
  const page = await site.openPage();
  await trainTo(page, 60);
  // What is recorded while it trains may come after the record of its end.
  await until(page, 'state.comparedRuns[0]?.points.length === 4');
  const { points, again } = await inPage(page, async ({ session, state }) => {
    const asked = { prompt: '\n', chars: 120, seed: 1, temperature: 0.8 };
    const { points } = state.comparedRuns[0];
    return { points, again: (await session.at(50).sample(asked)).text };
  });
  assert.deepEqual(
    points.map((/** @type {any} */ { step }) => step),
    [0, 25, 50, 60],
  );
  assert.equal(points[2].text, again, 'what the engine writes at that step');
  for (const n of [1, 2]) {
    await inPage(page, ({ app }) => app.startAgain());
    await trainTo(page, 5);
    await until(page, `state.comparedRuns[${n}]?.points.some((p) => p.step === 5)`);
  }
  // Views far below are not drawn.
  await inPage(page, ({ deep }) => deep('gf-compare').scrollIntoView());
  const name = page.getByRole('textbox', { name: 'Name' }).first();
  await name.fill('first');
  await name.press('Enter');
  assert.equal(await inPage(page, ({ state }) => state.comparedRuns[0].name), 'first');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV: first' }).press('Enter');
  const file = await download;
  assert.equal(file.suggestedFilename(), 'first.csv');
  const columns = readFileSync(await file.path(), 'utf8').split(',', 3);
  assert.deepEqual(columns.slice(1), [
    'training (nats per character)',
    'validation (nats per character)',
  ]);
  await page.getByRole('button', { name: 'Remove: Run 2' }).press('Enter');
  assert.deepEqual(
    await inPage(page, ({ state }) =>
      state.comparedRuns.map((/** @type {any} */ r) => r.id),
    ),
    [1, 3],
  );
  // Going on with a kept run gives the bytes of never having left it.
  await page.getByRole('button', { name: 'Continue this run: first' }).press('Enter');
  await until(page, 'session.steps === 60');
  await trainTo(page, 80);
  assert.equal(await hashOf(page), await undisturbed(80));
});

test('a run brought back is again what it was made of, whatever was tried since', async () => {
  const page = await site.openPage();
  const shown = () =>
    inPage(page, async ({ app, deep, element, until }) => {
      await until('told', () => deep('gf-presets select'));
      const { session } = element;
      const { preset, settings } = element.viewState;
      return {
        preset,
        chosen: deep('gf-presets select').value,
        width: settings.n_embd,
        model: session.info.config.n_embd,
        link: app.link,
      };
    });
  await inPage(page, ({ app }) => app.usePreset('bigram'));
  await trainTo(page, 4);
  const first = await shown();
  assert.equal(first.preset, 'bigram');
  assert.match(first.link, /preset=bigram/);
  // Something wanted that the run is not made of, and then another preset altogether.
  await inPage(page, ({ app }) => app.pendingConfig.set('batch_size', 3));
  await until(page, 'state.configPending');
  await inPage(page, ({ app }) => app.usePreset('tagger'));
  await trainTo(page, 3);
  const second = await shown();
  assert.equal(second.preset, 'tagger');
  assert.notEqual(second.model, first.model);
  await inPage(page, ({ app }) => app.restoreShelved());
  assert.deepEqual(await shown(), first);
  await inPage(page, ({ app }) => app.restoreShelved());
  assert.deepEqual(await shown(), second);
  // The same from the list of runs, and out of the page and in again with both.
  const id = await inPage(page, ({ state }) => state.comparedRuns[0].id);
  await inPage(page, ({ app }, id) => app.comparedRuns.resume(id), id);
  assert.deepEqual(await shown(), first);
  await outAndIn(page);
  assert.deepEqual(await shown(), first);
  await inPage(page, ({ app }) => app.restoreShelved());
  assert.deepEqual(await shown(), second);
});

test('a sample that is asked about stays with its run', async () => {
  const page = await site.openPage();
  await trainTo(page, 30);
  await until(page, 'state.latestSample?.step === 30');
  await inPage(page, ({ app }) => app.startAgain());
  await trainTo(page, 40);
  await until(page, 'state.latestSample?.step === 40');
  await inPage(page, async ({ deep, show, until }) => {
    await show('gf-samples gf-written-text');
    deep('gf-samples gf-written-text').dispatchEvent(
      new CustomEvent('gf-choose', { detail: 3 }),
    );
    await until('asked', () => deep('gf-samples gf-drawn-from'));
  });
  await inPage(page, ({ app }) => app.restoreShelved());
  await until(page, 'state.latestSample?.step === 30');
  const shown = await inPage(page, async ({ deep, settled, state, words }) => {
    await settled();
    const rungs = [...deep('gf-samples').shadowRoot.querySelectorAll('.rung b')].map(
      words,
    );
    const asked = deep('gf-samples gf-drawn-from') !== null;
    const steps = state.samples.map((/** @type {any} */ { step }) => String(step));
    return {
      rungs,
      steps: steps.filter((/** @type {string} */ step) => step !== '30').reverse(),
      asked,
    };
  });
  assert.deepEqual(shown.rungs, shown.steps);
  assert.equal(shown.asked, false);
});

test('a model as PyTorch: two files, the second names the first', async () => {
  const page = await site.openPage();
  await trainTo(page, 3);
  /** @type {import('playwright-core').Download[]} */
  const files = [];
  page.on('download', (file) => files.push(file));
  await inPage(page, ({ app }) => app.selection.openView('export'));
  const button = page.getByRole('button', { name: 'Download as PyTorch' });
  // Out of sight it stays as it was before there was a model.
  await button.scrollIntoViewIfNeeded();
  await button.click();
  await until(page, 'state.notice?.text.includes(".py")');
  // The browser tells of each download by itself, in either order and after the notice.
  while (files.length < 2) await page.waitForEvent('download');
  const byEnding = (/** @type {string} */ ending) =>
    files.findIndex((file) => file.suggestedFilename().endsWith(ending));
  const weights = files[byEnding('.safetensors')].suggestedFilename();
  const program = files[byEnding('.py')];
  assert.match(weights, /-step-3\.safetensors$/);
  assert.equal(program.suggestedFilename(), weights.replace('safetensors', 'py'));
  const text = readFileSync(await program.path(), 'utf8');
  assert.match(text, new RegExp(`^# A model of Glassformer after 3 steps`));
  assert.ok(text.includes(`#     python3 THIS_FILE ${weights}`));
  const line = await inPage(page, ({ state }) => state.line);
  assert.ok(text.includes(`\n# ${line}\n`));
});
