// SPDX-License-Identifier: MIT
// A folder of Hugging Face with random float16 weights: the same bytes for the same shape.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBelow } from '../web/lessons/copying.js';
import { writeSafetensors } from '../web/pretrained/safetensors.js';
import { byteCharacters, tokenizerFile } from '../web/pytorch/tokenizer.js';
import { ROOT } from './common.js';

/** @typedef {{ type: 'gpt2' | 'gpt_neo', layers: number, heads: number, width: number,
 *   context: number, vocabulary: number }} Shape */

/** GPT-2 small and the models of TinyStories (Eldan and Li, 2023).
 * @type {Record<string, Shape>} */
export const SHAPES = {
  gpt2: { type: 'gpt2', layers: 12, heads: 12, width: 768, context: 1024, vocabulary: 50257 }, // oxfmt-ignore
  '33M': { type: 'gpt_neo', layers: 4, heads: 16, width: 768, context: 2048, vocabulary: 50257 }, // oxfmt-ignore
  '1M': { type: 'gpt_neo', layers: 8, heads: 16, width: 64, context: 2048, vocabulary: 50257 }, // oxfmt-ignore
};

/** Those of a folder. Where the last is, all are. */
export const FILES = ['config.json', 'tokenizer.json', 'model.safetensors'];
/** Window of GPT-Neo's local attention. */
const WINDOW = 256;
/** Of its layers, in turns. */
const KINDS = ['global', 'local'];
/** 1 as float16. */
const ONE = 0x3c00;

/** Float16s of either sign from 2^-7 up to 2^-5, all of them as often.
 * @param {Uint16Array} data @param {ReturnType<typeof randomBelow>} below */
function draw(data, below) {
  for (let i = 0; i < data.length; i++) {
    const n = below(4 << 10);
    data[i] = ((n & 1) << 15) | ((8 << 10) + (n >> 1));
  }
}

/** Names and shapes, as transformers stores them. @param {Shape} shape
 * @returns {Map<string, number[]>} */
function tensorsOf({ type, layers, width: C, context, vocabulary }) {
  /** @type {Map<string, number[]>} */
  const all = new Map();
  const add = (/** @type {string} */ name, /** @type {number[]} */ ...size) =>
    all.set(`transformer.${name}`, size);
  /** @param {string} name @param {number[]} weight @param {number} [n] of the bias */
  const both = (name, weight, n = C) => {
    add(`${name}.weight`, ...weight);
    add(`${name}.bias`, n);
  };
  // GPT-2 keeps matrices transposed (Conv1D).
  const linear = (/** @type {number} */ from, /** @type {number} */ to) =>
    type === 'gpt2' ? [from, to] : [to, from];
  add('wte.weight', vocabulary, C);
  add('wpe.weight', context, C);
  for (let i = 0; i < layers; i++) {
    const at = `h.${i}`;
    both(`${at}.ln_1`, [C]);
    if (type === 'gpt2') {
      both(`${at}.attn.c_attn`, linear(C, 3 * C), 3 * C);
      both(`${at}.attn.c_proj`, linear(C, C));
    } else {
      for (const name of ['q_proj', 'k_proj', 'v_proj'])
        add(`${at}.attn.attention.${name}.weight`, C, C);
      both(`${at}.attn.attention.out_proj`, linear(C, C));
    }
    both(`${at}.ln_2`, [C]);
    both(`${at}.mlp.c_fc`, linear(C, 4 * C), 4 * C);
    both(`${at}.mlp.c_proj`, linear(4 * C, C));
  }
  both('ln_f', [C]);
  return all;
}

/** @param {Shape} shape */
function weightsOf(shape) {
  const below = randomBelow(1);
  const tensors = new Map();
  for (const [name, size] of tensorsOf(shape)) {
    const data = new Uint16Array(size.reduce((a, b) => a * b, 1));
    if (/ln_\w\.weight/.test(name)) data.fill(ONE);
    else if (name.endsWith('.weight')) draw(data, below);
    tensors.set(name, { dtype: 'F16', shape: size, data: new Uint8Array(data.buffer) });
  }
  return writeSafetensors(tensors, { format: 'pt' });
}

/** tokenizer.json of GPT-2's kind. @param {string[]} tokens the last ends a text
 * @param {number[]} merges pairs of their ids */
export const byteLevel = (tokens, merges) =>
  JSON.stringify(
    tokenizerFile({
      ...{ kind: 'bpe_vocabulary', form: 'bytes', tokens, merges },
      added: [tokens.length - 1],
    }),
  );

/** A vocabulary of the bytes, as many pairs of them as are needed, and the end of a text.
 * @param {number} n */
function tokenizerOf(n) {
  const letters = byteCharacters();
  const pairs = Array.from({ length: n - 257 }, (_, i) => [i >> 8, i & 255]);
  const joined = pairs.map(([a, b]) => letters[a] + letters[b]);
  return byteLevel([...letters, ...joined, '<|endoftext|>'], pairs.flat());
}

/** @param {Shape} shape */
function configOf({ type, layers, heads, width, context, vocabulary }) {
  const gpt2 = { n_layer: layers, n_head: heads, n_embd: width, n_positions: context };
  const neo = {
    ...{ num_layers: layers, num_heads: heads, hidden_size: width },
    ...{ intermediate_size: 4 * width, max_position_embeddings: context },
    ...{ window_size: WINDOW, attention_types: [[KINDS, layers / 2]] },
    attention_layers: Array.from({ length: layers }, (_, i) => KINDS[i % 2]),
  };
  return JSON.stringify({
    model_type: type,
    ...(type === 'gpt2' ? gpt2 : neo),
    ...{ vocab_size: vocabulary, activation_function: 'gelu_new' },
    layer_norm_epsilon: 1e-5,
    ...{ bos_token_id: vocabulary - 1, eos_token_id: vocabulary - 1 },
  });
}

/** In the order of FILES. @param {Shape} shape */
export const filesOf = (shape) => [
  configOf(shape),
  tokenizerOf(shape.vocabulary),
  weightsOf(shape),
];

/** The folder of a shape under build/pretrained, made if it is not there. @param {string} name */
export function folderOf(name) {
  const folder = join(ROOT, 'build/pretrained', name);
  if (!existsSync(join(folder, FILES[2]))) {
    mkdirSync(folder, { recursive: true });
    for (const [i, data] of filesOf(SHAPES[name]).entries())
      writeFileSync(join(folder, FILES[i]), data);
  }
  return folder;
}
