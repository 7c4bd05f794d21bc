// SPDX-License-Identifier: MIT
// What the model writes follows its heads: written again after every switch, with the text of all
// heads beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';
import { pretrainedRun } from '../support/pretrained.js';

const { markedTokens } = await import('../../../web/views/samples/both.js');

/** What is sampled from now on, in the order of its ends: whose, and whether it was stopped.
 * @param {Awaited<ReturnType<typeof openApp>>} app
 * @param {(options: import('../../../wasm/index.js').SampleOptions) => unknown} asked */
function watchSamples({ store }, asked) {
  const session = store.state.session ?? assert.fail();
  /** @type {string[]} */
  const ended = [];
  const { sample } = session;
  session.sample = async (options = {}) => {
    asked(options);
    const whose = options.onText ? 'reader' : 'page';
    const made = sample(options);
    made.then(
      () => ended.push(whose),
      () => ended.push(`${whose} stopped`),
    );
    return made;
  };
  return ended;
}

test('after a switch the model writes again, from the same seed', async (t) => {
  const app = await openApp(t, { serialized: Promise.resolve(pretrainedRun()) });
  const { store, queries } = app;
  const first = (await stateOf(app, (state) => state.latestSample)).latestSample;
  assert.ok(first);
  const written = (/** @type {string} */ off) =>
    stateOf(app, ({ latestSample: latest }) => latest?.off === off).then(
      ({ latestSample }) =>
        /** @type {import('../../../web/state/types.js').Sample} */ (latestSample),
    );

  await queries.toggleHead(0, 3);
  const without = await written('1.4');
  assert.equal(without.full, first, 'the old one stands beside it');
  const { prompt, temperature, step } = first;
  const { session } = store.state;
  const again = await session?.sample({ prompt, temperature, chars: 180, seed: 1 });
  assert.equal(without.text, again?.text);
  assert.notEqual(without.text, first.text);
  assert.deepEqual([without.prompt, without.step], [prompt, step]);
  assert.deepEqual(store.state.samples, [first], 'what is kept is of training');

  await t.test(
    'of two switches the last decides, and all heads write as before',
    async () => {
      await queries.toggleHead(0, 2);
      // While the sample without both is being written.
      await stateOf(app, ({ ablated }) => ablated.length === 2);
      await queries.allOn();
      const last = await written('');
      assert.equal(last.text, first.text);
      assert.equal(last.full, undefined);
      assert.equal(store.state.notice, null);
    },
  );

  await t.test('at another temperature there is nothing to stand beside', async () => {
    await queries.toggleHead(0, 3);
    await written('1.4');
    app.selection.setSampler({ temperature: 0.3 });
    const colder = await stateOf(
      app,
      ({ latestSample: latest }) => latest?.temperature === 0.3,
    );
    assert.deepEqual(
      [colder.latestSample?.off, colder.latestSample?.full],
      ['1.4', undefined],
    );
  });
});

test('a head switched while it writes ends that text', async (t) => {
  const app = await openApp(t, { serialized: Promise.resolve(pretrainedRun()) });
  await stateOf(app, (state) => state.latestSample);
  const ended = watchSamples(app, ({ signal }) => {
    // The next switch comes before this text.
    if (ended.length === 0 && signal) void app.queries.toggleHead(0, 3);
  });
  await app.queries.toggleHead(0, 2);
  const { latestSample } = await stateOf(
    app,
    ({ latestSample: latest }) => latest?.off === '1.3, 1.4',
  );
  assert.ok(latestSample?.full);
  assert.match(ended[0], /stopped/);
  assert.equal(app.store.state.notice, null);
});

test("a reader's writing goes before the page's own text, which comes after it", async (t) => {
  const app = await openApp(t, { serialized: Promise.resolve(pretrainedRun()) });
  const { store } = app;
  await stateOf(app, (state) => state.latestSample);
  /** @type {(value?: unknown) => void} */
  let began = () => {};
  const own = new Promise((done) => (began = done));
  const ended = watchSamples(app, ({ onText }) => onText ?? began());
  app.selection.setSampler({ temperature: 0.3, prompt: 'Once ' });
  await own;
  await app.writing.write();
  assert.equal(store.state.completion?.tokens.length, store.state.sampler.chars);
  const { latestSample } = await stateOf(
    app,
    ({ latestSample: latest }) => latest?.temperature === 0.3,
  );
  assert.ok(latestSample?.text);
  const [reader, page] = [ended.lastIndexOf('reader'), ended.indexOf('page')];
  assert.ok(reader >= 0 && reader < page, ended.join());
  assert.ok(ended.indexOf('page stopped') < reader, ended.join());
  assert.equal(store.state.notice, null);
});

test('words that the old text does not have are marked to their last letter', () => {
  const sample = (/** @type {string} */ text, /** @type {any} */ full) =>
    /** @type {any} */ ({
      ...{ text, full, pieces: [...text], tokens: [...text].map(() => 0) },
      ...{ probs: [...text].map(() => 1), logits: [], step: 1 },
    });
  const old = sample('the owl', undefined);
  const tokens = markedTokens(sample('the owls, the owl', old));
  const marks = tokens.map(({ isNew }) => (isNew ? '^' : ' ')).join('');
  assert.equal(marks, '    ^^^^         ');
  assert.ok(
    markedTokens(old).every(({ isNew }) => !isNew),
    'beside nothing',
  );
});
