// SPDX-License-Identifier: MIT
// What a reader does beside the straight way through a lesson: pauses, leaves, begins again, lets
// another begin; and lessons of one's own with an App.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LESSONS } from './parsed.js';
import { parseLesson } from '../../../web/lessons/check.js';
import { Lessons } from '../../../web/lessons/runner.js';
import { drawStep } from '../../../web/lessons/step-view.js';
import { openApp, stateOf } from '../support/app-in-node.js';
import { htmlOf, partOf, textOf } from '../support/render.js';
import { pageStorage } from '../support/storage.js';
import { act, lookIn } from './play.js';

/** @import { App } from '../../../web/app/app.js' */
/** @import { Lesson, Step } from '../../../web/lessons/lesson.js' */

const storage = pageStorage();

/** @param {string} id */
const lessonOf = (id) => /** @type {Lesson} */ (LESSONS.find((each) => each.id === id));

/** With training that ends only when it is paused. @param {Lesson} lesson @returns {Lesson} */
const endless = (lesson) => ({
  ...lesson,
  steps: lesson.steps.map((step) => ({
    ...step,
    actions: step.actions.map((action) =>
      action.train ? { train: 1_000_000 } : action,
    ),
  })),
});

/** Begins the step and pauses it. @param {Lessons} lessons @param {App} app */
async function pausedIn(lessons, app) {
  const { session: before } = app.store.state;
  lessons.predict(0);
  const done = lessons.do(app);
  assert.equal(lessons.busy, 'working');
  await stateOf(
    app,
    ({ session }) => session && session !== before && session.steps > 0,
  );
  assert.equal(lessons.mayDo, false, 'one at a time');
  await app.pause();
  await done;
  assert.equal(lessons.busy, 'paused');
  const { ui } = lookIn(lessons, 'en').t;
  const said = partOf(htmlOf(drawStep(lookIn(lessons, 'en'))), 'class="result"');
  assert.equal(said, ui.paused);
}

test('a paused step can be left and completed later', async (t) => {
  const app = await openApp(t);
  const lessons = new Lessons();
  const list = LESSONS.map((lesson) => ({ key: lesson.id, lesson: endless(lesson) }));
  lessons.use(list);
  lessons.open('slip');
  await pausedIn(lessons, app);
  lessons.go(1);
  assert.deepEqual([lessons.at, lessons.busy], [1, '']);
  lessons.go(-1);
  await pausedIn(lessons, app);
  lessons.again();
  assert.deepEqual([lessons.progress.predictions, lessons.busy], [{}, '']);
  await pausedIn(lessons, app);
  lessons.open('bigram');
  assert.equal(lessons.key, 'bigram');
  lessons.open('slip');
  lessons.use();
  // With what was predicted before.
  await lessons.do(app);
  const [step] = lessonOf('slip').steps;
  assert.deepEqual(
    lessons.progress.outcomes[0].held,
    step.claims.map(() => true),
  );
});

/** Ways to leave a step that is being carried out, and where they lead.
 * @type {Record<string, [(lessons: Lessons) => void, string, number]>} */
const WAYS_OUT = {
  'the list': [(lessons) => lessons.open(''), '', 0],
  'another lesson': [(lessons) => lessons.open('bigram'), 'bigram', 0],
  'the next step': [(lessons) => lessons.go(1), 'slip', 1],
  'its beginning': [(lessons) => lessons.again(), 'slip', 0],
};

for (const [way, [leave, key, at]] of Object.entries(WAYS_OUT))
  test(`a step under way is left for ${way}: training stops, nothing is kept of it`, async (t) => {
    const app = await openApp(t);
    const lessons = new Lessons();
    lessons.use(LESSONS.map((each) => ({ key: each.id, lesson: endless(each) })));
    lessons.open('slip');
    lessons.predict(0);
    const { session: before } = app.store.state;
    const done = lessons.do(app);
    const { session: begun } = await stateOf(
      app,
      ({ session }) => session && session !== before && session.steps > 0,
    );
    leave(lessons);
    assert.deepEqual([lessons.key, lessons.at, lessons.busy], [key, at, '']);
    await done;
    assert.deepEqual([lessons.key, lessons.at, lessons.busy], [key, at, '']);
    assert.deepEqual(lessons.of('slip').outcomes, {});
    assert.equal(begun?.state, 'paused');
    // Another one comes to its end meanwhile, and the page says nothing of the first.
    lessons.use();
    lessons.open('answer');
    const { held } = await act(lessons, app, lessonOf('answer').steps[0]);
    assert.ok(held.every(Boolean));
    assert.equal(app.store.state.notice, null);
  });

