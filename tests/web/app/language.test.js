// SPDX-License-Identifier: MIT
// The words of an App in Spanish: errors of the engine with their numbers, of texts and settings;
// another language changes nothing but words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf, wordsOf } from '../support/app-in-node.js';

const SMALL = '#v=1&n_layer=1&n_head=2&n_embd=32&block_size=32&max_steps=400';

test('errors of the engine are in Spanish, with their numbers', async (t) => {
  const app = await openApp(t, { link: SMALL, lang: 'es' });
  await app.texts.use({ id: 'own', name: 'corto', text: 'aaaa' });
  const { textProblem } = app.store.state;
  assert.match(String(textProblem?.text), /^Este texto repite un único carácter:/);
  app.pendingConfig.set('n_embd', 33);
  app.pendingConfig.set('n_layer', 900);
  await app.pendingConfig.settle();
  const { settingProblems } = app.store.state;
  assert.match(settingProblems.n_layer, /^n_layer debe estar entre 0 y 48, no 900\.$/);
  assert.match(settingProblems.n_embd, /^n_embd \(33\) debe ser múltiplo de n_head/);
});

test('another language leaves the model, and names the text anew', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { session } = app.store.state;
  await session?.step(2);
  const before = await session?.hash();
  await stateOf(app, ({ comparedRuns }) => comparedRuns.length === 1);
  app.setLanguage(wordsOf('es'));
  const { text, lang, comparedRuns } = app.store.state;
  assert.equal(comparedRuns[0].name, 'Entrenamiento 1');
  // The reader's own name, though the page would call it the same.
  app.comparedRuns.rename(comparedRuns[0].id, 'Entrenamiento 1');
  assert.deepEqual([text?.name, lang], ['Fábulas y versos (en inglés)', 'es']);
  assert.equal(app.store.state.session, session);
  assert.equal(await session?.hash(), before);
  // A text of one's own by its name, if it has one.
  const nameIn = async (/** @type {string} */ name, /** @type {string} */ next) => {
    await app.texts.use({ id: 'own', name, text: 'the owl met a fox. '.repeat(40) });
    app.setLanguage(wordsOf(next));
    return app.store.state.text?.name;
  };
  const { own } = wordsOf('es').strings.corpus.names;
  assert.equal(await nameIn(own, 'de'), wordsOf('de').strings.corpus.names.own);
  assert.equal(await nameIn('owls.txt', 'en'), 'owls.txt');
  assert.equal(app.store.state.comparedRuns[0].name, 'Entrenamiento 1');
});
