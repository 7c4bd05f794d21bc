// SPDX-License-Identifier: MIT
// What follows from the state: which model is shown, its heads, the selected token.
import { memo } from './memo.js';

/** @import { State } from './state.js' */

/** Whether the reader trained this run, so that it is worth keeping. @param {State} state */
export const hasTrained = ({ session, pretrained }) =>
  !pretrained && (session?.steps ?? 0) > 0;

/** Whether the run can be made once more: it began with random weights, and all of its heads were
 * trained. @param {State} state */
export const canRepeat = (state) =>
  hasTrained(state) && !state.session?.isFineTuned && !state.trainedAblated;

/** Whether the model of a step is as it was drawn at random. A published one was trained elsewhere,
 * and so was one whose vocabulary has a beginning token; that of fine-tuning, before.
 * @param {Pick<State, 'session'> & Partial<State>} state @param {number} step */
export const isUntrained = ({ session, published }, step) =>
  step === 0 &&
  !session?.isFineTuned &&
  !(session?.isLoaded && (published || session.info.structure.begin_token >= 0));

/** An untrained model is within a few hundredths of random guessing, nats. */
export const NEAR = 0.05;

/** Whether it sees the token that it is to predict: a decoder without its mask. Its losses say
 * nothing of prediction. @param {import('./types.js').Session | null} session */
export const seesNext = (session) =>
  session?.info.structure.attentions.some(
    ({ kind, causal }) => kind === 'self' && !causal,
  ) ?? false;

/** @param {string} token */
export const isSpecial = (token) => /^<[^<>\s]+>$/.test(token);

/** Whether tokens are longer than a letter. */
export const hasWords = memo((/** @type {readonly string[]} */ vocabulary) => {
  const long = vocabulary.filter((t) => !isSpecial(t) && [...t].length > 1);
  return long.length > 2;
});

/** What a model's text is made of; some tasks are of words by themselves.
 * @param {import('./types.js').Session | null} session
 * @returns {'character' | 'token'} */
export const textUnit = (session) =>
  session &&
  (session.info.config.tokenizer !== 'chars' || hasWords(session.info.vocabulary))
    ? 'token'
    : 'character';

/** The model that views show. @param {Pick<State, 'viewedSnapshot' | 'session'>} state */
export const viewedModel = ({ viewedSnapshot, session }) =>
  viewedSnapshot?.session ?? session;

/** The heads of that model; null before they were reported.
 * @param {Pick<State, 'viewedSnapshot' | 'viewedHeadReport' | 'headReport'>} state */
export const shownHeadReport = ({ viewedSnapshot, viewedHeadReport, headReport }) =>
  viewedSnapshot ? viewedHeadReport : headReport;

/** The step of that model. @param {State} state */
export const shownStep = ({ viewedSnapshot, session }) =>
  viewedSnapshot?.step ?? session?.steps ?? 0;

/** The snapshot nearest to a step.
 * @param {readonly { step: number }[]} snapshots @param {number} step
 * @returns {number | null} its step; null: there is none */
export const nearestStep = (snapshots, step) =>
  snapshots.reduce(
    (/** @type {number | null} */ best, { step: at }) =>
      best === null || Math.abs(at - step) < Math.abs(best - step) ? at : best,
    null,
  );

/** Whether a token can be hidden from heads: an average has the same weights for all.
 * @param {Pick<State, 'activations' | 'session'>} state */
export const canHide = ({ activations, session }) =>
  Boolean(activations?.L) && session?.info.config.arch !== 'averaging';

/** Nothing is computed for pictures out of sight. @param {Pick<State, 'visible'>} state */
export const isVisible = ({ visible }) => visible && !document.hidden;

/** The estimates of the model shown, while it trains of the step they are from.
 * @param {State} state @returns {{ step: number, value: number[] } | undefined} */
export function estimatedImportance(state) {
  const { importance } = /** @type {Record<string, any>} */ (state.answers);
  const isMoving = state.phase === 'running' && !state.viewedSnapshot;
  return isMoving || importance?.step === shownStep(state) ? importance : undefined;
}

/** The selected head, counted over all layers. @param {State} state */
export const selectedHeadIndex = ({ layer, head, activations }) =>
  layer * (activations?.H ?? 1) + head;

/** Increase of the loss without each head, nats: estimated, or measured where the
 * measurement is no older than the estimate and no newer than the step shown.
 * @param {State} state */
export function headImportance(state) {
  const { activations, measured } = state;
  const estimated = estimatedImportance(state);
  const key = (/** @type {number} */ n, H = activations?.H ?? 1) =>
    `${Math.floor(n / H)}.${n % H}`;
  return estimated?.value.map((x, n) => {
    const { delta, step } = measured[key(n)] ?? { delta: x, step: estimated.step };
    return step >= estimated.step && step <= shownStep(state) ? delta : x;
  });
}

/** Heads, counted over all layers, in the order of the grid: their own, or most important
 * first. @param {State} state */
export function headOrder(state) {
  const { activations, showing } = state;
  const n = activations ? activations.L * activations.H : 0;
  const order = Array.from({ length: n }, (_, i) => i);
  const importance = showing.sorted && headImportance(state);
  return importance ? order.sort((a, b) => importance[b] - importance[a]) : order;
}

/** Layer and head as they are written, counted from 1.
 * @param {import('./types.js').HeadAt} at */
export const headName = ({ layer, head }) => `${layer + 1}.${head + 1}`;

/** @param {import('./types.js').HeadAt[]} heads @returns {string} in the order of the model */
export const headNames = (heads) =>
  heads
    .toSorted((a, b) => a.layer - b.layer || a.head - b.head)
    .map(headName)
    .join(', ');

/** @param {State['ablated']} ablated @param {number} layer @param {number} head */
export const isAblated = (ablated, layer, head) =>
  ablated.some((each) => each.layer === layer && each.head === head);

/** Index of the pinned character; null where the line does not have it.
 * @param {State} state */
export function pinnedIndex({ pin, activations, line }) {
  const isCurrent = pin && activations?.text === line && pin.i < activations.n;
  return isCurrent ? pin.i : null;
}

/** The token after the pinned character; -1 at the end of the line. @param {State} state */
export function nextToken(state) {
  const { activations, session } = state;
  const i = pinnedIndex(state);
  if (i === null || !activations || !session || i + 1 >= activations.n) return -1;
  // A tagging model predicts a label for the character itself.
  if (session.info.labels.length > 0) return -1;
  return session.info.vocabulary.indexOf(activations.characters[i + 1]);
}

/** The token selected in all views; -1: none. @param {State} state */
export function selectedToken(state) {
  const { chosenToken, pin, activations, session } = state;
  if (chosenToken && chosenToken.pin === pin) return chosenToken.token;
  const i = pinnedIndex(state);
  if (i === null || !activations || !session) return -1;
  return session.info.vocabulary.indexOf(activations.characters[i]);
}

/** A head, or the nearest that the model has. @param {import('./types.js').Session} session
 * @param {Pick<State, 'layer' | 'head'>} wanted */
export const headWithin = ({ info: { structure, config } }, { layer, head }) => ({
  layer: Math.max(0, Math.min(layer, structure.attentions.length - 1)),
  head: Math.min(head, Number(config.n_head) - 1),
});
