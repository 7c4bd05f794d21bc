// SPDX-License-Identifier: MIT
// What bench/time-to-loss.js trains, to which losses, and by which two recipes.

/**
 * @typedef {object} Recipe
 * @property {string} preset
 * @property {Record<string, unknown>} settings over the preset's
 * @property {number} every steps between two measurements of the held-out loss
 *
 * @typedef {object} Target
 * @property {number | 'trigram'} loss held out, nats; trigram: what counting triples of
 *   letters reaches
 * @property {Record<'old' | 'fast', number>} steps of the schedules made for it
 * @property {number} [seeds] fewer than the others get
 *
 * @typedef {object} Yardstick
 * @property {string} name
 * @property {string} title
 * @property {'shakespeare' | 'fables'} text
 * @property {Record<'old' | 'fast', Recipe>} recipes
 * @property {number} windows held out, of an evaluation
 * @property {Target[]} targets
 */

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
      old: { preset: 'tiny', settings: { warmup_steps: 50 }, every: 10 },
      fast: {
        preset: 'fables-fast',
        settings: { n_head: 2, block_size: 32, batch_size: 32 },
        every: 5,
      },
    },
    windows: 202,
    targets: [{ loss: 'trigram', steps: { old: 900, fast: 140 } }],
  },
  {
    name: 'fables',
    title: "the page's model, the fables",
    text: 'fables',
    recipes: {
      old: { preset: 'fables', settings: {}, every: 10 },
      fast: { preset: 'fables-fast', settings: {}, every: 5 },
    },
    windows: 101,
    targets: [{ loss: 'trigram', steps: { old: 500, fast: 110 } }],
  },
];

/** Presets with a faster twin, as they are; nano's is a yardstick above. @type {{ preset: string, twin: string,
 *   text: 'shakespeare' | 'fables', windows: number,
 *   every: Record<'old' | 'fast', number> }[]} */
export const TWINS = [
  {
    ...{ preset: 'fables', twin: 'fables-fast', text: 'fables' },
    ...{ windows: 101, every: { old: 50, fast: 10 } },
  },
  {
    ...{ preset: 'shakespeare', twin: 'shakespeare-fast', text: 'shakespeare' },
    ...{ windows: 218, every: { old: 250, fast: 25 } },
  },
];
