// SPDX-License-Identifier: MIT
// Which tokens are offered in place of one of the line: all, or of a large vocabulary those that
// the model expects there most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/diagnostics/patching.js';
import { likeliest } from '../../../../web/draw/sampling.js';
import { drawn, plain } from '../../support/render.js';
import { modelNamed } from '../../support/specimens.js';

/** Ids in the list. @param {string} html */
const offered = (html) =>
  [...plain(html).matchAll(/<option[^>]*value="?(\d+)/g)].map(([, id]) => Number(id));

test('patching: every other token, or of many the most probable ones', async (t) => {
  const model = await modelNamed('five lines');
  t.after(() => model.session.close());
  const { state, app } = model;
  const { tokens, n } = state.activations ?? assert.fail();
  const { vocabulary } = model.session.info;
  const at = Math.max(0, n - 3);
  const few = offered(drawn('gf-patching', app));
  const others = vocabulary.map((_, id) => id).filter((id) => id !== tokens[at]);
  assert.deepEqual(few.slice(0, others.length), others);

  const V = 2000;
  const names = Array.from({ length: V }, (_, id) => `t${id}`);
  const logits = Float32Array.from({ length: n * V }, (_, k) => Math.sin(k * k));
  Object.assign(state, {
    session: { info: { ...model.session.info, vocabulary: names }, steps: 0 },
    activations: { ...state.activations, logits },
  });
  const many = offered(drawn('gf-patching', app));
  const row = logits.subarray((at - 1) * V, at * V);
  const most = likeliest(row, 300).filter((id) => id !== tokens[at]);
  assert.deepEqual(many.slice(0, most.length), most);
  assert.ok(most.length >= 299 && many.length < 310);
});
