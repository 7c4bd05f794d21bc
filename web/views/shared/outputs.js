// SPDX-License-Identifier: MIT
// What a model can answer: its characters, or the marks an encoder writes over them.

/** @param {import('../../state/types.js').Session | null} session @returns {string[]} by token */
export function outputsOf(session) {
  if (!session) return [];
  const { marks, vocabulary } = session.info;
  return marks.length > 0 ? marks : vocabulary;
}
