// SPDX-License-Identifier: MIT
// The pitch of a loss, and tones of it: far enough apart, and silence in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APART_MS,
  BLIND_HZ,
  COUNTED_HZ,
  Tones,
  pitchOf,
} from '../../../web/views/loss/pitch.js';
import { stopTime } from '../support/clock.js';

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

/** What a browser would be told, one after another. Node has no sound. */
function listenIn() {
  /** @type {(string | number)[]} */
  const heard = [];
  const tell = (/** @type {string} */ word) => async () => void heard.push(word);
  const silent = () => {};
  class Node {
    frequency = {
      setValueAtTime: (/** @type {number} */ hz) => void heard.push(hz),
    };
    gain = {
      cancelScheduledValues: silent,
      setValueAtTime: silent,
      linearRampToValueAtTime: silent,
    };
    start = silent;
    connect = (/** @type {unknown} */ next) => next;
  }
  class AudioContext {
    currentTime = 0;
    resume = tell('resume');
    suspend = tell('suspend');
    close = tell('close');
  }
  Object.assign(globalThis, { AudioContext, OscillatorNode: Node, GainNode: Node });
  return heard;
}

test('tones: at most four a second; the one after is of the loss by then', (t) => {
  const pass = stopTime(t);
  const heard = listenIn();
  const tones = new Tones();
  assert.equal(APART_MS, 250);
  tones.play(440);
  pass(249);
  tones.play(430);
  assert.deepEqual(heard, ['resume', 440]);
  pass(1);
  tones.play(420);
  assert.deepEqual(heard, ['resume', 440, 'resume', 420]);
});

test('tones: silence is suspended once the last tone is over, unless another begins', (t) => {
  const pass = stopTime(t);
  const heard = listenIn();
  const tones = new Tones();
  tones.play(440);
  tones.rest();
  pass(149);
  assert.deepEqual(heard, ['resume', 440], 'the tone is heard out');
  pass(1);
  assert.deepEqual(heard.splice(0), ['resume', 440, 'suspend']);
  pass(APART_MS);
  tones.play(430);
  tones.rest();
  pass(100);
  pass(149);
  assert.deepEqual(heard.splice(0), ['resume', 430, 'suspend']);
  pass(1);
  tones.play(420);
  assert.deepEqual(heard.splice(0), ['resume', 420]);
  tones.rest();
  tones.end();
  pass(10_000);
  assert.deepEqual(heard, ['close']);
});
