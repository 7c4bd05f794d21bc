// SPDX-License-Identifier: MIT
// The bars of the next token: drawn to one scale, whose end is the longest bar of all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distribution } from '../../../../web/views/samples/distribution.js';
import { wordsOf } from '../../support/catalogues.js';
import { htmlOf } from '../../support/render.js';

const { strings: t, format } = wordsOf('en');
const units = t.stage.units.character;
const SAMPLER = { temperature: 1, topK: 0, topP: 1, greedy: false };

/** Widths of the bars before and after the cut, in per cent. @param {object} sampler
 * @param {object} [more] */
function bars(sampler, more = {}) {
  const logits = [0.5, 0.3, 0.15, 0.05].map(Math.log);
  const names = [...'abcd'];
  const html = htmlOf(
    distribution({
      t,
      format,
      units,
      names,
      logits,
      sampler: { ...SAMPLER, ...sampler },
      ...more,
    }),
  );
  return [...html.matchAll(/<rect class="\w+"[^>]* width=([\d.]+)/g)].map(([, x]) =>
    Number(x),
  );
}

test('bars: the longest of all, before the cut or after it, is the whole width', () => {
  // The last two are all others together.
  assert.deepEqual(bars({}), [100, 100, 60, 60, 30, 30, 10, 10, 0, 0]);
  assert.deepEqual(bars({ topK: 1 }), [50, 100, 30, 0, 15, 0, 5, 0, 0, 0]);
});

test('bars: one that was drawn though others are likelier stands in the last row', () => {
  const logits = Array.from({ length: 12 }, (_, n) => -n);
  const names = [...'abcdefghijkl'];
  const rows = (/** @type {object} */ more) =>
    htmlOf(
      distribution({ t, format, units, names, logits, sampler: SAMPLER, ...more }),
    ).matchAll(/<th scope="row">\s*(\w)/g);
  const shown = (/** @type {object} */ more) =>
    [...rows(more)].map(([, x]) => x).join('');
  assert.equal(shown({}).slice(0, 10), 'abcdefghij');
  assert.equal(shown({ drawn: 11 }).slice(0, 10), 'abcdefghil');
  assert.equal(shown({ brief: true, drawn: 0 }), 'abc');
});
