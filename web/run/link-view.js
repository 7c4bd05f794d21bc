// SPDX-License-Identifier: MIT
// The view in a link: place and tab of the screen, the step looked at, the pinned cell, the heads
// ablated and isolated, what the stage shows, how heads and the line are shown.
// Positions in links are counted from 1.
import { firstPanel } from '../state/places.js';
import { quietly } from '../state/quietly.js';
import { selectionState } from '../state/selection.js';
import { PANELS } from '../views/registry.data.js';

/** @import { Place } from '../state/places.js' */
/** @import { State } from '../state/state.js' */

/** @param {(number | null)[]} places */
const label = (...places) =>
  places.flatMap((n) => (n === null ? [] : [n + 1])).join('.');

/** @param {string} text */
const places = (text) => text.split('.').map((n) => Number(n) - 1);

/** @param {import('../state/state.js').State} state @returns {Record<string, string>} */
export function linkOfView(state) {
  const { pin, ablated, isolated, showing, place, panel, viewedSnapshot } = state;
  const { stageMode: stage, split } = state;
  const { shade, mode, transposed, sorted, race, guesses } = showing;
  return {
    pretrained: label(Number(state.pretrained > 0) - 1),
    model: state.published,
    place,
    panel: panel === firstPanel(place) ? '' : panel,
    experiment: panel === 'experiments' ? state.experiment : '',
    step: viewedSnapshot ? String(viewedSnapshot.step) : '',
    stage,
    split,
    isolated: isolated ? label(isolated.layer, isolated.head) : '',
    pin: pin ? label(pin.i, pin.j) : '',
    ablated: ablated.map(({ layer, head }) => label(layer, head)).join(),
    shade,
    mode,
    guesses,
    transposed: label(Number(transposed) - 1),
    sorted: label(Number(sorted) - 1),
    score: label(race),
  };
}

/**
 * Entries that the link leaves out return to their defaults.
 * @param {{ store: import('../state/state.js').AppStore, applying: number, stopAt: number, queries:
 *   { toggleHead(layer: number, head: number, on?: boolean): Promise<unknown> } }} app
 * @param {Record<string, string>} looks
 * @param {(names: string[]) => void} reject receives the entries that this line or model does not have
 * @param {Pick<State, 'place' | 'panel'>} [asked] when the link was: what the reader has opened since
 *   stays open
 */
export function applyLinkView(app, looks, reject, asked = app.store.state) {
  const { store, queries } = app;
  const { pin = '', ablated = '', isolated = '', score = '0' } = looks;
  const { showing, place: first } = selectionState();
  const {
    shade = showing.shade,
    mode = showing.mode,
    guesses = '',
    experiment = '',
    place = experiment ? 'lab' : first,
    panel = experiment ? 'experiments' : firstPanel(/** @type {Place} */ (place)),
  } = looks;
  const open = /** @type {Place} */ (place);
  if (panel && !(panel in PANELS[open])) reject(['panel']);
  const isOpened =
    store.state.place !== asked.place || store.state.panel !== asked.panel;
  if (!isOpened)
    store.set({
      place: open,
      panel: panel in PANELS[open] ? panel : firstPanel(open),
    });
  store.set({
    experiment,
    isolated: null,
    stageMode: looks.stage === 'why' ? 'why' : 'attention',
    showing: /** @type {typeof showing} */ ({
      ...showing,
      shade,
      mode,
      guesses,
      transposed: Boolean(looks.transposed),
      sorted: Boolean(looks.sorted),
      race: places(score)[0],
    }),
  });
  app.stopAt = Number(looks.step) || Infinity;
  if (!pin && !ablated && !isolated) return;
  // Cells and heads are known once the activations of the line have arrived.
  const { line, session } = store.state;
  const apply = () => {
    const { activations } = store.state;
    // What the reader chooses meanwhile counts.
    if (store.state.line !== line || store.state.session !== session) end();
    else if (activations?.text === line) select(activations);
  };
  const select = (/** @type {NonNullable<State['activations']>} */ activations) => {
    end();
    const [i, j = null] = places(pin);
    const heads = ablated ? ablated.split(',').map(places) : [];
    /** @type {string[]} */
    const wrong = [];
    if (Math.max(i, j ?? 0) >= activations.T) wrong.push('pin');
    if (heads.some(([layer, head]) => layer >= activations.L || head >= activations.H))
      wrong.push('ablated');
    const [layer, head] = places(isolated);
    if (isolated && !(layer < activations.L && head < activations.H))
      wrong.push('isolated');
    const isRight = (/** @type {string} */ name) =>
      looks[name] && !wrong.includes(name);
    void quietly(app, () => {
      if (isRight('pin')) store.set({ pin: { i, j } });
      if (isRight('isolated')) store.set({ isolated: { layer, head } });
      const off = isRight('ablated') ? heads : [];
      return Promise.all(off.map(([l, h]) => queries.toggleHead(l, h, false)));
    });
    if (wrong.length > 0) reject(wrong);
  };
  const end = store.subscribe(apply);
  // A restored model may have answered already.
  apply();
}
