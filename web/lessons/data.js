// SPDX-License-Identifier: MIT
// The ten lessons as data: the actions of each step, and the claims that its outcome must meet.
// Their words are in en.js and es.js, in the same order. Models are small and seeds fixed, so
// that every reader gets the same numbers within seconds.

/** @typedef {import('../state/types.js').Settings} Settings */

/**
 * A fresh model. `lines`: random letters, each line twice, from a seed of their own.
 * @typedef {object} Start
 * @property {string} [preset]
 * @property {Settings} [settings] on top of the preset's, or of the engine's defaults
 * @property {{ letters: number, from: number, to: number, n: number, seed: number }} [lines]
 */

/** @typedef {'mirrored' | 'copier' | 'previous'} HeadKind measures.js says how each is found */

/**
 * One thing a step does, by its only key.
 * @typedef {object} Action
 * @property {Start} [start]
 * @property {number} [train] until this step
 * @property {Record<string, string>} [keep] name → measure, kept for later claims
 * @property {{ layer: number, head: number } | HeadKind} [select] a head, or the one with the
 *   highest score of that kind
 * @property {number} [pin] the character of the line, from 0
 * @property {'off' | 'on'} [heads] the selected head off; all heads on
 * @property {{ prompt: string, chars: number, temperature?: number, greedy?: boolean }} [write]
 * @property {string} [open] the view to look at
 */

/**
 * below: left < right - by; above: left > right + by; near: no further apart than by.
 * Names are measures of measures.js or kept values.
 * @typedef {object} Claim
 * @property {'below' | 'above' | 'near'} is
 * @property {string} left
 * @property {string | number} right
 * @property {number} [by]
 */

/**
 * @typedef {object} Step
 * @property {Action[]} actions
 * @property {Claim[]} claims
 * @property {number | 'text'} [right] which prediction comes true; 'text': typed freely
 * @property {string[]} [show] further measures its sentence names
 */

/** @typedef {{ id: string, minutes: number, steps: Step[] }} Lesson */

/**
 * For models of eight characters: small enough for a learning rate this large. Without
 * decay a weight moves only where a gradient tells it to.
 */
const QUICK = {
  learning_rate: 0.01,
  weight_decay: 0,
  max_steps: 600,
  eval_interval: 100,
};

/** A decoder that shows within 150 steps what its parts do. */
const BLOCKS = {
  n_layer: 3,
  n_head: 2,
  n_embd: 32,
  block_size: 32,
  batch_size: 8,
  learning_rate: 0.003,
  min_learning_rate: 0.0003,
  warmup_steps: 20,
  max_steps: 150,
  eval_interval: 50,
};

const BRICKS = {
  n_embd: 32,
  block_size: 16,
  batch_size: 16,
  learning_rate: 0.004,
  max_steps: 150,
  min_learning_rate: 0.0004,
  warmup_steps: 20,
  eval_interval: 50,
};

/** The encoder-decoder of 2017 with one layer each. */
const REVERSE = {
  n_layer: 1,
  n_head: 2,
  n_embd: 32,
  n_ff: 64,
  batch_size: 32,
  task_lines: 4000,
  positions: 'learned',
  learning_rate: 0.005,
  min_learning_rate: 0.0005,
  warmup_steps: 30,
  max_steps: 400,
  eval_interval: 100,
};

/** Two attention layers of one head, no MLP: the smallest model that copies. */
const COPIER = {
  n_layer: 2,
  n_head: 1,
  n_embd: 32,
  block_size: 24,
  batch_size: 32,
  mlp: false,
  tied_head: false,
  optimizer: 'adam',
  weight_decay: 0,
  learning_rate: 0.007,
  min_learning_rate: 0.001,
  warmup_steps: 40,
  max_steps: 500,
  eval_interval: 100,
};

