// SPDX-License-Identifier: MIT
// States as a small model of any shape would leave them, without a model: tests of what the
// stage makes of them.
import { sceneOf } from '../../../../web/views/stage/scene.js';

/** The stage in a wide window and on a phone, in CSS pixels. */
export const WIDE = { width: 912, height: 798 };
export const NARROW = { width: 358, height: 540 };

/** A number of 0..1 that looks random and is always the same. @param {number} k */
export const noise = (k) => {
  const x = Math.imul((k + 1) ^ ((k + 1) >>> 15), 0x2c1b3c6d);
  return ((x ^ (x >>> 12)) >>> 0) / 2 ** 32;
};

/**
 * @typedef {object} Shape
 * @property {string} [arch]
 * @property {number} [n_layer] @property {number} [n_head] @property {boolean} [mlp]
 * @property {string[]} [tokens] of the line
 * @property {string[]} [question] of an encoder-decoder
 * @property {string[]} [vocabulary]
 * @property {string[]} [labels] of a tagger
 * @property {boolean} [hasLens]
 * @property {import('../../../../web/state/types.js').HeadAt[]} [ablated]
 * @property {import('../../../../web/state/types.js').HeadAt | null} [isolated]
 */

/** @param {number} n letters, with blanks */
export const letters = (n) =>
  Array.from({ length: n }, (_, k) => 'the fox and the hen, '[k % 21]);

export const ARABIC = [...'كان يا ما كان في قديم'];
export const JAPANESE = [...'吾輩は猫である。名前はまだ無い。'];
export const WORDS = ['will', 'you', 'bring', 'understanding', 'to', 'bill', '?'];

/** Models of every shape. @type {Record<string, Shape>} */
export const SHAPES = {
  'two layers': {},
  'one layer': { n_layer: 1 },
  'no layer': { n_layer: 0 },
  'eight layers': { n_layer: 8, n_head: 8, tokens: letters(48) },
  'six layers, 70 tokens': { n_layer: 6, n_head: 8, tokens: letters(70) },
  'twenty layers': { n_layer: 20 },
  'sixteen heads': { n_layer: 1, n_head: 16 },
  'no MLP': { mlp: false },
  'no lens': { hasLens: false },
  bigram: { arch: 'bigram', n_layer: 0, hasLens: false },
  averaging: { arch: 'averaging', n_layer: 1, n_head: 1, hasLens: false, mlp: false },
  encoder: {
    arch: 'encoder',
    tokens: WORDS,
    vocabulary: WORDS,
    labels: ['name', 'other'],
  },
  'encoder-decoder': {
    arch: 'encoder_decoder',
    question: letters(9),
    tokens: letters(10),
  },
  'deep encoder-decoder': {
    arch: 'encoder_decoder',
    n_layer: 6,
    question: letters(30),
  },
  words: { tokens: WORDS },
  wide: { tokens: JAPANESE },
  'right to left': { tokens: ARABIC },
  '256 tokens': { tokens: letters(256) },
  'one token': { tokens: ['a'], vocabulary: ['a', 'b'] },
};

/** @param {string} arch @param {number} layers */
function attentionsOf(arch, layers) {
  const of = (
    /** @type {string} */ kind,
    causal = false,
    query = 'main',
    key = query,
  ) => ({
    ...{ kind, causal, queryStream: query, keyStream: key },
  });
  const main = of('self', arch !== 'encoder');
  const side = of('encoder', false, 'source');
  const cross = of('cross', false, 'main', 'source');
  const all = Array.from({ length: layers }, (_, layer) => layer);
  if (arch === 'bigram') return [];
  if (arch === 'averaging') return [{ ...main, layer: -1 }];
  if (arch !== 'encoder_decoder') return all.map((layer) => ({ ...main, layer }));
  return [
    ...all.map((layer) => ({ ...side, layer })),
    ...all.flatMap((layer) => [
      { ...main, layer },
      { ...cross, layer },
    ]),
  ];
}

/** @param {string} arch @param {number} layers @param {boolean} mlp */
function depthsOf(arch, layers, mlp) {
  const depths = [{ part: 'embedding' }];
  for (let layer = 0; layer < layers; layer++) {
    depths.push(/** @type {any} */ ({ part: 'attention', layer }));
    if (arch === 'encoder_decoder')
      depths.push(/** @type {any} */ ({ part: 'cross', layer }));
    if (mlp) depths.push(/** @type {any} */ ({ part: 'mlp', layer }));
  }
  return depths;
}

/** Rows of weights that sum to 1. @param {ReturnType<typeof attentionsOf>} attentions
 * @param {number} H @param {number} T @param {Record<string, number>} lengths */
