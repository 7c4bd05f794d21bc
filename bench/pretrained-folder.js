// SPDX-License-Identifier: MIT
// A folder of Hugging Face with random float16 weights: the same bytes for the same shape.

import { randomBelow } from '../web/lessons/copying.js';
import { writeSafetensors } from '../web/pretrained/safetensors.js';

/** @typedef {{ type: 'gpt2' | 'gpt_neo', layers: number, heads: number, width: number,
 *   context: number, vocabulary: number }} Shape */

/** GPT-2 small and the models of TinyStories (Eldan and Li, 2023).
 * @type {Record<string, Shape>} */
export const SHAPES = {
  gpt2: { type: 'gpt2', layers: 12, heads: 12, width: 768, context: 1024, vocabulary: 50257 }, // oxfmt-ignore
  '33M': { type: 'gpt_neo', layers: 4, heads: 16, width: 768, context: 2048, vocabulary: 50257 }, // oxfmt-ignore
  '1M': { type: 'gpt_neo', layers: 8, heads: 16, width: 64, context: 2048, vocabulary: 50257 }, // oxfmt-ignore
};

/** Window of GPT-Neo's local attention. */
const WINDOW = 256;
/** Of its layers, in turns. */
const KINDS = ['global', 'local'];
/** Distinct values; more would only take longer to draw. */
const N_VALUES = 1 << 16;

/** Nearest float16 below in magnitude, of a normal number. @param {number} x */
function half(x) {
  const bits = new Uint32Array(Float32Array.of(x).buffer)[0];
  const exponent = ((bits >>> 23) & 255) - 112;
  const sign = (bits >>> 16) & 0x8000;
  return exponent <= 0 ? sign : sign | (exponent << 10) | ((bits >>> 13) & 0x3ff);
}

/** Sum of four uniform numbers, with this standard deviation.
 * @param {ReturnType<typeof randomBelow>} below @param {number} std */
function normal(below, std) {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += below(2 ** 32) / 2 ** 32;
  return std * Math.sqrt(3) * (sum - 2);
}

/** Names and shapes, as transformers stores them. @param {Shape} shape
 * @returns {[string, number[]][]} */
function tensorsOf({ type, layers, width: C, context, vocabulary }) {
  /** @type {[string, number[]][]} */
  const list = [
    ['transformer.wte.weight', [vocabulary, C]],
    ['transformer.wpe.weight', [context, C]],
  ];
  const gpt2 = /** @type {[string, number[]][]} */ ([
    ['attn.c_attn.weight', [C, 3 * C]],
    ['attn.c_attn.bias', [3 * C]],
    ['attn.c_proj.weight', [C, C]],
    ['attn.c_proj.bias', [C]],
  ]);
  const neo = /** @type {[string, number[]][]} */ ([
    ...['q_proj', 'k_proj', 'v_proj', 'out_proj'].map((name) => [
      `attn.attention.${name}.weight`,
      [C, C],
    ]),
    ['attn.attention.out_proj.bias', [C]],
  ]);
  const wide = type === 'gpt2' ? [C, 4 * C] : [4 * C, C];
  for (let i = 0; i < layers; i++) {
    const own = /** @type {[string, number[]][]} */ ([
      ['ln_1.weight', [C]],
      ['ln_1.bias', [C]],
      ...(type === 'gpt2' ? gpt2 : neo),
      ['ln_2.weight', [C]],
      ['ln_2.bias', [C]],
      ['mlp.c_fc.weight', wide],
      ['mlp.c_fc.bias', [4 * C]],
      ['mlp.c_proj.weight', [...wide].reverse()],
      ['mlp.c_proj.bias', [C]],
    ]);
    for (const [name, size] of own) list.push([`transformer.h.${i}.${name}`, size]);
  }
  list.push(['transformer.ln_f.weight', [C]], ['transformer.ln_f.bias', [C]]);
  return list;
}

/** @param {Shape} shape */
function weightsOf(shape) {
  const below = randomBelow(1);
  const values = Uint16Array.from({ length: N_VALUES }, () =>
    half(normal(below, 0.02)),
  );
  const gain = half(1);
  const tensors = new Map();
  for (const [name, size] of tensorsOf(shape)) {
    const n = size.reduce((a, b) => a * b, 1);
    const data = new Uint16Array(n);
    if (/ln_\w\.weight/.test(name)) data.fill(gain);
    else if (name.endsWith('.weight')) {
      // Pieces of the drawn values from places of their own.
      for (let at = 0; at < n; at += 997) {
        const from = below(N_VALUES - 997);
        data.set(values.subarray(from, from + Math.min(997, n - at)), at);
      }
    }
    tensors.set(name, { dtype: 'F16', shape: size, data: new Uint8Array(data.buffer) });
  }
  return writeSafetensors(tensors, { format: 'pt' });
}

/** A byte-level vocabulary: the bytes, as many pairs of them as are needed, and the end of a
 * text. @param {number} n */
function tokenizerOf(n) {
  // GPT-2's letters for bytes: printable ones are themselves, others follow 255.
  const plain = (/** @type {number} */ b) =>
    (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
  let other = 256;
  const letters = Array.from({ length: 256 }, (_, b) =>
    String.fromCodePoint(plain(b) ? b : other++),
  );
  const vocab = Object.fromEntries(letters.map((letter, i) => [letter, i]));
  const merges = [];
  for (let i = 0; merges.length < n - 257; i++) {
    const [a, b] = [letters[i >> 8], letters[i & 255]];
    vocab[a + b] = 256 + merges.length;
    merges.push(`${a} ${b}`);
  }
  vocab[END] = n - 1;
  return byteLevel(vocab, merges);
}

const END = '<|endoftext|>';

/** tokenizer.json of GPT-2's kind. @param {Record<string, number>} vocab with the end of a text
 * @param {string[]} merges */
export function byteLevel(vocab, merges) {
  const end = { id: vocab[END], content: END, special: true };
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  return JSON.stringify({
    version: '1.0',
    added_tokens: [{ ...end, ...flags }],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: { type: 'BPE', dropout: null, unk_token: null, vocab, merges },
  });
}

/** @param {Shape} shape */
function configOf({ type, layers, heads, width, context, vocabulary }) {
  const ends = { bos_token_id: vocabulary - 1, eos_token_id: vocabulary - 1 };
  const own =
    type === 'gpt2'
      ? { n_layer: layers, n_head: heads, n_embd: width, n_positions: context }
      : {
          ...{ num_layers: layers, num_heads: heads, hidden_size: width },
          ...{ intermediate_size: 4 * width, max_position_embeddings: context },
          ...{ window_size: WINDOW, attention_types: [[KINDS, layers / 2]] },
          attention_layers: Array.from({ length: layers }, (_, i) => KINDS[i % 2]),
        };
  const same = { vocab_size: vocabulary, activation_function: 'gelu_new' };
  return JSON.stringify({
    model_type: type,
    ...own,
    ...same,
    layer_norm_epsilon: 1e-5,
    ...ends,
  });
}

/** @param {Shape} shape @param {(name: string, bytes: Uint8Array | string) => void} write */
export function makeFolder(shape, write) {
  write('config.json', configOf(shape));
  write('tokenizer.json', tokenizerOf(shape.vocabulary));
  write('model.safetensors', weightsOf(shape));
}
