// SPDX-License-Identifier: MIT
// What the engine answered about one prediction, as the picture and the sentence need it. Pure
// functions.
import { memo } from '../../../state/memo.js';

/** @import { State } from '../../../state/state.js' */
/** @import { Why as Sum, Hide } from '../../../../wasm/index.js' */
/** @import { Scene, Stream } from '../scene.js' */

/**
 * One token of the line, or of the source.
 * @typedef {object} Token
 * @property {Stream} stream
 * @property {number} j its position
 * @property {string} text as shown
 * @property {number} share of the logit
 * @property {number} left probability of the prediction with this token hidden from all heads;
 *   NaN: not measured
 */

/** What a head carries. @typedef {{ attention: number, head: number, i: number, j: number,
 *   value: number }} Edge  from key j to query i, in parts of the logit */

/**
 * @typedef {object} Findings
 * @property {number} i position of the prediction
 * @property {string} letter what is predicted, as shown
 * @property {number} logit less the mean of all
 * @property {number} fixed what positions and biases add to it
 * @property {Token[]} tokens of the line, then of the source
 * @property {number} most largest share, whatever its sign; at least a millionth
 * @property {Edge[]} edges those drawn, weakest first
 * @property {(attention: number, head: number) => number} carried by a head altogether
 * @property {(stream: Stream, layer: number, i: number) => number} passed through an MLP
 * @property {number} p probability of the prediction when tokens were hidden; NaN: not measured
 * @property {boolean} isSettled both measured at one step
 * @property {number} step of the sum
 * @property {number} hideStep of the hiding
 */

/** Rivers carry at least this part of the largest share. */
export const LEAST_EDGE = 0.04;
const TINY = 1e-6;

/** An answer about this place, not about one left since.
 * @template {Sum | Hide} T
 * @param {State} state @param {string} name @param {number | null} i
 * @returns {{ step: number, value: T } | null} */
function answerAt({ answers, line }, name, i) {
  const answer = answers[name];
  const value = /** @type {any} */ (answer?.value);
  if (!answer || value?.line !== line || value.position !== i) return null;
  return { step: answer.step, value };
}

/** @param {Sum} sum @param {Pick<Scene, 'H'>} scene @param {number} most
 * @returns {Pick<Findings, 'edges' | 'carried'>} */
function edgesOf({ edges: { data, columns: T } }, { H }, most) {
  /** @type {Edge[]} */
  const edges = [];
  const carried = new Float64Array(data.length / (T * T || 1));
  data.forEach((/** @type {number} */ value, /** @type {number} */ at) => {
    const n = Math.floor(at / (T * T));
    carried[n] += value;
    if (Math.abs(value) < LEAST_EDGE * most) return;
    const i = Math.floor(at / T) % T;
    edges.push({
      attention: Math.floor(n / H),
      head: n % H,
      ...{ i, j: at % T, value },
    });
  });
  edges.sort((a, b) => Math.abs(a.value) - Math.abs(b.value));
  return { edges, carried: (attention, head) => carried[attention * H + head] ?? 0 };
}

/** @param {Sum} sum @param {State['session']} session @returns {Findings['passed']} */
const passedOf =
  ({ mlps: { data, columns } }, session) =>
  (stream, layer, i) => {
    const mlp = session?.info.structure.mlps.findIndex(
      (each) => each.stream === stream && each.layer === layer,
    );
    return mlp === undefined || mlp < 0 ? 0 : data[mlp * columns + i];
  };

/** The tokens of a stream, and what their positions add.
 * @param {Stream} stream @param {string[]} texts
 * @param {{ data: ArrayLike<number>, columns: number } | undefined} shares [2][n]
 * @param {ArrayLike<number> | undefined} left */
function tokensOf(stream, texts, shares, left) {
  /** @type {Token[]} */
  const tokens = [];
  let places = 0;
  for (let j = 0; shares && j < shares.columns; j++) {
    const share = shares.data[j];
    tokens.push({ stream, j, text: texts[j] ?? '', share, left: left?.[j] ?? NaN });
    places += shares.data[shares.columns + j];
  }
  return { tokens, places };
}

/** Edges are many, and the same until there is another answer. */
const edgesIn = memo(edgesOf);

/** @param {State} state @param {Scene} scene @param {number | null} i the position explained
 * @returns {Findings | null} null: not answered yet */
export function findingsOf(state, scene, i) {
  const answer = /** @type {{ step: number, value: Sum } | null} */ (
    answerAt(state, 'why', i)
  );
  if (!answer || answer.value.obstacle || i === null) return null;
  const { value: sum, step } = answer;
  const hidden = /** @type {{ step: number, value: Hide } | null} */ (
    answerAt(state, 'hide', i)
  );
  const hide = hidden && hidden.value.token === sum.token ? hidden.value : null;
  const main = tokensOf('main', scene.tokens, sum.shares, hide?.hidden.data);
  const source = tokensOf(
    'source',
    scene.source?.tokens ?? [],
    sum.sourceShares,
    hide?.sourceHidden?.data,
  );
  const tokens = [...main.tokens, ...source.tokens];
  const most = tokens.reduce((x, { share }) => Math.max(x, Math.abs(share)), TINY);
  return {
    ...edgesIn(sum, scene, most),
    ...{ i, tokens, most, step, logit: sum.logit },
    letter: scene.vocabulary[sum.token] ?? '',
    fixed: sum.constant + main.places + source.places,
    passed: passedOf(sum, state.session),
    p: hide?.p ?? NaN,
    isSettled: hide !== null && hidden?.step === step,
    hideStep: hidden?.step ?? NaN,
  };
}

/** Part of the probability that is lost when the token is hidden; NaN: not measured.
 * @param {Pick<Findings, 'p'>} findings @param {Token} token */
export const lostShare = ({ p }, { left }) => (p > 0 ? (p - left) / p : NaN);

/** Strongest share first, whatever its sign. @param {readonly Token[]} tokens */
export const byShare = (tokens) =>
  tokens.toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share));

/** What hiding costs most first. @param {Findings} findings */
export const byLoss = ({ tokens }) =>
  tokens.filter(({ left }) => left >= 0).sort((a, b) => a.left - b.left);

/** The token that the reader points at. @param {Pick<State, 'hover'>} state
 * @returns {{ stream: Stream, j: number } | null} */
export function lookedAt({ hover }) {
  if (!hover) return null;
  const { stream = 'main', i, j } = hover;
  return { stream, j: stream === 'source' ? Number(j) : i };
}

/** @param {ReturnType<typeof lookedAt>} at @param {Pick<Token, 'stream' | 'j'>} token */
export const isAt = (at, { stream, j }) => at?.stream === stream && at.j === j;

/** @param {Findings} findings @param {Token} token */
export const isItself = ({ i }, { stream, j }) => stream === 'main' && j === i;
