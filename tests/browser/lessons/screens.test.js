// SPDX-License-Identifier: MIT
// Every lesson on a laptop and on a phone: the result of each step is in sight with the view that
// it opens, and the panel has words in every language. Training, claims and the reader's own changes
// are cut: tests/web/lessons/ plays the lessons at full length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LESSONS as FILES } from '../../../web/lessons/built-in.js';
import { LESSONS } from '../../web/lessons/parsed.js';
import german from '../../../web/i18n/de/of-lessons.js';
import {
  changeWords,
  isSentence,
  rightOf,
  wordsIn,
} from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { MISSING, PUBLIC_FILES } from '../../published.js';
import { lessons as checks } from '../engines/lessons.js';
import { LANGS } from '../../web/support/catalogues.js';
import { openTestSite } from '../support/harness.js';
import { inPage, until } from '../support/page-queries.js';
import { actIn, flat, openLesson, press, seen, wordsOfPanel } from './panel.js';

/** @import { Lesson, Start } from '../../../web/lessons/lesson.js' */
/** @import { Page } from '../support/harness.js' */

const site = await openTestSite();
/** So many steps are trained at once. */
const FEW = 2;

/** @param {Start} start @returns {Start} of the same model, sooner */
const cutStart = ({ settings, lines, ...rest }) => ({
  ...rest,
  settings: { ...settings, batch_size: 4, eval_windows: 5 },
  ...(lines ? { lines: { ...lines, n: 100 } } : {}),
});

/** A file has no German: its words are in a file of the language. @param {Lesson} lesson */
const inGerman = (lesson) =>
  changeWords(lesson, (words) =>
    isSentence(words) ? words : { ...words, de: german[String(words.en)] },
  );

/** A lesson whose steps come out as they do, whatever the model has learned.
 * @param {Lesson} lesson @returns {Lesson} */
const short = (lesson) => ({
  ...lesson,
  steps: lesson.steps.map((step) => ({
    ...step,
    claims: [],
    actions: step.actions.map((action) => ({
      ...action,
      ...(action.start ? { start: cutStart(action.start) } : {}),
      ...(action.train ? { train: FEW } : {}),
    })),
  })),
});

const PLAYED = LESSONS.filter(({ id }) => id !== 'real' || !MISSING);

/** A page with all of them, as a teacher's address has them.
 * @param {string} lang @param {{ width: number, height: number }} viewport */
async function openShort(lang, viewport) {
  const page = await site.newPage(null, { viewport, reducedMotion: 'reduce' });
  await page.route('**/short/*.json', (route) => {
    const id = route.request().url().split('/').at(-1)?.replace('.json', '');
    const lesson = FILES.find((each) => each.id === id);
    return route.fulfill({ json: lesson && short(inGerman(lesson)) });
  });
  const files = PLAYED.map(({ id }) => `short/${id}.json`).join('+');
  await page.goto(`index.html?lessons=${files}&lang=${lang}`);
  await until(page, "state.phase === 'idle'");
  await serveModels(page);
  return page;
}

/** Answers at the public addresses of models with the files beside the project.
 * @param {Page} page */
const serveModels = (page) =>
  inPage(
    page,
    (_, names) => {
      const { fetch } = globalThis;
      const here = (/** @type {any} */ url) => names[url] ?? url;
      globalThis.fetch = (url, options) => fetch(here(url), options);
    },
    PUBLIC_FILES,
  );

/** @param {Page} page @param {Lesson} lesson @param {string[]} langs that it is read in
 * @param {boolean} isOwn the reader's own steps too */
async function play(page, { id, steps, answer }, langs, isOwn) {
  /** Opened last. @type {string | null} */ let view = null;
  await openLesson(page, id);
  for (const [at, step] of steps.entries()) {
    if (step.yours && !isOwn) {
      await press(page, 'next');
      continue;
    }
    const where = `${id}, step ${at + 1}`;
    const right = rightOf(step);
    const { early, values } = await actIn(
      page,
      step.ask ? (right < 0 ? 'none' : right) : null,
    );
    assert.equal(early, Boolean(step.ask), `${where}: a prediction comes first`);
    view = step.actions.find((action) => action.open)?.open ?? view;
    await seen(page, view);
    const words = await wordsOfPanel(page, langs);
    for (const [n, lang] of langs.entries()) {
      const { outcome, all, over } = words[n];
      assert.equal(over, 0, `${where}, ${lang}: too wide for the panel`);
      for (const part of plainText(wordsIn(step.see, lang)).split(/\{\w+%?\}/))
        assert.ok(outcome.includes(flat(part)), `${where}: ${outcome}`);
      // What the reader is to change may have no value yet.
      const none = step.yours ? /undefined|NaN/ : /undefined|NaN|–/;
      assert.doesNotMatch(outcome, none, `${where}: ${JSON.stringify(values)}`);
      assert.ok(all.includes(flat(plainText(wordsIn(step.act, lang)))), all);
    }
    await press(page, 'next');
  }
  const words = await wordsOfPanel(page, langs);
  for (const [n, lang] of langs.entries())
    assert.ok(words[n].all.includes(flat(plainText(wordsIn(answer, lang)))), id);
}

/** In the language of the page, and of the panel alone.
 * @type {Record<string, { langs: string[], viewport: { width: number, height: number } }>} */
const SCREENS = {
  laptop: { langs: LANGS, viewport: { width: 1366, height: 657 } },
  phone: { langs: ['es'], viewport: { width: 390, height: 844 } },
  'phone in German': { langs: ['de'], viewport: { width: 390, height: 844 } },
};

for (const [screen, { langs, viewport }] of Object.entries(SCREENS))
  test(`on a ${screen} every result is in sight with the view that the step opens`, async () => {
    const page = await openShort(langs[0], viewport);
    for (const lesson of PLAYED) await play(page, lesson, langs, screen === 'laptop');
  });

for (const [what, check] of Object.entries(checks)) test(what, () => check(site));