function weightsOf(attentions, H, T, lengths) {
  const attention = new Float32Array(attentions.length * H * T * T);
  attentions.forEach(({ causal, queryStream, keyStream }, a) => {
    for (let h = 0; h < H; h++)
      for (let i = 0; i < lengths[queryStream]; i++) {
        const reach = causal ? i + 1 : lengths[keyStream];
        const row = Array.from(
          { length: reach },
          (_, j) => noise(((a * H + h) * T + i) * T + j) ** 6,
        );
        const sum = row.reduce((x, y) => x + y, 0);
        row.forEach((x, j) => (attention[((a * H + h) * T + i) * T + j] = x / sum));
      }
  });
  return attention;
}

/** The logits, losses and lens of one answer. @param {number} seed @param {number} n
 * @param {number} V @param {Int32Array} right @param {number} depths */
function guessesOf(seed, n, V, right, depths) {
  const logits = Float32Array.from({ length: n * V }, (_, k) => 6 * noise(seed + k));
  const loss = new Float32Array(n).fill(NaN);
  const table = () => ({
    rows: depths,
    columns: n,
    data: new Float32Array(depths * n),
  });
  const lens = { top: table(), topP: table(), p: table(), rank: table() };
  for (let i = 0; i < n; i++) {
    const row = logits.subarray(i * V, (i + 1) * V);
    const sum = row.reduce((a, x) => a + Math.exp(x), 0);
    if (right[i] >= 0) loss[i] = Math.log(sum) - row[right[i]];
    for (let d = 0; d < depths; d++) {
      const at = d * n + i;
      const isLast = d === depths - 1;
      const top = isLast
        ? row.indexOf(Math.max(...row))
        : Math.floor(noise(seed + 7 * at) * V);
      lens.top.data[at] = top;
      lens.p.data[at] =
        right[i] < 0 ? NaN : isLast ? Math.exp(-loss[i]) : noise(seed + at);
      lens.rank.data[at] = right[i] < 0 ? 0 : top === right[i] ? 1 : 2;
    }
  }
  return { logits, loss, lens };
}

/** @param {Shape} [shape] @returns {any} */
export function stateOf({
  arch = 'decoder',
  n_layer = 2,
  n_head = 4,
  mlp = true,
  tokens = letters(44),
  question = [],
  vocabulary = [...new Set([...tokens, ...question])],
  labels = [],
  hasLens = true,
  ablated = [],
  isolated = null,
} = {}) {
  const attentions = attentionsOf(arch, n_layer);
  const lengths = { main: tokens.length, source: question.length };
  const n = tokens.length;
  const T = Math.max(n, question.length);
  const outputs = labels.length > 0 ? labels : vocabulary;
  const right = Int32Array.from(tokens, (_, i) =>
    labels.length > 0 ? -1 : vocabulary.indexOf(tokens[i + 1]),
  );
  const depths = depthsOf(arch, n_layer, mlp);
  const { lens, ...now } = guessesOf(0, n, outputs.length, right, depths.length);
  const before = guessesOf(1000, n, outputs.length, right, depths.length);
  const known = (/** @type {object} */ tables) =>
    hasLens ? { depths, ...tables } : { obstacle: { key: 'obstacle_post_norm' } };
  const norms = (/** @type {number} */ length) =>
    Float32Array.from({ length: n_layer * length }, (_, k) => 1 + 3 * noise(k + 5));
  const line = tokens.join('');
  return {
    line,
    session: {
      info: {
        config: { arch, n_layer, n_head, mlp },
        structure: { residual: hasLens ? depths : [] },
        ...{ vocabulary, labels, form: 'text' },
      },
    },
    activations: {
      text: line,
      characters: tokens,
      tokens: tokens.map((token) => vocabulary.indexOf(token)),
      n,
      T,
      step: 100,
      L: attentions.length,
      H: attentions.length > 0 ? n_head : 0,
      attentions: attentions.map((attention) => ({
        ...attention,
        queries: attention.queryStream === 'main' ? tokens : question,
        keys: attention.keyStream === 'main' ? tokens : question,
      })),
      attention: weightsOf(attentions, n_head, T, lengths),
      ...now,
      lens: known(lens),
      compared: ablated.length > 0 ? { ...before, lens: known(before.lens) } : null,
      mlpNorm: mlp ? norms(n) : null,
      sourceMlpNorm: mlp && question.length > 0 ? norms(question.length) : null,
      ablated,
    },
    isolated,
  };
}

/** @param {Shape} [shape] */
export function sceneFor(shape) {
  const scene = sceneOf(stateOf(shape));
  if (!scene) throw new Error('no scene');
  return scene;
}
