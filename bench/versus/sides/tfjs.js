// SPDX-License-Identifier: MIT
// TensorFlow.js on its WebAssembly backend (SIMD, one thread: what it has in Node).
//
// Written to suit that backend. Its fast matrix product (XNNPACK) is only taken for two
// matrices that are not transposed; the gradients TensorFlow.js derives by itself use
// transposed ones and fall into a scalar loop. So every product and its gradients are
// spelled out with explicit transposes. Norm, GELU, softmax and loss have gradients of
// their own too, with as few kernels as we could find.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { load, problem, readBatches, readWeights, serve } from './serve.js';

const tf = await load('@tensorflow/tfjs');
const backend = await load('@tensorflow/tfjs-backend-wasm');
const require = createRequire(import.meta.url);
backend.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
await tf.setBackend('wasm');
await tf.ready();

/** @typedef {any} Tensor */
/** @typedef {(gradient: Tensor, saved: Tensor[]) => Tensor | Tensor[]} Back */

const { B, T, L, H, C, V, recipe } = problem;
const D = C / H;
const NORM_EPS = 1e-5;

/** @param {(...inputs: any[]) => { value: Tensor, gradFunc: Back }} f @returns {any} */
const withGradient = (f) => tf.customGrad(f);

const product = tf.matMul;
const turn = (/** @type {Tensor} */ a) => tf.transpose(a);

// ---- the parts ---------------------------------------------------------------------

/** x [R, in] w [in, out] + b [out] */
const linear = withGradient((x, w, b, save) => {
  save([x, w]);
  return {
    value: tf.add(product(x, w), b),
    gradFunc: (dy, [x, w]) => [
      product(dy, turn(w)),
      product(turn(x), dy),
      tf.sum(dy, 0),
    ],
  };
});

/** x [R, C] e [V, C] -> x eᵀ */
const head = withGradient((x, e, save) => {
  save([x, e]);
  return {
    value: product(x, turn(e)),
    gradFunc: (dy, [x, e]) => [product(dy, e), product(turn(dy), x)],
  };
});

const norm = withGradient((x, g, b, save) => {
  const centred = tf.sub(x, tf.mean(x, 1, true));
  const rstd = tf.rsqrt(tf.add(tf.mean(tf.square(centred), 1, true), NORM_EPS));
  const unit = tf.mul(centred, rstd);
  save([unit, rstd, g]);
  return {
    value: tf.add(tf.mul(unit, g), b),
    gradFunc: (dy, [unit, rstd, g]) => {
      const du = tf.mul(dy, g);
      const along = tf.mul(unit, tf.mean(tf.mul(du, unit), 1, true));
      const across = tf.add(along, tf.mean(du, 1, true));
      return [
        tf.mul(tf.sub(du, across), rstd),
        tf.sum(tf.mul(dy, unit), 0),
        tf.sum(dy, 0),
      ];
    },
  };
});

/** x Φ(x) */
const gelu = withGradient((x, save) => {
  const phi = tf.mul(tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1), 0.5);
  save([x, phi]);
  return {
    value: tf.mul(x, phi),
    gradFunc: (dy, [x, phi]) => {
      const density = tf.mul(tf.exp(tf.mul(tf.square(x), -0.5)), DENSITY_AT_0);
      return tf.mul(dy, tf.add(phi, tf.mul(x, density)));
    },
  };
});
const DENSITY_AT_0 = 1 / Math.sqrt(2 * Math.PI);

/** 0 where a position may look, a large negative number elsewhere. */
const mask = tf.tensor2d(
  Float32Array.from({ length: T * T }, (_, i) =>
    i % T > Math.floor(i / T) ? -1e9 : 0,
  ),
  [T, T],
);

/** q, k, v [B·H, T, D]. With a batch dimension the scalar loop is taken whatever one does;
 * one XNNPACK product for each sequence and head was tried and took twice as long. */
const attend = withGradient((q, k, v, save) => {
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D));
  const p = tf.softmax(tf.add(scores, mask));
  save([q, k, v, p]);
  return {
    value: tf.matMul(p, v),
    gradFunc: (dy, [q, k, v, p]) => {
      const dp = tf.mul(tf.matMul(dy, v, false, true), p);
      const dScores = tf.sub(dp, tf.mul(p, tf.sum(dp, 2, true)));
      const ds = tf.mul(dScores, 1 / Math.sqrt(D));
      return [tf.matMul(ds, k), tf.matMul(ds, q, true), tf.matMul(p, dy, true)];
    },
  };
});

/** Rows of e [V, C]: as a product, because its gradient (a scatter) has no kernel here. */
const embed = withGradient((e, oneHot, save) => {
  save([oneHot]);
  return {
    value: product(oneHot, e),
    gradFunc: (dy, [oneHot]) => [product(turn(oneHot), dy), oneHot],
  };
});

