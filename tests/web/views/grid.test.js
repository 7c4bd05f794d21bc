// SPDX-License-Identifier: MIT
// Where keys lead in drawn tables and lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clamp,
  isPress,
  moved,
  movedInList,
  movedInTabs,
} from '../../../web/views/shared/grid.js';

/** A key, and whether the page is kept from it. @param {string} name with Control+ before it */
function pressed(name) {
  const key = name.replace('Control+', '');
  const event = { key, ctrlKey: key !== name, isPrevented: false };
  return /** @type {any} */ ({
    ...event,
    preventDefault() {
      this.isPrevented = true;
    },
  });
}

const ROWS = 4;
const COLUMNS = 6;

/** Row and column by key: from the middle, from the first cell, and from the last one.
 * @type {Record<string, string[]>} */
const GOALS = {
  ArrowRight: ['1 3', '0 1', '3 5'],
  ArrowLeft: ['1 1', '0 0', '3 4'],
  ArrowDown: ['2 2', '1 0', '3 5'],
  ArrowUp: ['0 2', '0 0', '2 5'],
  Home: ['1 0', '0 0', '3 0'],
  End: ['1 5', '0 5', '3 5'],
  'Control+Home': ['0 0', '0 0', '0 0'],
  'Control+End': ['3 5', '3 5', '3 5'],
};

test('grid: where each key leads, and nothing beyond the edges', () => {
  for (const [name, goals] of Object.entries(GOALS))
    ['1 2', '0 0', '3 5'].forEach((place, n) => {
      const [i, j] = place.split(' ').map(Number);
      const event = pressed(name);
      const goal = moved(event, i, j, ROWS, COLUMNS);
      assert.equal(`${goal?.i} ${goal?.j}`, goals[n], `${name} at ${place}`);
      assert.ok(event.isPrevented, name);
    });
});

test('grid: End leads to the end that a row has, Control+End to the last cell of all', () => {
  const to = (/** @type {string} */ name) =>
    moved(pressed(name), 1, 0, ROWS, COLUMNS, 2);
  assert.deepEqual(to('End'), { i: 1, j: 2 });
  assert.deepEqual(to('Control+End'), { i: 3, j: 5 });
  assert.deepEqual(to('ArrowRight'), { i: 1, j: 1 });
});

test('grid: another key may be meant, and keys of the page stay its own', () => {
  const mirrored = pressed('ArrowLeft');
  const goal = moved(mirrored, 1, 2, ROWS, COLUMNS, undefined, 'ArrowRight');
  assert.deepEqual([goal, mirrored.isPrevented], [{ i: 1, j: 3 }, true]);
  for (const [name, rows] of /** @type {const} */ ([
    ['a', ROWS],
    ['Enter', ROWS],
    ['ArrowUp', 1],
    ['ArrowDown', 1],
  ])) {
    const event = pressed(name);
    assert.equal(moved(event, 0, 2, rows, COLUMNS), null, name);
    assert.equal(event.isPrevented, false, name);
  }
  assert.deepEqual(moved(pressed('ArrowRight'), 0, 2, 1, COLUMNS), { i: 0, j: 3 });
});

/** Where keys lead in a row of five, from 2, from the first and from the last.
 * @param {(event: any, at: number, n: number) => number | null} lead
 * @param {Record<string, number[]>} goals @param {string} other a key that is the page's own */
function checkRow(lead, goals, other) {
  for (const [name, wanted] of Object.entries(goals)) {
    const event = pressed(name);
    const got = [2, 0, 4].map((at) => lead(event, at, 5));
    assert.deepEqual([got, event.isPrevented], [wanted, true], name);
  }
  const event = pressed(other);
  assert.deepEqual([lead(event, 2, 5), event.isPrevented], [null, false]);
}

test('list: the arrows of both directions go through it, to its ends', () => {
  const [on, back] = [
    [3, 1, 4],
    [1, 0, 3],
  ];
  const arrows = { ArrowRight: on, ArrowDown: on, ArrowLeft: back, ArrowUp: back };
  checkRow(movedInList, { ...arrows, Home: [0, 0, 0], End: [4, 4, 4] }, 'Tab');
});

test('tabs: left and right go round, and up and down are the page’s', () => {
  const goals = { ArrowRight: [3, 1, 0], ArrowLeft: [1, 4, 3] };
  checkRow(movedInTabs, { ...goals, Home: [0, 0, 0], End: [4, 4, 4] }, 'ArrowDown');
});

test('presses are Enter and Space; a number stays among the n from 0 on', () => {
  for (const [key, is] of /** @type {const} */ ([
    ['Enter', true],
    [' ', true],
    ['a', false],
    ['Tab', false],
  ])) {
    const event = pressed(key);
    assert.deepEqual([isPress(event), event.isPrevented], [is, is], key);
  }
  assert.deepEqual(
    [-1, 0, 2, 3, 9].map((x) => clamp(x, 3)),
    [0, 0, 2, 2, 2],
  );
});
