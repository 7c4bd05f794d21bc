// SPDX-License-Identifier: MIT
// Earlier samples beside the stage: in which order, and what the mark of an event says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLanguage } from '../../../web/i18n/languages.js';
import { openApp, wordsOf } from '../support/app-in-node.js';
import { drawn, partOf, textOf } from '../support/render.js';

await import('../../../web/views/samples/samples.js');
await import('../../../web/views/samples/drawn-from.js');

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

test('the newest sample comes first, and a mark says which event it is of', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.stepOnce();
  const { session } = app.store.state;
  assert.ok(session);
  const { unigram = 3 } = session.info.baselines;
  session.history.valStep.push(20);
  session.history.valLoss.push(unigram - 0.5);
  const sample = (/** @type {number} */ step, marker = null) =>
    /** @type {any} */ ({
      ...{ step, prompt: 'A', text: `text ${step}`, marker },
      ...{ pieces: [], tokens: [], probs: [], logits: [] },
    });
  const marked = sample(20, /** @type {any} */ ('unigram'));
  app.store.set({ samples: [sample(0), sample(10), marked], latestSample: sample(1) });
  const html = drawn('gf-samples', app);
  const steps = [...html.matchAll(/<b class="number">(\d+)<\/b>/g)].map(([, n]) => n);
  assert.deepEqual(steps, ['20', '10', '0']);
  const says = textOf(html.slice(html.indexOf('<ol')));
  assert.match(says, /20\s*◆\s*better than letter counts\s*A\s*text 20/);
  assert.equal(says.split('◆').length, 2, 'no other');
  assert.ok(html.includes('title=better than letter counts'));
  // Opened, it is said beside the step.
  const opened = textOf(drawn('gf-samples', app, { opened: marked, of: session }));
  assert.match(opened, /step 20\s*◆ better than letter counts/);
});

test('where text is generated there is one temperature', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const field = () => textOf(drawn('gf-samples', app)).includes('Temperature');
  assert.ok(field());
  app.selection.openPlace('write');
  assert.ok(!field());
});

test('a token after an empty prompt is said to be at the beginning, not after nothing', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await loadLanguage('es');
  const tokens = [{ text: 'T', p: 0.25, step: 0, logits: null, token: 0 }];
  const claim = (/** @type {string} */ prompt) =>
    partOf(drawn('gf-drawn-from', app, { prompt, tokens, n: 0 }), 'id="claim"');
  assert.match(claim('He'), /^Step 0, after ‘e’: the model gave ‘T’ a probability/);
  assert.match(claim(''), /^Step 0, at the beginning: the model gave ‘T’/);
  app.setLanguage(wordsOf('es'));
  assert.match(claim(''), /^Paso 0, al comienzo: el modelo dio a «T»/);
});
