// SPDX-License-Identifier: MIT
// jax-js on its WebAssembly backend, in one thread (Node has no Worker of the kind its
// pool needs). The whole step (forward, backward, clip, AdamW) is one jitted function;
// the first call compiles it and is part of the warm-up. Every operation uses its
// arguments up, so what is needed twice is handed on as `x.ref`.

import {
  load,
  pinnedVersion,
  problem,
  readBatches,
  readWeights,
  serve,
} from './serve.js';

addIteratorHelpers();
const jax = await load('@jax-js/jax');
const { jit, nn, numpy: np, valueAndGrad } = jax;
await jax.init('wasm');
jax.defaultDevice('wasm');

/** @typedef {any} Tensor */
/** @typedef {Record<string, Tensor>} Tree */

const { B, T, L, H, C, V, recipe } = problem;
const D = C / H;
/** Rows: one matrix of them is faster here than [B, T, C]. */
const R = B * T;
const NORM_EPS = 1e-5;

/** Node has them since version 22, and the library counts on them. */
function addIteratorHelpers() {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  for (const name of ['map', 'filter', 'some', 'every', 'reduce', 'forEach', 'find']) {
    prototype[name] ??= function (/** @type {any[]} */ ...args) {
      return /** @type {any} */ ([...this])[name](...args);
    };
  }
  prototype.toArray ??= function () {
    return [...this];
  };
}

// ---- the model ---------------------------------------------------------------------

/** @param {Tree} w @param {string} name */
const of = (w, name) => w[`transformer.${name}`].ref;

/** @param {Tree} w @param {string} name @param {Tensor} x */
const linear = (w, name, x) =>
  np.dot(x, of(w, `${name}.weight`)).add(of(w, `${name}.bias`));

/** @param {Tree} w @param {string} name @param {Tensor} x */
const norm = (w, name, x) =>
  nn
    .standardize(x, -1, { epsilon: NORM_EPS })
    .mul(of(w, `${name}.weight`))
    .add(of(w, `${name}.bias`));

/** @param {Tree} w @param {string} at @param {Tensor} x [R, C] */
function attention(w, at, x) {
  const qkv = linear(w, `${at}.c_attn`, x);
  const [q, k, v] = np
    .split(qkv, 3, -1)
    .map((/** @type {Tensor} */ part) => part.reshape([B, T, H, D]));
  const y = nn.dotProductAttention(q, k, v, { isCausal: true });
  return linear(w, `${at}.c_proj`, y.reshape([R, C]));
}

/** @param {Tree} w @param {Tensor} tokens [R] @param {Tensor} targets */
function lossOf(w, tokens, targets) {
  // As a product: it has a gradient that is a product again.
  const placed = np.dot(nn.oneHot(tokens, V), of(w, 'wte.weight')).reshape([B, T, C]);
  let x = placed.add(of(w, 'wpe.weight')).reshape([R, C]);
  for (let l = 0; l < L; l++) {
    const at = `h.${l}`;
    x = x.ref.add(attention(w, `${at}.attn`, norm(w, `${at}.ln_1`, x)));
    const wide = linear(w, `${at}.mlp.c_fc`, norm(w, `${at}.ln_2`, x.ref));
    const bent = nn.gelu(wide, { approximate: false });
    x = x.add(linear(w, `${at}.mlp.c_proj`, bent));
  }
  const y = norm(w, 'ln_f', x);
  const logits = np.dot(y, of(w, 'wte.weight').transpose());
  const logP = nn.logSoftmax(logits, -1);
  return logP
    .mul(nn.oneHot(targets, V))
    .sum()
    .mul(-1 / R);
}

// ---- a step ------------------------------------------------------------------------

/** @type {string[]} */
const decaying = [];

/** @param {Tree} w @param {Tree} m @param {Tree} v @param {Tensor} tokens
 * @param {Tensor} targets @param {Tensor} rate1 learning rate / (1 - beta1^t)
 * @param {Tensor} correct2 1 / (1 - beta2^t) */
function stepOnce(w, m, v, tokens, targets, rate1, correct2) {
  const { learning_rate: rate, beta1, beta2, eps, weight_decay: decay } = recipe;
  const refs = Object.fromEntries(Object.entries(w).map(([name, x]) => [name, x.ref]));
  const [loss, g] = valueAndGrad(lossOf)(refs, tokens, targets);
  const squares = Object.values(g).map((x) => np.square(x.ref).sum());
  const length = np.sqrt(squares.reduce((a, b) => a.add(b)));
  const scale = np.minimum(np.reciprocal(length.add(1e-6)).mul(recipe.grad_clip), 1);
  /** @type {[Tree, Tree, Tree]} */
  const after = [{}, {}, {}];
  for (const name of Object.keys(w)) {
    const gradient = g[name].mul(scale.ref);
    const m1 = m[name].mul(beta1).add(gradient.ref.mul(1 - beta1));
    const v1 = v[name].mul(beta2).add(np.square(gradient).mul(1 - beta2));
    const root = np.sqrt(v1.ref.mul(correct2.ref)).add(eps);
    const kept = decaying.includes(name) ? w[name].mul(1 - rate * decay) : w[name];
    after[0][name] = kept.sub(m1.ref.mul(rate1.ref).div(root));
    after[1][name] = m1;
    after[2][name] = v1;
  }
  for (const used of [scale, rate1, correct2]) used.dispose();
  return [loss, ...after];
}
const jitted = jit(stepOnce);

/** @type {[Tree, Tree, Tree]} */
let state = [{}, {}, {}];
for (const [name, { shape, values }] of readWeights()) {
  if (shape.length === 2) decaying.push(name);
  state[0][name] = np.array(values).reshape(shape);
  state[1][name] = np.zeros(shape);
  state[2][name] = np.zeros(shape);
}
const batch = readBatches();

/** @param {number} step */
function train(step) {
  const t = step + 1;
  const rate1 = np.array(recipe.learning_rate / (1 - recipe.beta1 ** t));
  const correct2 = np.array(1 / (1 - recipe.beta2 ** t));
  const { tokens, targets } = batch(step);
  const [x, y] = [tokens, targets].map((ids) => np.array(ids, { dtype: np.int32 }));
  const [loss, ...after] = jitted(...state, x, y, rate1, correct2);
  state = after;
  return loss.dataSync()[0];
}

await serve({ version: pinnedVersion('@jax-js/jax'), threads: 1 }, train);
