// SPDX-License-Identifier: MIT
// The time that training still takes: none before it is known, no jumps after.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeLeft, roundTime } from '../../../web/run/time-left.js';

/** What is shown while steps take `msOf(n)` each, measured five times a second.
 * @param {(step: number) => number} msOf @param {number} until */
function shownWhile(msOf, until) {
  const left = new TimeLeft();
  /** @type {{ ms: number, shown: number | null, true: number }[]} */
  const all = [];
  let [ms, sent] = [0, 0];
  const ends = Array.from({ length: until }, (_, n) => (ms += msOf(n)));
  ends.forEach((at, n) => {
    if (at - sent < 200) return;
    sent = at;
    all.push({ ms: at, shown: left.update(n + 1, until, at), true: (ms - at) / 1000 });
  });
  return all;
}

test('there is no estimate in the first seconds', () => {
  const all = shownWhile(() => 20, 3000);
  const first = all.find(({ shown }) => shown !== null);
  assert.ok(first && first.ms >= 4000 && first.ms < 5000, JSON.stringify(first));
  assert.ok(Math.abs(Number(first.shown) - first.true) <= 5);
});

test('of steps that vary by half the estimate never rises, and is right', () => {
  let seed = 7;
  const noise = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const all = shownWhile(() => 10 + 20 * noise() + (noise() < 0.01 ? 100 : 0), 5000);
  const known = all.filter(({ shown }) => shown !== null);
  assert.ok(known.length > 200);
  known.reduce((before, now) => {
    assert.ok(Number(now.shown) <= Number(before.shown), JSON.stringify([before, now]));
    return now;
  });
  for (const { shown, true: real } of known)
    assert.ok(
      Math.abs(Number(shown) - real) < Math.max(10, 0.4 * real),
      `${shown} ${real}`,
    );
});

test('training that slows down threefold is said to take longer', () => {
  const all = shownWhile((n) => (n < 1000 ? 10 : 30), 4000);
  const late = all.find(({ ms }) => ms > 30_000);
  assert.ok(
    late && Number(late.shown) > 60 && Number(late.shown) < 100,
    JSON.stringify(late),
  );
});

for (const seconds of [7, 20, 60])
  test(`steps that take ${seconds} s have an estimate from the second on`, () => {
    const left = new TimeLeft();
    for (let now = 0; now <= 10 * seconds; now++) {
      const done = Math.floor(now / seconds);
      const shown = left.update(done, 100, 1000 * now);
      const rest = done > 0 ? roundTime(seconds * (100 - done)) : null;
      assert.equal(shown, rest, `after ${now} s`);
    }
  });

test('another end, fewer steps or a pause start again', () => {
  const left = new TimeLeft();
  for (let n = 0; n <= 50; n++) left.update(n * 10, 1000, n * 200);
  assert.ok(left.update(510, 1000, 10_200));
  assert.equal(left.update(520, 2000, 10_400), null, 'another end');
  for (let n = 0; n <= 50; n++) left.update(n * 10, 1000, n * 200);
  assert.equal(left.update(510, 1000, 60_000), null, 'a pause');
  for (let n = 0; n <= 50; n++) left.update(n * 10, 1000, 70_000 + n * 200);
  assert.equal(left.update(1, 1000, 81_000), null, 'fewer steps');
});

test('times are rounded to what they are worth', () => {
  assert.deepEqual(
    [1, 33, 84, 100, 400, 1234, 7300].map(roundTime),
    [5, 35, 85, 120, 420, 1200, 7200],
  );
});
