// SPDX-License-Identifier: MIT
// What all sides train: models of the sizes others have published numbers for, all with
// one recipe, and the text they learn from.

import { readFileSync } from 'node:fs';

/** @param {string} title @param {number} n_vocab V @param {number[]} sizes L, H, C, T and B
 * @param {number} warm_up steps; about a second of ours, so that V8 has compiled what is hot: on
 *   one core it does that in the same time
 * @param {number} rounds of STEPS_A_ROUND steps each, after the warm-up
 * @param {number} [learning_rate] where the recipe's is too large: losses that jump tell two sides
 *   apart that only round differently */
function yardstick(title, n_vocab, sizes, warm_up, rounds, learning_rate) {
  const [n_layer, n_head, n_embd, block_size, batch_size] = sizes;
  return {
    title: `${title}, ${sizes.map((n, i) => 'LHCTB'[i] + n).join(' ')}`,
    ...{ n_vocab, warm_up, rounds, learning_rate },
    shape: { n_layer, n_head, n_embd, block_size, batch_size },
  };
}

/** @type {Record<string, ReturnType<typeof yardstick>>} */
export const YARDSTICKS = {
  tiny: yardstick('tiny', 65, [2, 2, 64, 32, 32], 60, 8),
  nano: yardstick('nano', 65, [4, 4, 128, 64, 12], 20, 8),
  small: yardstick('TinyGPT Small', 256, [3, 3, 96, 64, 16], 25, 6),
  medium: yardstick('TinyGPT Medium', 256, [4, 4, 128, 96, 16], 10, 5),
  poet: yardstick('poet', 65, [6, 6, 384, 256, 4], 10, 4, 0.0001),
};

/** Steps of one side in one turn. */
export const STEPS_A_ROUND = 5;

/** What all sides train. @param {string} name of a yardstick @param {number} nSteps */
export function modelOf(name, nSteps) {
  const { shape, n_vocab, learning_rate = RECIPE.learning_rate } = YARDSTICKS[name];
  const config = { ...shape, ...RECIPE, learning_rate };
  return { name, text: makeText(n_vocab), config, nSteps };
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
function makeText(V) {
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
