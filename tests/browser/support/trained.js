// SPDX-License-Identifier: MIT
// A small trained model on the page, and what its views should have drawn.
import { hexPixel, level, pixelTable } from '../../../web/draw/palette.js';
import { RAMPS, TOKENS } from '../../../web/draw/theme.js';
import { inPage } from './page-queries.js';

export {
  percent,
  share,
  signed,
  small,
  softmax,
  sum,
  two,
} from '../../web/support/writers.js';

/** @typedef {import('./page-queries.js').Page} Page */

/** Not equal in any two dimensions; it learns so fast that soon its heads differ. */
export const SMALL =
  'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=11&max_steps=600' +
  '&learning_rate=0.004&warmup_steps=20';
export const STEPS = 60;

/**
 * Opens the page of all views and trains. Three stops, so that there is a course.
 * @param {Page} page @param {string} [fragment] @param {number} [steps]
 */
export async function openTrained(page, fragment = SMALL, steps = STEPS) {
  // Another address each time: a new fragment alone loads nothing.
  await page.goto(`views.html?${Math.random()}#v=1&${fragment}`);
  await inPage(
    page,
    async ({ app, element, until }, steps) => {
      await app.ready;
      const { session } = element;
      for (const until of [steps / 4, steps / 2, steps]) await session.run({ until });
      await until('all is told', () => {
        const { activations: look, headReport: tick } = element.viewState;
        const counted = tick?.step === steps;
        return look?.step === steps && (counted || look.L === 0);
      });
    },
    steps,
  );
}

/** What a blank looks like. */
export const visible = (/** @type {string} */ c) =>
  c.replace(' ', '␣').replace('\n', '⏎');

/** A colour of the page. @param {keyof typeof TOKENS} name */
export const ink = (name) => hexPixel(TOKENS[name][0]);

/** Of the lines that matter. */
export const ACCENT = ink('accent');

/** The colour of a weight. @param {number} x 0..1 */
export const weightShade = (x) => pixelTable(RAMPS.attention.light)[level(x)];

/** The colour that cells of a table have. @param {number} x @param {number} most */
export const shade = (x, most) =>
  pixelTable(RAMPS.diverging.light)[level((x / most + 1) / 2)];

/** @param {number} a @param {number} b pixels */
export function distance(a, b) {
  return [0, 8, 16].reduce(
    (sum, shift) => sum + Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)),
    0,
  );
}

/** Whether a line of the accent colour runs through. @param {number[]} around pixels */
export const inked = (around) => around.some((p) => distance(p, ACCENT) < 60);
