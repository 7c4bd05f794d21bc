// SPDX-License-Identifier: MIT
// What training and validation loss say beside each other: whether a text is being memorised.
import { clearDifference } from '../../wasm/index.js';
import { smooth } from '../draw/series.js';
import { seesNext } from '../state/selectors.js';
import { learnsText } from './splits.js';

/**
 * Shares of the validation loss below which training loss says that the text itself is learned.
 * Control: 1,000 steps of the page's recipe come to a share of 0.96 on the fables, whose 64,745
 * characters teach to the end; with 20,000 of them to 0.73, 10,000: 0.36, 5,000: 0.13, 2,000: 0.04.
 * The pretrained model has 0.82.
 */
const MEMORIZING = 0.6;
const MEMORIZED = 0.35;

/**
 * What a training loss beside a validation loss says. Memorised is a text whose held-out part is
 * predicted clearly worse than by guessing: the model is sure there, and wrong.
 * @param {{ train: number | null, val: number | null }} losses nats
 * @param {number} uniform loss of random guessing, nats
 * @param {number} [error] of the validation loss, nats
 * @returns {'' | 'memorizing' | 'memorized'}
 */
export function memorization({ train, val }, uniform, error = 0) {
  if (train === null || val === null || !(uniform < Infinity)) return '';
  if (train < MEMORIZED * val && val > uniform + error) return 'memorized';
  return train < MEMORIZING * val ? 'memorizing' : '';
}

/** How far a validation loss has to be from another to differ clearly, nats.
 * @param {Pick<import('../../wasm/index.js').SessionInfo, 'baselines' | 'nVal' | 'config'>} info */
export const errorOf = ({ baselines, nVal, config }) =>
  clearDifference(baselines, nVal, config);

/** Steps that a running mean remembers: what is older weighs less than a rounding of it. */
const MEMORY = 1000;

/** The losses at a step: the running mean of training, and the last validation.
 * @param {Record<'step' | 'loss' | 'valStep' | 'valLoss', number[]>} history @param {number} now
 * @returns {{ train: number | null, val: number | null }} */
export function lossesUpTo({ step, loss, valStep, valLoss }, now) {
  const end = step.findLastIndex((at) => at <= now) + 1;
  const v = valStep.findLastIndex((at) => at <= now);
  const last = [loss, step].map((each) => each.slice(Math.max(0, end - MEMORY), end));
  const train = smooth(last[0], last[1]).at(-1);
  return { train: train ?? null, val: valLoss[v] ?? null };
}

/**
 * How the losses of the text in use stand to each other.
 * @param {Pick<import('../state/state.js').State, 'session' | 'text'>} state @param {number} step
 * @returns {{ level: 'memorizing' | 'memorized', train: number, val: number, uniform: number }
 *   | null}
 */
export function memorizationAt(state, step) {
  const { session } = state;
  if (!session || !learnsText(state) || seesNext(session)) return null;
  const { uniform } = session.info.baselines;
  const { train, val } = lossesUpTo(session.history, step);
  const level = memorization({ train, val }, uniform, errorOf(session.info));
  return level && train !== null && val !== null
    ? { level, train, val, uniform }
    : null;
}

/** The least validation loss, where it is not the last.
 * @param {Record<'valStep' | 'valLoss', number[]>} history
 * @returns {{ step: number, loss: number } | null} */
export function lowestValidation({ valStep, valLoss }) {
  const loss = Math.min(...valLoss);
  const n = valLoss.indexOf(loss);
  return n < 0 || n === valLoss.length - 1 ? null : { step: valStep[n], loss };
}

/** Validation loss rises if this many measurements in a row are clearly above the least. */
const IN_A_ROW = 3;

/** Where overfitting begins: the step of the least validation loss, once the loss is clearly above
 * it and training loss is below it.
 * @param {Record<'loss' | 'valStep' | 'valLoss', number[]>} history
 * @param {number} error of a validation loss, nats
 * @returns {number | undefined} undefined: it has not begun */
export function overfittingStart({ loss, valStep, valLoss }, error) {
  const lowest = lowestValidation({ valStep, valLoss });
  const least = lowest?.loss ?? NaN;
  const isClear = (/** @type {number} */ x) => x > least + error;
  if (valLoss.slice(-IN_A_ROW).every(isClear) && loss[loss.length - 1] < least)
    return lowest?.step;
}
