// SPDX-License-Identifier: MIT
// What a host page hears: changes of the state as events. Names and details are listed
// in the JSDoc of the element.

import { shownStep } from '../state/selectors.js';
import { eventsOf, newEvents } from '../run/milestones.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {(name: string, detail: object) => void} Emit */

/** What links are made of. */
const LINKED = [
  'settings', 'layer', 'head', 'text', 'line', 'sampler', 'pin', 'ablated', 'showing',
]; // prettier-ignore

/** The marks each run has told of. @type {WeakMap<object, import('../state/types.js').RunEvent[]>} */
const told = new WeakMap();

/**
 * @param {import('../app/app.js').App} app
 * @param {ReadonlySet<keyof State>} changed
 * @param {Emit} emit
 */
export function emitChanges(app, changed, emit) {
  const { state } = app.store;
  if (changed.has('phase')) emit('gf-state', { state: state.phase });
  if (changed.has('progress') && state.progress) {
    const { step, loss, valLoss, accuracy, exactShare, tokensPerSecond } =
      state.progress;
    emit('gf-progress', { step, loss, valLoss, accuracy, exactShare, tokensPerSecond });
  }
  if (changed.has('completion') && state.completion) {
    const { text, busy } = state.completion;
    emit('gf-sample', { text, done: !busy });
  }
  for (const name of /** @type {const} */ (['notice', 'textProblem'])) {
    const said = state[name];
    if (!changed.has(name) || said?.kind !== 'problem') continue;
    const { text: message, hint = '', code = 'internal', key = '', params = {} } = said;
    emit('gf-error', { code, key, params, message, hint });
  }
  if (['progress', 'headHistory', 'session'].some(has(changed))) tellMarks(state, emit);
  // What a host sets itself it need not be told.
  if (app.applying > 0) return;
  if (LINKED.some(has(changed))) {
    emit('gf-link', { fragment: app.link });
  }
  if (['layer', 'head', 'pin', 'viewedSnapshot'].some(has(changed))) {
    const { layer, head, pin } = state;
    const [row, column] = [pin?.i, pin?.j].map((n) => (n ?? -1) + 1 || null);
    const step = shownStep(state);
    emit('gf-select', { layer: layer + 1, head: head + 1, row, column, step });
  }
}

/** What the loss chart marks, once a run. @param {State} state @param {Emit} emit */
function tellMarks(state, emit) {
  const { session } = state;
  if (!session) return;
  const all = eventsOf(state);
  // A run that is picked up has told of its own before.
  const known = told.get(session) ?? all;
  told.set(session, all);
  const H = Number(session.info.config.n_head);
  for (const { kind, step, loss, head: n } of newEvents(all, known)) {
    const [layer, head] =
      n === undefined ? [null, null] : [Math.floor(n / H) + 1, (n % H) + 1];
    emit('gf-marker', { kind, step, loss, layer, head });
  }
}

/** @param {ReadonlySet<string>} changed */
const has = (changed) => (/** @type {string} */ key) => changed.has(key);