/** Mean of -log p(target); targets as one-hot rows. */
const crossEntropy = withGradient((logits, oneHot, save) => {
  const shifted = tf.sub(logits, tf.max(logits, 1, true));
  const logSum = tf.log(tf.sum(tf.exp(shifted), 1, true));
  const logP = tf.sub(shifted, logSum);
  save([logP, oneHot]);
  return {
    value: tf.div(tf.neg(tf.sum(tf.mul(logP, oneHot))), B * T),
    gradFunc: (dy, [logP, oneHot]) => [
      tf.mul(tf.sub(tf.exp(logP), oneHot), tf.div(dy, B * T)),
      oneHot,
    ],
  };
});

// ---- the model ---------------------------------------------------------------------

/** @type {Map<string, Tensor>} */
const weights = new Map();
for (const [name, { shape, values }] of readWeights())
  weights.set(name, tf.variable(tf.tensor(values, shape)));
const of = (/** @type {string} */ name) => weights.get(`transformer.${name}`);

/** @param {Tensor} x @param {string} name */
const linearOf = (x, name) => linear(x, of(`${name}.weight`), of(`${name}.bias`));
/** @param {Tensor} x @param {string} name */
const normOf = (x, name) => norm(x, of(`${name}.weight`), of(`${name}.bias`));

/** [B·T, C] to [B·H, T, D], in four dimensions: transposing five is slow here.
 * @param {Tensor} x */
const toHeads = (x) =>
  tf.reshape(tf.transpose(tf.reshape(x, [B, T, H, D]), [0, 2, 1, 3]), [B * H, T, D]);

/** @param {Tensor} x @param {string} at */
function attention(x, at) {
  const [q, k, v] = tf
    .split(linearOf(x, `${at}.c_attn`), 3, 1)
    .map((/** @type {Tensor} */ part) => toHeads(part));
  const y = tf.transpose(tf.reshape(attend(q, k, v), [B, H, T, D]), [0, 2, 1, 3]);
  return linearOf(tf.reshape(y, [B * T, C]), `${at}.c_proj`);
}

/** @param {Tensor} tokens @param {Tensor} targets one-hot */
function lossOf(tokens, targets) {
  const placed = tf.reshape(embed(of('wte.weight'), tokens), [B, T, C]);
  let x = tf.reshape(tf.add(placed, of('wpe.weight')), [B * T, C]);
  for (let l = 0; l < L; l++) {
    x = tf.add(x, attention(normOf(x, `h.${l}.ln_1`), `h.${l}.attn`));
    const wide = gelu(linearOf(normOf(x, `h.${l}.ln_2`), `h.${l}.mlp.c_fc`));
    x = tf.add(x, linearOf(wide, `h.${l}.mlp.c_proj`));
  }
  return crossEntropy(head(normOf(x, 'ln_f'), of('wte.weight')), targets);
}

// ---- the optimizer -----------------------------------------------------------------

const variables = [...weights.values()];
const moments = variables.map((w) => ({
  m: tf.variable(tf.zerosLike(w), false),
  v: tf.variable(tf.zerosLike(w), false),
  decay: w.shape.length === 2 ? recipe.weight_decay : 0,
}));

/** @param {Record<string, Tensor>} gradients by variable name */
function clipScale(gradients) {
  const squares = Object.values(gradients).map((g) => tf.sum(tf.square(g)));
  const length = tf.sqrt(tf.addN(squares));
  return tf.minimum(tf.div(recipe.grad_clip, tf.add(length, 1e-6)), 1);
}

/** AdamW. @param {Record<string, Tensor>} gradients @param {number} t from 1 */
function update(gradients, t) {
  const { learning_rate: rate, beta1, beta2, eps } = recipe;
  const scale = clipScale(gradients);
  const correct1 = rate / (1 - beta1 ** t);
  const correct2 = 1 / (1 - beta2 ** t);
  variables.forEach((w, i) => {
    const { m, v, decay } = moments[i];
    const g = tf.mul(gradients[w.name], scale);
    m.assign(tf.add(tf.mul(m, beta1), tf.mul(g, 1 - beta1)));
    v.assign(tf.add(tf.mul(v, beta2), tf.mul(tf.square(g), 1 - beta2)));
    const root = tf.add(tf.sqrt(tf.mul(v, correct2)), eps);
    const kept = decay > 0 ? tf.mul(w, 1 - rate * decay) : w;
    w.assign(tf.sub(kept, tf.div(tf.mul(m, correct1), root)));
  });
}

const batch = readBatches();

/** @param {number} step */
function train(step) {
  return tf.tidy(() => {
    const { tokens, targets } = batch(step);
    const rows = [tokens, targets].map((ids) =>
      tf.oneHot(tf.tensor1d(ids, 'int32'), V),
    );
    const [x, y] = rows.map((row) => tf.cast(row, 'float32'));
    const { value, grads } = tf.variableGrads(() => lossOf(x, y), variables);
    update(grads, step + 1);
    return value.dataSync()[0];
  });
}

const simd = await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT');
await serve({ version: tf.version_core, threads: 1, simd }, train);
