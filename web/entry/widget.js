// SPDX-License-Identifier: MIT
// What notebooks call (https://anywidget.dev). The model's traits are the element's attributes,
// `max_steps` for `max-steps`; events set the traits `state` and `progress` where the model has
// them.
import { ATTRIBUTES, SWITCHES } from '../element/attributes.js';

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} [off] MyST has none
 */

/** @param {{ model: Model, el: HTMLElement }} widget @returns {() => void} removes it */
function render({ model, el }) {
  const element = document.createElement('glass-former');
  /** @type {[string, () => void][]} */
  const listeners = [...Object.keys(ATTRIBUTES), ...SWITCHES].map((attribute) => {
    const trait = attribute.replace('-', '_');
    const take = () => {
      const value = model.get(trait);
      if (value === undefined || value === null || value === false) {
        element.removeAttribute(attribute);
      } else {
        element.setAttribute(attribute, value === true ? '' : String(value));
      }
    };
    take();
    model.on(`change:${trait}`, take);
    return [`change:${trait}`, take];
  });
  /** @param {string} trait @param {unknown} value */
  const setTrait = (trait, value) => {
    if (model.get(trait) === undefined) return;
    model.set(trait, value);
    model.save_changes();
  };
  element.addEventListener('gf-state', (event) =>
    setTrait('state', /** @type {CustomEvent} */ (event).detail.state),
  );
  element.addEventListener('gf-progress', (event) =>
    setTrait('progress', /** @type {CustomEvent} */ (event).detail),
  );
  el.append(element);
  return () => {
    for (const [name, listener] of listeners) model.off?.(name, listener);
    element.remove();
  };
}

export default { render };
