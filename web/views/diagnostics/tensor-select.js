// SPDX-License-Identifier: MIT
// One tensor is chosen for all parts of the hood.
import { html } from 'lit';

/** The one chosen, among those there are. @param {import('../../state/types.js').State} state @param {{ name: string }[]} parameters */
export function chosenTensor({ weight }, parameters) {
  const n = parameters.findIndex(({ name }) => name === weight.parameter);
  return Math.max(0, n);
}

/**
 * @param {import('../../app/app.js').App} app
 * @param {{ name: string }[]} parameters
 */
export function tensorChoice(app, parameters) {
  const n = chosenTensor(app.store.state, parameters);
  return html`<label
    >${app.t.diagnostics.tensor}
    <select
      id="tensor"
      @change=${(/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        app.store.set({ weight: { parameter: value, index: 0 } });
      }}
    >
      ${parameters.map(
        ({ name }, k) =>
          html`<option value=${name} .selected=${k === n}>${name}</option>`,
      )}
    </select></label
  >`;
}
