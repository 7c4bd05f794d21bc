// SPDX-License-Identifier: MIT
// Every lesson, played through its panel as a reader does: predict, do, see; then the reader's
// own turn, first without the change it asks for. Subject and result have to be in sight.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { rightOf, wordsIn } from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { MISSING, PUBLIC_FILES } from '../../published.js';
import { inPage, until } from '../support/page-queries.js';
import { AGAIN } from './again.js';

/** @import { Browser, Site } from '../support/browsers.js' */
/** @import { Page } from '../support/page-queries.js' */

/** What a reader changes at the end of each lesson, played in one browser: settings of a fresh model and the step it
 * is trained to, a character, or a head.
 * @type {Record<string, { set?: Record<string, unknown>, train?: number, pin?: number,
 *   off?: boolean, published?: string }>} */
const OWN = {
  data: { set: { block_size: 16 }, train: 20 },
  bigram: { set: { learning_rate: 0.0002 }, train: 600 },
  averaging: { set: { block_size: 2 }, train: 300 },
  queries: { pin: 7 },
  mask: { set: { causal: true }, train: 100 },
  slip: { set: { learning_rate: 0.002 }, train: 200 },
  heads: { set: { n_head: 16 }, train: 20 },
  block: { set: { n_layer: 1, norm_place: 'pre', residual: true }, train: 150 },
  positions: { set: { positions: 'none' }, train: 150 },
  answer: { set: { learning_rate: 1e-5, min_learning_rate: 0 }, train: 60 },
  cross: { off: true },
  modern: { set: { optimizer: 'adamw' }, train: 200 },
  induction: { set: { learning_rate: 0.001 }, train: 1000 },
  real: { published: 'babyllama-105' },
};

/** Two languages of a panel without a word of the page in between. */
const OTHER = /** @type {const} */ ({ en: 'es', es: 'en' });

/** @param {Page} page @param {string} id opened from the list */
const open = (page, id) =>
  inPage(
    page,
    async ({ settled }, id) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      panel.shadowRoot.querySelector('#list')?.click();
      await panel.updateComplete;
      panel.shadowRoot.querySelector(`[data-lesson="${id}"]`).click();
      await settled();
    },
    id,
  );

/** Chooses or types a prediction, if one is asked for, and presses the button.
 * @param {Page} page @param {number | string | null} prediction */
const act = (page, prediction) =>
  inPage(
    page,
    async ({ settled }, prediction) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      const root = panel.shadowRoot;
      const button = root.querySelector('#do');
      const early = button.disabled;
      if (typeof prediction === 'number')
        root.querySelectorAll('input[type=radio]')[prediction].click();
      if (typeof prediction === 'string') {
        root.querySelector('#typed').value = prediction;
        root.querySelector('#typed').form.requestSubmit();
      }
      await panel.updateComplete;
      button.click();
      await settled();
      return early;
    },
    prediction,
  );

/** Waits for the end of a step. @param {Page} page */
async function outcome(page) {
  const ask = () =>
    inPage(page, () => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      const { busy, at, progress } = panel.lessons;
      return { busy, at, outcome: progress.outcomes[at] ?? null };
    });
  await until(page, "document.querySelector('glass-lessons').lessons.busy === ''");
  const { at, outcome } = await ask();
  return { at, ...outcome };
}

/** The words of the result in both languages, and whether it and the view that the step opened
 * can be seen. @param {Page} page @param {string | null} view @param {string} other language */
const looks = (page, view, other) =>
  inPage(
    page,
    async ({ deep, settled }, [view, other]) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      const shown = () => panel.shadowRoot.querySelector('#outcome').textContent;
      const own = panel.lang;
      const inSight = async (/** @type {Element | null} */ target) => {
        if (!target) return -1;
        const end = Date.now() + 5000;
        // What has just opened fills up.
        for (;;) {
          const { left, top, width, height } = target.getBoundingClientRect();
          const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
          // Rows of the window where this, or what is in it, is in front.
          let rows = 0;
          for (
            let y = Math.max(top, 0);
            y < Math.min(top + height, innerHeight);
            y += 4
          ) {
            let front = document.elementFromPoint(x, y);
            const path = [front];
            while (front?.shadowRoot) {
              const inner = front.shadowRoot.elementFromPoint(x, y);
              if (!inner || inner === front) break;
              path.push((front = inner));
            }
            const isIn = path.some((each) => {
              for (
                let node = /** @type {any} */ (each);
                node;
                node = node.parentNode ?? node.host
              )
                if (node === target) return true;
              return false;
            });
            if (isIn) rows += 4;
          }
          if (rows >= Math.min(height - 8, 120) || Date.now() > end) return rows;
          await new Promise((done) => setTimeout(done, 100));
        }
      };
      const result = await inSight(panel.shadowRoot.querySelector('#outcome'));
      const subject = await inSight(
        view && (deep(`gf-inspector gf-${view}`) ?? deep(`gf-${view}`)),
      );
      const first = shown();
      panel.lang = other;
      await settled();
      const second = shown();
      panel.lang = own;
      await settled();
      return { words: [first, second], result, subject };
    },
    [view, other],
  );

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

