// SPDX-License-Identifier: MIT
// The character of the selection as a token: the pinned one, or one chosen in a table
// although the line looked at does not have it.
import { pinnedIndex } from '../queries/registry.js';

/** @typedef {import('./types.js').State} State */

/** @param {State} state @returns {number} -1: none */
export function selectedToken(state) {
  const { chosenToken, pin, activations, session } = state;
  if (chosenToken && chosenToken.pin === pin) return chosenToken.token;
  const i = pinnedIndex(state);
  if (i === null || !activations || !session) return -1;
  return session.info.vocabulary.indexOf(activations.characters[i]);
}

/**
 * Pins the next place of the line that has it, round the end, or remembers it alone.
 * @param {import('../app/app.js').App} app @param {number} token
 */
export function selectToken(app, token) {
  const { pin, activations, session } = app.store.state;
  const wanted = session?.info.vocabulary[token];
  const n = activations?.n ?? 0;
  const from = pin?.i ?? -1;
  for (let step = 1; activations && step <= n; step++) {
    const i = (from + step) % n;
    if (activations.characters[i] !== wanted) continue;
    app.store.set({ chosenToken: null, pin: { i, j: null } });
    return;
  }
  app.store.set({ chosenToken: { token, pin } });
}
