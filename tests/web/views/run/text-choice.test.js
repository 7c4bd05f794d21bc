// SPDX-License-Identifier: MIT
// The list of lines beside the stage: which of them is found, what keys choose, which are in the
// list, and that the one chosen is in sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { openApp } from '../../support/app-in-node.js';
import { elementOf, listenersOf } from '../../support/render.js';
import '../../../../web/views/run/text-choice.js';

makeBrowser();

/** @import { TestContext as Test } from 'node:test' */

const SMALL =
  '#n_layer=1&n_head=1&n_embd=8&block_size=16&batch_size=2&val_fraction=0.25';
/** 100 lines of 8 characters, every fifth of them blank. */
const LINES = Array.from({ length: 100 }, (_, n) =>
  n % 5 === 4 ? ' '.repeat(8) : `line ${String(n).padStart(3, '0')}`,
);

/** @param {Test} t */
async function open(t) {
  const app = await openApp(t, { link: SMALL, host: { corpus: LINES.join('\n') } });
  app.store.set({ line: LINES[11] });
  const list = elementOf('gf-text-choice', app);
  const press = (/** @type {string} */ key) => {
    let isPrevented = false;
    const event = { key, preventDefault: () => (isPrevented = true) };
    listenersOf(list, list.render(), 'keydown')[0](event);
    list.willUpdate();
    return [list.current, app.store.state.line, isPrevented];
  };
  return { app, list, press };
}

/** @param {string | null} text @param {string} line */
function found(text, line) {
  const state = {
    text: text === null ? null : { text, id: 'own' },
    session: null,
    line,
  };
  return elementOf('gf-text-choice', { store: { state }, lang: 'en' }).current;
}

test('the line shown is the one with these words, else one that begins with them', () => {
  assert.equal(found('the owl\nthe owl sang', 'the owl'), 0);
  assert.equal(found('a\nthe owl sang', 'the owl'), 1);
  assert.equal(found('the owl\nthe fox', 'the cat'), -1);
  assert.equal(found('the owl', ''), -1);
  assert.equal(found(null, 'the owl'), -1);
});

test('arrows go to the next line that is not blank, and stop at the ends', async (t) => {
  const { press, list } = await open(t);
  assert.equal(list.current, 11);
  assert.deepEqual(press('ArrowDown'), [12, 'line 012', true]);
  assert.deepEqual(press('ArrowUp'), [11, 'line 011', true]);
  assert.deepEqual(press('ArrowUp'), [10, 'line 010', true]);
  assert.deepEqual(press('ArrowUp'), [8, 'line 008', true]);
  assert.deepEqual(press('ArrowDown'), [10, 'line 010', true]);
  assert.deepEqual(press('PageDown'), [20, 'line 020', true]);
  assert.deepEqual(press('PageUp'), [10, 'line 010', true]);
  // Line 99 is blank.
  assert.deepEqual(press('End'), [98, 'line 098', true]);
  assert.deepEqual(press('ArrowDown'), [98, 'line 098', true]);
  assert.deepEqual(press('Home'), [0, 'line 000', true]);
  assert.deepEqual(press('ArrowUp'), [0, 'line 000', true]);
  assert.deepEqual(press('x'), [0, 'line 000', false]);
});

test('the list has the lines around the one chosen; scrolling adds others', async (t) => {
  const { press, list } = await open(t);
  assert.deepEqual(list.range, [0, 71]);
  press('End');
  assert.deepEqual(list.range, [38, 158]);
  press('Home');
  assert.deepEqual(list.range, [0, 60]);
  const scroll = (/** @type {number} */ scrollTop) => {
    const target = { scrollTop, scrollHeight: 2000, clientHeight: 400 };
    listenersOf(list, list.render(), 'scroll')[0]({ target });
    return list.range;
  };
  assert.deepEqual(scroll(600), [0, 60]);
  assert.deepEqual(scroll(1400), [0, 60], '200 px before the end');
  assert.deepEqual(scroll(1401), [0, 120]);
  list.range = [80, 120];
  assert.deepEqual(scroll(200), [80, 120]);
  assert.deepEqual(scroll(199), [20, 120]);
});

test('a line that is chosen inside the list leaves the list as it is', async (t) => {
  const { press, list } = await open(t);
  list.range = [5, 50];
  list.current = 10;
  listenersOf(list, list.render(), 'click')[4]({});
  assert.deepEqual([list.current, list.range], [8, [5, 50]]);
  list.range = [5, 50];
  press('End');
  assert.equal(list.range[1] > 98, true);
});

test('held out are the lines that begin in the last quarter', async (t) => {
  const { list, app } = await open(t);
  const { session, text } = app.store.state;
  const border = Number(text?.characters) - Number(session?.info.nVal);
  const first = LINES.findIndex((_, n) => n * 9 >= border);
  assert.equal(list.heldOut, first);
  const of = (/** @type {object} */ state) =>
    elementOf('gf-text-choice', {
      ...app,
      store: { state: { ...app.store.state, ...state } },
      lang: 'en',
    }).heldOut;
  assert.equal(of({ session: null }), Infinity);
  assert.equal(of({ text: null }), Infinity);
  assert.equal(of({ text: { ...text, id: 'task' } }), Infinity);
});

test('the line chosen is brought into the middle unless it is in sight', async (t) => {
  const { list } = await open(t);
  const box = { scrollTop: 100, clientHeight: 400 };
  let line = { offsetTop: 300, offsetHeight: 20 };
  list.find = (/** @type {string} */ name) => (name === '#lines' ? box : line);
  list.updated(new Map());
  assert.equal(box.scrollTop, 100);
  list.current = 60;
  line = { offsetTop: 900, offsetHeight: 20 };
  list.updated(new Map());
  assert.equal(box.scrollTop, 900 - (400 - 20) / 2);
  // Lines that come before it move nothing.
  list.range = [0, 80];
  list.updated(new Map([['range', [20, 80]]]));
  assert.equal(box.scrollTop, 710 + 900);
});
