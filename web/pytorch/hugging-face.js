// SPDX-License-Identifier: MIT
// A model as a Hugging Face folder: config.json and the weights, named and laid out as
// transformers.GPT2LMHeadModel, LlamaForCausalLM or ArceeForCausalLM have them.
import { complete } from './pieces.js';

/** @import { Config } from '../../wasm/index.js' */
/** @import { Complete } from './pieces.js' */

/** @typedef {{ shape: number[], values: Float32Array }} Weights */
/** Weights of a checkpoint by name; without a name, zeros of a shape.
 * @typedef {(name: string) => Weights | undefined} Find */
/** @typedef {[name: string, weights: Weights][]} Named */

/** Settings that a class of transformers cannot express otherwise than so.
 * @typedef {Record<string, unknown[]>} Needs */

/** What both have in common. @type {Needs} */
const DECODER = {
  ...{ arch: ['decoder'], causal: [true] },
  attention: ['fused', 'simple'],
  task_form: ['auto', 'text'],
  ...{ norm_place: ['pre'], residual: [true], attn_proj: [true], mlp: [true] },
  ...{ parallel: [false], qk_norm: [false], logit_softcap: [0], head_input: ['final'] },
  ...{ scale_embedding: [false], bias_head: [false] },
};

/** @param {Weights} weights @returns {Weights} */
export function transposed({ shape: [rows, columns], values }) {
  const turned = new Float32Array(values.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) turned[j * rows + i] = values[i * columns + j];
  return { shape: [columns, rows], values: turned };
}

/** Some rows. @param {Weights} weights @param {number} first @param {number} n @returns {Weights} */
function rowsOf({ shape, values }, first, n) {
  const width = shape[1] ?? 1;
  return {
    shape: [n, ...shape.slice(1)],
    values: values.slice(first * width, (first + n) * width),
  };
}

/** Queries or keys whose rotary pairs (2i, 2i + 1) become (i, i + D / 2).
 * @param {Weights} weights @param {number} D head size @returns {Weights} */
function inHalves({ shape, values }, D) {
  const width = shape[1] ?? 1;
  const moved = new Float32Array(values.length);
  for (let row = 0; row < shape[0]; row++) {
    const d = row % D;
    const to = row - d + (d % 2) * (D / 2) + (d >> 1);
    moved.set(values.subarray(row * width, (row + 1) * width), to * width);
  }
  return { shape, values: moved };
}

/** Matrices below each other. @param {Weights[]} parts @returns {Weights} */
function stacked(parts) {
  const values = new Float32Array(parts.reduce((n, part) => n + part.values.length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at);
    at += part.values.length;
  }
  const rows = parts.reduce((n, { shape }) => n + shape[0], 0);
  return { shape: [rows, ...parts[0].shape.slice(1)], values };
}

/** Weights by the names of attention from one matrix, also where each head has its own.
 * @param {Find} find @param {Complete} c @returns {Find} */
function fusedOf(find, c) {
  if (c.attention !== 'simple') return find;
  const H = Number(c.n_head);
  const group = H / Number(c.n_kv_head);
  const heads = Array.from({ length: H }, (_, h) => h);
  const first = heads.filter((h) => h % group === 0);
  return (name) => {
    const [, before, end] = name.match(/^(.*\.attn)\.c_attn\.(weight|bias)$/) ?? [];
    if (before === undefined) return find(name);
    const parts = [
      ...heads.map((h) => find(`${before}.heads.${h}.q_lin.${end}`)),
      ...first.map((h) => find(`${before}.heads.${h}.k_lin.${end}`)),
      ...first.map((h) => find(`${before}.heads.${h}.v_lin.${end}`)),
    ].filter((part) => part !== undefined);
    return parts.length > 0 ? stacked(parts) : undefined;
  };
}

/** @param {Find} find @param {string} name @returns {Weights} */
function needed(find, name) {
  const weights = find(name);
  if (!weights) throw new Error(`The model has no ${name}.`);
  return weights;
}

/** @param {Find} find @param {Complete} c @returns {Named} */
const outputLayer = (find, c) =>
  c.tied_head ? [] : [['lm_head.weight', needed(find, 'lm_head.weight')]];

/** A bias that is not there is zero. @param {Find} find @param {string} name
 * @returns {Weights} */
