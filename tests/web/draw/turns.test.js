// SPDX-License-Identifier: MIT
// Views that draw in turns: how many a frame has time for, and what does not wait for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from '../../../web/draw/turns.js';
import { stopTime } from '../support/clock.js';

test('turns: views draw in frames that have time for them', async (t) => {
  const pass = stopTime(t);
  /** Those asked for. @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ frame) => frames.push(frame),
  });
  const nextFrame = () => {
    pass(100);
    frames.shift()?.();
  };
  /** @type {string[]} */
  const done = [];
  /** Draws for so many milliseconds. @param {string} name @param {number} ms */
  const draw = (name, ms) =>
    inTurn(() => {
      pass(ms);
      done.push(name);
    });
  /** What has been drawn since, and how many frames are to come. */
  const seen = () => [done.splice(0).join(' '), frames.length];

  await t.test('as many as fit, the others in the next, in order', () => {
    for (const name of ['a', 'b', 'c', 'd']) void draw(name, 3);
    assert.deepEqual(seen(), ['', 1]);
    nextFrame();
    assert.deepEqual(seen(), ['a b', 1]);
    nextFrame();
    assert.deepEqual(seen(), ['c d', 0]);
  });

  await t.test('parts of a view belong into its frame, as long as it has time', () => {
    void draw('view', 2);
    nextFrame();
    void draw('part', 2);
    assert.deepEqual(seen(), ['view part', 0]);
    void draw('long', 9);
    void draw('late', 1);
    assert.deepEqual(seen(), ['long', 1]);
    nextFrame();
    assert.deepEqual(seen(), ['late', 0]);
  });

  await t.test('they do not wait for other views', () => {
    pass(100);
    void inTurn(() => draw('part', 1));
    void draw('other', 1);
    nextFrame();
    assert.deepEqual(seen(), ['part other', 0]);
  });

  await t.test(
    'an error is that of its work alone, a value that of its own',
    async () => {
      pass(100);
      const failed = inTurn(() => {
        throw new Error('no picture');
      });
      const value = inTurn(() => 7);
      nextFrame();
      await assert.rejects(failed, /no picture/);
      assert.equal(await value, 7);
    },
  );
});
