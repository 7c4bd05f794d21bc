// SPDX-License-Identifier: MIT
// What a model can answer: its characters, or the labels an encoder writes over them.

/** @param {import('../../state/types.js').Session | null} session @returns {string[]} by token */
export function outputsOf(session) {
  if (!session) return [];
  const { labels, vocabulary } = session.info;
  return labels.length > 0 ? labels : vocabulary;
}
