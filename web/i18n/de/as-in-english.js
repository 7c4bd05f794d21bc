// SPDX-License-Identifier: MIT
// For the tests: what is the same as in English on purpose (names, terms of art, units, keys), and
// what has its data in another order.

export const SAME = [
  '', 'T', '.', 'X', 'D', 'W', 'N', '?', '+ −', '← →', '↑ ↓', '[  ]', 'Esc', 'q·k', '1', 'CSV', 'LoRA: α', 'Tiny Shakespeare', 'Martín Fierro',
  'simple, ms', 'fused, ms', 'Softmax', 'MLP', '+ MLP', 'Head', 'Attention', 'Embeddings', 'Tensor', 'Seed', 'Seeds', 'Surprisal', 'Dropout', 'Tokenizer', 'Prompt', 'Top-k', 'Greedy', 'Engine',
  'Text', 'Name', 'Training', 'Experiment', 'Pause', 'Grokking', 'Muon', 'Block',
]; // oxfmt-ignore

/** @type {string[]} */
export const REORDERED = [];