/** @param {string} preset @param {Settings} [settings] @returns {Action} */
const start = (preset, settings) => ({ start: { preset, settings } });

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: 'bigram',
    minutes: 6,
    steps: [
      {
        actions: [
          start('bigram', { learning_rate: 0.02, max_steps: 600, eval_interval: 50 }),
          { train: 1 },
          { open: 'loss' },
        ],
        claims: [{ is: 'above', left: 'firstHeldOut', right: 'uniform' }],
      },
      {
        right: 0,
        actions: [{ train: 600 }, { open: 'loss' }],
        claims: [{ is: 'near', left: 'heldOut', right: 'pairs', by: 0.15 }],
      },
      {
        actions: [{ write: { prompt: '', chars: 200 } }, { open: 'write' }],
        claims: [
          { is: 'above', left: 'pairsKnown', right: 0.9 },
          { is: 'below', left: 'wordsKnown', right: 'pairsKnown', by: 0.3 },
        ],
      },
    ],
  },
  {
    id: 'averaging',
    minutes: 7,
    steps: [
      {
        right: 2,
        actions: [
          start('averaging', { ...QUICK, max_steps: 300 }),
          { train: 300 },
          { keep: { matrix: 'heldOut' } },
          { open: 'loss' },
        ],
        claims: [{ is: 'above', left: 'matrix', right: 'pairs', by: 0.1 }],
      },
      {
        right: 0,
        actions: [
          start('averaging', { ...QUICK, max_steps: 300, averaging: 'loops' }),
          { train: 300 },
          { keep: { loops: 'heldOut' } },
          start('averaging', { ...QUICK, max_steps: 300, averaging: 'softmax' }),
          { train: 300 },
          { keep: { softmax: 'heldOut' } },
        ],
        claims: [
          { is: 'near', left: 'loops', right: 'matrix', by: 0.001 },
          { is: 'near', left: 'softmax', right: 'matrix', by: 0.001 },
        ],
      },
      {
        actions: [{ select: { layer: 0, head: 0 } }, { open: 'head' }],
        claims: [{ is: 'near', left: 'unevenRows', right: 0, by: 1e-5 }],
      },
    ],
  },
  {
    id: 'queries',
    minutes: 10,
    steps: [
      {
        actions: [start('one-head-mended', QUICK), { train: 600 }, { open: 'head' }],
        claims: [{ is: 'below', left: 'heldOut', right: 'letters', by: 0.5 }],
      },
      {
        right: 0,
        actions: [{ pin: 5 }, { open: 'forward-pass' }],
        claims: [
          { is: 'near', left: 'sharesSum', right: 1, by: 1e-5 },
          { is: 'near', left: 'scoreError', right: 0, by: 1e-4 },
        ],
        show: ['nShares'],
      },
      {
        right: 0,
        actions: [{ pin: 5 }, { open: 'forward-pass' }],
        claims: [{ is: 'above', left: 'topUndivided', right: 'topShare', by: 0.02 }],
      },
    ],
  },
  {
    id: 'slip',
    minutes: 12,
    steps: [
      {
        right: 1,
        actions: [
          start('one-head', QUICK),
          { train: 600 },
          { keep: { slip: 'heldOut' } },
          { open: 'head' },
        ],
        claims: [{ is: 'near', left: 'headMoved', right: 0, by: 0 }],
        show: ['slip'],
      },
      {
        right: 0,
        actions: [start('one-head-mended', QUICK), { train: 600 }, { open: 'head' }],
        claims: [
          { is: 'below', left: 'heldOut', right: 'slip', by: 0.05 },
          { is: 'above', left: 'headMoved', right: 0.1 },
        ],
      },
    ],
  },
  {
    id: 'heads',
    minutes: 8,
    steps: [
      {
        right: 2,
        actions: [
          start('bricks', { ...BRICKS, n_head: 1, attention: 'fused' }),
          { keep: { one: 'nParam' } },
          start('bricks', { ...BRICKS, n_head: 4, attention: 'fused' }),
          { keep: { four: 'nParam' } },
        ],
        claims: [{ is: 'near', left: 'four', right: 'one', by: 0 }],
      },
      {
        actions: [
          { train: 150 },
          { keep: { fused: 'heldOut', fusedMs: 'msPerStep' } },
          { open: 'heads' },
        ],
        claims: [{ is: 'above', left: 'headsDiffer', right: 0.0001 }],
      },
      {
        right: 1,
        actions: [
          start('bricks', { ...BRICKS, n_head: 4, attention: 'simple' }),
          { train: 150 },
          { keep: { simple: 'heldOut', simpleMs: 'msPerStep' } },
        ],
        claims: [
          { is: 'near', left: 'simple', right: 'fused', by: 0.1 },
          { is: 'near', left: 'nParam', right: 'four', by: 0 },
        ],
        show: ['fusedMs', 'simpleMs'],
      },
    ],
  },
  {
    id: 'block',
    minutes: 10,
    steps: [
      {
        actions: [
          start('', BLOCKS),
          { train: 150 },
          { keep: { pre: 'heldOut' } },
          { open: 'loss' },
        ],
        claims: [{ is: 'below', left: 'pre', right: 'letters', by: 0.4 }],
      },
      {
        right: 1,
        actions: [
          start('', { ...BLOCKS, residual: false }),
          { train: 150 },
          { keep: { bare: 'heldOut' } },
          { open: 'loss' },
        ],
        claims: [
          { is: 'near', left: 'bare', right: 'letters', by: 0.1 },
          { is: 'above', left: 'bare', right: 'pre', by: 0.4 },
        ],
      },
      {
        right: 1,
        actions: [
          start('', { ...BLOCKS, norm_place: 'post' }),
          { train: 150 },
          { keep: { post: 'heldOut' } },
          { open: 'loss' },
        ],
        claims: [{ is: 'above', left: 'post', right: 'pre', by: 0.05 }],
      },
    ],
  },
  {
    id: 'positions',
    minutes: 10,
    steps: [
      {
        right: 2,
        actions: [
          start('seq2seq-reverse', { ...REVERSE, positions: 'none' }),
          { train: 400 },
          { keep: { without: 'answered' } },
        ],
        claims: [{ is: 'below', left: 'without', right: 0.05 }],
      },
      {
        actions: [
          start('seq2seq-reverse', REVERSE),
          { train: 400 },
          { keep: { with: 'answered' } },
        ],
        claims: [{ is: 'above', left: 'with', right: 0.9 }],
        show: ['without'],
      },
      {
        right: 0,
        actions: [
          start('', { ...BLOCKS, positions: 'learned' }),
          { keep: { learned: 'unlikeness' } },
          start('', { ...BLOCKS, positions: 'sinusoidal' }),
          { keep: { waves: 'unlikeness' } },
        ],
        claims: [
          { is: 'near', left: 'waves', right: 0, by: 0.001 },
          { is: 'above', left: 'learned', right: 0.2 },
        ],
      },
    ],
  },
  {
    id: 'answer',
    minutes: 6,
    steps: [
      {
        right: 'text',
        actions: [
          start('statquest'),
          { write: { prompt: 'what is statquest <EOS>', chars: 2, greedy: true } },
          { keep: { before: 'answers' } },
          { open: 'write' },
        ],
        claims: [{ is: 'below', left: 'before', right: 2 }],
      },
      {
        right: 2,
        actions: [
          { train: 60 },
          { write: { prompt: 'what is statquest <EOS>', chars: 2, greedy: true } },
          { open: 'write' },
        ],
        claims: [{ is: 'near', left: 'answers', right: 2, by: 0 }],
      },
    ],
  },
  {
    id: 'cross',
    minutes: 10,
    steps: [
      {
        right: 1,
        actions: [
          start('seq2seq-reverse', REVERSE),
          { train: 400 },
          { select: 'mirrored' },
          { open: 'head' },
        ],
        claims: [
          { is: 'above', left: 'answered', right: 0.9 },
          { is: 'above', left: 'mirrored', right: 'evenSpread', by: 0.2 },
        ],
      },
      {
        right: 0,
        actions: [
          { write: { prompt: 'glassy', chars: 14, greedy: true } },
          { open: 'write' },
        ],
        claims: [{ is: 'near', left: 'writtenBackwards', right: 1, by: 0 }],
      },
    ],
  },
  {
    id: 'induction',
    minutes: 15,
    steps: [
      {
        right: 0,
        actions: [
          start('poet', {
            n_layer: 2,
            n_head: 2,
            n_embd: 48,
            block_size: 32,
            batch_size: 8,
            init: 'torch',
            learning_rate: 0.004,
            max_steps: 300,
            eval_interval: 50,
            val_fraction: 0.1,
          }),
          { train: 300 },
          { write: { prompt: '', chars: 160 } },
          { open: 'write' },
        ],
        claims: [{ is: 'below', left: 'heldOut', right: 'pairs', by: 0.1 }],
      },
      {
        right: 1,
        actions: [
          {
            start: {
              settings: COPIER,
              lines: { letters: 12, from: 4, to: 8, n: 3000, seed: 7 },
            },
          },
          { train: 500 },
        ],
        claims: [
          { is: 'below', left: 'secondCopy', right: 'firstCopy', by: 1 },
          { is: 'above', left: 'byPlace', right: 'byContent', by: 0.2 },
        ],
      },
      {
        right: 1,
        actions: [start('induction'), { train: 1000 }],
        claims: [
          { is: 'above', left: 'byContent', right: 'byPlace', by: 0.4 },
          { is: 'above', left: 'byContent', right: 0.98 },
        ],
      },
      {
        actions: [{ select: 'copier' }, { open: 'head' }],
        claims: [
          { is: 'above', left: 'onContent', right: 'onPlace', by: 0.4 },
          { is: 'above', left: 'onPrevious', right: 'previousChance', by: 0.1 },
        ],
      },
      {
        right: 0,
        actions: [{ heads: 'off' }, { open: 'head' }],
        claims: [{ is: 'below', left: 'byContent', right: 0.5 }],
      },
      {
        right: 0,
        actions: [{ heads: 'on' }, { select: 'previous' }, { heads: 'off' }],
        claims: [{ is: 'below', left: 'byContent', right: 0.5 }],
      },
    ],
  },
];

/** @param {string} id */
export const lessonOf = (id) => LESSONS.find((lesson) => lesson.id === id);
