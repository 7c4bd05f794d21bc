// SPDX-License-Identifier: MIT
// What is said of a histogram: how many entries are exactly zero, and how large the others are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/diagnostics/histograms.js';
import { binStart } from '../../../../web/views/diagnostics/ridge.js';
import { drawn, partOf } from '../../support/render.js';
import { modelNamed } from '../../support/specimens.js';

const { state, app } = await modelNamed('five lines');

/** @param {Record<number, number>} bins counts @param {number} zeros */
function say(bins, zeros) {
  const parameters = [{ name: 'w', zeros }];
  const data = Float32Array.from({ length: 64 }, (_, b) => bins[b] ?? 0);
  const health = [{ step: 7, value: { parameters, weights: { data } } }];
  Object.assign(state, { diagnosticHistory: { health, gradients: [] } });
  return partOf(drawn('gf-histograms', app), 'id="claim"');
}

test('histograms: zeros are told apart from the magnitudes of the others', () => {
  const [low, high] = [binStart(20), binStart(31)].map((x) => app.format.small(x));
  const magnitudes = `90% of the others have a magnitude between ${low} and ${high}.`;
  assert.equal(
    say({ 20: 5, 25: 20, 30: 5 }, 500),
    `Step 7, weights of w. Exactly 0: 500. ${magnitudes}`,
  );
  assert.equal(say({}, 992), 'Step 7, weights of w. Exactly 0: 992.');
});
