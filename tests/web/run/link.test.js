// SPDX-License-Identifier: MIT
// Links as text: what they say about the screen, and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLink, encodeLink } from '../../../web/run/link.js';
import { linkOfView } from '../../../web/run/link-view.js';
import { PANELS, VIEWS, PLACES } from '../../../web/views/registry.data.js';
import { initialState } from '../../../web/state/state.js';

/** @param {Partial<import('../../../web/state/state.js').State>} state */
function linkOf(state) {
  const plain = { settings: {}, preset: '', text: 'fables', layer: 0, head: 0 };
  const view = linkOfView({ ...initialState(), ...state });
  return encodeLink({ ...plain, view }, [], []);
}

/** @param {string} fragment */
const decoded = (fragment) => decodeLink(fragment, [], ['fables'], []);

test('where nothing was opened a link says nothing about the screen', () => {
  assert.equal(linkOf({}), 'v=2');
});

test('every place and tab goes through a link', () => {
  for (const place of PLACES) {
    for (const panel of Object.keys(PANELS[place])) {
      const { view = {}, rejected } = decoded(linkOf({ place, panel }));
      assert.deepEqual(rejected, []);
      assert.equal(view.place ?? 'stage', place);
      // The first tab of a place is open unless the link says otherwise.
      assert.ok((view.panel ?? Object.keys(PANELS[place])[0]) === panel);
    }
  }
});

test('a link names the step looked at, the head shown alone, and the pretrained model', () => {
  const viewedSnapshot = /** @type {any} */ ({ step: 100, session: null });
  const link = linkOf({
    viewedSnapshot,
    isolated: { layer: 1, head: 0 },
    pretrained: 2000,
    pin: { i: 4, j: null },
  });
  assert.equal(link, 'v=2&pretrained=1&step=100&isolated=2.1&pin=5');
  assert.deepEqual(decoded(link).rejected, []);
});

test('invalid places, tabs, steps and heads are rejected by name', () => {
  for (const part of [
    'place=attic',
    'place=stage',
    'panel=constructor',
    'panel=',
    'step=0',
    'step=1.5',
    'isolated=1',
    'isolated=0.1',
    'pretrained=2',
  ]) {
    const found = decoded(`v=2&${part}`);
    assert.deepEqual(found.rejected, [part.split('=')[0]], part);
    assert.equal(found.view, undefined);
  }
});

test('tabs are named once, in words that a link can hold', () => {
  assert.equal(new Set(VIEWS).size, VIEWS.length);
  for (const name of VIEWS) assert.match(name, /^[a-z-]+$/);
});
