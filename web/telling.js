// SPDX-License-Identifier: MIT
// What a host page hears: changes of the state as events. Names and details are listed
// in custom-elements.json.

/** @typedef {import('./types.js').State} State */
/** @typedef {(name: string, detail: object) => void} Emit */

/**
 * @param {import('./app.js').App} app
 * @param {ReadonlySet<keyof State>} changed
 * @param {Emit} emit
 */
export function tell(app, changed, emit) {
  const { state } = app.store;
  if (changed.has('phase')) emit('gf-state', { state: state.phase });
  if (changed.has('progress') && state.progress) {
    const { step, loss, valLoss, accuracy, exactShare, tokensPerSecond } =
      state.progress;
    emit('gf-progress', { step, loss, valLoss, accuracy, exactShare, tokensPerSecond });
  }
  if (changed.has('draft') && state.draft) {
    const { text, busy } = state.draft;
    emit('gf-sample', { text, done: !busy });
  }
  for (const name of /** @type {const} */ (['notice', 'textProblem'])) {
    const said = state[name];
    if (!changed.has(name) || said?.kind !== 'problem') continue;
    const { text: message, hint = '', code = 'internal' } = said;
    emit('gf-error', { code, message, hint });
  }
  if (['settings', 'layer', 'head', 'text', 'line', 'sampler'].some(has(changed))) {
    emit('gf-link', { fragment: app.link });
  }
}

/** @param {ReadonlySet<string>} changed */
const has = (changed) => (/** @type {string} */ key) => changed.has(key);
