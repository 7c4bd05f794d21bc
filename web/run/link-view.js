// SPDX-License-Identifier: MIT
// How a model is looked at, as a link says it: what is pinned, which heads are off, how
// heads and the line are shown. Places are counted from 1, as readers count them.
import { showingState } from '../state/selectors.js';

/** @param {(number | null)[]} places */
const told = (...places) =>
  places.flatMap((n) => (n === null ? [] : [n + 1])).join('.');

/** @param {string} text */
const places = (text) => text.split('.').map((n) => Number(n) - 1);

/** @param {import('../state/types.js').State} state @returns {Record<string, string>} */
export function linkOfView({ pin, ablated, showing, pretrained }) {
  // A link leads to a model of its own, not to the one the page brought.
  if (pretrained) return {};
  const { shade, mode, transposed, sorted, race } = showing;
  return {
    pin: pin ? told(pin.i, pin.j) : '',
    ablated: ablated.map(({ layer, head }) => told(layer, head)).join(),
    shade,
    mode,
    transposed: told(Number(transposed) - 1),
    sorted: told(Number(sorted) - 1),
    score: told(race),
  };
}

/**
 * What a link says nothing of is as at first.
 * @param {import('../app/app.js').App} app with the line the link is about
 * @param {Record<string, string>} looks
 * @param {(names: string[]) => void} reject what this line or model does not have
 */
export function applyLinkView(app, looks, reject) {
  const { store, queries } = app;
  const { pin = '', ablated = '', transposed, sorted, score = '0', ...shown } = looks;
  const { showing } = showingState();
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
  // What there is to pin and to switch off is known when the engine has looked at the line.
  const { line } = store.state;
  const end = store.subscribe((changed) => {
    const { activations } = store.state;
    if (!changed.has('activations') || activations?.text !== line) return;
    end();
    const [i, j = null] = places(pin);
    const heads = ablated ? ablated.split(',').map(places) : [];
    const wrong = [];
    let switched = /** @type {Promise<unknown>} */ (Promise.resolve());
    // The page around it knows what it has set.
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
