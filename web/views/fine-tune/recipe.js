// SPDX-License-Identifier: MIT
// How a model is fine-tuned where the reader says nothing else, and what it costs on the text
// that was in use before. `node bench/fine-tuning.js` measures it (docs/speed.md).
import { tokensPerCharacter } from '../../run/compared-runs.js';

/** @import { Session, TextInUse } from '../../state/types.js' */

/** Low-rank changes begin at zero and bear larger steps. */
export const RATES = { all: 0.001, lora: 0.01 };
/** Muon's rate to that of AdamW. That of a run from random weights is three times as high, and
 * forgets more while it learns no more. */
const MUON = 10;
/** Larger batches of long windows pass through a short text in a few steps. */
const TOKENS_A_STEP = 2048;
/** Times that the text is passed through. */
const PASSES = 5;
const [FEWEST, MOST] = [20, 1000];
const WARM_UP = 20;

/** Sequences of a step. @param {Session} session */
const batchOf = ({ info: { config, blockSize } }) =>
  Math.max(
    1,
    Math.min(Number(config.batch_size), Math.floor(TOKENS_A_STEP / blockSize)),
  );

/** Steps for a text of so many characters. @param {Session} session @param {TextInUse} text
 * in use @param {number} characters */
export function stepsFor(session, text, characters) {
  const tokens = characters * (tokensPerCharacter(session.info, text) || 1);
  const steps = Math.round(
    (PASSES * tokens) / (batchOf(session) * session.info.blockSize),
  );
  return Math.min(MOST, Math.max(FEWEST, steps));
}

/** @param {Session} session @param {number} rank 0: all weights @param {number} rate
 * @param {number} steps */
export const settingsFor = (session, rank, rate, steps) => ({
  lora_rank: rank,
  learning_rate: rate,
  min_learning_rate: rate / 10,
  muon_learning_rate: rate * MUON,
  batch_size: batchOf(session),
  warmup_steps: Math.min(WARM_UP, steps),
  max_steps: steps,
});

/** Mean loss of a model over the tokens of some lines, in nats.
 * @param {Pick<Session, 'runWithCache'>} model @param {string[]} lines */
export async function lossOn(model, lines) {
  let [sum, n] = [0, 0];
  for (const text of lines)
    for (const loss of (await model.runWithCache({ text, logits: true })).loss ?? [])
      if (Number.isFinite(loss)) [sum, n] = [sum + loss, n + 1];
  return sum / n;
}
