// SPDX-License-Identifier: MIT
// Sentences that several views share, at their thresholds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsure } from '../../../web/i18n/descriptions.js';
import { Format } from '../../../web/i18n/format.js';
import { catalogue } from '../../../web/i18n/index.js';

const { strings } = catalogue('en');
const words = { t: strings, format: new Format('en', strings.units) };

test('unsure: a number of choices, never more than there are, and what is beyond', () => {
  const says = (/** @type {number} */ nats, error = 0) =>
    unsure(words, nats, 60, ['character', 'characters'], error);
  const { certain } = strings.unsure;
  for (const [nats, sentence] of /** @type {[number, string][]} */ ([
    [Math.log(1.04), certain],
    [Math.log(1.5), 'as unsure as choosing among about 1.5 characters'],
    [Math.log(5.3), 'as unsure as choosing among about 5 characters'],
    // As near to guessing as an untrained model is.
    [Math.log(60) + 0.04, 'as unsure as choosing among about 60 characters'],
    [Math.log(60) + 0.06, 'worse than guessing among all 60 characters'],
  ]))
    assert.equal(says(nats), sentence);
  // Not clearly worse, as far as the loss is known.
  const [even, worse] = [0.19, 0.21].map((more) => says(Math.log(60) + more, 0.2));
  assert.equal(even, 'as unsure as choosing among about 60 characters');
  assert.equal(worse, 'worse than guessing among all 60 characters');
});
