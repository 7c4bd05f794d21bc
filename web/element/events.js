// SPDX-License-Identifier: MIT
// Emits changes of the state as events; the JSDoc of the element lists names and details.

import { Reads } from '../state/reads.js';
import { shownStep } from '../state/selectors.js';
import { eventsOf, newEvents } from '../run/milestones.js';
import { hasAny, picked } from '../state/store.js';
import { toError } from './methods.js';

/** @import { State } from '../state/state.js' */
/** @typedef {(name: string, detail: object) => void} Emit */

const PROGRESS = /** @type {const} */ ([
  'step',
  'loss',
  'valLoss',
  'accuracy',
  'exactShare',
  'tokensPerSecond',
]);
const ERROR = /** @type {const} */ (['code', 'key', 'params', 'message', 'hint']);

/** Links, and what they were made from, by app.
 * @type {WeakMap<object, { link: string, reads: Reads }>} */
const links = new WeakMap();

/** Marks emitted, by session. @type {WeakMap<object, import('../state/types.js').RunEvent[]>} */
const emitted = new WeakMap();

/** Problems, which may be shown again after what they led to. @type {WeakSet<object>} */
const told = new WeakSet();

/** Apps that have had a model. @type {WeakSet<object>} */
const ready = new WeakSet();

/** The text told of last, by app. What is drawn ahead of it changes more often.
 * @type {WeakMap<object, { text: string, busy: boolean }>} */
const written = new WeakMap();

/** @param {import('../app/app.js').App} app @param {ReadonlySet<keyof State>} changed
 * @param {Emit} emit */
export function emitChanges(app, changed, emit) {
  const { state } = app.store;
  if (state.session && !ready.has(app)) {
    ready.add(app);
    const { info, workersRequested: workers } = state.session;
    const { mode, exact } = info;
    emit('gf-ready', { mode, workers, simd: true, exact });
  }
  if (changed.has('phase')) emit('gf-state', { state: state.phase });
  if (changed.has('progress') && state.progress)
    emit('gf-progress', picked(state.progress, PROGRESS));
  if (changed.has('completion') && state.completion) {
    const { text, busy } = state.completion;
    const before = written.get(app) ?? { text: '', busy: false };
    written.set(app, { text, busy });
    if (text !== before.text || busy !== before.busy)
      emit('gf-sample', { text, done: !busy });
  }
  for (const name of /** @type {const} */ (['notice', 'textProblem'])) {
    const notice = state[name];
    if (!changed.has(name) || notice?.kind !== 'problem' || told.has(notice)) continue;
    told.add(notice);
    emit('gf-error', picked(toError(notice), ERROR));
  }
  if (hasAny(changed, 'progress', 'headHistory', 'session')) emitMarks(state, emit);
  const fragment = newLink(app);
  // No events for what the host page sets itself.
  if (app.applying > 0) return;
  if (fragment !== null && app.hasBegun) emit('gf-link', { fragment });
  if (hasAny(changed, 'place', 'panel'))
    emit('gf-place', picked(state, ['place', 'panel']));
  if (hasAny(changed, 'layer', 'head', 'pin', 'viewedSnapshot')) {
    const { layer, head, pin } = state;
    const [row, column] = [pin?.i, pin?.j].map((n) => (n ?? -1) + 1 || null);
    const step = shownStep(state);
    emit('gf-select', { layer: layer + 1, head: head + 1, row, column, step });
  }
}

/** The link, where it has changed. @param {import('../app/app.js').App} app */
function newLink(app) {
  const { store } = app;
  const known = links.get(app);
  if (known && !known.reads.differ(store.state)) return null;
  let link = '';
  const reads = Reads.of(store, () => void (link = app.link));
  links.set(app, { link, reads });
  return known && known.link !== link ? link : null;
}

/** Emits each mark of the loss chart once per run. @param {State} state @param {Emit} emit */
function emitMarks(state, emit) {
  const { session } = state;
  if (!session) return;
  const all = eventsOf(state);
  // The marks of a restored run were emitted before.
  const known = emitted.get(session) ?? all;
  emitted.set(session, all);
  const H = Number(session.info.config.n_head);
  for (const { kind, step, loss, head: n } of newEvents(all, known)) {
    const [layer, head] =
      n === undefined ? [null, null] : [Math.floor(n / H) + 1, (n % H) + 1];
    emit('gf-marker', { kind, step, loss, layer, head });
  }
}
