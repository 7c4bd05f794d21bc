// SPDX-License-Identifier: MIT
// The steps of a model three times: as a formula with the shapes of this model, in PyTorch for
// its settings, and in the C of the engine; and which steps stand at which view.

import { PIECES, complete } from '../../pytorch/pieces.js';
import { TRAINING, samplePiece } from '../../pytorch/training.js';
import { OF_VIEWS } from './of-views.data.js';

/** @import { Config } from '../../../wasm/index.js' */
/** @import { Complete } from '../../pytorch/pieces.js' */
/** @import { Sampler } from '../../pytorch/training.js' */

/** @typedef {{ T: number, C: number, H: number, K: number, D: number, F: number,
 *   V: number, W: number, eps: number }} Sizes
 *   K: heads of keys and values; V: tokens; W: answers of the model */
/** A formula, and the shape of what it gives; '': a number. @typedef {[string, string]} Row */

/**
 * @typedef {object} Step
 * @property {(c: Complete, s: Sizes, sampler: Sampler) => Row[]} formula empty: not a part of this
 *   model
 * @property {string[]} pytorch pieces
 */

/** @typedef {{ config: Config, V: number, W: number, sampler: Sampler }} About */

/** Rows that only some models have. @param {unknown} has @param {Row[]} rows
 * @returns {Row[]} */
const rowsIf = (has, ...rows) => (has ? rows : []);

/** @param {...number} n */
const shape = (...n) => `(${n.join(', ')})`;

/** @param {Complete} c */
const hasBlocks = (c) =>
  Number(c.n_layer) > 0 && !/averaging|bigram/.test(String(c.arch));

/** What a model without blocks lacks.
 * @param {Step['formula']} formula @returns {Step['formula']} */
const inBlocks = (formula) => (c, s, sampler) =>
  hasBlocks(c) ? formula(c, s, sampler) : [];

const NORMS = /** @type {Record<string, (eps: number, bias: string) => string>} */ ({
  layer: (eps, bias) => `y = g ⊙ (x − mean(x)) / √(var(x) + ${eps})${bias}`,
  rms: (eps) => `y = g ⊙ x / √(mean(x²) + ${eps})`,
  std: (eps, bias) => `y = g ⊙ (x − mean(x)) / (std(x) + ${eps})${bias}`,
});

const ACTIVATIONS = /** @type {Record<string, (bias: string) => string>} */ ({
  gelu: (b) => `gelu(W₁ y${b && ' + b₁'})`,
  gelu_tanh: (b) => `gelu_tanh(W₁ y${b && ' + b₁'})`,
  relu: (b) => `max(0, W₁ y${b && ' + b₁'})`,
  relu2: (b) => `max(0, W₁ y${b && ' + b₁'})²`,
  swiglu: (b) => (b ? 'silu(W₃ y + b₃) ⊙ (W₁ y + b₁)' : 'silu(W₃ y) ⊙ W₁ y'),
});

const SCHEDULES = /** @type {Record<string, string>} */ ({
  constant: 'η_t = η',
  cosine: 'η_t = η_min + ½ (1 + cos(π · (t − warm-up) / (end − warm-up))) (η − η_min)',
  wsd: 'η_t = η; at the end linear to η_min',
  sqrt: 'η_t = η_min + (1 − √((t − warm-up) / (end − warm-up))) (η − η_min)',
});

/** @type {Step['formula']} */
function embedding(c, { T, C, V }) {
  const factor = c.scale_embedding ? `√${C} ` : '';
  const place = { learned: ' + P[t]', sinusoidal: ' + sincos[t]' }[String(c.positions)];
  if (c.arch === 'bigram') return [['logits = E[token]', shape(1, T, V)]];
  return [
    ['E', shape(V, C)],
    ...rowsIf(place === ' + P[t]', ['P', shape(T, C)]),
    [`x = ${factor}E[token]${place ?? ''}`, shape(1, T, C)],
  ];
}

