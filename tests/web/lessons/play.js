// SPDX-License-Identifier: MIT
// A lesson played at full length as a reader does: predict, do, see; then the reader's own turn,
// first without the change it asks for. The App, the engine and the words are the page's; what
// only a browser can see is in tests/browser/lessons/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Format } from '../../../web/i18n/format.js';
import { LESSONS } from './parsed.js';
import { rightOf, wordsIn } from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { lessonReport } from '../../../web/lessons/lesson-report.js';
import { Lessons } from '../../../web/lessons/runner.js';
import { drawQuestion, drawStep, resultOf } from '../../../web/lessons/step-view.js';
import { lessonStrings } from '../../../web/lessons/strings.js';
import { PUBLISHED } from '../../../web/run/published/models.js';
import { MISSING, PUBLIC_FILES, published } from '../../published.js';
import { openApp } from '../support/app-in-node.js';
import { LANGS, loadLanguages } from '../support/catalogues.js';
import { pretrainedRun } from '../support/pretrained.js';
import { htmlOf, partOf, textOf } from '../support/render.js';
import { AGAIN } from './again.js';
import { OWN } from './own.js';

/** @import { App } from '../../../web/app/app.js' */
/** @import { Lesson, Step } from '../../../web/lessons/lesson.js' */
/** @import { Look } from '../../../web/lessons/step-view.js' */

await loadLanguages();

/** Tags within a sentence are blanks in its text here: without any.
 * @param {string} text */
const dense = (text) => text.replace(/\s+/g, '');

/** The files of a published model. @param {string} id */
const filesOf = (id) =>
  (PUBLISHED.find((each) => each.id === id)?.files ?? []).map(({ url }) =>
    published(PUBLIC_FILES[url]),
  );

/** @param {Lessons} lessons @param {string} lang @returns {Look} */
export function lookIn(lessons, lang) {
  const { lang: tag, strings: t, units } = lessonStrings(lang);
  const nothing = () => {};
  return {
    ...{ lessons, lang, t, format: new Format(tag, units) },
    act: nothing,
  };
}

/** Predicts rightly, if that is asked for, and does the step.
 * @param {Lessons} lessons @param {App} app @param {Step} step */
export async function act(lessons, app, step) {
  assert.equal(lessons.mayDo, !step.ask, 'a prediction comes first');
  if (step.ask) {
    await lessons.do(app);
    assert.equal(lessons.progress.outcomes[lessons.at], undefined);
    const right = rightOf(step);
    lessons.predict(right < 0 ? 'none' : right);
  }
  return perform(lessons, app, step);
}

/** @param {Lessons} lessons @param {App} app @param {Step} step */
async function perform(lessons, app, { actions }) {
  const at = lessons.at;
  const model = actions.find((action) => action.published)?.published;
  await lessons.do(app, model ? filesOf(model) : undefined);
  const { notice } = app.store.state;
  assert.notEqual(notice?.kind, 'problem', notice?.text);
  assert.deepEqual([lessons.busy, lessons.at], ['', at]);
  return lessons.progress.outcomes[at];
}

/** Makes the reader's own change. @param {App} app @param {string} id */
async function change(app, id) {
  const { set, train = 0, line, pin, off, published: model } = OWN[id];
  if (model) await app.checkpoint.open(filesOf(model), { id: model, name: model });
  if (line) app.selection.setLine(line);
  if (pin !== undefined) app.selection.select({ pin: { i: pin, j: null } });
  if (off) {
    const { layer, head } = app.store.state;
    await app.queries.toggleHead(layer, 1 - head, false);
  }
  if (!set) return;
  await app.queries.allOn();
  const { session: before } = app.store.state;
  for (const [key, value] of Object.entries(set)) app.pendingConfig.set(key, value);
  await app.pendingConfig.settle();
  // A model with steps stays until the reader says so.
  if (app.store.state.configPending) await app.applySettings();
  assert.notEqual(app.store.state.session, before);
  const { session } = app.store.state;
  // Another wish of the page, as for a sample, may end a run before.
  while (session && session.steps < train) await session.run({ until: train });
}

/** What the panel says of a step, in every language.
 * @param {Lessons} lessons @param {Step} step @param {string} sentence of a failure */
function checkWords(lessons, step, sentence) {
  for (const lang of LANGS) {
    const look = lookIn(lessons, lang);
    const html = htmlOf(drawStep(look));
    const outcome = partOf(html, 'id="outcome"');
    for (const part of plainText(wordsIn(step.see, lang)).split(/\{\w+%?\}/))
      assert.ok(dense(outcome).includes(dense(part)), `${sentence}: ${outcome}`);
    assert.doesNotMatch(outcome, /undefined|NaN|–/);
    assert.doesNotMatch(textOf(html), /undefined|NaN|\{\w+%?\}/);
    if (rightOf(step) >= 0) assert.ok(outcome.includes(look.t.ui.hit), outcome);
  }
}

