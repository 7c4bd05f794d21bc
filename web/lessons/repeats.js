// SPDX-License-Identifier: MIT
// What a model makes of a sentence said twice. The second time every word has been read before:
// a model that copies guesses it better, and a head that copies looks at what followed the same
// token the first time.

/** @typedef {import('../state/types.js').Session} Session */

/** Everyday words in an order that nothing but reading them foretells. */
export const SENTENCES = [
  'Lily and the frog saw a green box under the bed.',
  'Tim gave his big red kite to a sad old cow.',
  'One day Ben lost the yellow key near the pond.',
];

/** @param {string} sentence */
const twice = (sentence) => `${sentence} ${sentence}`;

/** Mean of `p` over the guesses of one copy, without its first token: what follows the end of
 * a sentence is not known from it. @param {ArrayLike<number>} p @param {number} from @param {number} to */
const mean = (p, from, to) => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += p[i];
  return sum / (to - from);
};

/**
 * Losses and probabilities of the true token, over all sentences.
 * @param {Session} session
 * @returns {Promise<{ first: number, second: number, gain: number[] }>} losses of both copies;
 *   gain: by how much the second is more probable than the first, after each depth of the lens
 */
export async function copiesOf(session) {
  const begins = Number(session.info.structure.begin_token >= 0);
  let first = 0;
  let second = 0;
  /** @type {number[]} */ let gain = [];
  for (const sentence of SENTENCES) {
    const { p } = await session.lens({ text: twice(sentence) });
    const n = (p.columns - 1) / 2;
    const rows = Array.from({ length: p.rows }, (_, depth) =>
      p.data.subarray(depth * p.columns, (depth + 1) * p.columns),
    );
    /** @type {[number, number][]} */
    const spans = [
      [begins, n - 1 + begins],
      [n + 1, 2 * n],
    ];
    const losses = rows[rows.length - 1].map((x) => -Math.log(x));
    first += mean(losses, ...spans[0]) / SENTENCES.length;
    second += mean(losses, ...spans[1]) / SENTENCES.length;
    const gains = rows.map((row) => mean(row, ...spans[1]) - mean(row, ...spans[0]));
    gain = gains.map((x, depth) => (gain[depth] ?? 0) + x / SENTENCES.length);
  }
  return { first, second, gain };
}

/** By how much the second copy is more probable before the attention of the last layer, and at
 * the end. @param {Session} session */
export async function gainAtEnd(session) {
  const { gain } = await copiesOf(session);
  // At the end: attention and MLP of the last layer.
  return { before: gain[gain.length - 3], after: gain[gain.length - 1] };
}

/** The head that looks most at what followed the same token before, and that weight if it
 * looked everywhere alike. @param {Session} session */
export async function inductionHead(session) {
  /** @type {{ layer: number, head: number, score: number, chance: number }[]} */
  let all = [];
  for (const sentence of SENTENCES) {
    const { heads } = await session.headReport({ text: twice(sentence) });
    all = heads.map(({ layer, head, scores, chance }, i) => ({
      layer,
      head,
      score: (all[i]?.score ?? 0) + (scores.next1 ?? 0) / SENTENCES.length,
      chance: (all[i]?.chance ?? 0) + (chance.next1 ?? 0) / SENTENCES.length,
    }));
  }
  return all.reduce((best, head) => (head.score > best.score ? head : best));
}
