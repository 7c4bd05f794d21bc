// SPDX-License-Identifier: MIT
// A head with its masks and without, over models that have them and models that have none.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import '../../../../web/views/attention/masks.js';
import { ask, headsOf, specimen } from '../../support/specimens.js';
import { drawn, partOf, propertiesOf, templateOf } from '../../support/render.js';
import { softmax } from '../../support/writers.js';

/** @import { Specimen } from '../../support/specimens.js' */

const SHAPE = { n_layer: 2, n_head: 2, n_embd: 16, batch_size: 4, eval_windows: 2 };
const TEXT = 'the old fox met a hen by the hill. an owl sat and sang. '.repeat(20);
const PAIRS = { task_lines: 200, block_size: 24, source_block_size: 20 };

/** @type {Specimen[]} */ const models = [];

before(async () => {
  const recipes = [
    { name: 'decoder', text: TEXT, config: { ...SHAPE, block_size: 24 } },
    {
      name: 'decoder without mask',
      text: TEXT,
      config: { ...SHAPE, block_size: 24, causal: false },
    },
    {
      name: 'tagger',
      config: { ...SHAPE, arch: 'encoder', task: 'names', block_size: 48, task_lines: 200, tied_head: false },
    },
    {
      name: 'backwards',
      config: { ...SHAPE, ...PAIRS, arch: 'encoder_decoder', task: 'reverse', attention: 'simple' },
    },
  ]; // oxfmt-ignore
  for (const recipe of recipes) models.push(await specimen({ ...recipe, steps: 20 }));
});

/** @param {import('../../../../wasm/index.js').Table} table @param {number} i */
const rowOf = ({ columns, data }, i) => [
  ...data.subarray(i * columns, (i + 1) * columns),
];

const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
  a.every((x, n) => Math.abs(x - b[n]) < 1e-5);

/** Every head of every model. @param {(x: { model: Specimen, claim: string,
 *   look: import('../../../../web/state/types.js').LineActivations, layer: number,
 *   head: number, tables: import('../../../../wasm/index.js').Table[],
 *   allowed: ((i: number, j: number) => boolean)[] }) => void} check */
async function everyHead(check) {
  let n = 0;
  for (const model of models) {
    const look = model.state.activations ?? assert.fail();
    for (const { layer, head } of headsOf(model)) {
      await ask(model, { layer, head }, 'masks');
      const template = templateOf('gf-mask-matrices', model.app);
      const tables = propertiesOf(template, 'numbers');
      const allowed = propertiesOf(template, 'allowed');
      const claim = partOf(drawn('gf-mask-matrices', model.app), 'id="claim"');
      assert.equal(tables.length, 4);
      check({ ...{ model, claim, look, layer, head, tables }, allowed });
      n++;
    }
  }
  assert.equal(n, 4 + 4 + 4 + 12);
}

test('masks: each softmax is that of the scores beside it', () =>
  everyHead(({ model, tables, allowed }) => {
    const [scores, same, masked, unmasked] = tables;
    assert.equal(scores, same);
    for (let i = 0; i < scores.rows; i++) {
      const row = rowOf(scores, i);
      const may = row.map((_, j) => allowed[1](i, j));
      const kept = row.map((s, j) => (may[j] ? s : -Infinity));
      const place = `${model.name}, row ${i}`;
      assert.ok(near(softmax(row), rowOf(unmasked, i)), place);
      if (may.some(Boolean)) assert.ok(near(softmax(kept), rowOf(masked, i)), place);
      may.forEach((is, j) => is || assert.equal(rowOf(masked, i)[j], 0, place));
    }
  }));

test('masks: the masked weights are those that the head has in the model', () =>
  everyHead(({ look, layer, head, tables }) => {
    const { queries, keys } = look.attentions[layer];
    const first = (layer * look.H + head) * look.T * look.T;
    for (let i = 0; i < queries.length; i++) {
      const row = rowOf(tables[2], i).slice(0, keys.length);
      assert.ok(near(row, [...look.attention.subarray(first + i * look.T)]));
    }
  }));

test('masks: the sentence says the share that later characters and padding would get', () =>
  everyHead(({ model, claim, look, layer, tables }) => {
    const { queries, keys, causal } = look.attentions[layer];
    const unmasked = tables[3];
    const padding = unmasked.columns - keys.length;
    const pads = model.session.info.structure.pad_token >= 0;
    assert.equal(padding > 0, pads, model.name);
    let [later, padded] = [0, 0];
    queries.forEach((_, i) =>
      rowOf(unmasked, i).forEach((x, j) => {
        if (j >= keys.length) padded += x / queries.length;
        else if (causal && j > i) later += x / queries.length;
      }),
    );
    const percent = (/** @type {number} */ x) => `${Math.round(100 * x)}%`;
    const said = (/** @type {RegExp} */ pattern) => pattern.exec(claim)?.[1];
    assert.equal(
      said(/would give (\d+%) of its weight to later/),
      causal ? percent(later) : undefined,
      claim,
    );
    assert.equal(
      said(/padding would get (\d+%) of the weight/),
      pads ? percent(padded) : undefined,
      claim,
    );
    assert.equal(/has no mask here/.test(claim), !causal && !pads, claim);
    const isTold = drawn('gf-mask-matrices', model.app).includes('without the mask,');
    assert.equal(isTold, causal, `${model.name}: how to train without a causal mask`);
  }));