const biasOf = (find, name) =>
  find(`${name}.bias`) ?? {
    shape: needed(find, `${name}.weight`).shape.slice(0, 1),
    values: new Float32Array(needed(find, `${name}.weight`).shape[0]),
  };

/** Linear layers lie transposed there (Conv1D). @param {Find} find @param {Complete} c
 * @returns {Named} */
function gpt2Weights(find, c) {
  /** @type {(name: string, isLinear: boolean) => Named} */
  const both = (name, isLinear) => {
    const weight = needed(find, `${name}.weight`);
    return [
      [`${name}.weight`, isLinear ? transposed(weight) : weight],
      [`${name}.bias`, biasOf(find, name)],
    ];
  };
  const blocks = Array.from({ length: Number(c.n_layer) }, (_, i) => {
    const block = `transformer.h.${i}`;
    return [
      ...['ln_1', 'ln_2'].flatMap((name) => both(`${block}.${name}`, false)),
      ...['attn.c_attn', 'attn.c_proj', 'mlp.c_fc', 'mlp.c_proj'].flatMap((name) =>
        both(`${block}.${name}`, true),
      ),
    ];
  });
  /** @type {Named} */
  const tables = ['transformer.wte.weight', 'transformer.wpe.weight'].map((name) => [
    name,
    needed(find, name),
  ]);
  return [
    ...tables,
    ...blocks.flat(),
    ...both('transformer.ln_f', false),
    ...outputLayer(find, c),
  ];
}

/** @param {Find} find @param {Complete} c @returns {Named} */
function llamaWeights(find, c) {
  const C = Number(c.n_embd);
  const D = C / Number(c.n_head);
  const K = D * Number(c.n_kv_head);
  const turned = (/** @type {Weights} */ weights) =>
    c.rotary_pairs === 'halves' ? weights : inHalves(weights, D);
  /** Weight and, where all layers of their kind have one, bias.
   * @type {(to: string, from: string, part?: (all: Weights) => Weights) => Named} */
  const linear = (to, from, part = (all) => all) =>
    ['weight', 'bias'].flatMap((end) => {
      const weights = find(`${from}.${end}`);
      /** @type {Named} */
      const named = weights ? [[`${to}.${end}`, part(weights)]] : [];
      return named;
    });
  const blocks = Array.from({ length: Number(c.n_layer) }, (_, i) => {
    const from = `transformer.h.${i}`;
    const to = `model.layers.${i}`;
    const qkv = `${from}.attn.c_attn`;
    return [
      ...linear(`${to}.input_layernorm`, `${from}.ln_1`),
      ...linear(`${to}.self_attn.q_proj`, qkv, (all) => turned(rowsOf(all, 0, C))),
      ...linear(`${to}.self_attn.k_proj`, qkv, (all) => turned(rowsOf(all, C, K))),
      ...linear(`${to}.self_attn.v_proj`, qkv, (all) => rowsOf(all, C + K, K)),
      ...linear(`${to}.self_attn.o_proj`, `${from}.attn.c_proj`),
      ...linear(`${to}.post_attention_layernorm`, `${from}.ln_2`),
      ...linear(`${to}.mlp.gate_proj`, `${from}.mlp.c_gate`),
      ...linear(`${to}.mlp.up_proj`, `${from}.mlp.c_fc`),
      ...linear(`${to}.mlp.down_proj`, `${from}.mlp.c_proj`),
    ];
  });
  return [
    ...linear('model.embed_tokens', 'transformer.wte'),
    ...blocks.flat(),
    ...linear('model.norm', 'transformer.ln_f'),
    ...outputLayer(find, c),
  ];
}

/** By the names of transformers. */
const ACTIVATIONS = /** @type {Record<string, string>} */ ({
  gelu: 'gelu',
  gelu_tanh: 'gelu_new',
  relu: 'relu',
  relu2: 'relu2',
});

/** @typedef {object} Class of transformers
 * @property {string} name
 * @property {Needs} needs
 * @property {(c: Complete) => string | null} misfit a setting that does not fit, beyond needs
 * @property {(c: Complete, tokens: Tokens) => object} config
 * @property {(find: Find, c: Complete) => Named} weights */
/** @typedef {{ n: number, begin: number | null, end: number | null }} Tokens */

/** @param {Complete} c */
const hiddenUnits = (c) => Number(c.n_ff) || 4 * Number(c.n_embd);

