// SPDX-License-Identifier: MIT
// What the views know of the inside of a model, as entries of the state, and which model
// they look at: the one in training, or an earlier one brought back by the scrubber.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./inspection-types.js').InspectionState} InsideState */

/** What a fresh model begins with; comes back with its run. @returns {InsideState} */
export const insideState = () => ({
  headReport: null,
  headHistory: [],
  ablated: [],
  ablation: null,
  measured: {},
  snapshots: [],
  viewedSnapshot: null,
  viewedHeadReport: null,
  scrubPreview: null,
  answers: {},
  attributionBaseline: 'nothing',
  origin: null,
  weight: { parameter: '', index: 0 },
  chosenToken: null,
  unit: 0,
  detailed: false,
  diagnosticHistory: { health: [], gradients: [], pairs: [] },
  frozenUpdate: null,
  patch: null,
  profile: null,
  pretrained: 0,
});

/** How heads and the line are shown; stays from run to run.
 * @returns {Pick<State, 'showing'>} */
export const showingState = () => ({
  showing: {
    mode: 'weights', transposed: false, since: 0, shade: 'surprise', sorted: false, race: -1,
  }, // prettier-ignore
});

/** Whether somebody trained it here, so that it is kept. @param {State} state */
export const hasTrained = ({ session, pretrained }) =>
  !pretrained && (session?.steps ?? 0) > 0;

/** @param {Pick<State, 'viewedSnapshot' | 'session'>} state */
export const viewedModel = ({ viewedSnapshot, session }) =>
  viewedSnapshot?.session ?? session;

/** The heads of the model looked at; null before they were asked about.
 * @param {Pick<State, 'viewedSnapshot' | 'viewedHeadReport' | 'headReport'>} state */
export const shownHeadReport = ({ viewedSnapshot, viewedHeadReport, headReport }) =>
  viewedSnapshot ? viewedHeadReport : headReport;

/** How much hangs on each head shown, nats: estimated, or measured where that is not of
 * before the estimate, and not of after the step looked at.
 * @param {State} state */
export function headImportance(state) {
  const { activations, measured } = state;
  const tick = shownHeadReport(state);
  const key = (/** @type {number} */ n, H = activations?.H ?? 1) =>
    `${Math.floor(n / H)}.${n % H}`;
  return tick?.importance?.map((x, n) => {
    const { delta, step } = measured[key(n)] ?? { delta: x, step: tick.step };
    return step >= tick.step && step <= shownStep(state) ? delta : x;
  });
}

/** Heads, counted over all layers, as the grid has them: in their order, or what most
 * hangs on first. @param {State} state */
export function headOrder(state) {
  const { activations, showing } = state;
  const order = Array.from(
    { length: activations ? activations.L * activations.H : 0 },
    (_, n) => n,
  );
  const worth = showing.sorted && headImportance(state);
  return worth ? order.sort((a, b) => worth[b] - worth[a]) : order;
}

/** @param {InsideState['ablated']} off @param {number} layer @param {number} head */
export const isAblated = (off, layer, head) =>
  off.some((o) => o.layer === layer && o.head === head);

/** Steps the analyses of what is shown belong to. @param {State} state */
export const shownStep = ({ viewedSnapshot, session }) =>
  viewedSnapshot?.step ?? session?.steps ?? 0;

/** Nothing is asked for pictures that nobody sees. @param {Pick<State, 'visible'>} state */
export const isVisible = ({ visible }) => visible && !document.hidden;
