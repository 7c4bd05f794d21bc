// SPDX-License-Identifier: MIT
// The recipe of the page: the model it starts with, and what of it follows the length of the
// text. `node bench/recipes.js` compares it on sixteen texts (docs/speed.md).

/** @import { Settings } from './types.js' */

/** Parts and optimizer are those of the preset Fables (src/models/presets.def).
 * @type {Readonly<Settings>} */
const PARTS = {
  n_layer: 2,
  n_head: 4,
  n_embd: 64,
  block_size: 64,
  batch_size: 16,
  norm: 'rms',
  positions: 'rotary',
  optimizer: 'muon',
  min_learning_rate: 0.0002,
  weight_decay: 0,
  schedule: 'sqrt',
  warmup_steps: 2,
  eval_interval: 20,
};

/** A dropout of `p` in every place that has one. */
const dropout = (/** @type {number} */ p) => ({
  embd_pdrop: p,
  attn_pdrop: p,
  resid_pdrop: p,
  mlp_pdrop: p,
});

/** By length of the text, in characters: a short one is soon learned by heart.
 * @type {readonly { below: number, settings: Readonly<Settings> }[]} */
const BY_LENGTH = [
  {
    below: 2000,
    settings: {
      ...dropout(0.1),
      muon_learning_rate: 0.0045,
      learning_rate: 0.0015,
      max_steps: 200,
    },
  },
  {
    below: 100_000,
    settings: {
      ...dropout(0.1),
      muon_learning_rate: 0.03,
      learning_rate: 0.01,
      max_steps: 1000,
    },
  },
  {
    below: Infinity,
    settings: {
      ...dropout(0),
      muon_learning_rate: 0.03,
      learning_rate: 0.01,
      max_steps: 1000,
    },
  },
];

/** Characters of the text that the page starts with, the fables. */
const FIRST_TEXT = 64_745;

/** Characters that the recipe goes by. @param {import('./types.js').TextInUse | null} text
 * @returns {number | undefined} undefined: those of the text that the page starts with */
export const lengthOf = (text) =>
  !text || text.id === 'task' ? undefined : text.characters;

/** What of the recipe follows the length of the text.
 * @param {number} characters */
const byLength = (characters) =>
  /** @type {typeof BY_LENGTH[0]} */ (BY_LENGTH.find(({ below }) => characters < below))
    .settings;

/** Settings of the page for a text of so many characters.
 * @param {number} [characters] @returns {Settings} */
export const recipeFor = (characters = FIRST_TEXT) => ({
  ...PARTS,
  ...byLength(characters),
});

/** Starting point of the page, where it is not the engine's default.
 * @type {Readonly<Settings>} */
export const PAGE_SETTINGS = recipeFor();

/** What the page started with until links of version 1. @type {Readonly<Settings>} */
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
