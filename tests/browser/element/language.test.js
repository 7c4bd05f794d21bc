// SPDX-License-Identifier: MIT
// Spanish is a file beside the element: it is fetched once, nothing is drawn in English before it
// is there, and without it the element speaks English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import de from '../../../web/i18n/de/index.js';
import en from '../../../web/i18n/en/index.js';
import es from '../../../web/i18n/es/index.js';
import lessonsEn from '../../../web/lessons/en.js';
import lessonsEs from '../../../web/i18n/es/lessons.js';
import {
  ELEMENT,
  SELF,
  html,
  openCourse,
  until,
  withElement,
  write,
} from '../support/course-page.js';

const course = await openCourse();
const FILE = 'glassformer.es.js';
const SPANISH = ELEMENT.replace('<glass-former', '<glass-former lang="es"');

/** In the page, before its scripts: keeps every text that a shadow root has had. */
function keepTexts() {
  const { attachShadow } = Element.prototype;
  /** @type {string[]} */ const texts = [];
  /** @type {any} */ (globalThis).texts = texts;
  Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ options) {
    const root = attachShadow.call(this, options);
    const keep = () => texts.push(root.textContent ?? '');
    new MutationObserver(keep).observe(root, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    return root;
  };
}

/** @param {string} body @param {string} script */
async function blankPage(body, script) {
  const page = await course.site.newPage(null, { reducedMotion: 'reduce' });
  write('page.html', html(body, script));
  return page;
}

test('Spanish is fetched once, and no English is drawn before', async () => {
  const page = await blankPage(SPANISH + SPANISH, course.script);
  await page.addInitScript(keepTexts);
  // Answered when the elements could have been drawn.
  await page.route(`**/${FILE}`, async (route) => {
    await page.waitForFunction(() => customElements.get('glass-former'));
    await route.continue();
  });
  await page.goto(`${course.url}page.html`);
  const train = page.getByRole('button', { name: es.run.train, exact: true });
  await train.first().click();
  await until(page, 'e?.session?.steps >= 3');
  await withElement(page, (e) => e.pause());
  const fetched = () => page.requests.filter((url) => url.endsWith(FILE));
  assert.deepEqual(fetched(), [course.site.url + FILE]);
  const texts = await page.evaluate(() => /** @type {any} */ (globalThis).texts);
  assert.ok(texts.some((/** @type {string} */ each) => each.includes(es.run.train)));
  for (const words of [en.run.train, en.run.pause, en.screen.textAndModel])
    assert.ok(!texts.some((/** @type {string} */ each) => each.includes(words)), words);

  await withElement(page, (e) => (e.lang = 'en'));
  await until(page, "e.app.lang === 'en'");
  await withElement(page, (e) => (e.lang = 'es-AR'));
  await until(page, "e.app.lang === 'es-AR'");
  assert.equal(fetched().length, 1);
});

test('an English element fetches no other language, until it is to speak it', async () => {
  const page = await course.idle();
  const fetched = () => page.requests.filter((url) => url.endsWith(FILE)).length;
  assert.equal(fetched(), 0);
  await withElement(page, (e) => (e.lang = 'es'));
  await until(page, "e.app.lang === 'es'");
  assert.equal(fetched(), 1);
});

test('without the file it speaks English, and the console says so once', async () => {
  const page = await blankPage(SPANISH + SPANISH, SELF);
  /** @type {string[]} */ const warnings = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(`${course.url}page.html`);
  await page.getByRole('button', { name: en.run.train, exact: true }).first().click();
  await until(page, 'e?.session?.steps >= 3');
  await withElement(page, (e) => e.pause());
  assert.equal(warnings.length, 1, warnings.join('\n'));
  assert.match(warnings[0], /^Glassformer: Español could not be loaded: .*\.es\.js/);
  // The browser's own line on the missing file, and nothing else.
  for (const error of page.errors) assert.match(error, /404|es\.js/);
  await page.context().close();
  page.errors.length = 0;
});

test('the lessons fetch their Spanish, and what reads files only for lessons of one’s own', async () => {
  const script = course.script.replace('glassformer.js', 'lessons.js');
  const page = await blankPage('<glass-lessons lang="es"></glass-lessons>', script);
  await page.addInitScript(keepTexts);
  await page.goto(`${course.url}page.html`);
  await page.getByText(lessonsEs.ui.about).waitFor();
  const texts = await page.evaluate(() => /** @type {any} */ (globalThis).texts);
  assert.ok(
    !texts.some((/** @type {string} */ each) => each.includes(lessonsEn.ui.about)),
  );
  await page.getByRole('button', { name: 'Un modelo de bigramas' }).waitFor();
  const scripts = () =>
    page.requests
      .filter((url) => url.endsWith('.js'))
      .map((url) => url.slice(course.site.url.length));
  assert.deepEqual(scripts(), ['lessons.js', 'lessons.es.js']);
  write('own.json', '{ "glassformer": "lesson", "version": 1 }');
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector('glass-lessons')).src = 'own.json';
  });
  await page.getByRole('alert').filter({ hasText: 'own.json' }).waitFor();
  assert.deepEqual(scripts(), ['lessons.js', 'lessons.es.js', 'lessons-own.js']);
  await page.evaluate(() =>
    document.querySelector('glass-lessons')?.removeAttribute('lang'),
  );
  await page.getByText(lessonsEn.ui.about).waitFor();
  await page.evaluate(() => (document.documentElement.lang = 'es'));
  await page.getByText(lessonsEs.ui.about).waitFor();
});

test('what a frame says before it is begun is in the language of its element', async () => {
  for (const [locale, fragment, words] of [
    ['es-ES', '', /^Aquí un pequeño modelo/],
    ['en-US', '#lang=de', /^Ein kleines Sprachmodell/],
  ]) {
    const page = await course.site.newPage(null, { locale: String(locale) });
    await page.goto(`${course.site.url}embed.html${fragment}`);
    await page.locator('glass-former p', { hasText: words }).waitFor();
  }
});

test('it speaks the language of what is around it, and any value of lang is survived', async () => {
  const page = await blankPage(`<div lang="de">${ELEMENT}</div>`, course.script);
  await page.goto(`${course.url}page.html`);
  await page.getByRole('button', { name: de.run.train, exact: true }).click();
  await until(page, 'e?.session?.steps >= 3');
  for (const [lang, spoken] of [
    [5, 'en'],
    ['es', 'es'],
    [null, 'de'],
  ]) {
    await withElement(page, (e, lang) => void (e.lang = lang), lang);
    await until(page, `e.app.lang === '${spoken}'`);
  }
});
