// SPDX-License-Identifier: MIT
// Views that draw in turns: how many a frame has time for, and what does not wait for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A clock that works move, and frames that come when they are asked for. */
let now = 0;
/** @type {(() => void)[]} */
const frames = [];
Object.assign(globalThis, {
  requestAnimationFrame: (/** @type {() => void} */ frame) => frames.push(frame),
});
performance.now = () => now;
const { inTurn } = await import('../../../web/draw/turns.js');

/** Lets the frame come that was asked for, and its promises settle. */
async function nextFrame() {
  now += 100;
  frames.shift()?.();
  await null;
}

/** @type {string[]} */
const done = [];
/** Draws for so many milliseconds. @param {string} name @param {number} ms */
const draw = (name, ms) =>
  inTurn(() => {
    now += ms;
    done.push(name);
  });

test('turns: a frame has time for some, and the next one for the others, in order', async () => {
  for (const name of ['a', 'b', 'c', 'd']) void draw(name, 3);
  assert.deepEqual([done.splice(0), frames.length], [[], 1]);
  await nextFrame();
  assert.deepEqual([done.splice(0), frames.length], [['a', 'b'], 1]);
  await nextFrame();
  assert.deepEqual([done.splice(0), frames.length], [['c', 'd'], 0]);
});

test('turns: parts of a view belong into its frame as long as it has time, and to the next after', async () => {
  void draw('view', 2);
  await nextFrame();
  void draw('part', 2);
  assert.deepEqual([done.splice(0), frames.length], [['view', 'part'], 0]);
  void draw('long', 9);
  void draw('late', 1);
  assert.deepEqual([done.splice(0), frames.length], [['long'], 1]);
  now -= 9;
  void draw('after others', 1);
  await nextFrame();
  assert.deepEqual(done.splice(0), ['late', 'after others']);
});

test('turns: an error is that of the work alone', async () => {
  const failed = inTurn(() => {
    throw new Error('no picture');
  });
  void draw('next', 1);
  await nextFrame();
  await assert.rejects(failed, /no picture/);
  assert.deepEqual(done.splice(0), ['next']);
  assert.equal(await nextOf(7), 7);
});

/** @param {number} value */
async function nextOf(value) {
  const work = inTurn(() => value);
  await nextFrame();
  return work;
}
