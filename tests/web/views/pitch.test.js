// SPDX-License-Identifier: MIT
// The pitch of a loss.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLIND_HZ, COUNTED_HZ, pitchOf } from '../../../web/views/loss/pitch.js';

/** Of a text, in nats; not evenly spaced. */
const BASELINES = { uniform: 4.1, trigram: 2.3 };

test('pitch: random guessing and the trigram baseline are two octaves apart', () => {
  assert.equal(pitchOf(4.1, BASELINES), BLIND_HZ);
  assert.equal(pitchOf(2.3, BASELINES), COUNTED_HZ);
  assert.equal(BLIND_HZ / COUNTED_HZ, 4);
});

test('pitch: equal differences of the loss are equal intervals', () => {
  const pitches = [4.4, 3.9, 3.4, 2.9, 2.4].map((loss) => pitchOf(loss, BASELINES));
  const intervals = pitches.slice(1).map((hz, n) => hz / pitches[n]);
  // 0.5 of 1.8 nats of two octaves.
  for (const interval of intervals)
    assert.ok(Math.abs(interval - 4 ** (-0.5 / 1.8)) < 1e-12, `${intervals}`);
});

test('pitch: ends an octave beyond either baseline', () => {
  assert.equal(pitchOf(0, BASELINES), 110);
  assert.equal(pitchOf(40, BASELINES), 1760);
  assert.equal(pitchOf(NaN, BASELINES), 1760, 'diverged');
  assert.equal(pitchOf(Infinity, BASELINES), 1760);
});

test('pitch: without baselines a loss of zero is the lower end', () => {
  for (const trigram of [0, NaN]) {
    assert.equal(pitchOf(3, { uniform: 3, trigram }), BLIND_HZ);
    assert.equal(pitchOf(0, { uniform: 3, trigram }), COUNTED_HZ);
  }
});
