// SPDX-License-Identifier: MIT
// Training and sampling in PyTorch: the lines shown make the steps that the engine makes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PIECES, complete } from '../../../web/pytorch/pieces.js';
import { TRAINING, samplePiece } from '../../../web/pytorch/training.js';
import { stages } from '../../../web/draw/sampling.js';
import { findProgram } from '../../tools/find-program.js';
import { newFolder, sessionWith } from '../support/session.js';
import { NO_TORCH, runPython } from './python.js';

const STEPS = 4;
const T = 8;
/** One window and no other: every sequence of every batch is the same. */
const WINDOW = 'abcadbdca';
const BASE = {
  ...{ n_layer: 2, n_head: 2, n_embd: 16, block_size: T, batch_size: 4, max_steps: 6 },
  ...{
    val_fraction: 0.5,
    learning_rate: 0.01,
    min_learning_rate: 0.002,
    eval_windows: 1,
  },
};

/** @type {Record<string, Record<string, unknown>>} */
const RECIPES = {
  adamw: { warmup_steps: 2 },
  adam: { optimizer: 'adam', warmup_steps: 0, schedule: 'constant', beta1: 0 },
  'muon, wsd': {
    optimizer: 'muon',
    attention: 'simple',
    schedule: 'wsd',
    decay_share: 0.5,
    warmup_steps: 1,
  },
  lora: {
    lora_rank: 3,
    optimizer: 'muon',
    grad_clip: 0.05,
    warmup_steps: 0,
    n_kv_head: 1,
  },
  'muon, a gradient of zero': {
    ...{ optimizer: 'muon', zero_init: true, tied_head: false, warmup_steps: 0 },
  },
  'muon alone: the other weights have no learning rate': {
    ...{ optimizer: 'muon', learning_rate: 0, min_learning_rate: 0, warmup_steps: 1 },
  },
  'muon, attention that nothing reads': {
    ...{ optimizer: 'muon', head_input: 'tokens', tied_head: false, warmup_steps: 0 },
  },
  'odd width with sinusoidal positions': {
    ...{ n_embd: 15, n_head: 3, positions: 'sinusoidal', warmup_steps: 0 },
  },
  'queries and keys with a large eps': {
    ...{ qk_norm: true, norm_eps: 0.01, warmup_steps: 0, zero_init: false },
  },
  'no clipping': {
    grad_clip: 0,
    schedule: 'sqrt',
    warmup_steps: 0,
    beta1: 0.8,
    weight_decay: 0.3,
  },
};

/** The engine's first steps. @param {string} folder @param {Record<string, unknown>} recipe */
async function engineRun(folder, recipe) {
  const config = { ...BASE, ...recipe };
  const session = await sessionWith({ text: WINDOW + WINDOW, config });
  const path = join(folder, 'begin.safetensors');
  writeFileSync(path, await session.save());
  /** @type {{ loss: number, rate: number }[]} */
  const steps = [];
  session.on('progress', ({ step, loss, learningRate }) => {
    steps[step - 1] = { loss, rate: learningRate };
  });
  for (let n = 1; n <= STEPS; n++) await session.run({ until: n });
  const { vocabulary } = session.info;
  const ids = [...WINDOW].map((one) => vocabulary.indexOf(one));
  return { path, ids, config: session.info.config, steps };
}

/** The same in PyTorch, of the pieces alone.
 * @param {Awaited<ReturnType<typeof engineRun>>} run */
function program({ path, ids, config }) {
  const c = complete(config);
  const pieces = Object.values(PIECES).map((piece) => piece(c));
  const { loss, schedule, optimizer } = TRAINING;
  return `
import json, math, struct
import torch
import torch.nn.functional as F
n_layer, n_head, n_embd = ${c.n_layer}, ${c.n_head}, ${c.n_embd}
pad = -1
${pieces.join('')}
w, _ = read(${JSON.stringify(path)})
w = {name: p.requires_grad_() for name, p in w.items()}
${loss(c)}${schedule(c)}${optimizer(c)}
ids = torch.tensor([${JSON.stringify(ids)}])
steps = []
for step in range(${STEPS}):
    loss = loss_of(model(ids[:, :-1]), ids[:, 1:])
    steps.append(dict(loss=loss.item(), rate=learning_rate(step)))
    train_step(loss, step)
print(json.dumps(steps))
`;
}

for (const [name, recipe] of Object.entries(RECIPES))
  test(`${name}: the same steps`, { skip: NO_TORCH }, async () => {
    const folder = newFolder();
    const run = await engineRun(folder, recipe);
    const own = runPython(program(run));
    assert.equal(own.length, STEPS);
    run.steps.forEach(({ loss, rate }, n) => {
      assert.ok(
        Math.abs(own[n].rate - rate) < 1e-7,
        `rate ${n}: ${own[n].rate}, ${rate}`,
      );
      assert.ok(
        Math.abs(own[n].loss - loss) < 2e-5,
        `loss ${n}: ${own[n].loss}, ${loss}`,
      );
    });
    assert.notEqual(run.steps[0].loss, run.steps[STEPS - 1].loss);
  });