test('a step finds its model again where another has replaced it', async (t) => {
  const app = await openApp(t);
  const lessons = new Lessons();
  const { steps } = lessonOf('answer');
  lessons.open('answer');
  await act(lessons, app, steps[0]);
  await app.usePreset('averaging');
  lessons.go(1);
  assert.deepEqual((await act(lessons, app, steps[1])).held, [true]);
  assert.equal(app.store.state.session?.steps, 60);
  assert.equal(app.store.state.preset, 'statquest');
});

test('a wrong prediction is told why, and own words are kept', async (t) => {
  const app = await openApp(t);
  const lessons = new Lessons();
  const [first] = lessonOf('answer').steps;
  lessons.open('answer');
  await act(lessons, app, first);
  lessons.explain('It guesses <b>.');
  lessons.go(1);
  assert.deepEqual(lessons.missing, [1, 2]);
  lessons.predict(0);
  await lessons.do(app);
  const html = htmlOf(drawStep(lookIn(lessons, 'en')));
  const { ui } = lookIn(lessons, 'en').t;
  const { words = '', why = '' } = lessonOf('answer').steps[1].options?.[0] ?? {};
  for (const part of [
    /** @type {any} */ (words).en,
    ui.miss,
    /** @type {any} */ (why).en,
  ])
    assert.ok(textOf(html).includes(part), part);
  lessons.newStudent();
  assert.deepEqual([lessons.of('answer').words, lessons.canUndo], [{}, true]);
  assert.equal(storage.getItem('glassformer.lessons'), '{}');
  lessons.undo();
  assert.deepEqual(
    [lessons.of('answer').words, lessons.canUndo],
    [{ 0: 'It guesses <b>.' }, false],
  );
});

const EXAMPLES = ['lesson', 'lesson-template'];
const file = (/** @type {string} */ name) =>
  new URL(`../../../examples/${name}.json`, import.meta.url);

for (const name of EXAMPLES)
  test(`examples/${name}.json comes out as it says`, async (t) => {
    const app = await openApp(t);
    const lessons = new Lessons();
    const lesson = parseLesson(readFileSync(file(name), 'utf8'));
    lessons.use([{ key: name, lesson }]);
    lessons.open(lesson.id);
    for (const step of lesson.steps) {
      const { held, values } = await act(lessons, app, step);
      // The reader's own step wants more training, or has it from the step before.
      if (!step.yours || lesson.id === 'my-lesson')
        assert.deepEqual(
          held,
          step.claims.map(() => true),
          JSON.stringify(values),
        );
      else assert.ok(held.includes(false));
      lessons.go(1);
    }
  });

test('two panels of a page keep each their lesson, and each opens what the other has done', () => {
  const panels = [new Lessons(), new Lessons()];
  panels[0].open('data');
  panels[1].open('bigram');
  panels[0].explain('ids');
  panels[1].explain('counts');
  panels[0].explain('tokens');
  panels[1].explain('pairs');
  const wordsIn = (/** @type {Lessons} */ lessons) =>
    ['data', 'bigram'].map((key) => lessons.of(key).words[0]);
  assert.deepEqual(wordsIn(panels[1]), ['tokens', 'pairs']);
  panels[0].open('bigram');
  assert.deepEqual(wordsIn(panels[0]), ['tokens', 'pairs']);
});

test('a lesson that another tab goes on with stays as it is there', () => {
  const key = 'glassformer.lessons';
  const stored = () => JSON.parse(storage.getItem(key) ?? '{}');
  const lessons = new Lessons();
  lessons.open('data');
  lessons.explain('ids');
  const there = { ...lessons.progress, at: 1, words: { 1: 'pairs' } };
  storage.setItem(key, JSON.stringify({ ...stored(), bigram: there }));
  lessons.explain('tokens');
  assert.deepEqual(stored().bigram, there);
  assert.deepEqual(stored().data.words, { 0: 'tokens' });
  assert.deepEqual(lessons.of('bigram'), there);
  storage.setItem(key, '{}');
  lessons.explain('a new student was let in there');
  assert.deepEqual(Object.keys(stored()), ['data']);
  // On a full disk nothing more is stored; it stays here.
  storage.isFull = true;
  lessons.open('bigram');
  lessons.explain('counts');
  lessons.open('data');
  lessons.explain('ids');
  assert.deepEqual(lessons.of('bigram').words, { 0: 'counts' });
});
