// SPDX-License-Identifier: MIT
// The shade of a token in each mode, by hand: 13 shades from none to full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHADES } from '../../../../web/views/shared/shades.js';
import { shadeOf } from '../../../../web/views/text/shade.js';
import { wordsOf } from '../../support/app-in-node.js';

const { strings: t, format } = wordsOf('en');
/** @type {any} */
const words = { t, format };
const TOP = SHADES - 1;
const NOTHING = { tone: '', says: '' };

/** @param {string} shade @param {object} more */
const stateOf = (shade, more = {}) =>
  /** @type {any} */ ({
    activations: { loss: [3 * Math.LN2, 99, Number.NaN] },
    ...{ showing: { shade }, answers: {}, line: 'abcd', ablation: null, ...more },
  });

test('surprise: 6 bits are the full shade; the first character is not predicted', () => {
  const at = (/** @type {number} */ i, /** @type {any} */ line = 'main') =>
    shadeOf(stateOf('surprise'), words, line, i, null);
  assert.deepEqual(at(0), { tone: '', says: t.text.first(t.stage.units.character) });
  const half = Math.round(TOP / 2);
  assert.deepEqual(at(1), {
    tone: `surprise s${half} b${half}`,
    says: t.text.bits('3.00'),
  });
  assert.equal(at(2).tone, `surprise s${TOP} b${TOP}`);
  assert.deepEqual(at(3), NOTHING);
  assert.deepEqual(at(1, 'source'), NOTHING);
  assert.deepEqual(
    shadeOf(stateOf('surprise', { activations: null }), words, 'main', 1, 1),
    NOTHING,
  );
});

test('saliency: the largest of both lines is the full shade, its sign the colour', () => {
  const value = {
    rows: { columns: 3, data: Float32Array.of(0.25, -0.5, 0) },
    sourceRows: { columns: 1, data: Float32Array.of(0.25) },
  };
  const state = stateOf('saliency', { answers: { saliency: { value } } });
  const at = (/** @type {number} */ i, /** @type {any} */ line = 'main') =>
    shadeOf(state, words, line, i, 2);
  assert.equal(at(1).tone, `diverging s0 b${TOP} minus`);
  assert.equal(
    at(0).tone,
    `diverging s${Math.round(0.75 * TOP)} b${Math.round(TOP / 2)} `,
  );
  assert.equal(at(0, 'source').says, '+0.25');
  assert.deepEqual(at(3), NOTHING);
  assert.deepEqual(shadeOf(state, words, 'main', 1, null), NOTHING);
  // Small numbers keep their digits; next to nothing is not named.
  value.rows.data.set([0.0012, -0.0041, 0.00004]);
  value.sourceRows.data.set([0]);
  assert.deepEqual(
    [at(0), at(1), at(2), at(0, 'source')].map(({ says }) => says),
    ['+0.0012', '−0.0041', '', ''],
  );
});

test('ablation: a change of the loss below one nat never takes the full shade', () => {
  const of = (/** @type {number} */ change) => {
    const rows = { columns: 3, data: Float32Array.of(1, 1, NaN, 1 + change, 1, NaN) };
    const ablation = { line: 'abcd', result: { rows } };
    return (/** @type {number} */ i, /** @type {any} */ line = 'main') =>
      shadeOf(stateOf('ablation', { ablation }), words, line, i, null);
  };
  assert.equal(
    of(0.5)(1).tone,
    `diverging s${Math.round(TOP / 4)} b${Math.round(TOP / 2)} minus`,
  );
  assert.equal(of(2)(1).tone, `diverging s0 b${TOP} minus`);
  assert.equal(of(-4)(1).tone, `diverging s${TOP} b${TOP} `);
  assert.deepEqual(of(2)(0), NOTHING);
  assert.deepEqual(of(2)(3), NOTHING);
  assert.deepEqual(of(2)(1, 'source'), NOTHING);
});
