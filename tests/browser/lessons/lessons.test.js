// SPDX-License-Identifier: MIT
// The panel of the lessons: what it remembers and prints, and lessons of one's own. screens.test.js
// has every lesson; tests/web/lessons/ plays them at full length.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import en from '../../../web/lessons/en.js';
import { LESSONS } from '../../web/lessons/parsed.js';
import { rightOf, wordsIn } from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { checkInBothThemes } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { checkWidth, focused, until } from '../support/page-queries.js';
import { actIn, isAtModel, openLesson, seen } from './panel.js';

/** @import { Words } from '../../../web/lessons/lesson.js' */
/** @import { Page } from '../support/harness.js' */

/** The longest step trains for 4 s of processor time. */
const STEP_MS = 45_000;

const site = await openTestSite();
const ROOT = new URL('../../../', import.meta.url);

/** @param {string} path */
async function openLessons(path, context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  page.setDefaultTimeout(STEP_MS);
  await page.goto(path);
  await until(page, "state.phase === 'idle'");
  return page;
}

/** The files of the project at /project/. @param {Page} page */
const serveProject = (page) =>
  page.route('**/project/**', (route) => {
    const [, path] = new URL(route.request().url()).pathname.split('/project/');
    return route.fulfill({ path: fileURLToPath(new URL(path, ROOT)) });
  });

const { ui } = en;
/** @param {Page} page @param {string} name */
const button = (page, name) =>
  page.locator('glass-lessons').getByRole('button', { name, exact: true });

/** @param {string} id */
const lesson = (id) => LESSONS[LESSONS.findIndex((each) => each.id === id)];
/** @param {string} id */
const stepsOf = (id) => lesson(id).steps;
/** @param {Words | undefined} words */
const said = (words, lang = 'en') => plainText(wordsIn(words ?? '', lang));

test('the lessons are in Spanish and print, and axe reports nothing', async () => {
  const page = await openLessons('index.html?lesson=slip&lang=es', {
    viewport: { width: 360, height: 800 },
  });
  const panel = page.locator('glass-lessons');
  await panel.getByText(said(lesson('slip').title, 'es')).waitFor();
  await panel.getByLabel(said(stepsOf('slip')[0].options?.[1].words, 'es')).check();
  await checkInBothThemes(page, 'a lesson');
  await panel.locator('#list').click();
  await panel.locator('#handout').click();
  await panel.getByText(said(lesson('induction').answer, 'es')).waitFor();
  assert.ok(await page.locator('glass-former').isHidden());
  await checkInBothThemes(page, 'the handout', 'light');
  await panel.locator('#close-handout').click();
  await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText('Una actualización de todos los pesos.')
    .waitFor();
  await checkInBothThemes(page, 'help');
  await checkWidth(page, 'help');
  await page.keyboard.press('Escape');
  await panel.locator('#close').click();
  // Whoever closes it goes on at the model.
  await page.waitForFunction(isAtModel);
});

test('whoever works with keys alone stays in the panel', async () => {
  const page = await openLessons('index.html?lesson=answer');
  const panel = page.locator('glass-lessons');
  const enter = (/** @type {string} */ id) => panel.locator(`#${id}`).press('Enter');
  await panel.getByLabel(ui.typed).fill('statquest');
  await panel.getByLabel(ui.typed).press('Enter');
  await enter('do');
  await panel.locator('#outcome').waitFor();
  assert.equal(await focused(page), 'glass-lessons #do');
  await enter('list');
  await enter('new-student');
  await enter('undo');
  await panel.locator('#undo').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'glass-lessons #new-student');
  await enter('handout');
  await panel.locator('#close-handout').waitFor();
  assert.equal(await focused(page), 'glass-lessons #title');
  await enter('close-handout');
  await panel.locator('#title').waitFor();
  assert.equal(await focused(page), 'glass-lessons #title');
});

