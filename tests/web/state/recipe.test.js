// SPDX-License-Identifier: MIT
// The recipe of the page follows the length of the text, where the reader chose nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { configPresets } from '../../../wasm/index.js';
import {
  FIRST_PAGE_SETTINGS,
  PAGE_SETTINGS,
  recipeFor,
  refit,
} from '../../../web/state/recipe.js';
import { openApp } from '../support/app-in-node.js';

const [SHORT, MEDIUM, LONG] = [1000, 30_000, 300_000];
const words = (/** @type {number} */ n) =>
  'a mouse saw the moon. '.repeat(n / 22 + 1).slice(0, n);
const own = (/** @type {number} */ n) => ({ id: 'own', name: 'own', text: words(n) });

test('recipe: the preset Fables is the page’s, for the text that the page starts with', async () => {
  const fables = (await configPresets()).find(({ name }) => name === 'fables');
  assert.deepEqual(fables?.config, PAGE_SETTINGS);
  const text = readFileSync(
    new URL('../../../web/texts/fables.txt', import.meta.url),
    'utf8',
  );
  assert.deepEqual(recipeFor(text.length), PAGE_SETTINGS);
  assert.deepEqual(recipeFor(), PAGE_SETTINGS);
});

test('recipe: less dropout for a longer text, and a smaller rate for a very short one', () => {
  const [short, medium, long] = [SHORT, MEDIUM, LONG].map(recipeFor);
  assert.ok(Number(short.muon_learning_rate) < Number(medium.muon_learning_rate));
  assert.ok(Number(medium.embd_pdrop) > 0);
  assert.equal(long.embd_pdrop, 0);
});

test('recipe: what the reader changed stays, and so does what is of another recipe', () => {
  const changed = { ...recipeFor(SHORT), mlp_pdrop: 0.5 };
  const after = refit(changed, SHORT, LONG);
  assert.deepEqual(after, { ...recipeFor(LONG), mlp_pdrop: 0.5 });
  assert.equal(refit(changed, SHORT, SHORT + 1), changed);
  assert.equal(refit({ ...FIRST_PAGE_SETTINGS }, SHORT, LONG).learning_rate, 0.002);
});

test('recipe: a text of the reader’s own gets its own; a link to the run says nothing of it', async (t) => {
  const app = await openApp(t, { link: '' });
  const { store } = app;
  assert.deepEqual(store.state.settings, PAGE_SETTINGS);
  assert.ok(await app.texts.use(own(SHORT)));
  assert.deepEqual(store.state.settings, recipeFor(SHORT));
  assert.equal(store.state.session?.info.config.max_steps, recipeFor(SHORT).max_steps);
  assert.match(app.link, /^v=2(&(?!max_steps|\w+_pdrop|\w*learning_rate)[^&]*)*$/);
  assert.ok(await app.texts.use(own(LONG)));
  assert.deepEqual(store.state.settings, recipeFor(LONG));
});

test('recipe: a text follows it also after a preset that came to nothing', async (t) => {
  const app = await openApp(t);
  const { mock } = t.mock.method(app, 'applySettings');
  mock.mockImplementationOnce(async () => false);
  await app.usePreset('bigram');
  await app.texts.use(own(SHORT));
  assert.deepEqual(app.store.state.settings, recipeFor(SHORT));
});

test('recipe: a link is exact; a host page’s settings without a version are not', async (t) => {
  const exact = await openApp(t, {
    link: 'v=2&n_layer=1',
    host: { corpus: words(SHORT) },
  });
  assert.deepEqual(exact.store.state.settings, { ...PAGE_SETTINGS, n_layer: 1 });
  const loose = await openApp(t, { link: 'n_layer=1', host: { corpus: words(SHORT) } });
  assert.deepEqual(loose.store.state.settings, { ...recipeFor(SHORT), n_layer: 1 });
  await loose.usePreset('tiny');
  const { settings } = loose.store.state;
  await loose.texts.use(own(LONG));
  assert.equal(loose.store.state.settings, settings, 'a preset stays');
  await loose.usePreset('');
  assert.deepEqual(loose.store.state.settings, recipeFor(LONG));
});
