// SPDX-License-Identifier: MIT
// element.session and element.viewState: what a host may read of the run and of what is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READY, openCourse, until, withElement } from '../support/course-page.js';

const course = await openCourse();

test('the view state is plain, frozen, and follows what is shown', async () => {
  const page = await course.page('<glass-former></glass-former>');
  await until(page, 'e?.prepare');
  assert.deepEqual(await withElement(page, (e) => [e.viewState, e.session]), [
    null,
    null,
  ]);
  await page.close();

  const ready = await course.idle(READY);
  const before = await withElement(ready, async (e) => {
    const before = e.viewState;
    e.head = 2;
    e.text = 'the fox';
    await e.updateComplete;
    await e.prepare();
    await e.step(3);
    return {
      isFrozen: Object.isFrozen(before),
      was: [before.step, before.head],
      cloned: structuredClone(e.viewState),
    };
  });
  assert.ok(before.isFrozen);
  assert.deepEqual(before.was, [0, 0], 'an object that was read stays as it was');
  await until(ready, 'e.viewState.activations?.step === 3');
  const { shown, engine, link } = await withElement(ready, async (e) => {
    const { activations, step, viewedStep, head, line, phase } = e.viewState;
    const engine = await e.session.runWithCache({ text: line });
    return {
      shown: { step, viewedStep, head, line, phase, logits: [...activations.logits] },
      engine: { steps: e.session.steps, logits: [...engine.logits] },
      link: e.exportState().step,
    };
  });
  const { logits, ...rest } = shown;
  assert.deepEqual(rest, {
    step: 3,
    viewedStep: null,
    head: 1,
    line: 'the fox',
    phase: 'paused',
  });
  assert.deepEqual(logits, engine.logits);
  assert.deepEqual([engine.steps, link], [3, 3]);
  assert.deepEqual(
    await withElement(ready, (e) => {
      e.suspend();
      return [e.viewState, e.session];
    }),
    [null, null],
  );
});
