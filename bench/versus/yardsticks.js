// SPDX-License-Identifier: MIT
// What all sides train: models of the sizes others have published numbers for, all with
// one recipe, and the text they learn from.

import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Yardstick
 * @property {string} title
 * @property {number} n_vocab V
 * @property {Record<string, number>} shape
 * @property {number} warm_up steps; about a second of ours, so that V8 has compiled what
 *   is hot: on one core it does that in the same time
 * @property {number} rounds of STEPS_A_ROUND steps each, after the warm-up
 * @property {number} [learning_rate] where the recipe's is too large: losses that jump tell
 *   two sides apart that only round differently
 */

/** @type {Record<string, Yardstick>} */
export const YARDSTICKS = {
  tiny: {
    title: 'tiny, L2 H2 C64 T32 B32',
    n_vocab: 65,
    shape: { n_layer: 2, n_head: 2, n_embd: 64, block_size: 32, batch_size: 32 },
    warm_up: 60,
    rounds: 8,
  },
  nano: {
    title: 'nano, L4 H4 C128 T64 B12',
    n_vocab: 65,
    shape: { n_layer: 4, n_head: 4, n_embd: 128, block_size: 64, batch_size: 12 },
    warm_up: 20,
    rounds: 8,
  },
  small: {
    title: 'TinyGPT Small, L3 H3 C96 T64 B16',
    n_vocab: 256,
    shape: { n_layer: 3, n_head: 3, n_embd: 96, block_size: 64, batch_size: 16 },
    warm_up: 25,
    rounds: 6,
  },
  medium: {
    title: 'TinyGPT Medium, L4 H4 C128 T96 B16',
    n_vocab: 256,
    shape: { n_layer: 4, n_head: 4, n_embd: 128, block_size: 96, batch_size: 16 },
    warm_up: 10,
    rounds: 5,
  },
  poet: {
    title: 'poet, L6 H6 C384 T256 B4',
    n_vocab: 65,
    shape: { n_layer: 6, n_head: 6, n_embd: 384, block_size: 256, batch_size: 4 },
    warm_up: 10,
    learning_rate: 0.0003,
    rounds: 4,
  },
};

/** Steps of one side in one turn. */
export const STEPS_A_ROUND = 5;

/** Settings of a yardstick. @param {string} name */
export function recipeOf(name) {
  const { learning_rate = RECIPE.learning_rate } = YARDSTICKS[name];
  return { ...RECIPE, learning_rate };
}

/** The recipe: GELU with erf, tied head, biases, no dropout, eps 1e-5 in the norms,
 * gradients clipped to length 1, AdamW with decay on matrices only, constant rate.
 * @typedef {Record<'learning_rate' | 'beta1' | 'beta2' | 'eps' | 'weight_decay' |
 * 'grad_clip', number>} Recipe what others need of it */
export const RECIPE = {
  activation: 'gelu',
  seed: 1337,
  optimizer: 'adamw',
  schedule: 'constant',
  warmup_steps: 0,
  learning_rate: 0.001,
  beta1: 0.9,
  beta2: 0.99,
  eps: 1e-8,
  weight_decay: 0.1,
  grad_clip: 1,
  max_steps: 1000,
  val_fraction: 0.1,
};

const FABLES = new URL('../../web/texts/fables.txt', import.meta.url);

/** The fables, and before them what is missing to V different characters.
 * @param {number} V */
export function makeText(V) {
  const fables = readFileSync(FABLES, 'utf8');
  const seen = new Set(fables);
  let more = '';
  for (let code = 0x21; seen.size < V; code++) {
    const character = String.fromCodePoint(code);
    if (!seen.has(character)) more += character;
    seen.add(character);
  }
  return more + fables;
}
