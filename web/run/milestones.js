// SPDX-License-Identifier: MIT
// Events of a run, found in its history: baselines passed, a first named head, a gap between
// training and validation loss and what comes after it.
import { beaten } from '../../wasm/index.js';
import { smooth } from '../draw/series.js';
import { NEAR, seesNext } from '../state/selectors.js';
import { errorOf, memorization } from './memorization.js';

/** @import { RunEvent } from '../state/types.js' */
/** @import { Baselines } from '../../wasm/index.js' */

/** Difference of validation and training loss that is an event where it is clear, nats. */
const GAP = 0.1;

/** The first validation loss clearly below each baseline, by step.
 * @param {Record<'valStep' | 'valLoss', number[]>} history
 * @param {Baselines} baselines @param {number} [error] of a loss, nats
 * @returns {RunEvent[]} */
export function milestones({ valStep, valLoss }, baselines, error = 0) {
  /** @type {RunEvent[]} */
  const found = [];
  valLoss.forEach((loss, n) => {
    for (const kind of beaten(loss, baselines, error))
      if (!found.some((event) => event.kind === kind))
        found.push({ kind, step: valStep[n], loss });
  });
  return found;
}

/** A loss this far above random guessing runs away. */
const FAR = 1;

/**
 * Where a loss stands among the counting baselines.
 * @param {number} loss nats
 * @param {Baselines} baselines
 * @param {{ error?: number, train?: number }} [more] standard error of the loss; the training
 *   loss where this is another one
 * @returns {{ kind: 'away' | 'above' | 'near' | 'below', than: 'uniform' | 'unigram' | 'bigram' }}
 */
export function lossStanding(loss, baselines, { error = 0, train = loss } = {}) {
  const { uniform, unigram, bigram } = /** @type {Record<string, number>} */ (
    baselines
  );
  const below = beaten(loss, baselines, error);
  const isNear = (/** @type {number} */ x) =>
    x < uniform && Math.abs(loss - x) <= error;
  if (below.includes('bigram')) return { kind: 'below', than: 'bigram' };
  if (bigram < unigram && isNear(bigram)) return { kind: 'near', than: 'bigram' };
  if (below.includes('unigram')) return { kind: 'below', than: 'unigram' };
  if (isNear(unigram)) return { kind: 'near', than: 'unigram' };
  if (loss < uniform - NEAR) return { kind: 'above', than: 'unigram' };
  const than = 'uniform';
  if (loss <= uniform + Math.max(NEAR, error)) return { kind: 'near', than };
  // Learning by heart raises the validation loss alone; that is no matter of the rate.
  return { kind: Math.min(loss, train) > uniform + FAR ? 'away' : 'above', than };
}

/**
 * All events of a run, by step.
 * @param {Record<'step' | 'loss' | 'valStep' | 'valLoss', number[]>} history
 * @param {Baselines} baselines
 * @param {import('../state/types.js').HeadScores[]} headHistory
 * @param {number} [error] of a validation loss, nats
 * @returns {RunEvent[]}
 */
export function events(history, baselines, headHistory, error) {
  /** @type {RunEvent[]} */
  const found = milestones(history, baselines, error);
  const { valStep, valLoss } = history;
  // A badge in the first report was not earned in this run.
  const named = headHistory.find(
    (tick, n) => n > 0 && tick.marks.some(({ badge }) => badge),
  );
  if (named) {
    const head = named.marks.findIndex(({ badge }) => badge);
    const n = valStep.findLastIndex((at) => at <= named.step);
    if (valLoss.length > 0)
      found.push({
        kind: 'badge',
        step: named.step,
        loss: valLoss[Math.max(0, n)],
        head,
        pattern: named.marks[head].pattern,
        offset: named.marks[head].offset,
      });
  }
  return [...found, ...partings(history, baselines, error)].sort(
    (a, b) => a.step - b.step,
  );
}

/** Events of both losses together: their gap, then what training loss alone comes to.
 * @param {Record<'step' | 'loss' | 'valStep' | 'valLoss', number[]>} history
 * @param {Baselines} baselines @param {number} [error] of a validation loss, nats
 * @returns {RunEvent[]} */
function partings({ step, loss, valStep, valLoss }, baselines, error = 0) {
  const mean = smooth(loss, step);
  const uniform = baselines.uniform ?? Infinity;
  /** @type {Map<RunEvent['kind'], RunEvent>} */
  const found = new Map();
  /** @type {Set<string>} */
  const passed = new Set();
  let at = 0;
  valStep.forEach((when, n) => {
    while (at + 1 < step.length && step[at + 1] <= when) at++;
    for (const kind of beaten(valLoss[n], baselines, error)) passed.add(kind);
    if (step.length === 0 || step[at] > when) return;
    const [train, val] = [mean[at], valLoss[n]];
    /** @param {RunEvent['kind']} kind @param {number} nats */
    const note = (kind, nats) => {
      if (!found.has(kind)) found.set(kind, { kind, step: when, loss: nats });
    };
    if (val - train > Math.max(GAP, error)) note('generalization-gap', val);
    if (found.size === 0) return;
    if (memorization({ train, val }, uniform, error) === 'memorized')
      note('memorized', val);
    for (const kind of beaten(train, baselines, error))
      if (!passed.has(kind)) note(`train-${kind}`, train);
  });
  return [...found.values()];
}

/** @type {WeakMap<object, { measured: number, headHistory: unknown, all: RunEvent[] }>} */
const found = new WeakMap();

/** The events of the run in use, looked for once a measurement or head report.
 * @param {Pick<import('../state/state.js').State, 'session' | 'headHistory'>} state */
export function eventsOf({ session, headHistory }) {
  if (!session) return [];
  const { history, info } = session;
  const measured = history.valStep.length;
  const known = found.get(session);
  if (known?.measured === measured && known.headHistory === headHistory)
    return known.all;
  const baselines = seesNext(session) ? {} : info.baselines;
  const all = events(history, baselines, headHistory, errorOf(info));
  found.set(session, { measured, headHistory, all });
  return all;
}

/** Each kind occurs once per run; a later report may add an event of an earlier step.
 * @param {RunEvent[]} all @param {RunEvent[]} before */
export const newEvents = (all, before) =>
  all.filter(({ kind }) => !before.some((event) => event.kind === kind));
