// SPDX-License-Identifier: MIT
// An answer of the engine about one prediction, as small as tests need it.
import { stateOf } from './states.js';

/**
 * A state whose stage explains the prediction at position i: token j adds `shares[j]`, and with
 * it hidden the probability is `left[j]`.
 * @param {object} about @param {number[]} about.shares @param {number[]} [about.left]
 * @param {number} [about.p] @param {number} [about.i] @param {number[][]} [about.edges]
 *   attention, head, i, j, value
 * @param {number} [about.fixed] what positions and biases add
 * @param {number} [about.hideStep]
 * @param {import('./states.js').Shape} [about.shape]
 */
export function explained({
  shares,
  left = shares.map(() => 0.9),
  p = 0.9,
  i = shares.length - 1,
  edges = [],
  fixed = -1,
  hideStep = 100,
  shape = {},
}) {
  const n = shares.length;
  const state = stateOf({
    tokens: [...'abcdefghijklmnopqrstuvwxyz'].slice(0, n),
    ...shape,
  });
  const { L, H } = state.activations;
  state.session.info.structure.mlps = [
    { layer: 0, stream: 'main', units: 4 },
    { layer: 1, stream: 'main', units: 4 },
  ];
  const table = (/** @type {number} */ rows, /** @type {number} */ columns) => ({
    ...{ rows, columns },
    data: new Float32Array(rows * columns),
  });
  const T = Math.max(n, shape.question?.length ?? 0);
  const sum = {
    ...{ line: state.line, position: i, token: 0, constant: fixed / 2 },
    shares: table(2, n),
    edges: table(L * H * T, T),
    mlps: table(2, T),
    logit: shares.reduce((all, x) => all + x, fixed),
  };
  sum.shares.data.set(shares);
  sum.shares.data[n] = fixed / 2;
  for (const [attention, head, to, from, value] of edges)
    sum.edges.data[((attention * H + head) * T + to) * T + from] = value;
  const hide = {
    ...{ line: state.line, position: i, token: 0, p },
    hidden: { rows: 1, columns: n, data: Float64Array.from(left) },
  };
  return {
    ...state,
    ...{ stageMode: 'why', pin: { i, j: null }, hover: null, lang: 'en', ablated: [] },
    answers: {
      why: { key: '', step: 100, value: sum },
      hide: { key: '', step: hideStep, value: hide },
    },
  };
}
