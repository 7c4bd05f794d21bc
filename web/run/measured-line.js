// SPDX-License-Identifier: MIT
// A line and its loss, by which a model elsewhere can be checked.
import { likeliest, softmax } from '../draw/sampling.js';
import { rightAnswers } from '../state/right-answers.js';

/**
 * @param {import('../state/types.js').Session} session
 * @param {string} text
 * @returns {Promise<import('../pytorch/file.js').Line>} with all heads on, whatever is off;
 *   where no answer is known to be right, by the likeliest one
 */
export async function measuredLine(session, text) {
  const answer = await session.runWithCache({ text, attention: false, compared: true });
  const { n, tokens, source } = answer;
  const logits = (answer.compared ?? answer).logits ?? new Float32Array();
  const V = logits.length / n;
  const p = Array.from({ length: n }, (_, i) =>
    softmax(logits.subarray(i * V, (i + 1) * V)),
  );
  const right = [...rightAnswers({ ...answer, text }, session)];
  const isKnown = right.some((id) => id >= 0);
  const targets = isKnown ? right : p.map((row) => likeliest(row, 1)[0]);
  const losses = targets.flatMap((id, i) => (id < 0 ? [] : [-Math.log(p[i][id])]));
  const loss = losses.reduce((sum, one) => sum + one, 0) / losses.length;
  return { ...{ text, targets, loss }, tokens: [...tokens], source: [...source] };
}
