// SPDX-License-Identifier: MIT
// What a model should have answered to a line.

/**
 * Ids of the right answers: the next tokens, or the labels that the line brings along.
 * @param {Pick<import('./types.js').LineActivations, 'tokens' | 'n' | 'text'>} answer
 * @param {import('./types.js').Session} session
 * @returns {Int32Array} [n]; -1: unknown
 */
export function rightAnswers({ tokens, n, text }, { info: { labels } }) {
  if (labels.length === 0) return Int32Array.from([...tokens.slice(1), -1]);
  const tail = text.split('\t')[1] ?? '';
  const spaced = tail.split(' ');
  const own = spaced.length === n ? spaced : [...tail];
  return Int32Array.from({ length: n }, (_, i) =>
    own.length === n ? labels.indexOf(own[i]) : -1,
  );
}
