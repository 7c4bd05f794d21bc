// SPDX-License-Identifier: MIT
// Form controls: what reaches the model of what a reader types, moves and chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import {
  checkbox,
  fileField,
  numberField,
  select,
  slider,
} from '../../../../web/views/shared/controls.js';
import { bar } from '../../../../web/views/shared/bars.js';
import { controlIn, htmlOf } from '../../support/render.js';

makeBrowser();

/** What a control passes on, of an event at it.
 * @param {(change: (...x: any[]) => void) => unknown} make @param {string} event @param {object} target */
function passedOn(make, event, target) {
  /** @type {unknown[][]} */
  const passed = [];
  const control = controlIn(
    make((...x) => passed.push(x)),
    'it',
  );
  control?.[event]({ target });
  return passed;
}

test('a number field: within its bounds, whole where its steps are, the old one for none', () => {
  const typed = (/** @type {string} */ value, /** @type {object} */ own = {}) => {
    const target = { value };
    const field = { id: 'it', value: 5, min: 1, max: 10, ...own };
    const [[held]] = passedOn(
      (change) => numberField({ ...field, change }),
      'change',
      target,
    );
    assert.equal(target.value, String(held), 'the field says what is used');
    return held;
  };
  assert.deepEqual(
    ['7', '11', '0', '-3', '', 'x', '6.5', '6.4'].map((x) => typed(x)),
    [7, 10, 1, 1, 5, 5, 7, 6],
  );
  assert.deepEqual(
    ['6.4', '0.2', '1e9'].map((x) => typed(x, { step: 'any' })),
    [6.4, 1, 10],
  );
});

test('boxes, lists and sliders pass on what is chosen, sliders as numbers', () => {
  const box = { checked: true };
  const make = (/** @type {any} */ change) =>
    checkbox({ id: 'it', label: '', checked: false, change });
  assert.deepEqual(passedOn(make, 'change', box), [[true, box]]);
  const options = /** @type {[string, string][]} */ ([
    ['a', 'A'],
    ['b', 'B'],
  ]);
  const list = (/** @type {any} */ change) =>
    select({ id: 'it', value: 'a', options, change });
  assert.deepEqual(passedOn(list, 'change', { selectedIndex: 1 }), [['b']]);
  const range = { id: 'it', value: 1, min: 0, max: 2, step: 0.5 };
  const moved = (/** @type {any} */ change) => slider({ ...range, change });
  assert.deepEqual(passedOn(moved, 'input', { value: '1.5' }), [[1.5]]);
});

test('a field of files: taken as a list, the same file can be chosen again, none is nothing', () => {
  const make = (/** @type {any} */ take) => fileField({ id: 'it', accept: '', take });
  const target = { files: ['one', 'two'], value: 'path' };
  assert.deepEqual(passedOn(make, 'change', target), [[['one', 'two']]]);
  assert.equal(target.value, '');
  assert.deepEqual(passedOn(make, 'change', { files: [], value: '' }), []);
});

test('a bar of a number that is none has no length', () => {
  assert.match(htmlOf(bar(NaN)), /width="?0\.00"?/);
});
