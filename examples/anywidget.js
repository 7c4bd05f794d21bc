// SPDX-License-Identifier: MIT
// What marimo, Jupyter or MyST do with the widget: a model with traits, a place to draw.
import widget from '../dist/glassformer.js';

/** @type {Record<string, unknown>} */
const traits = {
  preset: 'tiny',
  view: 'loss',
  max_steps: 200,
  state: '',
  progress: null,
};
const target = new EventTarget();

const model = {
  get: (/** @type {string} */ name) => traits[name],
  set(/** @type {string} */ name, /** @type {unknown} */ value) {
    traits[name] = value;
  },
  save_changes() {},
  on: (/** @type {string} */ name, /** @type {() => void} */ f) =>
    target.addEventListener(name, f),
  off: (/** @type {string} */ name, /** @type {() => void} */ f) =>
    target.removeEventListener(name, f),
};

const cell = document.querySelector('#cell');
if (cell instanceof HTMLElement) widget.render({ model, el: cell });
Object.assign(globalThis, { traits });
