// SPDX-License-Identifier: MIT
// What bench/time-to-loss.js trains, to which losses, and by which two recipes.

/** preset '': the engine's defaults; settings over those; every: steps between two measurements of
 * the held-out loss.
 * @typedef {{ preset: string, settings: Record<string, unknown>, every: number }} Recipe */
/** loss: held out, nats; trigram: what counting triples of letters reaches. steps: of the schedules
 * made for it. seeds: fewer than the others get.
 * @typedef {{ loss: number | 'trigram', steps: Record<'old' | 'fast', number>,
 *   seeds?: number }} Target */
/** windows: held out, of an evaluation.
 * @typedef {{ name: string, title: string, text: 'shakespeare' | 'fables', windows: number,
 *   recipes: Record<'old' | 'fast', Recipe>, targets: Target[] }} Yardstick */

/** nanoGPT's optimizer and weights, warmed up as a short run wants it. */
const ADAMW = { warmup_steps: 50, init_std: 0.02 };
const TINY = { n_layer: 2, n_head: 2, n_embd: 64, block_size: 32, batch_size: 32 };
const PAGE = { n_layer: 2, n_head: 4, n_embd: 64, block_size: 64, batch_size: 16 };

/** That recipe over the engine's defaults. @param {Record<string, number>} sizes
 * @param {number} rate at first @param {number} last @returns {Recipe} */
const adamw = (sizes, rate, last) => ({
  preset: '',
  settings: { ...ADAMW, ...sizes, learning_rate: rate, min_learning_rate: last },
  every: 10,
});

/** @type {Yardstick[]} */
export const YARDSTICKS = [
  {
    name: 'nano',
    title: 'nano, Tiny Shakespeare',
    text: 'shakespeare',
    recipes: {
      old: { preset: 'nano', settings: {}, every: 50 },
      fast: { preset: 'nano-fast', settings: {}, every: 10 },
    },
    windows: 436,
    targets: [
      { loss: 1.92, steps: { old: 2000, fast: 300 } },
      { loss: 1.8, steps: { old: 3000, fast: 540 }, seeds: 2 },
    ],
  },
  {
    name: 'tiny',
    title: 'tiny, the fables',
    text: 'fables',
    recipes: {
      old: adamw(TINY, 0.003, 0.0003),
      fast: { preset: 'tiny', settings: {}, every: 5 },
    },
    windows: 202,
    targets: [{ loss: 'trigram', steps: { old: 900, fast: 140 } }],
  },
  {
    name: 'fables',
    title: "the page's model, the fables",
    text: 'fables',
    recipes: {
      old: adamw(PAGE, 0.006, 0.0006),
      fast: { preset: 'fables', settings: {}, every: 5 },
    },
    windows: 101,
    targets: [{ loss: 'trigram', steps: { old: 540, fast: 210 } }],
  },
];
