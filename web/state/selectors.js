// SPDX-License-Identifier: MIT
// What the views know of the inside of a model, as entries of the state, and which model
// they look at: the one in training, or an earlier one brought back by the scrubber.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./inspection-types.js').InsideState} InsideState */

/** What a fresh model begins with; comes back with its run. @returns {InsideState} */
export const insideState = () => ({
  tick: null,
  ticks: [],
  off: [],
  ablation: null,
  measured: {},
  snapshots: [],
  past: null,
  pastTick: null,
  scrub: null,
  answers: {},
  against: 'nothing',
  origin: null,
  weight: { parameter: '', index: 0 },
  letter: null,
  unit: 0,
  deep: false,
  courses: { health: [], gradients: [], pairs: [] },
  frozen: null,
  patch: null,
  times: null,
  brought: 0,
});

/** How heads and the line are shown; stays from run to run.
 * @returns {Pick<State, 'showing'>} */
export const showingState = () => ({
  showing: {
    mode: 'weights', transposed: false, since: 0, shade: 'surprise', sorted: false, race: -1,
  }, // prettier-ignore
});

/** Whether somebody trained it here, so that it is kept. @param {State} state */
export const isWork = ({ session, brought }) => !brought && (session?.steps ?? 0) > 0;

/** @param {Pick<State, 'past' | 'session'>} state */
export const eyeOf = ({ past, session }) => past?.session ?? session;

/** The heads of the model looked at; null before they were asked about.
 * @param {Pick<State, 'past' | 'pastTick' | 'tick'>} state */
export const tickShown = ({ past, pastTick, tick }) => (past ? pastTick : tick);

/** How much hangs on each head shown, nats: estimated, or measured where that is not of
 * before the estimate, and not of after the step looked at.
 * @param {State} state */
export function worthOf(state) {
  const { look, measured } = state;
  const tick = tickShown(state);
  const key = (/** @type {number} */ n, H = look?.H ?? 1) =>
    `${Math.floor(n / H)}.${n % H}`;
  return tick?.importance?.map((x, n) => {
    const { delta, step } = measured[key(n)] ?? { delta: x, step: tick.step };
    return step >= tick.step && step <= stepShown(state) ? delta : x;
  });
}

/** Heads, counted over all layers, as the grid has them: in their order, or what most
 * hangs on first. @param {State} state */
export function headOrder(state) {
  const { look, showing } = state;
  const order = Array.from({ length: look ? look.L * look.H : 0 }, (_, n) => n);
  const worth = showing.sorted && worthOf(state);
  return worth ? order.sort((a, b) => worth[b] - worth[a]) : order;
}

/** @param {InsideState['off']} off @param {number} layer @param {number} head */
export const isOff = (off, layer, head) =>
  off.some((o) => o.layer === layer && o.head === head);

/** Steps the analyses of what is shown belong to. @param {State} state */
export const stepShown = ({ past, session }) => past?.step ?? session?.steps ?? 0;

/** Nothing is asked for pictures that nobody sees. @param {Pick<State, 'seen'>} state */
export const isWatched = ({ seen }) => seen && !document.hidden;
