// SPDX-License-Identifier: MIT
// The recipe of the page: the model it starts with, and what of it follows the length of the
// text. `node bench/recipes.js` compares it on seventeen texts (docs/speed.md).

/** @import { Settings } from './types.js' */

/** A dropout of `p` in every place that has one. */
const dropout = (/** @type {number} */ p) => ({
  embd_pdrop: p,
  attn_pdrop: p,
  resid_pdrop: p,
  mlp_pdrop: p,
});

/** Starting point of the page, where it is not the engine's default: the preset Fables
 * (src/models/presets.def). @type {Readonly<Settings>} */
export const PAGE_SETTINGS = {
  n_layer: 2,
  n_head: 4,
  n_embd: 64,
  block_size: 64,
  batch_size: 16,
  norm: 'rms',
  positions: 'rotary',
  ...dropout(0.1),
  optimizer: 'muon',
  muon_learning_rate: 0.03,
  learning_rate: 0.01,
  min_learning_rate: 0.0002,
  weight_decay: 0,
  schedule: 'sqrt',
  warmup_steps: 2,
  max_steps: 1000,
  eval_interval: 20,
};

/** A text of fewer characters is soon learned by heart. */
const SHORT = 3000;
/** One of more has no need of dropout. */
const LONG = 100_000;

/** Characters that the recipe goes by. @param {import('./types.js').TextInUse | null} text
 * @returns {number | undefined} undefined: those of the text that the page starts with */
export const lengthOf = (text) =>
  !text || text.id === 'task' ? undefined : text.characters;

/** Settings of the page for a text of so many characters; of no number, for the text that it
 * starts with. @param {number} [characters] @returns {Settings} */
export const recipeFor = (characters = SHORT) => ({
  ...PAGE_SETTINGS,
  ...(characters < SHORT && {
    muon_learning_rate: 0.0045,
    learning_rate: 0.0015,
    max_steps: 200,
  }),
  ...(characters >= LONG && dropout(0)),
});

/** What the page started with when links were of version 1; it stays as it was.
 * @type {Readonly<Settings>} */
export const FIRST_PAGE_SETTINGS = {
  n_layer: 2,
  n_head: 4,
  n_embd: 64,
  block_size: 64,
  batch_size: 16,
  learning_rate: 0.002,
  min_learning_rate: 0.0002,
  warmup_steps: 50,
  max_steps: 2000,
  eval_interval: 50,
  init_std: 0.02,
};

/**
 * Settings made for one text, for another: those that still are what the recipe gave follow
 * the length, those that the reader changed stay.
 * @param {Settings} settings
 * @param {number | undefined} from characters; undefined: the text that the page starts with
 * @param {number | undefined} to
 * @returns {Settings} `settings` itself where nothing changes
 */
export function refit(settings, from, to) {
  const [before, after] = [recipeFor(from), recipeFor(to)];
  const keys = Object.keys(after).filter(
    (key) => settings[key] === before[key] && before[key] !== after[key],
  );
  if (keys.length === 0) return settings;
  return { ...settings, ...Object.fromEntries(keys.map((key) => [key, after[key]])) };
}
