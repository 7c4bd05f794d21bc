// SPDX-License-Identifier: MIT
// What is said of position embeddings: of one alone nothing, as it is similar to no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/weights/position-map.js';
import { drawn, partOf } from '../../support/render.js';
import { modelNamed } from '../../support/specimens.js';

const { state, app } = await modelNamed('five lines');

/** @param {number} n positions, each at a right angle to the next */
function say(n) {
  const at = (/** @type {number} */ k) => Math.cos((Math.PI / 2) * (k % n) - (Math.PI / 2) * Math.floor(k / n)); // oxfmt-ignore
  const cosine = { rows: n, columns: n, data: Float32Array.from({ length: n * n }, (_, k) => at(k)) }; // oxfmt-ignore
  Object.assign(state, { pin: null });
  state.answers.positions = { key: '', step: 1, value: { cosine, table: cosine } };
  return partOf(drawn('gf-position-map', app), 'id="claim"');
}

test('positions: the most similar, neighbours and those half a window apart', () => {
  assert.equal(
    say(4),
    'Position 3 is most similar to position 2 (cosine 0.00). The mean cosine of neighbours is 0.00, of positions 2 apart −1.00.',
  );
  assert.match(say(3), / The mean cosine of neighbours is 0\.00\.$/);
  assert.equal(say(1), '');
});
