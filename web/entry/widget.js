// SPDX-License-Identifier: MIT
// What notebooks call (https://anywidget.dev). The model's traits are the element's attributes,
// `max_steps` for `max-steps`; events set the traits `state` and `progress`, and a run at rest
// `measurements`, `attention`, `attention_shape` and `tokens`, where the model has them.
import { ATTRIBUTES, SWITCHES } from '../element/attributes.js';

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} [off] not everywhere
 */

/** States in which the numbers stay. */
const AT_REST = ['idle', 'paused', 'done'];

/** @param {{ model: Model, el: HTMLElement }} widget @returns {() => void} removes it */
function render({ model, el }) {
  const element = /** @type {import('../element/glass-former.js').GlassFormer} */ (
    document.createElement('glass-former')
  );
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
    // Who was left behind may not tell a model of MyST.
    if (!el.contains(element) || model.get(trait) === undefined) return;
    model.set(trait, value);
    model.save_changes();
  };
  element.addEventListener('gf-state', (event) => {
    const { state } = /** @type {CustomEvent} */ (event).detail;
    setTrait('state', state);
    if (AT_REST.includes(state)) void measure();
  });
  element.addEventListener('gf-progress', (event) =>
    setTrait('progress', /** @type {CustomEvent} */ (event).detail),
  );
  /** What a program reads of a run at rest. */
  async function measure() {
    const { session, viewState } = element;
    if (!session || !viewState) return;
    setTrait('measurements', structuredClone(session.history));
    if (model.get('attention') === undefined) return;
    // A run that was closed meanwhile has nothing to tell.
    const look = await session
      .runWithCache({ text: viewState.line, logits: false })
      .catch(() => null);
    if (!look?.attention) return;
    const { attention, attentions, H, T } = look;
    setTrait('attention_shape', [attentions.length, H, T, T]);
    setTrait('tokens', attentions[0]?.queries ?? []);
    setTrait('attention', new DataView(attention.slice().buffer));
  }
  el.append(element);
  return () => {
    element.remove();
    try {
      for (const [name, listener] of listeners) model.off?.(name, listener);
    } catch {
      // That of MyST throws.
    }
  };
}

export default { render };
