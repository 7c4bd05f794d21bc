// SPDX-License-Identifier: MIT
// What is said of a model whose numbers overflow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/diagnostics/health.js';
import { drawn, rowsOf } from '../../support/render.js';
import { ask, modelNamed } from '../../support/specimens.js';

test('health: what is not finite is not said to be zero', async () => {
  const model = await modelNamed('five lines');
  const health = await ask(model, {}, 'health');
  health.stream.at(-1).size = null;
  health.score = [-2, null];
  const html = drawn('gf-health', model.app);
  assert.match(
    html,
    /norm goes from [\d.]+ to NaN; the largest attention score is NaN\./,
  );
  const words = rowsOf(html, 'largest score').map((cells) => cells.at(-1));
  assert.deepEqual(words.slice(-2), ['−2', 'NaN']);
  assert.doesNotMatch(html, /width=NaN/);
});
