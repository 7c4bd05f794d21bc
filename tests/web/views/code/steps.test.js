// SPDX-License-Identifier: MIT
// Formula, PyTorch and C: all three of every step, with the shapes that the engine's own tensors
// have; the lines for sampling give the probabilities of the sampler.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cSources } from '../../../../web/build/c-source.js';
import { ALL } from '../../../../web/views/all.js';
import { FUNCTIONS } from '../../../../web/views/code/functions.js';
import { PLACES, STEPS, codeAt, described } from '../../../../web/views/code/steps.js';
import { ROOT } from '../../../../web/build/bundles.js';
import { TEXT, newEngine } from '../../../wasm/support.js';
import { sessionWith } from '../../support/session.js';

const SAMPLER = { temperature: 1, topK: 0, topP: 1 };
const LIGHT = { batch_size: 2, eval_windows: 2, task_lines: 100, val_fraction: 0.2 };

const engine = await newEngine();

/** @param {Record<string, unknown>} config */
const sessionOf = (config) =>
  sessionWith({
    text: config.task === 'pairs' ? 'what is it\tgood\nit is what\tgood\n' : TEXT,
    config: { ...config, ...LIGHT },
  });

/** @param {import('../../../../wasm/index.js').Session} session */
const aboutOf = ({ info }) => ({
  config: info.config,
  V: info.vocabulary.length,
  W: info.labels?.length || info.vocabulary.length,
  sampler: SAMPLER,
});

/** Shapes by name, from a checkpoint. @param {Uint8Array} bytes
 * @returns {Record<string, { shape: number[] }>} */
function tensorsOf(bytes) {
  const { buffer, byteOffset } = bytes;
  const size = Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
  return JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
}

test('every step has a formula, PyTorch and C, and stands somewhere', async () => {
  assert.deepEqual(Object.keys(FUNCTIONS).sort(), Object.keys(STEPS).sort());
  const standing = new Set(Object.values(PLACES).flat());
  assert.deepEqual([...standing].sort(), Object.keys(STEPS).sort());
  for (const [name, source] of Object.entries(await cSources(ROOT))) {
    const [open, close] = ['{', '}'].map((sign) => source.split(sign).length);
    assert.equal(open, close, name);
    assert.match(source, /^[\w/][^]*\n}$/, name);
  }
});

test('every tab that shows numbers of the model has its steps', () => {
  for (const { name, about = [], code = [] } of ALL) {
    for (const step of code) assert.ok(step in STEPS, `${name}: ${step}`);
    // The cards of the forward pass have them.
    if (about.includes('model') && name !== 'forward-pass')
      assert.ok(name in PLACES, name);
  }
});

test('shapes are those of the weights and of attention, in every preset', async () => {
  for (const { name, config } of engine.presets()) {
    const small = name === 'poet' ? { n_embd: 36, block_size: 32 } : {};
    const session = await sessionOf({ ...config, ...small });
    const { c, s } = described(aboutOf(session));
    const tensors = tensorsOf(await session.save());
    /** @param {RegExp} pattern @param {number[]} shape */
    const has = (pattern, shape) => {
      const found = Object.entries(tensors).filter(([key]) => pattern.test(key));
      for (const [key, tensor] of found)
        assert.deepEqual(tensor.shape, shape, `${name} ${key}`);
    };
    if (c.arch === 'bigram') {
      has(/^transformer\.wte\.weight$/, [s.V, s.W]);
      continue;
    }
    has(/(transformer|decoder)\.wte\.weight$/, [s.V, s.C]);
    has(/(transformer|decoder)\.wpe\.weight$/, [s.T, s.C]);
    has(/attn\.c_attn\.weight$/, [s.C + 2 * s.K * s.D, s.C]);
    has(/attn\.heads\.\d+\.q_lin\.weight$/, [s.D, s.C]);
    has(/mlp\.c_fc\.weight$/, [s.F, s.C]);
    has(/^lm_head\.weight$/, [s.W, s.C]);
    if (c.arch === 'averaging') continue;
    const { structure } = session.info;
    assert.deepEqual([structure.heads, structure.kv_heads], [s.H, s.K], name);
  }
});