/** Makes the reader's own change. @param {Page} page @param {string} id */
async function change(page, id) {
  await changeInPage(page, id);
  const { published } = OWN[id];
  if (!published) return;
  await until(page, `element.app.store.state.published === '${published}'`);
  await inPage(page, ({ app }) => app.selection.openPlace('learn'));
}

/** @param {Page} page @param {string} id */
const changeInPage = (page, id) =>
  inPage(
    page,
    async (
      { app, deep, element, settled, state },
      { set, train, pin, off, published },
    ) => {
      if (published) {
        app.selection.openView('export');
        await settled();
        const path = 'gf-inspector gf-export gf-published';
        deep(`${path} [data-model="${published}"] button`).click();
      }
      if (pin !== undefined) app.selection.select({ pin: { i: pin, j: null } });
      if (off) {
        const { layer, head } = state;
        await app.queries.toggleHead(layer, 1 - head, false);
      }
      if (!set) return;
      await app.queries.allOn();
      for (const [key, value] of Object.entries(set)) app.pendingConfig.set(key, value);
      await app.applySettings();
      // Another wish of the page, as for a sample, may end a run before.
      while (element.session.steps < (train ?? 0))
        await element.session.run({ until: train });
    },
    OWN[id],
  );

/** @param {Page} page */
const next = (page) =>
  inPage(page, async ({ settled }) => {
    const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
    panel.shadowRoot.querySelector('#next').click();
    await settled();
  });

/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** @typedef {'en' | 'es'} Lang */

/** Screens, and whether the reader's own steps are played too.
 * @type {Record<string, [number, number, boolean]>} */
const SCREENS = { screen: [1366, 657, true], phone: [390, 844, false] };

/**
 * Plays them all in one language on one screen; where LESSONS is `all`, in every language on
 * every screen.
 * @param {Browser} browser
 * @param {Lang} lang
 * @param {'screen' | 'phone'} screen
 */
export function testLessons(browser, lang, screen) {
  const isAll = process.env.LESSONS === 'all';
  const langs = isAll ? /** @type {const} */ (['en', 'es']) : [lang];
  for (const each of langs)
    for (const which of isAll ? Object.keys(SCREENS) : [screen])
      play(browser, each, which);
}

/** @param {Browser} browser @param {Lang} lang @param {string} screen */
function play({ name, missing, open: openSite }, lang, screen) {
  const [width, height, isOwn] = SCREENS[screen];
  describe(
    `${name}, ${lang}, ${width} × ${height}`,
    {
      skip: missing,
    },
    () => {
      /** @type {Site} */ let site;
      /** @type {Page} */ let page;
      before(async () => {
        site = await openSite();
        page = await site.newPage(`index.html?lesson=list&lang=${lang}`, {
          viewport: { width, height },
        });
        await until(page, "state.phase === 'idle'");
        if (!MISSING) await serveModels(page);
      });
      after(() => site?.close());
      for (const { id, steps, answer } of LESSONS) {
        test(`${name}: lesson ${id}, step by step`, async (t) => {
          if (id === 'real' && MISSING) return t.skip(MISSING);
          const start = performance.now();
          /** Opened last. @type {string | null} */
          let view = null;
          await open(page, id);
          for (const [at, step] of steps.entries()) {
            const { yours, ask, claims } = step;
            const right = rightOf(step);
            const early = await act(page, ask ? (right < 0 ? 'none' : right) : null);
            assert.equal(early, Boolean(ask), 'a prediction comes first');
            let came = await outcome(page);
            const sentence = `${id}, step ${at + 1}: ${JSON.stringify(came.values)}`;
            assert.equal(came.at, at);
            if (yours) {
              assert.ok(came.held.includes(false), `nothing was changed: ${sentence}`);
              if (!isOwn) {
                await next(page);
                continue;
              }
              await change(page, id);
              await act(page, null);
              came = await outcome(page);
            }
            assert.deepEqual(
              came.held,
              claims.map(() => true),
              `${sentence} ${JSON.stringify(came.values)}`,
            );
            view = step.actions.find((action) => action.open)?.open ?? view;
            const { words, result, subject } = await looks(page, view, OTHER[lang]);
            for (const [n, each] of [lang, OTHER[lang]].entries()) {
              const see = wordsIn(step.see, each);
              for (const part of plainText(see).split(/\{\w+\}/))
                assert.ok(
                  flat(words[n]).includes(flat(part)),
                  `${sentence}: ${words[n]}`,
                );
              assert.doesNotMatch(words[n], /undefined|NaN|–/);
            }
            assert.ok(result >= 20, `${sentence}: result in sight, ${result} px`);
            assert.ok(
              view === null || subject >= 60,
              `${sentence}: ${view}, ${subject} px`,
            );
            await AGAIN[`${id} ${at}`]?.(page, came.values);
            await next(page);
          }
          const end = await inPage(page, () => {
            const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
            return {
              missing: panel.lessons.missing,
              text: panel.shadowRoot.querySelector('#answer').textContent,
            };
          });
          assert.deepEqual(end.missing, isOwn ? [] : [steps.length - 1], 'done');
          assert.ok(flat(end.text).includes(flat(plainText(wordsIn(answer, lang)))));
          t.diagnostic(`${id}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
        });
      }
      test(`${name}: the page stayed quiet`, () => page.assertQuiet());
    },
  );
}
