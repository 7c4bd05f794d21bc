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

test('patching: every other token, or of many the most probable ones', async () => {
  const model = await modelNamed('five lines');
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

/** The rows at both ends carry the whole change, whatever the layers do. */
test('patching: the largest effect is sought between the ends of the residual stream', async () => {
  const model = await modelNamed('five lines');
  const { line, activations } = model.state;
  const { structure } = model.session.info;
  const depths = structure.residual;
  const [rows, columns] = [depths.length, activations?.n ?? 0];
  const result = await model.session.patch({ text: line, changed: 1, to: 'w' });
  const claim = (/** @type {Float64Array} */ data, n = rows) => {
    const effect = { rows: n, columns, data };
    Object.assign(model.state, {
      patch: {
        ...{ where: 'stream', step: 1, changed: 1, to: 'w', line, depths },
        ...{ characters: activations?.characters, result: { ...result, effect } },
      },
    });
    return plain(drawn('gf-patching', model.app));
  };
  const data = new Float64Array(rows * columns);
  [data[1], data[(rows - 1) * columns + 3], data[columns + 2]] = [8, -9, 7];
  assert.match(claim(data), /at position 3 \(\+7\.00\)/);
  assert.match(
    drawn('gf-patching', model.app),
    /Orange: down to −9\. Blue: up to \+9\./,
  );
  assert.match(
    claim(new Float64Array(rows * columns)),
    /\. No single activation on the way has an effect of 0\.005 or more\.</,
  );
  assert.doesNotMatch(drawn('gf-patching', model.app), /Orange/, 'all is zero');
  // Nothing lies between two rows.
  assert.match(claim(data.subarray(0, 2 * columns), 2), /at position 2 \(\+8\.00\)/);
  // A model without heads has no rows.
  claim(new Float64Array(), 0);
  Object.assign(model.state.patch ?? {}, { where: 'heads' });
  assert.match(drawn('gf-patching', model.app), /No single activation on the way/);
});
