// SPDX-License-Identifier: MIT
// What a question to the engine costs, estimated before it is asked: the engine answers
// one at a time, and neither training nor the reader should wait long for an analysis.

/** @typedef {import('../state/state.js').State} State */

/** A forward pass is about a third of a training step on the same sequence. */
const FORWARD = 1 / 3;
/** What a core is assumed to do before the first step was timed. */
const ASSUMED_FLOPS_PER_MS = 15e6;
/** No question that nobody asked for keeps the engine busy longer, where it can be cut. */
const PIECE_MS = 1500;

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

/** Of the training time, for everything the page asks for by itself. */
const SHARE = 0.03;
const WINDOW_MS = 1000;
const MOST_STRAIN = 20;
/** So much above the share makes all pauses 2.7 times as long: ms, or steps if longer. */
const OWED_MS = 500;
const OWED_STEPS = 4;

/**
 * Estimates are of one question; this sees what all of them take. Their intervals are to
 * be multiplied by the state's `strain`, which grows while more is taken than the share
 * and shrinks while less is: in the end the share is what is taken, however unevenly.
 * @param {import('../state/state.js').AppStore} store
 */
export function watchThrottle(store) {
  let [ms, analysisMs, owed] = [0, 0, 0];
  /** @type {unknown} */
  let of = null;
  store.subscribe((changed) => {
    const { session, phase, progress, completion } = store.state;
    const now = performance.now();
    const since = now - ms;
    // What the reader has it write is not what the views cost.
    const apart = !session || session !== of || phase !== 'running' || completion?.busy;
    if (!apart && (!changed.has('progress') || since < WINDOW_MS)) return;
    const asked = apart ? 0 : session.analysisMs - analysisMs;
    [of, ms, analysisMs] = [session, now, session?.analysisMs ?? 0];
    if (apart) return;
    const unit = Math.max(OWED_MS, OWED_STEPS * (progress?.msPerStep ?? 0));
    // First answers, which nothing puts off, must not stop all others.
    owed += Math.min(asked / unit, 1) - (SHARE * since) / unit;
    owed = Math.min(Math.log(MOST_STRAIN), Math.max(0, owed));
    store.set({ throttle: Math.exp(owed) });
  });
}

/**
 * How many sequences a question may take.
 * @param {number} ms of one
 * @param {number} most
 */
export const affordable = (ms, most) =>
  Math.max(1, Math.min(most, Math.floor(PIECE_MS / Math.max(ms, 1e-3))));
