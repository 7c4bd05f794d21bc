// SPDX-License-Identifier: MIT
// A Llama in plain doubles, written from the definitions and apart from the engine: what the
// analyses of a published model must say. Slow on purpose: loops over numbers.
//
//   x = E[token]; per layer x += sum over heads of W_O[h] o_h, x += W_2 (silu(W_1 n) * W_3 n)
//
// with n = rmsnorm(x), eps 1e-5, rotary positions on pairs (2i, 2i + 1), base 10000, scores over
// √D, and query head h reading key/value head floor(h G / H). Output: rmsnorm(x) Eᵀ.
// Touvron 2023 (2302.13971); file: https://github.com/karpathy/llama2.c, version 0.

/** @typedef {number[]} Vector */
/** @typedef {Vector[]} Matrix one vector a row */

/**
 * @typedef {object} Model
 * @property {number} C @property {number} F @property {number} L @property {number} H
 * @property {number} G heads of keys and values @property {number} V @property {number} T
 * @property {Record<string, any>} w
 */

/** @param {Uint8Array} bytes @returns {Model} */
export function readLlama(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [C, F, L, H, G, V, T] = Array.from({ length: 7 }, (_, i) =>
    view.getInt32(4 * i, true),
  );
  let at = 28;
  const vector = (/** @type {number} */ n) =>
    Array.from({ length: n }, () => view.getFloat32((at += 4) - 4, true));
  const matrix = (/** @type {number} */ rows, /** @type {number} */ columns) =>
    Array.from({ length: rows }, () => vector(columns));
  const each = (/** @type {() => unknown} */ read) => Array.from({ length: L }, read);
  const K = (C / H) * G;
  const w = {
    embedding: matrix(V, C),
    norm1: each(() => vector(C)),
    q: each(() => matrix(C, C)),
    k: each(() => matrix(K, C)),
    v: each(() => matrix(K, C)),
    o: each(() => matrix(C, C)),
    norm2: each(() => vector(C)),
    gate: each(() => matrix(F, C)),
    down: each(() => matrix(C, F)),
    up: each(() => matrix(F, C)),
    norm: vector(C),
  };
  return { C, F, L, H, G, V, T, w };
}

const dot = (/** @type {Vector} */ a, /** @type {Vector} */ b) =>
  a.reduce((sum, x, i) => sum + x * b[i], 0);
const times = (/** @type {Matrix} */ M, /** @type {Vector} */ x) =>
  M.map((row) => dot(row, x));
const plus = (/** @type {Vector} */ a, /** @type {Vector} */ b) =>
  a.map((x, i) => x + b[i]);
const silu = (/** @type {number} */ z) => z / (1 + Math.exp(-z));

/** @param {Vector} x */
const factorOf = (x) => 1 / Math.sqrt(dot(x, x) / x.length + 1e-5);

/** @param {Vector} x @param {Vector} gain */
function norm(x, gain) {
  const factor = factorOf(x);
  return x.map((each, i) => each * factor * gain[i]);
}

/** @param {Vector} z */
export function softmax(z) {
  const most = Math.max(...z);
  const e = z.map((x) => Math.exp(x - most));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / sum);
}

/** @param {Vector} x of one head @param {number} position */
function rotate(x, position) {
  const y = [...x];
  for (let i = 0; i < x.length; i += 2) {
    const angle = position * 10000 ** (-i / x.length);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    y[i] = x[i] * c - x[i + 1] * s;
    y[i + 1] = x[i] * s + x[i + 1] * c;
  }
  return y;
}

/** What each head adds to the stream at each position, and its attention weights.
 * @param {Model} model @param {number} l @param {Matrix} x @returns {{ A: Matrix, adds: Matrix }[]} */
function attention({ C, H, G, w }, l, x) {
  const D = C / H;
  const n = x.map((row) => norm(row, w.norm1[l]));
  const part = (/** @type {Vector} */ y, /** @type {number} */ h) =>
    y.slice(h * D, (h + 1) * D);
  const [q, k, v] = ['q', 'k', 'v'].map((name) =>
    n.map((row) => times(w[name][l], row)),
  );
  return Array.from({ length: H }, (_, h) => {
    const g = Math.floor((h * G) / H);
    const queries = q.map((row, t) => rotate(part(row, h), t));
    const keys = k.map((row, t) => rotate(part(row, g), t));
    const values = v.map((row) => part(row, g));
    const A = queries.map((query, i) =>
      softmax(keys.slice(0, i + 1).map((key) => dot(query, key) / Math.sqrt(D))),
    );
    const output = w.o[l].map((/** @type {Vector} */ row) => part(row, h));
    const adds = A.map((shares) => {
      const mixed = Array.from({ length: D }, (_, d) =>
        shares.reduce((sum, a, j) => sum + a * values[j][d], 0),
      );
      return times(output, mixed);
    });
    return { A, adds };
  });
}

