// SPDX-License-Identifier: MIT
// How a run learned, in a few moments: what the model wrote at each, and what it predicted on the
// line that the stage shows. Made anew from the snapshots, from one prompt and one seed.
import { likeliest, softmax } from '../../draw/sampling.js';
import { smooth } from '../../draw/series.js';
import { visible } from '../../i18n/format.js';
import { emptyPrompt, SAMPLE_SEED, samplePrompt } from '../../run/prompts.js';
import { memorizationAt } from '../../run/memorization.js';
import { learnsText } from '../../run/splits.js';
import { copiedTokens, copiesOf } from '../memorization/copies.js';

/** @import { State } from '../../state/state.js' */
/** @import { ModelView, Session } from '../../state/types.js' */

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {{ text: string, isCopied: boolean }[]} written
 * @property {{ text: string, p: number, isRight: boolean }[]} guesses the likeliest after each token
 *   of the line, its probability, and whether the text goes on so
 */

/**
 * @typedef {object} Replay
 * @property {string} name of the text
 * @property {string} prompt
 * @property {number} nParam
 * @property {boolean} isMemorized
 * @property {Record<'step' | 'train' | 'valStep' | 'val', number[]>} losses training as its running
 *   mean, as the page draws it
 * @property {Session['info']['baselines']} baselines
 * @property {Moment[]} moments in order; the last is the model as it was when this was asked
 * @property {number} copied share of what is written last that stands in the training text
 * @property {string} hash SHA-256 of its weights
 */

/** Shares of the run: most happens early, as the axis of steps shows. */
const WHEN = [0, 1 / 30, 1 / 15, 2 / 15, 2 / 5, 1];
/** As many as a film shows. */
const CHARACTERS = 130;

/** Why a run cannot be replayed: a key of the words; '' it can.
 * @param {Pick<State, 'session' | 'text' | 'snapshots' | 'ablated'>} state
 * @returns {'' | 'noText' | 'tooEarly' | 'headsOff'} */
export function obstacleTo({ session, text, snapshots, ablated }) {
  if (!session || !learnsText({ session, text })) return 'noText';
  const [first, ...later] = stepsOf(snapshots, lastStep(session));
  if (first !== 0 || later.length === 0) return 'tooEarly';
  return ablated.length > 0 ? 'headsOff' : '';
}

/** The step that a replay ends with: while training goes on the weights of the moment are gone
 * when they are asked. @param {Session} session */
const lastStep = ({ state, snapshots, steps }) =>
  state === 'running' ? (snapshots.at(-1)?.step ?? 0) : steps;

/** The steps to show: of those that are kept, the nearest to each share of the run.
 * @param {readonly { step: number }[]} snapshots @param {number} end the last step */
export function stepsOf(snapshots, end) {
  const kept = [...snapshots.map(({ step }) => step), end];
  const nearest = (/** @type {number} */ share) =>
    kept.reduce((a, b) =>
      Math.abs(b - share * end) < Math.abs(a - share * end) ? b : a,
    );
  return [...new Set(WHEN.map(nearest))].sort((a, b) => a - b);
}

/**
 * @param {State} state of a run without obstacle
 * @param {{ signal: AbortSignal, onProgress: (share: number) => void }} how
 * @returns {Promise<Replay>} rejects when it is aborted, or the engine fails
 */
export async function replayOf(state, { signal, onProgress }) {
  const session = /** @type {Session} */ (state.session);
  const end = lastStep(session);
  const steps = stepsOf(state.snapshots, end);
  const prompt =
    state.samples.at(-1)?.prompt ||
    samplePrompt(state.line) ||
    emptyPrompt(session.info.vocabulary);
  const { index, ready } = copiesOf(state);
  const { viewedSnapshot } = state;
  /** @type {Moment[]} */
  const moments = [];
  const pinned = viewedSnapshot ? [viewedSnapshot.step] : [];
  const modelAt = (/** @type {number} */ step) =>
    session.snapshots.some((each) => each.step === step) ? session.at(step) : session;
  await session.pinSnapshots([...pinned, ...steps]);
  try {
    for (const step of steps) {
      signal.throwIfAborted();
      const model = modelAt(step);
      const written = await model.sample({
        ...{ prompt, seed: SAMPLE_SEED, signal },
        chars: CHARACTERS,
        temperature: state.sampler.temperature,
      });
      await ready;
      const tokens = written.pieces.map((text) => ({ text }));
      const marks = copiedTokens(index, tokens);
      moments.push({
        step,
        written: tokens.map(({ text }, n) => ({ text, isCopied: marks[n] })),
        guesses: await guessesOf(model, session, state.line),
      });
      onProgress(moments.length / steps.length);
    }
    return {
      ...{ name: state.text?.name ?? '', prompt, moments },
      nParam: session.info.nParam,
      isMemorized: memorizationAt(state, end)?.level === 'memorized',
      losses: upTo(session.history, end),
      baselines: session.info.baselines,
      copied: copiedShare(/** @type {Moment} */ (moments.at(-1))),
      hash: await modelAt(end).hash(),
    };
  } finally {
    await session.pinSnapshots(pinned);
  }
}

/** @param {Moment} moment */
function copiedShare({ written }) {
  const length = (/** @type {typeof written} */ tokens) =>
    tokens.reduce((sum, { text }) => sum + text.length, 0);
  return (
    length(written.filter(({ isCopied }) => isCopied)) / Math.max(1, length(written))
  );
}

/** @param {ModelView} model @param {Session} session @param {string} text
 * @returns {Promise<Moment['guesses']>} */
async function guessesOf(model, session, text) {
  const { vocabulary } = session.info;
  const { n, tokens, logits } = await model.runWithCache({ text, attention: false });
  if (!logits) return [];
  const V = logits.length / n;
  return Array.from({ length: n - 1 }, (_, i) => {
    const shares = softmax(logits.subarray(i * V, (i + 1) * V));
    const [guess] = likeliest(shares, 1);
    return {
      text: visible(vocabulary[guess]),
      p: shares[guess],
      isRight: guess === tokens[i + 1],
    };
  });
}

/** The losses of a run as it was at a step. @param {Session['history']} history @param {number} end */
function upTo({ step, loss, valStep, valLoss }, end) {
  const n = step.findLastIndex((at) => at <= end) + 1;
  const v = valStep.findLastIndex((at) => at <= end) + 1;
  return {
    step: step.slice(0, n),
    train: [...smooth(loss.slice(0, n), step)],
    valStep: valStep.slice(0, v),
    val: valLoss.slice(0, v),
  };
}