/** @type {Step['formula']} */
function projections(c, { T, C, H, K, D }) {
  const bias = c.bias_qkv ? ' + b' : '';
  return [
    [`q = W_q y${bias}`, `${shape(1, T, C)} → ${shape(1, H, T, D)}`],
    [`k = W_k y${bias}`, `${shape(1, T, K * D)} → ${shape(1, K, T, D)}`],
    [`v = W_v y${bias}`, `${shape(1, T, K * D)} → ${shape(1, K, T, D)}`],
  ];
}

/** @type {Step['formula']} */
function scores(c, { T, C, H, D }) {
  const root = { head: ` / √${D}`, width: ` / √${C}`, none: '' }[String(c.score_scale)];
  const distance = c.positions === 'alibi' ? ' − m_h |i − j|' : '';
  return [
    ...rowsIf(c.qk_norm, ['q, k ← q / rms(q), k / rms(k)', '']),
    ...rowsIf(c.positions === 'rotary', ['q, k ← R(i) q, R(j) k', '']),
    [`S = q kᵀ${root}${distance}`, shape(1, H, T, T)],
    ...rowsIf(c.arch !== 'encoder' && c.causal, ['S_ij = −∞ where j > i', '']),
  ];
}

/** @type {Step['formula']} */
function mlp(c, { T, C, F }) {
  if (!c.mlp) return [];
  const bias = c.bias_mlp ? ' + b₂' : '';
  return [
    [`h = ${ACTIVATIONS[String(c.activation)](bias)}`, shape(1, T, F)],
    [`${c.residual ? 'x + ' : ''}W₂ h${bias}`, shape(1, T, C)],
  ];
}

/** @type {Step['formula']} */
function block(c, { T, C }) {
  const norm = c.norm_place === 'pre' ? 'norm(x)' : 'x';
  const plus = c.residual ? 'x + ' : '';
  const done = (/** @type {string} */ sum) =>
    c.norm_place === 'post' ? `norm(${sum})` : sum;
  if (c.parallel)
    return [
      [`x ← x + attention(${norm})${c.mlp ? ` + mlp(${norm})` : ''}`, shape(1, T, C)],
    ];
  return [
    [`x ← ${done(`${plus}attention(${norm})`)}`, shape(1, T, C)],
    ...rowsIf(c.mlp, [`x ← ${done(`${plus}mlp(${norm})`)}`, shape(1, T, C)]),
  ];
}

/** What the output layer makes of a row of the stream. @param {Complete} c @param {string} x */
function logitsOf(c, x) {
  const cap = Number(c.logit_softcap);
  const read = hasFinalNorm(c) ? `norm(${x})` : x;
  const product = `${c.tied_head ? 'E' : 'W'} ${read}${c.bias_head ? ' + b' : ''}`;
  return cap ? `${cap} tanh(${product} / ${cap})` : product;
}

/** @param {Complete} c */
const hasFinalNorm = (c) => c.final_norm !== 'none' && c.head_input !== 'tokens';

/** @type {Step['formula']} */
function output(c, { T, W }) {
  if (c.arch === 'bigram') return [];
  const x = c.head_input === 'tokens' ? 'E[token]' : 'x';
  return [[`logits = ${logitsOf(c, x)}`, shape(1, T, W)]];
}

/** @type {Step['formula']} */
function optimizer(c) {
  const isDecayed = c.optimizer !== 'adam' && Number(c.weight_decay) > 0;
  const kept = isDecayed ? `(1 − ${c.weight_decay} η) ` : '';
  return [
    ['m ← β₁ m + (1 − β₁) g', ''],
    ['v ← β₂ v + (1 − β₂) g²', ''],
    [`w ← ${kept}w − η m̂ / (√v̂ + ${c.eps})`, `β₁ = ${c.beta1}, β₂ = ${c.beta2}`],
    ...rowsIf(
      c.optimizer === 'muon',
      ['M ← μ M + (1 − μ) g', ''],
      [
        `W ← ${kept}W − η √max(1, rows / columns) orthogonal(μ M + (1 − μ) g)`,
        `η = ${c.muon_learning_rate}, μ = ${c.muon_momentum}`,
      ],
    ),
  ];
}

