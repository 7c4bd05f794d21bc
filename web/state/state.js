// SPDX-License-Identifier: MIT
// The whole state of one element: four slices side by side, read as `state.key`. Keys are
// unique over all slices.
import { hostState } from './host.js';
import { queryState } from './queries.js';
import { runState } from './run.js';
import { selectionState } from './selection.js';

/** @import { HostState } from './host.js' */
/** @import { RunState } from './run.js' */
/** @import { SelectionState } from './selection.js' */
/** @import { QueryState } from './queries.js' */

/**
 * @typedef {HostState & RunState & SelectionState & QueryState & {
 *   throttle: number, depths: boolean }} State `throttle`: factor on the pauses between
 *   queries, see budget.js; `depths`: a view in sight wants `activations` with what they
 *   say of every depth: lens, norms and the comparison with all heads on
 */

/** @typedef {import('./store.js').Store<State>} AppStore */

/** @returns {State} */
export const initialState = () => ({
  ...hostState(),
  ...runState(),
  ...selectionState(),
  ...queryState(),
  throttle: 1,
  depths: false,
});
