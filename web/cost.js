// SPDX-License-Identifier: MIT
// What a question to the engine costs, estimated before it is asked: the engine answers
// one at a time, and neither training nor the reader should wait long for an analysis.

/** @typedef {import('./types.js').State} State */

/** A forward pass is about a third of a training step on the same sequence. */
const FORWARD = 1 / 3;
/** What a core is assumed to do before the first step was timed. */
const ASSUMED_FLOPS_PER_MS = 15e6;
/** No question that nobody asked for keeps the engine busy longer, where it can be cut. */
export const PIECE_MS = 1500;

/**
 * A forward pass over one whole sequence, in ms on one core.
 * @param {Pick<State, 'session' | 'progress'>} state
 */
export function msPerSequence({ session, progress }) {
  if (!session) return 0;
  const { config, flopsPerStep } = session.info;
  const step = progress?.msPerStep
    ? progress.msPerStep * session.workers
    : flopsPerStep / ASSUMED_FLOPS_PER_MS;
  return (step * FORWARD) / (Number(config.batch_size) || 1);
}

/**
 * How many sequences a question may take.
 * @param {number} ms of one
 * @param {number} most
 */
export const affordable = (ms, most) =>
  Math.max(1, Math.min(most, Math.floor(PIECE_MS / Math.max(ms, 1e-3))));