/** What Llama and those that are built like it have in common. */
const LLAMA = {
  needs: {
    ...DECODER,
    ...{ norm: ['rms'], final_norm: ['rms'], positions: ['rotary'] },
    score_scale: ['head'],
  },
  /** @param {Complete} c */
  misfit: (c) => {
    if (c.rotary_dim !== Number(c.n_embd) / Number(c.n_head)) return 'rotary_dim';
    return c.bias_qkv === c.bias_attn_out ? null : 'bias_attn_out';
  },
  /** @param {Complete} c @param {Tokens} tokens */
  config: (c, tokens) => ({
    vocab_size: tokens.n,
    max_position_embeddings: c.block_size,
    ...{ hidden_size: c.n_embd, intermediate_size: hiddenUnits(c) },
    ...{ num_hidden_layers: c.n_layer, num_attention_heads: c.n_head },
    num_key_value_heads: c.n_kv_head,
    head_dim: Number(c.n_embd) / Number(c.n_head),
    rms_norm_eps: Number(c.norm_eps) || 1e-5,
    ...{ rope_theta: c.rotary_base, rope_scaling: null },
    ...{ attention_bias: c.bias_qkv, mlp_bias: c.bias_mlp },
    attention_dropout: c.attn_pdrop,
  }),
  weights: llamaWeights,
};

/** @type {Class[]} */
const CLASSES = [
  {
    name: 'GPT2LMHeadModel',
    needs: {
      ...DECODER,
      ...{ norm: ['layer'], final_norm: ['layer'], positions: ['learned'] },
      score_scale: ['head', 'none'],
      activation: Object.keys(ACTIVATIONS),
    },
    misfit: (c) => (c.n_kv_head === c.n_head ? null : 'n_kv_head'),
    config: (c, tokens) => ({
      model_type: 'gpt2',
      vocab_size: tokens.n,
      ...{ n_positions: c.block_size, n_embd: c.n_embd, n_layer: c.n_layer },
      ...{ n_head: c.n_head, n_inner: hiddenUnits(c) },
      activation_function: ACTIVATIONS[String(c.activation)],
      scale_attn_weights: c.score_scale === 'head',
      ...{ embd_pdrop: c.embd_pdrop, attn_pdrop: c.attn_pdrop },
      resid_pdrop: c.resid_pdrop,
      layer_norm_epsilon: Number(c.norm_eps) || 1e-5,
    }),
    weights: gpt2Weights,
  },
  {
    ...LLAMA,
    name: 'LlamaForCausalLM',
    needs: { ...LLAMA.needs, activation: ['swiglu'] },
    config: (c, tokens) => ({
      ...{ model_type: 'llama', hidden_act: 'silu' },
      ...LLAMA.config(c, tokens),
    }),
  },
  {
    ...LLAMA,
    name: 'ArceeForCausalLM',
    needs: { ...LLAMA.needs, activation: Object.keys(ACTIVATIONS) },
    config: (c, tokens) => ({
      ...{ model_type: 'arcee', hidden_act: ACTIVATIONS[String(c.activation)] },
      ...LLAMA.config(c, tokens),
    }),
  },
];

/** The setting that keeps a model from being of a class; null: it is.
 * @param {Complete} c @param {Class} one */
const misfitOf = (c, one) =>
  Object.keys(one.needs).find((key) => !one.needs[key].includes(c[key])) ??
  one.misfit(c);

/**
 * config.json and the weights by their names there. Throws where no class has these settings.
 * @param {Config} config @param {Find} find @param {Tokens} tokens
 * @returns {{ config: object, weights: Named }}
 */
export function huggingFace(config, find, tokens) {
  const c = complete(config);
  const misfits = CLASSES.map((one) => misfitOf(c, one));
  const fits = CLASSES[misfits.indexOf(null)];
  if (!fits) {
    const each = CLASSES.map(
      ({ name }, n) => `${name} (${misfits[n]} = ${c[misfits[n] ?? '']})`,
    );
    throw new Error(`No class of Hugging Face has these settings: ${each.join(', ')}.`);
  }
  return {
    config: {
      architectures: [fits.name],
      ...fits.config(c, tokens),
      tie_word_embeddings: c.tied_head,
      initializer_range: c.init_std || 0.02 * Math.sqrt(768 / Number(c.n_embd)),
      ...{ bos_token_id: tokens.begin, eos_token_id: tokens.end },
      torch_dtype: 'float32',
    },
    weights: fits.weights(fusedOf(find, c), c),
  };
}
