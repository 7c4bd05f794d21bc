// SPDX-License-Identifier: MIT
// Layers of an encoder-decoder, which has three attentions in each: what belongs to the layer of the
// selected head, by the name that heads have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/attention/head.js';
import '../../../../web/views/diagnostics/head-comparison.js';
import '../../../../web/views/diagnostics/neurons.js';
import { makeScreen } from '../../support/recording.js';
import { drawn, plain } from '../../support/render.js';
import { ask, specimen } from '../../support/specimens.js';

makeScreen();

const NAMES = [
  'Encoder 1',
  'Encoder 2',
  ...['Decoder 1', 'Cross attention 1', 'Decoder 2', 'Cross attention 2'],
];

test('an encoder-decoder: the hidden units of the layer of each head', async () => {
  const model = await specimen({
    name: 'backwards',
    config: {
      ...{ arch: 'encoder_decoder', task: 'reverse', n_layer: 2, n_head: 2 },
      ...{ n_embd: 16, block_size: 14, task_lines: 200, batch_size: 4 },
    },
    steps: 5,
  });
  const { attentions } = model.session.info.structure;
  assert.equal(attentions.length, NAMES.length);
  for (const [layer, { layer: own }] of attentions.entries()) {
    const found = await ask(model, { layer, unit: 3 }, 'neurons', 'headComparison');
    assert.deepEqual(found, await model.session.neurons({ layer: own, first: 3 }));
    const card = plain(drawn('gf-neurons', model.app));
    assert.match(card, new RegExp(`<span>Decoder ${own + 1}</span>`));
    const heads = plain(drawn('gf-head-comparison', model.app));
    assert.match(heads, new RegExp(`${NAMES[layer]}: divergence between heads`));
    const one = plain(drawn('gf-head', model.app));
    assert.match(one, new RegExp(`${NAMES[layer]}, head 1\\.`));
  }
});
