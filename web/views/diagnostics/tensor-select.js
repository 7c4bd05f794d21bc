// SPDX-License-Identifier: MIT
// One tensor is chosen for all sections.
import { select } from '../shared/controls.js';

/** Index of the tensor chosen; the first where there is none of that name.
 * @param {import('../../state/state.js').State} state @param {{ name: string }[]} parameters */
export function chosenTensor({ weight }, parameters) {
  const n = parameters.findIndex(({ name }) => name === weight.parameter);
  return Math.max(0, n);
}

/** @param {import('../../app/app.js').App} app @param {{ name: string }[]} parameters */
export const tensorSelect = ({ store, t, diagnostics }, parameters) =>
  select({
    id: 'tensor',
    label: t.diagnostics.tensor,
    value: parameters[chosenTensor(store.state, parameters)].name,
    options: parameters.map(({ name }) => [name, name]),
    change: (parameter) => diagnostics.selectWeight(parameter),
  });
