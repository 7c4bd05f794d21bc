// SPDX-License-Identifier: MIT
// Moments of a run that have a meaning in words, found in its history.
import { smooth } from './draw/series.js';

/** @typedef {'unigram' | 'bigram' | 'trigram'} MilestoneKind */
/** @typedef {{ kind: MilestoneKind, step: number, loss: number }} Milestone */

const KINDS = /** @type {const} */ (['unigram', 'bigram', 'trigram']);
/** Held-out and training loss that far apart are an event, nats. */
const PARTED = 0.1;
/** So many measurements in a row stand clear of the least held-out loss: it rises. */
const IN_A_ROW = 3;
/** By more than so many usual (median) changes from one measurement to the next. */
const CLEAR = 2;

/**
 * The first measurement of held-out loss below each baseline, in order of steps.
 * @param {{ valStep: ArrayLike<number>, valLoss: ArrayLike<number> }} history
 * @param {Partial<Record<MilestoneKind, number>>} baselines
 * @returns {Milestone[]}
 */
export function milestones({ valStep, valLoss }, baselines) {
  /** @type {Milestone[]} */
  const found = [];
  for (const kind of KINDS) {
    // Questions and answers have no counts to beat.
    const baseline = baselines[kind] ?? 0;
    for (let n = 0; n < valLoss.length; n++) {
      if (valLoss[n] >= baseline) continue;
      found.push({ kind, step: valStep[n], loss: valLoss[n] });
      break;
    }
  }
  return found.sort((a, b) => a.step - b.step);
}

/**
 * What a loss means against what counting alone achieves.
 * @param {number} loss nats
 * @param {{ uniform: number, unigram: number, bigram: number }} baselines
 * @returns {'worse' | 'nothing' | 'some' | 'letters' | 'pairs'} knowledge passed: far above
 *   chance, none, below chance, below letter counts, below letter pairs
 */
export function standing(loss, baselines) {
  if (loss < baselines.bigram) return 'pairs';
  if (loss < baselines.unigram) return 'letters';
  // An untrained model lies within a few hundredths of chance, on either side.
  if (loss < baselines.uniform - 0.05) return 'some';
  return loss < baselines.uniform + 1 ? 'nothing' : 'worse';
}

/** @typedef {{ kind: MilestoneKind | 'badge' | 'parted', step: number, loss: number, head?: number }} RunEvent */

/**
 * Everything worth a mark on the curve, in order of steps.
 * @param {import('./draw/series.js').History} history
 * @param {Partial<Record<MilestoneKind, number>>} baselines
 * @param {import('./inside-types.js').Tick[]} ticks
 * @returns {RunEvent[]}
 */
export function events(history, baselines, ticks) {
  /** @type {RunEvent[]} */
  const found = milestones(history, baselines);
  const { step, loss, valStep, valLoss } = history;
  // What has a name at the first look had it before.
  const named = ticks.find((tick, n) => n > 0 && tick.marks.some(({ badge }) => badge));
  if (named) {
    const head = named.marks.findIndex(({ badge }) => badge);
    let n = 0;
    while (n + 1 < valStep.length && valStep[n + 1] <= named.step) n++;
    if (valLoss.length > 0)
      found.push({ kind: 'badge', step: named.step, loss: valLoss[n], head });
  }
  const train = smooth(loss, step);
  let at = 0;
  for (let n = 0; n < valStep.length; n++) {
    while (at + 1 < step.length && step[at + 1] <= valStep[n]) at++;
    if (step.length === 0 || step[at] > valStep[n]) continue;
    if (valLoss[n] - train[at] <= PARTED) continue;
    found.push({ kind: 'parted', step: valStep[n], loss: valLoss[n] });
    break;
  }
  return found.sort((a, b) => a.step - b.step);
}

/**
 * From where on the text is learned by heart: the step of the least held-out loss, once it
 * rises since, and not only wavers, while the training loss still falls.
 * @param {import('./draw/series.js').History} history
 * @returns {number | undefined} undefined: it is not
 */
export function rising({ step, loss, valStep, valLoss }) {
  const all = Array.from(valLoss);
  const n = all.indexOf(Math.min(...all));
  const changes = all.slice(1).map((x, k) => Math.abs(x - all[k]));
  const usual = changes.sort((a, b) => a - b)[changes.length >> 1];
  if (!all.slice(-IN_A_ROW).every((x) => x > all[n] + CLEAR * usual)) return;
  const train = smooth(loss, step);
  const then = Array.from(step).findLastIndex((s) => s <= valStep[n]);
  if (train[train.length - 1] < train[then]) return valStep[n];
}

/** @type {WeakMap<object, { measured: number, ticks: unknown, all: RunEvent[] }>} */
const found = new WeakMap();

/**
 * The events of the run in use, looked for once a measurement or tick.
 * @param {Pick<import('./types.js').State, 'session' | 'ticks'>} state
 */
export function eventsOf({ session, ticks }) {
  if (!session) return [];
  const { history, info } = session;
  const measured = history.valStep.length;
  let known = found.get(session);
  if (known?.measured !== measured || known.ticks !== ticks) {
    known = { measured, ticks, all: events(history, info.baselines, ticks) };
    found.set(session, known);
  }
  return known.all;
}

/**
 * A later look may find one that came earlier, so they are told apart by their kind.
 * @param {RunEvent[]} all @param {RunEvent[]} before
 */
export const newEvents = (all, before) =>
  all.filter(({ kind }) => !before.some((event) => event.kind === kind));