test('a model is described by its own parts only', async () => {
  const session = await sessionOf({
    ...{ n_layer: 1, n_head: 4, n_kv_head: 2, n_embd: 32, block_size: 16 },
    ...{ norm: 'rms', activation: 'swiglu', positions: 'rotary' },
  });
  const about = aboutOf(session);
  const written = (/** @type {string} */ place) =>
    codeAt(place, about)
      .formula.map((row) => row.join(' '))
      .join('\n');
  assert.match(
    written('card-1'),
    /√\(mean\(x²\) \+ 0\.00001\)|√\(mean\(x²\) \+ 1e-5\)/,
  );
  assert.match(written('card-2'), /k = W_k y \+ b \(1, 16, 16\) → \(1, 2, 16, 8\)/);
  assert.match(written('card-3'), /S = q kᵀ \/ √8 \(1, 4, 16, 16\)/);
  assert.match(
    written('card-7'),
    /h = silu\(W₃ y \+ b₃\) ⊙ \(W₁ y \+ b₁\) \(1, 16, 128\)\nx \+ W₂ h \+ b₂ \(1, 16, 32\)/,
  );
  const W = about.V;
  assert.ok(written('card-7').endsWith(`\np = softmax(logits) (1, 16, ${W})`));
  assert.doesNotMatch(written('card-7'), /A_ij/, 'its softmax is that of the output');
  const plain = { ...about, config: { ...about.config, bias_mlp: false } };
  assert.deepEqual(codeAt('card-7', plain).formula.slice(0, 2), [
    ['h = silu(W₃ y) ⊙ W₁ y', '(1, 16, 128)'],
    ['x + W₂ h', '(1, 16, 32)'],
  ]);
  assert.match(codeAt('card-2', about).pytorch, /repeat_interleave\(2, 1\)/);
  assert.doesNotMatch(written('group-parts'), /var\(x\)/);
  const bigram = { ...about, config: { ...about.config, arch: 'bigram' } };
  assert.deepEqual(codeAt('card-3', bigram).steps, []);
});

test('sampling: the formula has what the sampler is set to', async () => {
  const about = aboutOf(await sessionOf({ n_layer: 1, n_head: 2, n_embd: 8 }));
  const written = (/** @type {object} */ sampler) =>
    codeAt('write', { ...about, sampler: { ...SAMPLER, ...sampler } }).formula.map(
      ([formula]) => formula,
    );
  assert.deepEqual(written({ temperature: 0.8 }), [
    'p = softmax(logits / 0.8)',
    'token ~ p',
  ]);
  assert.deepEqual(written({ topK: 5, topP: 0.9 }), [
    'p = softmax(logits / 1)',
    'p_i ← 0 but for the 5 largest',
    'p_i ← 0 but for the largest, of sum 0.9',
    'token ~ p / Σ p',
  ]);
  for (const one of [{ greedy: true }, { temperature: 0 }])
    assert.deepEqual(written(one), ['token = argmax logits']);
});

test('formulas by hand: signs, shapes and borders', async () => {
  /** @param {string} place @param {object} config @returns {Promise<[string, string][]>} */
  const lines = async (place, config) => {
    const shape = { n_layer: 1, n_head: 2, n_embd: 8, block_size: 4 };
    const session = await sessionOf({ ...shape, ...config });
    const { formula } = codeAt(place, aboutOf(session));
    return formula;
  };
  /** @type {[string, object, string, string][]} */
  const table = [
    ['card-0', { positions: 'sinusoidal' }, 'x = E[token] + sincos[t]', '(1, 4, 8)'],
    ['card-0', { positions: 'learned' }, 'x = E[token] + P[t]', '(1, 4, 8)'],
    [
      'card-1',
      { norm: 'layer', bias_norm: false },
      'y = g ⊙ (x − mean(x)) / √(var(x) + 0.00001)',
      '(1, 4, 8)',
    ],
    [
      'card-5',
      {},
      'A_ij = e^(S_ij − max_j S_ij) / Σ_j e^(S_ij − max_j S_ij)',
      '(1, 2, 4, 4)',
    ],
    [
      'attribution',
      {},
      'logit_a − logit_b = Σ over parts of x_part · d + constant',
      '',
    ],
    ['attribution', { final_norm: 'none' }, 'd = U_a − U_b', '(8)'],
    ['loss', { warmup_steps: 5 }, 'η_t = η (t + 1) / (5 + 1) for t < 5', ''],
    [
      'lens',
      { tied_head: false, bias_head: true, logit_softcap: 8 },
      'p_depth = softmax(8 tanh(W norm(x_depth) + b / 8))',
      `(1, 4, ${new Set(TEXT).size})`,
    ],
    [
      'group-optimizer',
      { optimizer: 'muon', weight_decay: 0.1, muon_momentum: 0.9 },
      'W ← (1 − 0.1 η) W − η √max(1, rows / columns) orthogonal(μ M + (1 − μ) g)',
      'η = 0.02, μ = 0.9',
    ],
    [
      'group-optimizer',
      { weight_decay: 0, eps: 1e-6 },
      'w ← w − η m̂ / (√v̂ + 0.000001)',
      'β₁ = 0.9, β₂ = 0.99',
    ],
  ];
  for (const [place, config, formula, shape] of table) {
    const found = await lines(place, config);
    assert.deepEqual(
      found.find(([each]) => each === formula),
      [formula, shape],
      JSON.stringify(found),
    );
  }
});
