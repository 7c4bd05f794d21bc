// SPDX-License-Identifier: MIT
// What a model answers with, and how often it is right.

/** Its tokens, or the labels of a tagger.
 * @param {import('../../state/types.js').Session | null} session @returns {string[]} by token */
export function outputsOf(session) {
  if (!session) return [];
  const { labels, vocabulary } = session.info;
  return labels.length > 0 ? labels : vocabulary;
}

/**
 * The share of right answers and labels at the last evaluation, in words.
 * @param {import('./view.js').View} view
 * @returns {string} empty for a model of plain text, where nothing is right or wrong
 */
export function rightness({ state: { session }, t, format }) {
  const exact = session?.history.valExact.at(-1);
  const right = session?.history.valAccuracy.at(-1);
  if (!session || exact === undefined || right === undefined) return '';
  if (session.info.form === 'text') return '';
  return t.loss.right(format.percent(exact), format.percent(right));
}
