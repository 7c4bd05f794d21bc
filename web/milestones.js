// SPDX-License-Identifier: MIT
// Moments of a run that have a meaning in words, found in its history (VISUALS T2).

/** @typedef {'unigram' | 'bigram'} MilestoneKind */
/** @typedef {{ kind: MilestoneKind, step: number, loss: number }} Milestone */

const KINDS = /** @type {const} */ (['unigram', 'bigram']);

/**
 * The first measurement of held-out loss below each baseline, in order of steps.
 * @param {{ valStep: ArrayLike<number>, valLoss: ArrayLike<number> }} history
 * @param {Record<MilestoneKind, number>} baselines
 * @returns {Milestone[]}
 */
export function milestones({ valStep, valLoss }, baselines) {
  /** @type {Milestone[]} */
  const found = [];
  for (const kind of KINDS) {
    for (let n = 0; n < valLoss.length; n++) {
      if (valLoss[n] >= baselines[kind]) continue;
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
 * @returns {'nothing' | 'some' | 'letters' | 'pairs'} knowledge passed: none, below
 *   chance, below letter counts, below letter pairs
 */
export function standing(loss, baselines) {
  if (loss < baselines.bigram) return 'pairs';
  if (loss < baselines.unigram) return 'letters';
  // An untrained model lies within a few hundredths of chance, on either side.
  return loss < baselines.uniform - 0.05 ? 'some' : 'nothing';
}
