// SPDX-License-Identifier: MIT
// The cost of an analysis, estimated before it is requested. The engine does one at a time,
// and neither training nor the reader should wait long for it.

/** @import { State } from '../state/state.js' */

/** Cost of a forward pass, relative to a training step on the same sequence. */
const FORWARD = 1 / 3;
/** Assumed until the first step has been timed. */
const ASSUMED_FLOPS_PER_MS = 15e6;
/** An automatic analysis that can be cut into pieces takes no longer per piece. */
const PIECE_MS = 1500;

/** A forward pass over one whole sequence, in ms on one core.
 * @param {Pick<State, 'session' | 'progress'>} state */
export function msPerSequence({ session, progress }) {
  if (!session) return 0;
  const { config, flopsPerStep } = session.info;
  const step = progress?.msPerStep
    ? progress.msPerStep * session.workers
    : flopsPerStep / ASSUMED_FLOPS_PER_MS;
  return (step * FORWARD) / (Number(config.batch_size) || 1);
}

/** With reduced motion pictures change once a second. */
export const STILL_MS = 1000;

/** From one analysis to the next, so that all together keep to their share of the training time.
 * @param {State} state @param {number} sequences its cost
 * @param {number} share of the time @param {number} least ms */
export const pauseFor = (state, sequences, share, least) =>
  state.throttle *
  Math.max(
    state.reducedMotion ? STILL_MS : 0,
    least,
    (msPerSequence(state) * sequences) / share,
  );

/** A token of a sequence. @param {Pick<State, 'session' | 'progress'>} state */
const msPerToken = (state) =>
  msPerSequence(state) / (Number(state.session?.info.config.block_size) || 1);

/** The logit lens of a sequence, in forward passes: the output layer at each depth.
 * @param {import('../state/types.js').Session} session */
export function lensCost({ info: { config, flopsPerStep, structure, ...info } }) {
  const { batch_size, block_size, n_embd } = /** @type {Record<string, number>} */ (
    config
  );
  const outputs = info.labels.length || info.vocabulary.length;
  const forward = (flopsPerStep * FORWARD) / (batch_size * block_size);
  return (structure.residual.length * 2 * n_embd * outputs) / forward;
}

/** The reader waits for no piece of an answer longer than this. */
const LONG_MS = 500;

/** Depths of the lens of this line that are asked for at a time: all of them, where that takes
 * no longer than a glance.
 * @param {Pick<State, 'session' | 'progress' | 'line'>} state */
export function depthsAtOnce(state) {
  const session = /** @type {NonNullable<State['session']>} */ (state.session);
  const ms = msPerToken(state) * state.line.length * lensCost(session);
  const n = session.info.structure.residual.length;
  return ms <= LONG_MS ? Infinity : Math.ceil((n * LONG_MS) / ms);
}

/** Of n passes over this line, those that are asked for at a time.
 * @param {Pick<State, 'session' | 'progress' | 'activations'>} state */
export function passesAtOnce(state) {
  const ms = msPerToken(state) * (state.activations?.n ?? 1);
  return affordable((ms * PIECE_MS) / LONG_MS, Infinity);
}

/** Tokens that may be written with a head and again without it.
 * @param {Pick<State, 'session' | 'progress'>} state @param {number} most */
export const written = (state, most) => affordable(2 * msPerToken(state), most);

/** Share of the training time for all automatic analyses. */
const SHARE = 0.03;
const WINDOW_MS = 1000;
const MAX_THROTTLE = 20;
/** This much time over the share makes all pauses e times as long; the larger counts. */
const OWED_MS = 500;
const OWED_STEPS = 4;

/** Estimates concern one query; this measures all of them together and sets the state's
 * `throttle`, by which every query multiplies its interval. It grows while they take more
 * than SHARE and shrinks while they take less, so that on average they take SHARE.
 * @param {import('../state/state.js').AppStore} store */
export function watchThrottle(store) {
  let [ms, analysisMs, owed] = [0, 0, 0];
  /** @type {unknown} */
  let of = null;
  store.subscribe((changed) => {
    const { session, phase, progress, completion } = store.state;
    const now = performance.now();
    const since = now - ms;
    // A completion that the reader asked for does not count.
    const apart = !session || session !== of || phase !== 'running' || completion?.busy;
    if (!apart && (!changed.has('progress') || since < WINDOW_MS)) return;
    const asked = apart ? 0 : session.analysisMs - analysisMs;
    [of, ms, analysisMs] = [session, now, session?.analysisMs ?? 0];
    if (apart) return;
    const unit = Math.max(OWED_MS, OWED_STEPS * (progress?.msPerStep ?? 0));
    // First answers are not throttled and must not delay all others.
    owed += Math.min(asked / unit, 1) - (SHARE * since) / unit;
    owed = Math.min(Math.log(MAX_THROTTLE), Math.max(0, owed));
    store.set({ throttle: Math.exp(owed) });
  });
}

/** Whether one forward pass in so many ms leaves training its share.
 * @param {Pick<State, 'session' | 'progress' | 'phase'>} state @param {number} everyMs */
export const isSpare = (state, everyMs) =>
  state.phase !== 'running' || msPerSequence(state) <= SHARE * everyMs;

/** Sequences of the probe. Large models use fewer, and then no head is named. */
export const PROBE = 8;

/** Of a text, tokens of each of them at most. */
const PROBE_TOKENS = 256;
/** Fewer say nothing of a head; the engine takes memory for as many at a time. */
const LEAST_TOKENS = 32;

/** How much of the probe an analysis may take: sequences, and where not even one is affordable
 * its first tokens.
 * @param {Pick<State, 'session' | 'progress'>} state @param {number} [passes] its cost for each
 * @returns {{ sequences: number, tokens?: number }} */
export function probed(state, passes = 1) {
  const { form, config } = state.session?.info ?? {};
  const T = Number(config?.block_size) || 1;
  const window = form === 'text' ? Math.min(T, PROBE_TOKENS) : T;
  const ms = (msPerSequence(state) * passes * window) / T;
  const sequences = affordable(ms, PROBE);
  if (ms <= PIECE_MS || form !== 'text') return { sequences };
  const tokens = LEAST_TOKENS * Math.floor((window * PIECE_MS) / (ms * LEAST_TOKENS));
  return { sequences, tokens: Math.min(window, Math.max(LEAST_TOKENS, tokens)) };
}

/** How many sequences an analysis may take.
 * @param {number} ms per sequence
 * @param {number} most */
export const affordable = (ms, most) =>
  Math.max(1, Math.min(most, Math.floor(PIECE_MS / Math.max(ms, 1e-3))));
