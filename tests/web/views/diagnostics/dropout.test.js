// SPDX-License-Identifier: MIT
// Dropout and the KV cache as diagnostics show them: masks of the step that comes next, and the
// same text with the cache and without.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { timeCache } from '../../../../web/queries/cache-timing.js';
import '../../../../web/views/diagnostics/diagnostics.js';
import { ask, specimen } from '../../support/specimens.js';
import {
  drawn,
  partOf,
  propertiesOf,
  templateOf,
  textOf,
} from '../../support/render.js';

const TEXT = 'the old fox met a hen by the hill. an owl sat and sang. '.repeat(20);
const SHAPE = { n_layer: 1, n_head: 2, n_embd: 16, block_size: 24, batch_size: 4 };
const RECIPE = {
  name: 'dropped',
  text: TEXT,
  steps: 30,
  config: {
    ...{ ...SHAPE, embd_pdrop: 0.2, attn_pdrop: 0.4, eval_windows: 2 },
    ...{ learning_rate: 0.01, max_steps: 60 },
  },
};

/** @type {import('../../support/specimens.js').Specimen} */ let model;

before(async () => (model = await specimen(RECIPE)));

test('dropout: the sentences are about the mask shown and the next step', async () => {
  const seen = new Set();
  for (const dropoutAt of [
    { site: 0, head: 0 },
    { site: 1, head: 1 },
  ]) {
    const answer = await ask(model, { dropoutAt }, 'dropout');
    const [mask] = propertiesOf(templateOf('gf-dropout', model.app), 'numbers');
    const html = drawn('gf-dropout', model.app);
    const claim = partOf(html, 'id="claim"');
    const dropped = mask.data.filter((/** @type {number} */ x) => x === 0).length;
    const { name, p } = answer.sites[dropoutAt.site];
    assert.ok(claim.startsWith('Step 31 will set'), claim);
    assert.ok(claim.includes(`${dropped} of the ${mask.data.length} numbers`), claim);
    assert.ok(claim.includes(name.replace('transformer.', '')), claim);
    assert.ok(claim.includes(`p = ${p.toPrecision(1)}`), claim);
    assert.ok(Math.abs(dropped / mask.data.length - p) < 0.12, claim);
    const modes = partOf(html, 'id="modes"');
    const { loss, lossEvaluated } = answer;
    const said = [...modes.matchAll(/\d\.\d\d/g)].map(([x]) => x);
    assert.deepEqual(said, [loss.toFixed(2), lossEvaluated.toFixed(2)], modes);
    assert.notEqual(loss, lossEvaluated);
    seen.add([...mask.data].join());
  }
  assert.equal(seen.size, 2);
});

test('dropout: after a step the mask is another, without dropout there is none', async () => {
  const before = await ask(model, { dropoutAt: { site: 0, head: 0 } }, 'dropout');
  await model.session.step(1);
  const later = await ask(model, {}, 'dropout');
  assert.deepEqual([before.step, later.step], [30, 31]);
  assert.notDeepEqual([...before.mask.data], [...later.mask.data]);
  const plain = await specimen({ ...RECIPE, steps: 0, config: SHAPE });
  await ask(plain, {}, 'dropout');
  assert.match(textOf(drawn('gf-dropout', plain.app)), /trains without dropout/);
});

test('cache: with it and without it the same text, also when the window moves on', async () => {
  const { session } = model;
  const timing = await timeCache(session, 't');
  assert.ok(timing.isSame && timing.n === 23, JSON.stringify(timing));
  assert.equal(timing.text.length, timing.n);
  assert.ok(timing.cached > 0 && timing.full > 0);
  const options = { prompt: 't', chars: 80, seed: 4 };
  const [kept, anew] = [
    await session.sample(options),
    await session.sample({ ...options, cache: false }),
  ];
  assert.equal(anew.text, kept.text);
  assert.deepEqual(anew.probs, kept.probs);
});

test('cache: an encoder writes nothing, and without a mask nothing is kept', async () => {
  for (const [config, words] of /** @type {const} */ ([
    [{ ...SHAPE, causal: false }, /no causal mask/],
    [
      { ...SHAPE, arch: 'encoder', task: 'vowels', block_size: 48, tied_head: false },
      /labels/,
    ],
  ])) {
    const text = 'task' in config ? undefined : TEXT;
    const other = await specimen({ ...RECIPE, text, steps: 0, config });
    assert.match(textOf(drawn('gf-cache', other.app)), words);
  }
});
