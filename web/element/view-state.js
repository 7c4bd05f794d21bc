// SPDX-License-Identifier: MIT
// What an element shows, as plain data for its host page: `element.viewState`.
import { shownHeadReport } from '../state/selectors.js';
import { picked } from '../state/store.js';

/** @import { State } from '../state/state.js' */

/** Entries of the state that a host may rely on: the run, the selection and the numbers that
 * the pictures are drawn from. */
const SHOWN = /** @type {const} */ ([
  'phase', 'notice', 'textProblem',
  'text', 'preset', 'settings', 'settingProblems', 'configPending',
  'line', 'split', 'layer', 'head', 'pin', 'hover', 'isolated', 'stageMode', 'ablated', 'showing', 'sampler',
  'activations', 'ablation', 'answers',
  'samples', 'latestSample', 'completion',
  'comparedRuns', 'stored', 'shelved', 'pretrained', 'place', 'panel',
]); // oxfmt-ignore

/** What is measured along the run, or at the reader's request. */
const MEASURED = /** @type {const} */ ([
  'headHistory', 'diagnosticHistory', 'measured', 'patch', 'frozenUpdate', 'profile',
]); // oxfmt-ignore

/**
 * @typedef {Readonly<Pick<State, typeof SHOWN[number]> & {
 *   step: number,
 *   viewedStep: number | null,
 *   snapshots: number[],
 *   headReport: ReturnType<typeof shownHeadReport>,
 *   measurements: Readonly<Pick<State, typeof MEASURED[number]>>,
 * }>} ViewState `step`: of the model in training; `viewedStep`: of the snapshot shown instead;
 *   `snapshots`: steps that can be shown; `headReport`: of the model shown
 */

/** @param {State} state @returns {ViewState} */
export function viewStateOf(state) {
  return Object.freeze({
    ...picked(state, SHOWN),
    step: state.session?.steps ?? 0,
    viewedStep: state.viewedSnapshot?.step ?? null,
    snapshots: state.snapshots.map(({ step }) => step),
    headReport: shownHeadReport(state),
    measurements: Object.freeze(picked(state, MEASURED)),
  });
}
