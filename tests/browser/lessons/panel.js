// SPDX-License-Identifier: MIT
// A lesson through its panel as a reader does it, in any browser.
import { inPage } from '../support/page-queries.js';

/** @import { Page } from '../support/page-queries.js' */

/** As `words` of the page has them. @param {string} text */
export const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** In the page: whether a key reaches the model. */
export const isAtModel = () =>
  document.querySelector('glass-former')?.shadowRoot?.activeElement?.id === 'model';

/** @param {Page} page @param {string} id opened from the list */
export const openLesson = (page, id) =>
  inPage(
    page,
    async ({ until }, id) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      await until('the panel', () => panel.shadowRoot?.childElementCount);
      panel.shadowRoot.querySelector('#list')?.click();
      const button = () => panel.shadowRoot.querySelector(`[data-lesson="${id}"]`);
      await until(`lesson ${id} in the list`, button);
      button().click();
      await panel.updateComplete;
    },
    id,
  );

/** Chooses or types a prediction, if one is asked for, and presses the button, until the step
 * has ended.
 * @param {Page} page @param {number | string | null} prediction
 * @returns {Promise<{ early: boolean, at: number, held: boolean[],
 *   values: Record<string, number> }>} early: the button could not be pressed before; and what
 *   came of the step */
export const actIn = (page, prediction) =>
  inPage(
    page,
    async ({ until }, prediction) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      await until('a step', () => panel.shadowRoot?.querySelector('#do'));
      const { lessons, shadowRoot: root } = panel;
      const button = root.querySelector('#do');
      const early = button.disabled;
      if (typeof prediction === 'number')
        root.querySelectorAll('input[type=radio]')[prediction].click();
      if (typeof prediction === 'string') {
        root.querySelector('#typed').value = prediction;
        root.querySelector('#typed + button').click();
      }
      await panel.updateComplete;
      const before = lessons.progress.outcomes[lessons.at];
      button.click();
      const came = () => lessons.progress.outcomes[lessons.at];
      await until('the end of the step', () => !lessons.busy && came() !== before);
      return { early, at: lessons.at, ...came() };
    },
    prediction,
  );

/** Presses a button of the panel by its id. @param {Page} page @param {string} id */
export const press = (page, id) =>
  inPage(
    page,
    async (_, id) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      panel.shadowRoot.querySelector(`#${id}`).click();
      await panel.updateComplete;
    },
    id,
  );

/** Waits until the result of a step, and the view that it opened, can be seen.
 * @param {Page} page @param {string | null} view */
export const seen = (page, view) =>
  inPage(
    page,
    async ({ deep, topAt, until }, view) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      const isWithin = (/** @type {any} */ node, /** @type {Element} */ target) => {
        for (; node; node = node.parentNode ?? node.host)
          if (node === target) return true;
        return false;
      };
      /** Whether so many rows of the window have this, or what is in it, in front. */
      const hasRows = (
        /** @type {Element | null} */ target,
        /** @type {number} */ n,
      ) => {
        if (!target) return false;
        const { left, top, width, height } = target.getBoundingClientRect();
        const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
        let rows = 0;
        for (
          let y = Math.max(top, 0);
          y < Math.min(top + height, innerHeight);
          y += 4
        ) {
          if (isWithin(topAt(x, y), target)) rows += 4;
          if (rows >= n) return true;
        }
        return false;
      };
      const areSeen = () =>
        hasRows(panel.shadowRoot.querySelector('#outcome'), 20) &&
        (!view || hasRows(deep(`gf-inspector gf-${view}`) ?? deep(`gf-${view}`), 60));
      // What has just opened fills up, and may push what was in sight out of it.
      do await until(`the result and ${view} in sight`, areSeen);
      while (!areSeen());
    },
    view,
  );

/** The words of the panel in one language after another, which the page has not.
 * @param {Page} page @param {string[]} langs
 * @returns {Promise<{ outcome: string, all: string, over: number }[]>} of the result, and of the
 *   whole panel; and the pixels by which something in it is wider than it */
export const wordsOfPanel = (page, langs) =>
  inPage(
    page,
    async ({ words }, langs) => {
      const panel = /** @type {any} */ (document.querySelector('glass-lessons'));
      const own = panel.lang;
      const said = [];
      for (const lang of langs) {
        panel.lang = lang;
        await panel.updateComplete;
        const root = panel.shadowRoot;
        const outcome = root.querySelector('#outcome');
        const body = root.querySelector('.body');
        said.push({
          outcome: outcome ? words(outcome) : '',
          all: words(root.querySelector('.panel')),
          over: body.scrollWidth - body.clientWidth,
        });
      }
      panel.lang = own;
      await panel.updateComplete;
      return said;
    },
    langs,
  );