const plain = findProgram(['python3']);

test('learning rates: those of the engine', { skip: !plain }, async () => {
  // The last: a decay without steps.
  const wsd = { schedule: 'wsd', decay_share: 0, warmup_steps: 1 };
  for (const recipe of [...Object.values(RECIPES), wsd]) {
    const { config, steps } = await engineRun(newFolder(), recipe);
    const rates = ratesBy('learning_rate', config);
    steps.forEach(({ rate }, n) =>
      assert.ok(Math.abs(rates[n] - rate) < 1e-7, `${n}: ${rates[n]}, ${rate}`),
    );
  }
});

/** The rates of the first steps, by the lines for PyTorch. @param {string} of name of a function
 * @param {Record<string, unknown>} config @returns {number[]} */
const ratesBy = (of, config) =>
  runPython(
    `import json, math
${TRAINING.schedule(complete(config))}
print(json.dumps([${of}(step) for step in range(${STEPS})]))`,
    [],
    plain,
  );

test(
  'learning rates of Muon: those of a run with them alone, at a rate of 0 too',
  { skip: !plain },
  () => {
    // As src/train/update.c has them: with the share that is left of the other rate.
    for (const [rate, least] of [
      [0.01, 0.002],
      [0, 0],
    ]) {
      const recipe = {
        ...BASE,
        warmup_steps: 1,
        optimizer: 'muon',
        schedule: 'cosine',
      };
      const own = { learning_rate: rate, min_learning_rate: least };
      const share = rate && least / rate;
      const alone = { learning_rate: 0.05, min_learning_rate: share * 0.05 };
      const muon = { ...recipe, ...own, muon_learning_rate: 0.05 };
      const expected = ratesBy('learning_rate', { ...recipe, ...alone });
      assert.deepEqual(ratesBy('muon_learning_rate', muon), expected);
      assert.ok(expected.every((one) => one > 0));
      assert.doesNotMatch(TRAINING.optimizer(complete(muon)), / \/ 0\b/);
    }
  },
);

test('the lines have what the engine has where a gradient is zero or a width odd', () => {
  const muon = TRAINING.optimizer(complete({ ...BASE, optimizer: 'muon' }));
  assert.match(muon, /g \/ \(g\.norm\(\) \+ 1e-7\)/);
  assert.match(muon, /if p\.grad is None:.*\n\s+p\.grad = torch\.zeros_like\(p\)/);
  const c = complete({
    ...BASE,
    qk_norm: true,
    norm_eps: 0.01,
    positions: 'sinusoidal',
  });
  assert.match(PIECES.attend(c), /keepdim=True\) \+ 0\.01\) for a in \(q, k\)/);
  // PyTorch takes β1 and β2 as floating-point numbers only.
  const { optimizer } = TRAINING;
  assert.match(
    optimizer(complete({ ...BASE, beta1: 0, beta2: 0 })),
    /betas=\(0\.0, 0\.0\)/,
  );
  assert.match(PIECES.positions(c), /\.flatten\(1\)\[:, :n_embd\]/);
});

const LOGITS = [2, -1, 0.5, 1.5, 0, -3];
const SAMPLERS = [
  { temperature: 0.7, topK: 0, topP: 1 },
  { temperature: 1.3, topK: 4, topP: 0 },
  { temperature: 1, topK: 0, topP: 0.8 },
  { temperature: 1, topK: 3, topP: 0.75 },
  { temperature: 1, topK: 0, topP: 1, greedy: true },
  { temperature: 0, topK: 4, topP: 0.5 },
];

test('the lines for sampling cut as the sampler does', { skip: NO_TORCH }, () => {
  const cases = [
    ...SAMPLERS.map((sampler) => ({ sampler, expected: stages(LOGITS, sampler)[3] })),
    {
      // Of 0.449, 0.272, 0.1 and less, those of a quarter of the first.
      sampler: { temperature: 1, topK: 0, topP: 1, minP: 0.25 },
      expected: stages(LOGITS, { temperature: 1, topK: 2, topP: 1 })[3],
    },
    {
      sampler: { temperature: 1, topK: 0, topP: 1, repetitionPenalty: 2 },
      expected: stages([1, -2, 0.5, 1.5, 0, -3], {
        temperature: 1,
        topK: 0,
        topP: 1,
      })[3],
    },
  ];
  const found = runPython(`
import json, torch
import torch.nn.functional as F
logits, context = torch.tensor(${JSON.stringify(LOGITS)}), torch.tensor([0, 1, 1])
found = []
${cases.map(({ sampler }) => `${samplePiece(sampler)}\nfound.append(probabilities(logits.clone(), context).tolist())`).join('\n')}
print(json.dumps(found))
`);
  cases.forEach(({ sampler, expected }, n) =>
    expected.forEach((p, token) =>
      assert.ok(
        Math.abs(found[n][token] - p) < 1e-6,
        `${JSON.stringify(sampler)} ${token}: ${found[n][token]}, ${p}`,
      ),
    ),
  );
});
