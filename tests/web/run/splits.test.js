// SPDX-License-Identifier: MIT
// The line that the stage begins with, and what is said of where it is from: with a real App.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewStateOf } from '../../../web/element/view-state.js';
import { hasBothSplits, lineSplit, trainingText } from '../../../web/run/splits.js';
import { openApp } from '../support/app-in-node.js';

/** @typedef {Parameters<typeof openApp>[0]} Test */

/** Settings that take no time. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=8&block_size=32&batch_size=2';

/** Lines of 30 characters that are all different. @param {number} n */
const linesOf = (n) =>
  Array.from({ length: n }, (_, k) => `${100 + k} is the number of this line\n`).join(
    '',
  );
const SHORT = linesOf(60);
const LONG = linesOf(700);

/** @param {Test} t @param {string} text @param {string} [link] */
async function open(t, text, link = SMALL) {
  const app = await openApp(t, { link });
  await app.texts.use({ id: 'own', name: 'own', text });
  return app;
}

/** Where a line stands, worked out from the counts of the engine.
 * @param {import('../../../web/app/app.js').App} app */
function standing(app) {
  const { session, text, line } = app.store.state;
  const whole = text?.text ?? '';
  const border = whole.length - (session?.info.nVal ?? 0);
  const at = whole.indexOf(line);
  return at < 0
    ? 'nowhere'
    : at >= border
      ? 'val'
      : at + line.length <= border
        ? 'train'
        : 'across';
}

test('a short text begins with a line of its training part, a long one with one held out', async (t) => {
  assert.ok(SHORT.length < 20_000 && LONG.length > 20_000);
  for (const [text, expected] of /** @type {const} */ ([
    [SHORT, 'train'],
    [LONG, 'val'],
  ])) {
    const app = await open(t, text);
    assert.equal(standing(app), expected);
    assert.equal(lineSplit(app.store.state), expected);
    assert.ok(hasBothSplits(app.store.state));
    for (let n = 0; n < 5; n++) {
      app.selection.nextLine();
      assert.equal(standing(app), expected, 'another line is of the same part');
    }
  }
});

test('what is said of a line is where it stands: of the reader’s own ones too', async (t) => {
  const app = await open(t, SHORT);
  const { session, text } = app.store.state;
  const whole = text?.text ?? '';
  const border = whole.length - (session?.info.nVal ?? 0);
  for (const [line, expected] of /** @type {[string, string | null][]} */ ([
    [whole.slice(0, 20), 'train'],
    [whole.slice(border - 20, border), 'train'],
    [whole.slice(border - 10, border + 10), null],
    [whole.slice(border, border + 34), 'val'],
    ['the number', 'train'],
    ['number the', null],
  ])) {
    app.selection.setLine(line);
    assert.equal(lineSplit(app.store.state), expected, line);
  }
  assert.equal(trainingText(app.store.state), whole.slice(0, border));
});

test('the part that is chosen stays chosen for another text and in a link', async (t) => {
  const app = await open(t, SHORT);
  const first = app.store.state.line;
  const link = () => new URLSearchParams(app.link).get('split');
  assert.equal(link(), null);
  app.selection.showSplit('val');
  assert.equal(standing(app), 'val');
  assert.equal(link(), 'val');
  assert.equal(
    new URLSearchParams(app.link).get('line'),
    null,
    'its first line is known',
  );
  assert.equal(viewStateOf(app.store.state).split, 'val');
  // Pressed again after a line of the reader's own.
  app.selection.setLine(first);
  app.selection.showSplit('val');
  assert.equal(standing(app), 'val');
  await app.texts.use({ id: 'own', name: 'own', text: linesOf(80) });
  assert.equal(standing(app), 'val');
  app.selection.showSplit('train');
  assert.deepEqual(
    [standing(app), app.store.state.line, link()],
    ['train', first, 'train'],
  );
});

test('a link opens with its part; one without returns to that of the length', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&split=train` });
  assert.deepEqual([app.store.state.text?.id, standing(app)], ['fables', 'train']);
  await app.applyLink(SMALL);
  assert.deepEqual([app.store.state.split, standing(app)], ['', 'val']);
  const { link } = app;
  assert.ok(!link.includes('split'), link);
  await app.applyLink(`${SMALL}&split=train&line=The+fox`);
  assert.deepEqual([app.store.state.split, app.store.state.line], ['train', 'The fox']);
  await app.applyLink(`${SMALL}&split=both`);
  assert.equal(app.store.state.notice?.code, 'bad-link');
});

test('a line that also stands in the training part is not shown as held back', async (t) => {
  const refrain = 'They danced by the light of the moon\n';
  const app = await open(
    t,
    `${refrain}${linesOf(40)}${refrain.repeat(3)}${linesOf(44).slice(-80)}`,
  );
  app.selection.showSplit('val');
  const seen = new Set();
  for (let n = 0; n < 8; n++) {
    seen.add(app.store.state.line);
    assert.equal(standing(app), 'val', app.store.state.line);
    app.selection.nextLine();
  }
  assert.ok(![...seen].some((line) => line.startsWith('They danced')));
  // Where all of it is repeated there is nothing to choose.
  await app.texts.use({ id: 'own', name: 'own', text: refrain.repeat(60) });
  assert.equal(hasBothSplits(app.store.state), false);
  assert.equal(standing(app), 'train');
});

for (const tokenizer of ['words', 'bpe'])
  test(`with tokens of ${tokenizer} the parts end at the same character as in the engine`, async (t) => {
    const link = `${SMALL}&tokenizer=${tokenizer}&vocab_limit=${tokenizer === 'bpe' ? 280 : 0}`;
    const app = await open(t, linesOf(100).replaceAll('line', 'Zeile – ñ'), link);
    const { session, text } = app.store.state;
    const { nVal = 0, nTrain = 0, nValChars = 0, config } = session?.info ?? {};
    assert.equal(config?.tokenizer, tokenizer);
    assert.ok(nValChars > nVal, 'a token has several characters');
    const training = trainingText(app.store.state);
    assert.equal([...training].length, (text?.characters ?? 0) - nValChars);
    // As many tokens of one part as of the other, for each of its characters.
    const share = [...training].length / (text?.characters ?? 0);
    assert.ok(Math.abs(share - nTrain / (nTrain + nVal)) < 0.02, String(share));
    assert.equal(lineSplit(app.store.state), 'train');
    app.selection.showSplit('val');
    assert.equal(lineSplit(app.store.state), 'val');
  });

test('where unknown words stand for many, or a model came from a file, nothing is said', async (t) => {
  const words = `${SMALL.replace('block_size=32', 'block_size=8')}&tokenizer=words&vocab_limit=20`;
  const app = await open(t, SHORT, words);
  assert.ok(app.store.state.session?.info.vocabulary.includes('<UNK>'));
  assert.deepEqual(
    [lineSplit(app.store.state), trainingText(app.store.state)],
    [null, ''],
  );
  const other = await open(t, LONG);
  await other.stepOnce();
  const saved = await other.checkpoint.save();
  await other.texts.use({ id: 'own', name: 'own', text: linesOf(650) });
  await other.checkpoint.open([saved?.bytes ?? new Uint8Array()]);
  assert.ok(other.store.state.session?.isLoaded);
  assert.equal(
    lineSplit(other.store.state),
    null,
    'which text it had is not in the file',
  );
  await other.stepOnce();
  assert.notEqual(lineSplit(other.store.state), null, 'now it has had this one');
});