/**
 * @param {Model} model
 * @param {number[]} tokens
 * @param {[number, number]} [off] layer and head that add nothing
 */
export function runLlama(model, tokens, off) {
  const { L, w } = model;
  let x = tokens.map((id) => [...w.embedding[id]]);
  const stream = [x];
  const weights = [];
  const parts = [{ part: 'token', layer: -1, head: -1, adds: x }];
  for (let l = 0; l < L; l++) {
    const heads = attention(model, l, x);
    heads.forEach(({ adds }, h) => {
      if (off?.[0] === l && off[1] === h) return;
      x = x.map((row, t) => plus(row, adds[t]));
      parts.push({ part: 'head', layer: l, head: h, adds });
    });
    weights.push(heads.map(({ A }) => A));
    stream.push(x);
    const adds = x.map((row) => {
      const n = norm(row, w.norm2[l]);
      const up = times(w.up[l], n);
      const hidden = times(w.gate[l], n).map((z, i) => silu(z) * up[i]);
      return times(w.down[l], hidden);
    });
    parts.push({ part: 'mlp', layer: l, head: -1, adds });
    x = x.map((row, t) => plus(row, adds[t]));
    stream.push(x);
  }
  const read = (/** @type {Matrix} */ rows) =>
    rows.map((row) => times(w.embedding, norm(row, w.norm)));
  return { weights, parts, stream, read, logits: read(x) };
}

/** Mean loss of the tokens after the first. @param {Matrix} logits @param {number[]} tokens */
export function lossOf(logits, tokens) {
  const all = tokens.slice(1).map((id, i) => -Math.log(softmax(logits[i])[id]));
  return all.reduce((a, b) => a + b, 0) / all.length;
}

/** Each part's share of one logit: the last norm is linear once its factor is known.
 * @param {Model} model @param {ReturnType<typeof runLlama>} run @param {number} position
 * @param {number} token */
export function sharesOf({ w }, { parts, stream }, position, token) {
  const factor = factorOf(stream[stream.length - 1][position]);
  const direction = w.embedding[token].map(
    (/** @type {number} */ u, /** @type {number} */ c) => u * w.norm[c] * factor,
  );
  return parts.map(({ part, layer, head, adds }) => ({
    part,
    layer,
    head,
    share: dot(direction, adds[position]),
  }));
}

/** Scores of a head, each a mean over the rows from `first` on: their formulas are those of
 * src/inspect/heads/head_scores.h.
 * @param {Matrix} A @param {number[]} tokens @param {number} first */
export function scoresOf(A, tokens, first) {
  const rows = Array.from({ length: A.length - first }, (_, r) => r + first);
  const over = (/** @type {(a: Vector, i: number) => number} */ f) =>
    rows.reduce((sum, i) => sum + f(A[i], i), 0) / rows.length;
  const entropy = (/** @type {Vector} */ a) =>
    -a.reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0);
  const distance = (/** @type {Vector} */ a, /** @type {number} */ i) =>
    a.reduce((sum, x, j) => sum + x * (i - j), 0);
  /** Whether the k tokens before key j are the last k up to row i. */
  const follows = (
    /** @type {number} */ i,
    /** @type {number} */ j,
    /** @type {number} */ k,
  ) =>
    j >= k &&
    j <= i &&
    Array.from({ length: k }, (_, m) => tokens[j - 1 - m] === tokens[i - m]).every(
      Boolean,
    );
  const next = (/** @type {number} */ k) => {
    const with_ = rows.filter((i) => A[i].some((_, j) => follows(i, j, k)));
    const sum = with_.reduce(
      (all, i) => all + A[i].reduce((s, x, j) => s + (follows(i, j, k) ? x : 0), 0),
      0,
    );
    return sum / with_.length;
  };
  return {
    self: over((a, i) => a[i]),
    first: over((a) => a[0]),
    same: over((a, i) =>
      a.reduce((sum, x, j) => sum + (j < i && tokens[j] === tokens[i] ? x : 0), 0),
    ),
    next_1: next(1),
    next_2: next(2),
    focus: over((a) => 1 - entropy(a) / Math.log(a.length)),
    choices: over((a) => Math.exp(entropy(a))),
    distance: over(distance),
    spread: over((a, i) =>
      Math.sqrt(a.reduce((sum, x, j) => sum + x * (i - j - distance(a, i)) ** 2, 0)),
    ),
    top: over((a) => Math.max(...a)),
  };
}