test('the lessons are a file of their own that works beside any element', async () => {
  const page = await site.newPage(null);
  page.setDefaultTimeout(STEP_MS);
  await serveProject(page);
  await page.route('**/dist/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body:
        '<!doctype html><html lang="en"><title>Course</title>' +
        '<link rel="icon" href="data:,">' +
        '<script type="module" src="glassformer.js"></script>' +
        '<script type="module" src="lessons.js"></script>' +
        '<glass-former id="other"></glass-former>' +
        '<glass-former id="model" view="run write"></glass-former>' +
        '<glass-lessons for="model" lesson="answer"></glass-lessons></html>',
    }),
  );
  await page.goto('project/dist/course.html');
  const outcome = await actIn(page, 'statquest');
  assert.deepEqual(outcome.held, [true]);
  const presets = await page.evaluate(() =>
    [...document.querySelectorAll('glass-former')].map(
      (element) => /** @type {any} */ (element).viewState?.preset ?? null,
    ),
  );
  assert.deepEqual(presets, [null, 'statquest'], 'the element that is named, no other');
  const looks = () =>
    page.evaluate(() => {
      const panel = document.querySelector('glass-lessons');
      const ground = panel?.shadowRoot?.querySelector('.panel') ?? document.body;
      return [
        document.querySelector('glass-former')?.getAttribute('data-scheme'),
        panel?.getAttribute('data-scheme'),
        getComputedStyle(ground).backgroundColor,
      ];
    });
  const light = await looks();
  await page.evaluate(() => document.body.setAttribute('data-theme', 'dark'));
  await page.waitForFunction(
    () => document.querySelector('glass-lessons[data-scheme=dark]') !== null,
  );
  const dark = await looks();
  assert.deepEqual(light.slice(0, 2), ['light', 'light']);
  assert.deepEqual(dark.slice(0, 2), ['dark', 'dark'], 'as the site switches');
  assert.notEqual(dark[2], light[2]);
  // Where there is no element the button would do nothing: the panel says what is missing.
  const missing = page.getByText(ui.noElement);
  assert.equal(await missing.count(), 0);
  const panel = page.locator('glass-lessons');
  await panel.evaluate((e) => e.setAttribute('for', 'nobody'));
  await missing.waitFor();
});

