// SPDX-License-Identifier: MIT
// For the tests: what is the same as in English on purpose (names, terms of art, units, keys), and
// what has its data in another order.

export const SAME = [
  'simple, ms', 'T', '.', 'X', 'D', 'W', 'N', '?', '+ −', '← →', '↑ ↓', 'Esc', 'Softmax', 'q·k', 'logit', 'est.',
  'Tiny Shakespeare', 'Martín Fierro', 'Top-k', 'MLP', '+ MLP', 'Dropout', 'Dropout: embeddings', 'LoRA: α', 'factor', '', 'Tensor', 'tensor', 'nats', 'CSV', '[  ]', '1', 'No', 'decoder', 'encoder', 'embedding', 'token', 'tokens', 'q = W_Q · x + b,  k = W_K · x + b',
  'Post-norm {post}, pre-norm {pre}.', 'Grokking', 'Muon',
]; // oxfmt-ignore

/** “caracteres 85 %” */
export const REORDERED = ['loss.right'];
