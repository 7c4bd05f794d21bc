// SPDX-License-Identifier: MIT
// What the page says of a run is of the model looked at, and of its own numbers.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { deltasOf, headOrder, worthOf } from '../../web/eye.js';

/** @param {number} step @param {object} [more] */
const twoHeads = (step, more) =>
  /** @type {any} */ ({
    look: { L: 1, H: 2 },
    session: { steps: step },
    past: null,
    pastTick: null,
    tick: { step, importance: [0.5, 0.25] },
    measured: { 0.1: { delta: 0.75, step: 120 } },
    showing: { sorted: true },
    ...more,
  });

test('what switching a head off did is told of that step; later it is estimated again', () => {
  const measured = twoHeads(120);
  assert.deepEqual(deltasOf(measured), [undefined, 0.75]);
  assert.deepEqual(worthOf(measured), [0.5, 0.75]);
  assert.deepEqual(headOrder(measured), [1, 0]);
  const later = twoHeads(130);
  assert.deepEqual(deltasOf(later), [undefined, undefined]);
  assert.deepEqual(worthOf(later), [0.5, 0.25]);
  assert.deepEqual(headOrder(later), [0, 1]);
  // Nothing newer is known yet while the next estimates are being made.
  const running = twoHeads(110, { session: { steps: 130 } });
  assert.deepEqual(worthOf(running), [0.5, 0.75]);
});

test('a measurement is not carried over to a model of the past', () => {
  const at = (/** @type {number} */ step) => {
    const pastTick = { step, importance: [0.125, 0.0625] };
    return twoHeads(200, { past: { step }, pastTick });
  };
  assert.deepEqual(worthOf(at(50)), [0.125, 0.0625]);
  assert.deepEqual(worthOf(at(150)), [0.125, 0.0625]);
  assert.deepEqual(worthOf(at(120)), [0.125, 0.75], 'its own step');
  assert.equal(worthOf(twoHeads(120, { tick: null })), undefined);
});

/** Besides status.js, the one region for events: what answers a reader's own act where it
 * was done, by role; alerts say that something cannot be done. */
const SPEAKING = {
  'components/files.js': ['alert'],
  'components/lesson.js': ['status', 'status'],
  'components/placing.js': ['polite'],
  'components/saved.js': ['alert'],
  'components/settings-panel.js': ['status'],
  'components/status.js': ['status', 'polite'],
  'components/strip.js': ['status'],
  'components/text-panel.js': ['alert', 'status'],
  'components/write.js': ['status'],
  'element-content.js': ['alert', 'alert'],
};

test('events are said in one place: no other part of the page speaks up by itself', () => {
  const web = new URL('../../web/', import.meta.url);
  // An <output> is a live region too.
  const live =
    /<(output)\b|\b(?:role|aria-live)="?(status|alert|log|polite|assertive)\b/g;
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .sort()
    .flatMap((name) => {
      const all = [...readFileSync(new URL(name, web), 'utf8').matchAll(live)];
      return all.length === 0 ? [] : [[name, all.map(([, tag, kind]) => tag ?? kind)]];
    });
  assert.deepEqual(Object.fromEntries(found), SPEAKING);
});
