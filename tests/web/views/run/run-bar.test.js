// SPDX-License-Identifier: MIT
// What the bar says of a run, in the order in which it is left out where it does not
// fit. That it fits: tests/browser/page/run-bar.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../../support/app-in-node.js';
import { controlIn, elementOf, htmlOf, partOf, textOf } from '../../support/render.js';

await import('../../../../web/views/run/run-bar.js');
await import('../../../../web/views/run/run-notes.js');

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

test('the bar names the loss it shows, and says the time left before the pace', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.stepOnce();
  const Bar = /** @type {any} */ (globalThis.customElements.get('gf-run'));
  const bar = Object.assign(new Bar(), { app });
  const now = t.mock.method(performance, 'now', () => 0);
  app.store.set({ phase: 'running', trainUntil: 40 });
  bar.willUpdate();
  await app.stepOnce();
  now.mock.mockImplementation(() => 4500);
  app.store.set({ phase: 'running' });
  bar.willUpdate();
  const html = htmlOf(bar.render());
  const soft = textOf(html.slice(html.indexOf('class="soft')));
  assert.match(
    soft,
    /> about \d+ min left \d[\d.,]* characters per second learning rate 0\.\d+ gradient norm \d/,
  );
  assert.match(partOf(html, 'class="loss"'), /training loss \d\.\d\d/);
});

test('the perplexity is that of the loss as it is written', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.stepOnce();
  const { loss } = /** @type {any} */ (app.store.state.session).history;
  loss[0] = 2.3537;
  const html = htmlOf(elementOf('gf-run', app).render());
  assert.match(partOf(html, 'class="where"'), /loss 2\.35 perplexity 10$/);
});

test('one step and Restart: below the bar as in it, of a published model too', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { session } = app.store.state;
  /** @type {[string, object, boolean, boolean][]} */
  const cases = [
    ['untrained', {}, false, true],
    [
      'published',
      { published: 'a', session: { info: session?.info, steps: 0, isLoaded: true } },
      false,
      false,
    ],
    [
      'pretrained',
      { pretrained: 9, session: { info: session?.info, steps: 9 } },
      false,
      false,
    ],
    ['coming', { session: null, phase: 'preparing' }, true, true],
  ];
  for (const [what, patch, ...expected] of cases) {
    const state = { ...app.store.state, ...patch };
    for (const name of ['gf-run', 'gf-run-notes']) {
      const view = elementOf(name, app);
      Object.defineProperty(view, 'state', { value: state });
      const parts = runButtonsOf(view.render());
      assert.deepEqual(parts, expected, `${what}, ${name}`);
    }
  }
});

/** Whether they are off. @param {unknown} template */
const runButtonsOf = (template) =>
  ['step', 'again'].map((id) => controlIn(template, id)?.disabled);
