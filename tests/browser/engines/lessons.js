// SPDX-License-Identifier: MIT
// What is checked of lessons in every browser: one, whole.
import assert from 'node:assert/strict';
import { LESSONS } from '../../web/lessons/parsed.js';
import { rightOf, wordsIn } from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { OWN } from '../../web/lessons/own.js';
import {
  actIn,
  flat,
  openLesson,
  press,
  seen,
  wordsOfPanel,
} from '../lessons/panel.js';
import { inPage, until } from '../support/page-queries.js';

/** @import { Page } from '../support/page-queries.js' */

/** It trains for twenty steps only. */
const [lesson] = LESSONS.filter(({ id }) => id === 'data');
const LANGS = ['es', 'en'];

/** The reader's own change. @param {Page} page */
const change = (page) =>
  inPage(
    page,
    async ({ app, element, until }, { set, train }) => {
      for (const [key, value] of Object.entries(set)) app.pendingConfig.set(key, value);
      const { block_size } = set;
      await until(
        'a model of the new settings',
        () => element.session?.info.config.block_size === block_size,
      );
      await element.session.run({ until: train });
    },
    OWN[lesson.id],
  );

/** Every step, with all that it says.
 * @param {Page} page opened with the list of lessons */
async function playWhole(page) {
  const { id, steps, answer } = lesson;
  let view = null;
  await openLesson(page, id);
  for (const [at, step] of steps.entries()) {
    let came = await actIn(page, step.ask ? rightOf(step) : null);
    assert.deepEqual([came.early, came.at], [Boolean(step.ask), at]);
    if (step.yours) {
      assert.ok(came.held.includes(false), 'nothing was changed');
      await change(page);
      came = await actIn(page, null);
    }
    assert.deepEqual(
      came.held,
      step.claims.map(() => true),
      JSON.stringify(came.values),
    );
    view = step.actions.find((action) => action.open)?.open ?? view;
    await seen(page, view);
    const words = await wordsOfPanel(page, LANGS);
    for (const [n, lang] of LANGS.entries())
      for (const part of plainText(wordsIn(step.see, lang)).split(/\{\w+%?\}/))
        assert.ok(words[n].outcome.includes(flat(part)), words[n].outcome);
    await press(page, 'next');
  }
  const [{ all }] = await wordsOfPanel(page, LANGS);
  assert.ok(all.includes(flat(plainText(wordsIn(answer, 'es')))), all);
}

/** @type {import('./checks.js').SiteChecks} */
export const lessons = {
  'a lesson, whole, on a phone in Spanish': async (site) => {
    const page = await site.newPage('index.html?lesson=list&lang=es', {
      viewport: { width: 390, height: 844 },
    });
    await until(page, "state.phase === 'idle'");
    await playWhole(page);
    page.assertQuiet();
    await page.close();
  },
};
