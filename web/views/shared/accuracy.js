// SPDX-License-Identifier: MIT
// How many answers and labels are right, at the last evaluation on held-out examples.

/**
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