/** @type {Record<string, Step>} */
export const STEPS = {
  embed: { formula: embedding, pytorch: ['positions', 'embed'] },
  norm: {
    formula: (c, { T, C, eps }) =>
      c.norm_place === 'none'
        ? []
        : [[NORMS[String(c.norm)](eps, c.bias_norm ? ' + b' : ''), shape(1, T, C)]],
    pytorch: ['norms'],
  },
  project: { formula: inBlocks(projections), pytorch: ['linear', 'attention'] },
  rotary: {
    formula: inBlocks((c, { T, D, H }) =>
      rowsIf(
        c.positions === 'rotary',
        ['(a, b) ← (a cos θ − b sin θ, a sin θ + b cos θ)', shape(1, H, T, D)],
        [
          `θ = t / ${c.rotary_base}^(2i / ${c.rotary_dim})`,
          shape(T, Number(c.rotary_dim) / 2),
        ],
      ),
    ),
    pytorch: ['positions'],
  },
  scores: { formula: inBlocks(scores), pytorch: ['attend'] },
  softmax: {
    formula: inBlocks((_, { T, H }) => [
      ['A_ij = e^(S_ij − max_j S_ij) / Σ_j e^(S_ij − max_j S_ij)', shape(1, H, T, T)],
    ]),
    pytorch: ['attend'],
  },
  mix: {
    formula: inBlocks((c, { T, C, H, D }) => [
      ['o = A v', `${shape(1, H, T, D)} → ${shape(1, T, C)}`],
      ...rowsIf(c.attn_proj, [`W_o o${c.bias_attn_out ? ' + b' : ''}`, shape(1, T, C)]),
    ]),
    pytorch: ['attention'],
  },
  mlp: { formula: inBlocks(mlp), pytorch: ['mlp'] },
  block: { formula: inBlocks(block), pytorch: ['blocks'] },
  average: {
    formula: (c, { T, C }) =>
      c.arch === 'averaging' ? [['x_i ← (x_1 + … + x_i) / i', shape(1, T, C)]] : [],
    pytorch: ['model'],
  },
  output: { formula: output, pytorch: ['model'] },
  predict: {
    formula: (_, { T, W }) => [['p = softmax(logits)', shape(1, T, W)]],
    pytorch: ['predict'],
  },
  loss: {
    formula: () => [['L = mean of −log softmax(logits)[target]', '']],
    pytorch: ['loss'],
  },
  schedule: {
    formula: (c) => [
      ...rowsIf(Number(c.warmup_steps) > 0, [
        `η_t = η (t + 1) / (${c.warmup_steps} + 1) for t < ${c.warmup_steps}`,
        '',
      ]),
      [
        SCHEDULES[String(c.schedule)],
        `η = ${c.learning_rate}, η_min = ${c.min_learning_rate}`,
      ],
    ],
    pytorch: ['schedule'],
  },
  optimizer: { formula: optimizer, pytorch: ['optimizer'] },
  dropout: {
    formula: () => [
      ['y = x ⊙ kept / (1 − p)', ''],
      ['P(kept = 1) = 1 − p', ''],
    ],
    pytorch: ['dropout'],
  },
  sample: {
    formula: (_, { W }, { temperature, topK, topP, greedy }) => {
      if (greedy || temperature === 0) return [['token = argmax logits', '']];
      const cuts = [
        ...rowsIf(topK > 0, [`p_i ← 0 but for the ${topK} largest`, '']),
        ...rowsIf(topP < 1, [`p_i ← 0 but for the largest, of sum ${topP}`, '']),
      ];
      return [
        [`p = softmax(logits / ${temperature})`, shape(W)],
        ...cuts,
        [cuts.length > 0 ? 'token ~ p / Σ p' : 'token ~ p', ''],
      ];
    },
    pytorch: ['sample'],
  },
  lens: {
    formula: inBlocks((c, { T, W }) => [
      [`p_depth = softmax(${logitsOf(c, 'x_depth')})`, shape(1, T, W)],
    ]),
    pytorch: ['norms', 'model'],
  },
  attribution: {
    formula: inBlocks((c, { C }) => [
      ['logit_a − logit_b = Σ over parts of x_part · d + constant', ''],
      [
        hasFinalNorm(c)
          ? 'd = g ⊙ (U_a − U_b) / spread(x), centred as the norm is'
          : 'd = U_a − U_b',
        shape(C),
      ],
    ]),
    pytorch: ['model'],
  },
  places: {
    formula: (c, { V, C }) =>
      rowsIf(
        c.arch !== 'bigram',
        ['E − mean(E) = U Σ Vᵀ', shape(V, C)],
        ['places = first two columns of U Σ', shape(V, 2)],
      ),
    pytorch: ['places'],
  },
};