test('own words are in the report, and what is missing is a click away', async () => {
  const page = await openLessons('index.html?lesson=answer');
  const panel = page.locator('glass-lessons');
  await actIn(page, 'statquest');
  await panel.locator('#words').fill('It guesses <b>.');
  await button(page, ui.next).click();
  await button(page, ui.next).click();
  await button(page, ui.next).click();
  const missing = panel.locator('#done');
  assert.match(await missing.innerText(), /^Not done yet:\s*2\s*3$/);
  const saved = page.waitForEvent('download');
  await button(page, ui.report).click();
  const file = await saved;
  assert.equal(file.suggestedFilename(), 'glassformer-answer.html');
  const report = readFileSync((await file.path()) ?? '', 'utf8');
  assert.match(report, /<dd>It guesses &#60;b&#62;\.<\/dd>/);
  assert.match(report, /<dt>Your prediction:<\/dt><dd>statquest<\/dd>/);
  await missing.getByRole('button', { name: '2' }).click();
  assert.match(await panel.locator('#where').innerText(), /2/);
});

/** Two steps, with Markdown in one language. */
const OWN = {
  glassformer: 'lesson',
  version: 1,
  id: 'mine',
  minutes: 3,
  title: 'My lesson',
  goal: 'See *one* thing.',
  steps: [
    {
      say: 'A **list**:\n\n- [one](https://example.org/a)\n- [two](javascript:alert(1))\n\n<img src=x onerror=alert(1)>',
      ask: 'How many letters does it know?',
      options: [
        { words: '`3`', right: true },
        { words: 'four', why: 'Count the *different* ones.' },
      ],
      act: 'Train',
      actions: [
        {
          start: {
            text: 'abcabcabcabcabcabcabcabc\n'.repeat(40),
            settings: {
              n_embd: 8,
              n_head: 1,
              n_layer: 1,
              block_size: 8,
              max_steps: 20,
            },
          },
        },
        { train: 20 },
        { keep: { mine: 'heldOut' } },
      ],
      claims: [{ is: 'near', left: 'steps', right: 20 }],
      see: 'Loss {mine} after {steps} steps.',
    },
    {
      say: 'Before it was {mine}.',
      act: 'Measure',
      actions: [],
      claims: [{ is: 'above', left: 'nParam', right: 1e9 }],
      see: 'So many parameters: {nParam}.',
    },
  ],
  question: 'Why?',
  answer: 'Because.',
};

test('lessons of one’s own: found by address, played, and read as data only', async () => {
  const page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });
  page.setDefaultTimeout(STEP_MS);
  const broken = JSON.stringify(OWN, null, 2).replace('"claims"', '"clams"');
  /** @type {Record<string, string>} */
  const files = { 'a.json': JSON.stringify(OWN), 'b.json': broken, 'c.json': '{' };
  let send = () => {};
  const sent = new Promise((done) => (send = () => done(undefined)));
  await page.route('**/own/*.json', async (route) => {
    await sent;
    await route.fulfill({
      body: files[route.request().url().split('/').at(-1) ?? ''],
    });
  });
  await page.goto('index.html?lessons=own/a.json+own/b.json+own/c.json');
  const panel = page.locator('glass-lessons');
  await panel.getByText(ui.fetching).waitFor();
  assert.equal(await panel.locator('.list li').count(), 0, 'no other in their place');
  send();
  await panel.getByText('My lesson').waitFor();
  const problems = await panel.locator('.problem').allInnerTexts();
  assert.equal(problems.length, 2);
  assert.match(
    problems[0],
    /^own\/b\.json: Line \d+: there is no field steps\[0\]\.clams\.$/,
  );
  assert.match(problems[1], /^own\/c\.json: The file is not JSON: line 1, /);
  assert.equal(await panel.locator('.list li').count(), 1);
  await panel.getByText('My lesson').click();
  assert.match(page.url(), /lesson=mine/);
  assert.equal(await panel.locator('.say img, .say script').count(), 0);
  assert.deepEqual(
    await panel
      .locator('.say a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
    ['https://example.org/a'],
  );
  assert.match(
    await panel.locator('.say').innerText(),
    /<img src=x onerror=alert\(1\)>/,
  );
  await panel.getByLabel('four').check();
  await button(page, 'Train').click();
  const came = panel.locator('#outcome');
  await came.waitFor();
  assert.match(
    await came.innerText(),
    /^Loss \d\.\d\d after 20 steps\. .*Count the different ones\.$/,
  );
  await button(page, ui.next).click();
  assert.match(await panel.locator('.say').innerText(), /^Before it was \d\.\d\d\.$/);
  await button(page, 'Measure').click();
  await came.waitFor();
  const text = await came.innerText();
  assert.match(text, /^Measured: parameters [\d\s,.]+\. /, 'not what it should say');
  assert.ok(text.endsWith(ui.odd) && !text.includes('So many'));
  await page.reload();
  await panel.getByText('Step 2 of 2').waitFor();
  // Progress is by address: the page's own lessons know nothing of it.
  const kept = await page.evaluate(() => localStorage.getItem('glassformer.lessons'));
  assert.deepEqual(
    Object.keys(JSON.parse(kept ?? '{}')).map((key) => new URL(key).pathname),
    ['/own/a.json'],
  );
});

test('the page of examples/ has the worked example and the template', async () => {
  const page = await site.newPage(null);
  page.setDefaultTimeout(STEP_MS);
  await serveProject(page);
  await page.goto('project/examples/lesson.html');
  const panel = page.locator('glass-lessons');
  await panel.getByText('Temperature').waitFor();
  await panel.getByText('A title of a few words').click();
  await panel.locator('input[type=radio]').first().check();
  await panel.locator('#do').click();
  await panel.locator('#outcome').waitFor();
  assert.equal(await panel.locator('dl').getAttribute('data-held'), 'true');
});

test('a view that is still being fetched comes into sight when it is there', async () => {
  const page = await site.newPage(null, { viewport: { width: 390, height: 844 } });
  /** @type {() => void} */ let release = () => {};
  const held = new Promise((done) => (release = () => done(null)));
  await page.route('**/chunks/{more-views,diagnostics}-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('index.html?lesson=list');
  await until(page, "state.phase === 'idle'");
  await openLesson(page, 'data');
  await actIn(page, rightOf(stepsOf('data')[0]));
  assert.equal(await page.locator('gf-diagnostics').count(), 0, 'not there yet');
  release();
  await seen(page, 'diagnostics');
});