/** What the panel says where the reader's own step was done without its change.
 * @param {Lessons} lessons */
function checkNotYet(lessons) {
  for (const lang of LANGS) {
    const look = lookIn(lessons, lang);
    const outcome = partOf(htmlOf(drawStep(look)), 'id="outcome"');
    assert.ok(outcome.startsWith(look.t.ui.measured), outcome);
    assert.ok(outcome.endsWith(look.t.ui.notYet), outcome);
    const labels = Object.values(look.t.measures);
    const parts = outcome.slice(look.t.ui.measured.length).split('; ');
    for (const part of parts)
      assert.ok(
        labels.some((label) => part.trim().startsWith(`${label} `)),
        `has no label: ${part}`,
      );
    assert.doesNotMatch(outcome, /undefined|NaN/);
  }
}

/** Characters that are escaped by their names. @type {Record<string, number>} */
const CODES = { amp: 38, lt: 60, gt: 62, quot: 34 };
const numbered = (/** @type {string} */ _, /** @type {string} */ name) =>
  `&#${CODES[name]};`;

/** The lesson, as far as it was done, as a page to print.
 * @param {Lessons} lessons @param {Lesson} lesson */
function checkReport(lessons, lesson) {
  const { outcomes } = lessons.progress;
  for (const lang of LANGS) {
    const look = lookIn(lessons, lang);
    const html = lessonReport(lesson, look, lang);
    assert.ok(html.startsWith(`<!doctype html>\n<html lang="${lang}">`));
    assert.doesNotMatch(html, /<script|undefined|NaN/);
    const printed = dense(textOf(html.replace(/&(\w+);/g, numbered)));
    for (const [at, outcome] of Object.entries(outcomes)) {
      const result = plainText(resultOf(lesson.steps[Number(at)], outcome, look));
      assert.ok(printed.includes(dense(result)), result);
      assert.ok(printed.includes(dense(outcome.wrote)), outcome.wrote);
    }
  }
}

/** @param {Lessons} lessons @param {Lesson} lesson */
function checkEnd(lessons, lesson) {
  assert.deepEqual(lessons.missing, [], 'done');
  for (const lang of LANGS) {
    const look = lookIn(lessons, lang);
    const html = htmlOf(drawQuestion(look, lesson));
    const answer = plainText(wordsIn(lesson.answer, lang));
    assert.ok(dense(partOf(html, 'id="answer"')).includes(dense(answer)));
    assert.equal(partOf(html, 'id="done"'), look.t.ui.allDone);
  }
}

/** @param {Lesson} lesson @param {import('node:test').TestContext} t
 * @param {import('../../../web/state/run.js').SerializedRun} [pretrained] what the page begins with,
 *   if anything */
export async function play(lesson, t, pretrained) {
  const { id, steps } = lesson;
  const app = await openApp(t);
  app.pretrainedRun = pretrained;
  const lessons = new Lessons();
  /** @type {string[]} */ const shown = [];
  lessons.addEventListener('show', (event) =>
    shown.push(/** @type {CustomEvent} */ (event).detail),
  );
  lessons.open(id);
  for (const [at, step] of steps.entries()) {
    assert.equal(lessons.at, at);
    let came = await act(lessons, app, step);
    const sentence = `${id}, step ${at + 1}: ${JSON.stringify(came.values)}`;
    if (step.yours) {
      assert.ok(came.held.includes(false), `nothing was changed: ${sentence}`);
      assert.deepEqual(lessons.missing, [at]);
      checkNotYet(lessons);
      await change(app, id);
      came = await perform(lessons, app, step);
    }
    const held = step.claims.map(() => true);
    assert.deepEqual(came.held, held, `${sentence} ${JSON.stringify(came.values)}`);
    checkWords(lessons, step, sentence);
    // At its beginning, and at its end.
    const views = step.actions.flatMap(({ open = [] }) => open);
    assert.deepEqual(shown.splice(0), views.slice(0, 1).concat(views), sentence);
    const { state } = app.store;
    if (state.session)
      await AGAIN[`${id} ${at}`]?.({ session: state.session, state }, came.values);
    lessons.go(1);
  }
  checkEnd(lessons, lesson);
  checkReport(lessons, lesson);
}

/** One test a lesson. @param {(id: string) => boolean} isWanted */
export function testLessons(isWanted) {
  for (const lesson of LESSONS.filter(({ id }) => isWanted(id)))
    test(
      `lesson ${lesson.id}, step by step`,
      { skip: lesson.id === 'real' && MISSING },
      (t) => play(lesson, t, pretrainedRun()),
    );
}
