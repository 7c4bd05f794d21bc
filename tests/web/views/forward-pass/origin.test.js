// SPDX-License-Identifier: MIT
// Where a number comes from: its terms by the tokens that they are of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/forward-pass/origin.js';
import { drawn } from '../../support/render.js';
import { ask, modelNamed } from '../../support/specimens.js';

test('cross attention: a term is of a token of the source, the sum of one of the answer', async () => {
  const model = await modelNamed('backwards');
  const { line, activations } = model.state;
  const { attentions, characters } = activations ?? assert.fail();
  const { keys } = attentions.find(({ kind }) => kind === 'cross') ?? assert.fail();
  const [row, tensor] = [2, 'decoder.h.0.cross_attn'];
  const way = [{ tensor, row, column: 1 }];
  const { weights } = await ask(model, { origin: { line, way } }, 'origin');
  assert.equal(weights.data.length, keys.length);
  const html = drawn('gf-origin', model.app);
  assert.match(
    html,
    new RegExp(`cross_attn\\[1\\] of ‘${characters[row]}’, position 3 is`),
  );
  const terms = [...html.matchAll(/c_kv\[\d+\] of ‘(.)’, position (\d+)/g)];
  assert.ok(terms.length > 4);
  for (const [, token, position] of terms)
    assert.equal(token, keys[Number(position) - 1], `position ${position}`);
});
