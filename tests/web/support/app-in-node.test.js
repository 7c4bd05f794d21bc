// SPDX-License-Identifier: MIT
// An App opened in Node is what the page has: a model, training, words, notices, and an end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf, wordsOf } from './app-in-node.js';

const LINK = '#n_layer=1&n_head=2&n_embd=16&block_size=8&batch_size=4&max_steps=6';

test('an App in Node trains the model of a link', async (t) => {
  const app = await openApp(t, { link: LINK });
  const { state } = app.store;
  assert.equal(state.phase, 'idle');
  assert.equal(state.notice, null);
  assert.deepEqual(
    [state.session?.info.config.n_layer, state.session?.info.mode],
    [1, 'main'],
  );
  await app.train();
  const { session, progress } = await stateOf(app, ({ phase }) => phase === 'done');
  assert.equal(session?.steps, 6);
  assert.ok(Number(progress?.loss) > 0);
  // What views ask for by themselves is asked here too.
  await stateOf(app, ({ activations }) => activations?.step === 6);
});

test('two Apps side by side, one of them in Spanish and on a text of its host', async (t) => {
  const corpus = 'uno dos tres\n'.repeat(40);
  const [first, second] = await Promise.all([
    openApp(t, { link: LINK }),
    openApp(t, { link: LINK, lang: 'es', host: { corpus } }),
  ]);
  assert.equal(first.store.state.text?.id, 'fables');
  assert.equal(second.store.state.text?.text, corpus);
  assert.equal(second.t, wordsOf('es').strings);
  await second.texts.use({ id: 'own', name: 'x', text: '' });
  assert.equal(second.store.state.textProblem?.text.includes('texto'), true);
});

test('a link with nonsense is told of, and a closed App has no model', async (t) => {
  const app = await openApp(t, { link: `${LINK}&n_head=lots&nonsense=1` });
  const { notice, session } = app.store.state;
  assert.equal(notice?.code, 'bad-link');
  assert.match(String(notice?.text), /nonsense/);
  await app.close();
  assert.equal(session?.state, 'closed');
  assert.equal(app.store.state.session, null);
});
