// SPDX-License-Identifier: MIT
// The character of the selection as a token: the pinned one, or one chosen in a table
// although the line looked at does not have it.
import { pinned } from '../queries/registry.js';

/** @typedef {import('./types.js').State} State */

/** @param {State} state @returns {number} -1: none */
export function letterOf(state) {
  const { letter, pin, look, session } = state;
  if (letter && letter.pin === pin) return letter.token;
  const i = pinned(state);
  if (i === null || !look || !session) return -1;
  return session.info.vocabulary.indexOf(look.characters[i]);
}

/**
 * Pins the next place of the line that has it, round the end, or remembers it alone.
 * @param {import('../app/app.js').App} app @param {number} token
 */
export function chooseLetter(app, token) {
  const { pin, look, session } = app.store.state;
  const wanted = session?.info.vocabulary[token];
  const n = look?.n ?? 0;
  const from = pin?.i ?? -1;
  for (let step = 1; look && step <= n; step++) {
    const i = (from + step) % n;
    if (look.characters[i] !== wanted) continue;
    app.store.set({ letter: null, pin: { i, j: null } });
    return;
  }
  app.store.set({ letter: { token, pin } });
}
