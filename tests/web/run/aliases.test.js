// SPDX-License-Identifier: MIT
// Links and pages written with former names keep their meaning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeValue, shownViews } from '../../../web/element/attributes.js';
import { decodeLink, encodeLink, withoutText } from '../../../web/run/link.js';

const row = (/** @type {string} */ key) =>
  /** @type {const} */ ({ key, type: 'bool', default: false, group: 'data', help: '' });

test('aliases: former keys of a link are read, and written under their present names', () => {
  const schema = [row('loss_on_prompt'), row('no_shuffle')];
  const old = 'v=2&task_whole=true&task_in_order=true&off=1.2&race=3&own=abc';
  const link = decodeLink(old, schema, [], []);
  assert.deepEqual(link.rejected, []);
  assert.equal(link.settings.loss_on_prompt, true);
  assert.equal(link.settings.no_shuffle, true);
  assert.deepEqual(link.view, { ablated: '1.2', score: '3' });
  assert.equal(link.own, 'abc');
  assert.equal(
    encodeLink(link, schema, []),
    'v=2&loss_on_prompt=true&no_shuffle=true&ablated=1.2&score=3&own_text=abc',
  );
});

test('a former choice of a setting is read', () => {
  const form = /** @type {const} */ ({ ...row('task_form'), type: 'enum' });
  const schema = [{ ...form, choices: ['auto', 'tagging'] }];
  const { settings } = decodeLink('task_form=mark', schema, [], []);
  assert.equal(settings.task_form, 'tagging');
});

test('a former key is the present one only where the engine has no such setting', () => {
  const { settings } = decodeLink('task_whole=1', [row('task_whole')], [], []);
  assert.equal(settings.task_whole, true);
});

test('no text is left in a link that is stored, whatever its key', () => {
  assert.equal(withoutText('v=2&own=abc&line=secret'), 'v=2');
  assert.equal(withoutText('v=2&own_text=abc&line=secret'), 'v=2');
  assert.equal(withoutText('v=2&line=shown'), 'v=2&line=shown');
});

test('aliases: former names of views are understood in attributes', () => {
  const views = (/** @type {string} */ view) => shownViews({ view, controls: 'none' });
  assert.deepEqual(views('walk, hood strip'), views('forward-pass diagnostics text'));
  const hidden = 'time strip ladder walk said letters hood ways saved';
  const left = shownViews({ hide: hidden });
  assert.ok(left.includes('heads') && left.length < shownViews({}).length - 8);
  assert.equal(attributeValue({ view: 'constructor' }, 'view'), '');
});

test('read only: nothing that makes, opens or saves a model is shown', () => {
  const left = shownViews({ readonly: true });
  assert.deepEqual(
    shownViews({}).filter((view) => !left.includes(view)),
    ['presets', 'setup', 'export', 'stored-runs'],
  );
});
