// SPDX-License-Identifier: MIT
// Writing with the model: what the buttons, the sampler and the tokens written do, in a real model.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { openApp, stateOf } from '../../support/app-in-node.js';
import { keyPress, part, told, viewWith } from '../../support/parts.js';
import { controlIn, htmlOf, listenersOf, partOf } from '../../support/render.js';
import '../../../../web/views/samples/drawn-from.js';
import { placeOfTopK, topKAt } from '../../../../web/views/samples/write.js';

makeBrowser();

const LINK =
  '#n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=4&max_steps=20&eval_interval=10&warmup_steps=2&learning_rate=0.01';
const TEXT = 'the cat sat on the mat. the dog sat on the log.\n'.repeat(40);

const app = await openApp({ after }, { link: LINK, host: { corpus: TEXT } });
await app.train();
await stateOf(app, ({ phase }) => phase === 'done');

/** @param {string} name @param {object} [own] */
function viewOf(name, own = {}, parts = {}) {
  const view = viewWith(name, app, parts);
  const events = told(view);
  Object.assign(view, own);
  const control = (/** @type {string} */ id) => {
    const found = controlIn(view.render(), id);
    assert.ok(found, id);
    return found;
  };
  return { view, control, events };
}

const written = () => app.store.state.completion?.text ?? '';
const settled = () => stateOf(app, ({ completion }) => completion && !completion.busy);

test('top-k on a slider: a scale of ratios, whose end is all', () => {
  assert.deepEqual(
    [0, 25, 50, 75, 100].map((place) => topKAt(place, 81)),
    [1, 3, 9, 27, 0],
  );
  assert.deepEqual(
    [1, 3, 9, 27, 0, 81, 200].map((k) => placeOfTopK(k, 81)),
    [0, 25, 50, 75, 100, 100, 100],
  );
});

test('writing: one token, all, undone one by one; what cannot be read is named', async () => {
  app.selection.setSampler({ prompt: 'the ', chars: 12, seed: 3 });
  const { view, control } = viewOf('gf-write');
  assert.deepEqual(
    ['undo', 'copy', 'save'].map((id) => control(id).disabled),
    [true, true, true],
  );
  assert.match(htmlOf(view.render()), />\s*Write\s*<\/button>/);
  control('one').click();
  await stateOf(app, ({ completion }) => completion?.tokens.length === 1);
  await settled();
  view.chosen = 0;
  control('one').click();
  await stateOf(app, ({ completion }) => completion?.tokens.length === 2);
  await settled();
  assert.equal(view.chosen, -1, 'what is shown is what comes');
  assert.deepEqual(
    ['undo', 'copy', 'save'].map((id) => control(id).disabled),
    [false, false, false],
  );
  control('undo').click();
  assert.equal([...written()].length, 1);

  control('prompt').keydown({ ...keyPress('Enter'), ctrlKey: true });
  await stateOf(app, ({ completion }) => completion?.tokens.length === 13);
  await settled();
  control('undo').click();
  assert.equal([...written()].length, 1, 'undone at once');

  control('prompt').input({ target: { value: 'the QX' } });
  const { prompt } = app.store.state.sampler;
  assert.equal(prompt, 'the QX');
  control('one').click();
  assert.match(view.message, /Q X/);
  assert.match(partOf(htmlOf(view.render()), 'role="status"'), /Q X/);
  control('prompt').input({ target: { value: 'the ' } });
});

test('writing: sliders and fields set the sampler; greedy needs none of them', () => {
  const { control } = viewOf('gf-write');
  const V = app.store.state.session?.info.vocabulary.length ?? 0;
  control('temperature-slider').input({ target: { value: '0.5' } });
  control('topP-slider').input({ target: { value: '0.9' } });
  control('topK-slider').input({ target: { value: '50' } });
  control('seed').change({ target: { value: '12.4' } });
  control('chars').change({ target: { value: '0' } });
  const { temperature, topP, topK, seed, chars } = app.store.state.sampler;
  assert.deepEqual(
    { temperature, topP, topK, seed, chars },
    { temperature: 0.5, topP: 0.9, topK: topKAt(50, V), seed: 12, chars: 1 },
  );
  assert.equal(control('topK').max, V);
  const off = () =>
    ['temperature', 'topK', 'topP', 'seed', 'chars'].map((id) => control(id).disabled);
  assert.deepEqual(off(), [false, false, false, false, false]);
  control('greedy').change({ target: { checked: true } });
  assert.deepEqual(off(), [true, true, true, false, false]);
  control('greedy').change({ target: { checked: false } });
  app.selection.setSampler({ temperature: 1, topP: 1, topK: 0, chars: 12 });
});

test('a token written: what stands before it, its probability, neighbours, the end of the text', async () => {
  app.selection.setSampler({ prompt: 'cat ' });
  await app.writing.play();
  await settled();
  const { tokens = [], prompt = '' } = app.store.state.completion ?? {};
  assert.equal(tokens.length, 12);
  const own = { prompt, tokens, editable: true };
  const { view, control, events } = viewOf('gf-drawn-from', { ...own, n: 0 });
  const claim = () => partOf(htmlOf(view.render()), 'id="claim"').replaceAll('␣', ' ');
  const share = (/** @type {number} */ n) => app.format.share(tokens[n].p);
  assert.ok(claim().startsWith('Step 20, after ‘ ’'), claim());
  assert.ok(claim().includes(share(0)));
  assert.deepEqual(
    [control('earlier').disabled, control('later').disabled],
    [true, false],
  );
  view.n = 11;
  assert.ok(claim().includes(share(11)));
  assert.deepEqual(
    [control('earlier').disabled, control('later').disabled],
    [false, true],
  );
  view.n = 4;
  for (const id of ['earlier', 'later', 'close']) control(id).click();
  assert.deepEqual(
    events,
    [3, 5, -1].map((n) => ['gf-choose', n]),
  );

  /** @type {string[]} */
  const pressed = [];
  view.find = (/** @type {string} */ id) => part({ click: () => pressed.push(id) });
  const [onKey] = listenersOf(view, view.render(), 'keydown');
  for (const key of ['ArrowLeft', 'ArrowRight', 'Escape', 'a']) onKey(keyPress(key));
  assert.deepEqual(pressed, ['#earlier', '#later', '#close']);
});

test('a token written is seen predicted on the stage: the line ends with it, the one before it is pinned', async () => {
  const { tokens = [], prompt = '' } = app.store.state.completion ?? {};
  app.selection.openPlace('lab');
  const { control } = viewOf('gf-drawn-from', { prompt, tokens, n: 2 });
  control('inside').click();
  const { line, pin, place, viewedSnapshot } = app.store.state;
  const whole =
    prompt +
    tokens
      .slice(0, 3)
      .map(({ text }) => text)
      .join('');
  assert.equal(line, whole.slice(-8));
  assert.deepEqual(
    [pin, place, viewedSnapshot],
    [{ i: line.length - 2, j: null }, 'stage', null],
  );
});

test('a token written: the text goes on from it', async () => {
  const { tokens = [], prompt = '' } = app.store.state.completion ?? {};
  const { control } = viewOf('gf-drawn-from', { prompt, tokens, n: 4, editable: true });
  control('go-on').click();
  await stateOf(app, ({ completion }) => completion?.tokens.length === 5);
  assert.equal(
    written(),
    tokens
      .slice(0, 5)
      .map(({ text }) => text)
      .join(''),
  );
});
