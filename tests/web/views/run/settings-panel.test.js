// SPDX-License-Identifier: MIT
// The tab of all settings has nothing folded, and what a page does while it is hidden among them;
// what is folded still says what is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../../support/app-in-node.js';
import { said } from '../../support/said.js';

await import('../../../../web/views/run/setup.js');

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

test('all settings: open in a tab of their own, folded beside others', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const tab = { hasAttribute: (/** @type {string} */ name) => name === 'whole' };
  const [whole, part] = await Promise.all(
    [tab, {}].map((own) => said('gf-settings-panel', app, own)),
  );
  const isOpen = (/** @type {string[]} */ lines) =>
    lines.some((line) => /^<details[^>]* open>/.test(line));
  assert.deepEqual([isOpen(whole), isOpen(part)], [true, false]);
  const hasSwitch = (/** @type {string[]} */ lines) =>
    lines.some((line) => line.includes(app.t.embed.background));
  assert.deepEqual([hasSwitch(whole), hasSwitch(part)], [true, true]);
});

test('setup: a text that is refused is told where the choice is folded', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.texts.use({ id: 'own', name: 'x', text: ' ' });
  const problem = String(app.store.state.textProblem?.text);
  const lines = await said('gf-setup', app);
  assert.ok(
    lines.some((line) => line.includes(problem)),
    lines.join('\n'),
  );
});