/** Which steps stand at a card of the forward pass (card-0 …), a panel, a group of settings. */
export const PLACES = /** @type {Record<string, string[]>} */ ({
  'card-0': ['embed'],
  'card-1': ['norm'],
  'card-2': ['project', 'rotary'],
  'card-3': ['scores'],
  'card-4': ['scores'],
  'card-5': ['softmax'],
  'card-6': ['mix'],
  'card-7': ['mlp', 'output', 'predict'],
  ...OF_VIEWS,
  'group-main': ['block', 'average', 'optimizer'],
  'group-shape': ['project', 'mlp', 'block', 'output'],
  'group-parts': [
    'embed',
    'norm',
    'rotary',
    'scores',
    'mlp',
    'block',
    'average',
    'output',
  ],
  'group-dropout': ['dropout'],
  'group-optimizer': ['schedule', 'optimizer'],
});

const PLACES_PIECE = `
E = w["transformer.wte.weight"]
U, s, Vt = torch.linalg.svd(E - E.mean(0), full_matrices=False)
places = U[:, :2] * s[:2]
`;

const EPS = /** @type {Record<string, number>} */ ({ std: 1e-6 });

/** @param {About} about @returns {{ c: Complete, s: Sizes }} */
export function described({ config, V, W }) {
  const c = complete(config);
  const [C, H, K] = [Number(c.n_embd), Number(c.n_head), Number(c.n_kv_head)];
  const F = Number(c.n_ff) || 4 * C;
  const eps = Number(c.norm_eps) || (EPS[String(c.norm)] ?? 1e-5);
  return { c, s: { T: Number(c.block_size), C, H, K, D: C / H, F, V, W, eps } };
}

/**
 * What stands at a place, for a model.
 * @param {string} place @param {About} about
 * @returns {{ formula: Row[], pytorch: string, steps: string[] }} steps: of them that this
 *   model has; each piece of PyTorch once
 */
export function codeAt(place, about) {
  const { c, s } = described(about);
  const { sampler } = about;
  /** @type {Record<string, (c: Complete) => string>} */
  const pieces = {
    ...PIECES,
    ...TRAINING,
    sample: () => samplePiece(sampler),
    places: () => PLACES_PIECE,
    predict: () => 'p = torch.softmax(logits, -1)',
  };
  const steps = (PLACES[place] ?? []).filter(
    (name) => STEPS[name].formula(c, s, sampler).length > 0,
  );
  const names = new Set(steps.flatMap((name) => STEPS[name].pytorch));
  return {
    steps,
    formula: steps.flatMap((name) => STEPS[name].formula(c, s, sampler)),
    pytorch: [...names]
      .map((name) => pieces[name](c).trim())
      .filter(Boolean)
      .join('\n\n'),
  };
}
