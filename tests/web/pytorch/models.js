// SPDX-License-Identifier: MIT
// Models that differ in a part: every preset, and every value of every setting of a model.
import { newEngine } from '../../wasm/support.js';

/** @typedef {{ name: string, config: Record<string, unknown> }} Case */

const engine = await newEngine();

/** Small, so that training takes a moment; what a preset is made of stays. */
export const LIGHT = {
  batch_size: 4,
  eval_windows: 2,
  task_lines: 200,
  val_fraction: 0.2,
};

/** Every preset; a tenth of the width of the poet is enough.
 * @type {Case[]} */
export const presets = engine.presets().map(({ name, config }) => ({
  name,
  config: { ...config, ...LIGHT, ...(name === 'poet' ? { n_embd: 36 } : {}) },
}));

const PARTS = engine
  .schema()
  .filter(({ group }) => group === 'parts' || group === 'shape');
export const BASE = {
  ...{ n_layer: 2, n_head: 4, n_embd: 32, block_size: 24, tied_head: false },
  ...LIGHT,
};
/** The settings of the first preset with an architecture. @param {unknown} arch */
export const presetOf = (arch) =>
  presets.find(({ config }) => config.arch === arch)?.config;
/** What a setting needs to make a difference. @type {Record<string, object | undefined>} */
const NEEDS = {
  averaging: presetOf('averaging'),
  final_norm: { norm_place: 'none' },
  source_block_size: { arch: 'encoder_decoder', task: 'reverse' },
  rotary_pairs: { positions: 'rotary' },
  rotary_base: { positions: 'rotary' },
  rotary_dim: { positions: 'rotary' },
};
/** Values of numbers that fit BASE. @type {Record<string, number>} */
const NUMBERS = {
  ...{ n_layer: 1, n_head: 2, n_kv_head: 2, n_embd: 16, block_size: 12 },
  ...{ source_block_size: 20, n_ff: 40, norm_eps: 0.01, rotary_base: 500 },
  ...{ rotary_dim: 4, logit_softcap: 3 },
};
/** Every value of every setting that a model is made of.
 * @type {Case[]} */
export const variants = PARTS.flatMap(({ key, type, choices, default: standard }) => {
  const values =
    type === 'enum' ? choices : type === 'bool' ? [!standard] : [NUMBERS[key]];
  return (values ?? []).map((value) => ({
    name: `${key} = ${value}`,
    config: {
      ...BASE,
      ...NEEDS[key],
      ...(key === 'arch' ? presetOf(value) : {}),
      [key]: value,
    },
  }));
});
