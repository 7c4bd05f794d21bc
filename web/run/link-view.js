// SPDX-License-Identifier: MIT
// The view in a link: the pinned cell, the ablated heads, how heads and the line are shown.
// Positions in links are counted from 1.
import { selectionState } from '../state/selection.js';

/** @param {(number | null)[]} places */
const label = (...places) =>
  places.flatMap((n) => (n === null ? [] : [n + 1])).join('.');

/** @param {string} text */
const places = (text) => text.split('.').map((n) => Number(n) - 1);

/** @param {import('../state/state.js').State} state @returns {Record<string, string>} */
export function linkOfView({ pin, ablated, showing, pretrained }) {
  // A link leads to a fresh model, not to the pretrained one of the page.
  if (pretrained) return {};
  const { shade, mode, transposed, sorted, race } = showing;
  return {
    pin: pin ? label(pin.i, pin.j) : '',
    ablated: ablated.map(({ layer, head }) => label(layer, head)).join(),
    shade,
    mode,
    transposed: label(Number(transposed) - 1),
    sorted: label(Number(sorted) - 1),
    score: label(race),
  };
}

/**
 * Entries that the link leaves out return to their defaults.
 * @param {{ store: import('../state/state.js').AppStore, applying: number, queries:
 *   { toggleHead(layer: number, head: number, on?: boolean): Promise<unknown> } }} app
 * @param {Record<string, string>} looks
 * @param {(names: string[]) => void} reject receives the entries that this line or model does not have
 */
export function applyLinkView(app, looks, reject) {
  const { store, queries } = app;
  const { pin = '', ablated = '', transposed, sorted, score = '0', ...shown } = looks;
  const { showing } = selectionState();
  store.set({
    showing: {
      ...showing,
      ...shown,
      transposed: Boolean(transposed),
      sorted: Boolean(sorted),
      race: places(score)[0],
    },
  });
  if (!pin && !ablated) return;
  // Cells and heads are known once the activations of the line have arrived.
  const { line } = store.state;
  const end = store.subscribe((changed) => {
    const { activations } = store.state;
    if (!changed.has('activations') || activations?.text !== line) return;
    end();
    const [i, j = null] = places(pin);
    const heads = ablated ? ablated.split(',').map(places) : [];
    const wrong = [];
    let switched = /** @type {Promise<unknown>} */ (Promise.resolve());
    // No event reports what the host page sets itself.
    app.applying++;
    if (Math.max(i, j ?? 0) >= activations.T) wrong.push('pin');
    else if (pin) store.set({ pin: { i, j } });
    if (heads.some(([layer, head]) => layer >= activations.L || head >= activations.H))
      wrong.push('ablated');
    else
      for (const [layer, head] of heads)
        switched = queries.toggleHead(layer, head, false);
    void switched.then(() => app.applying--);
    if (wrong.length > 0) reject(wrong);
  });
}
