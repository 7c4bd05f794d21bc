// SPDX-License-Identifier: MIT
// Files of models, opened in another visit than the one that saved them: with the text they need,
// where the page has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../support/app-in-node.js';
import { newEngine } from '../../wasm/support.js';
import { TextError } from '../../../web/run/texts.js';

const engine = await newEngine();

/** @param {string} text @param {object} settings */
function savedOf(text, settings) {
  const shape = { n_layer: 1, n_head: 1, n_embd: 8 };
  const session = engine.newSession(text, { ...shape, ...settings });
  const bytes = session.save();
  session.free();
  return new File([bytes], 'mine.safetensors');
}

test('a model of a task brings its examples, whatever text is in use', async (t) => {
  for (const link of ['', '#v=2&preset=addition']) {
    const app = await openApp(t, { link });
    const task = { arch: 'encoder', task: 'names', tied_head: false };
    const file = savedOf('', { ...task, block_size: 48 });
    assert.equal(await app.checkpoint.open([file]), undefined);
    const { text, session, line } = app.store.state;
    assert.deepEqual([text?.id, text?.name], ['task', 'Tagging words']);
    assert.equal(session?.info.config.arch, 'encoder');
    assert.ok(
      session?.info.examples.some((each) => each.startsWith(line.split('\t')[0])),
    );
  }
});

test('a model of a text is not left without one by the task in use', async (t) => {
  const app = await openApp(t, { link: '#v=2&preset=addition' });
  const { text } = (await openApp(t)).store.state;
  const file = savedOf(text?.text ?? '', { block_size: 16 });
  assert.equal(await app.checkpoint.open([file]), undefined);
  const { session, line, text: now } = app.store.state;
  assert.equal(now?.text, text?.text);
  assert.ok((session?.info.nTrain ?? 0) > 1000 && line.length > 5);
});

test('a model of other characters changes nothing, and what to do is said', async (t) => {
  const app = await openApp(t);
  const { session, text } = app.store.state;
  for (const [own, settings, what] of /** @type {const} */ ([
    ['der hund bellt laut.\n'.repeat(40), {}, /^The character 'T'/],
    ['a b\tc\nb a\td\n', { task: 'pairs', tokenizer: 'words' }, /^Line 1 has no tab/],
  ])) {
    const said = await app.checkpoint.open([
      savedOf(own, { ...settings, block_size: 8 }),
    ]);
    assert.match(said?.text ?? '', what);
    assert.match(said?.hint ?? '', /choose the one it was trained on/);
    assert.deepEqual([app.store.state.session, app.store.state.text], [session, text]);
  }
});

test('a model whose text cannot be fetched changes nothing, and that is said', async (t) => {
  const app = await openApp(t, { link: '#v=2&preset=addition' });
  const { session } = app.store.state;
  t.mock.method(app.texts, 'forModel', async () => {
    throw new TextError('no-network');
  });
  const said = await app.checkpoint.open([
    savedOf('abc '.repeat(20), { block_size: 4 }),
  ]);
  assert.equal(said?.text, app.t.corpus.problems['no-network']);
  assert.equal(app.store.state.session, session);
});

test('of two files the one opened last stays, however long the first takes to read', async (t) => {
  const app = await openApp(t, { link: '#n_layer=1&n_head=1&n_embd=8' });
  const { text } = app.store.state;
  /** @type {(files: File[]) => void} */ let end = () => {};
  const slow = new Promise((done) => (end = done));
  const first = app.checkpoint.open(/** @type {any} */ (slow));
  await app.checkpoint.open([savedOf(text?.text ?? '', { block_size: 16 })]);
  const { session } = app.store.state;
  app.dismiss();
  end([savedOf(text?.text ?? '', { block_size: 8 })]);
  // docs/embedding.md: load() rejects with this code, and nothing is shown.
  assert.equal((await first)?.code, 'aborted');
  assert.equal(app.store.state.session, session);
  assert.equal(app.store.state.notice, null, 'nothing else was opened');
  // A preset chosen meanwhile stays, too.
  const file = savedOf(text?.text ?? '', { block_size: 8 });
  const opening = app.checkpoint.open(Promise.resolve([file]));
  await Promise.all([app.usePreset('bigram'), opening]);
  assert.equal(app.store.state.session?.info.config.arch, 'bigram');
});

test('a page whose text could not be used opens a model with the text of the page', async (t) => {
  const app = await openApp(t, { host: { corpus: 'aaaa' } });
  assert.deepEqual([app.store.state.phase, app.store.state.session], ['error', null]);
  const pairs = savedOf('a b\tc\nb a\td\n', {
    ...{ task: 'pairs', tokenizer: 'words', block_size: 8 },
  });
  const said = await app.checkpoint.open([pairs]);
  assert.equal(said?.text, app.t.corpus.problems.empty);
  assert.equal(app.store.state.phase, 'error');
  const { text } = (await openApp(t)).store.state;
  const file = savedOf(text?.text ?? '', { block_size: 16 });
  assert.equal(await app.checkpoint.open([file]), undefined);
  const { session, text: now, phase } = app.store.state;
  assert.deepEqual([session?.info.blockSize, now?.id, phase], [16, 'fables', 'idle']);
});

test('after fine-tuning a model from random weights has the settings of the one before', async (t) => {
  const app = await openApp(t);
  const { session, currentConfig } = app.store.state;
  await session?.step(1);
  const tuning = { lora_rank: 2, learning_rate: 0.0123, max_steps: 7 };
  const bytes = (await session?.save()) ?? new Uint8Array();
  const options = { fineTune: true, settings: tuning };
  assert.equal(await app.checkpoint.open([bytes], {}, options), undefined);
  const tuned = app.store.state.session;
  assert.deepEqual({ ...tuned?.info.config, ...tuning }, tuned?.info.config);
  await tuned?.step(1);
  const isAsBefore = (changes = {}) =>
    assert.deepEqual(app.store.state.settings, {
      ...currentConfig.settings,
      ...changes,
    });
  isAsBefore();
  assert.ok(!/lora_rank|0\.0123|max_steps/.test(app.link));

  app.pendingConfig.set('n_layer', 1);
  await app.pendingConfig.settle();
  assert.ok(app.store.state.configPending);
  app.pendingConfig.reset();
  isAsBefore();
  app.pendingConfig.set('n_layer', 1);
  await app.pendingConfig.settle();
  await app.startAgain();
  isAsBefore({ n_layer: 1 });
  assert.equal(app.store.state.session?.info.config.lora_rank, 0);

  await app.restoreShelved();
  assert.equal(app.store.state.session, tuned);
  isAsBefore();
  await app.texts.useBuiltIn();
  assert.equal(app.store.state.session?.info.config.lora_rank, 0);
});
