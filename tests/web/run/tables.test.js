// SPDX-License-Identifier: MIT
// Small rules of runs, each at its border: links, questions, lines, writing and how often
// a sample is drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGlobals } from '../support/app-in-node.js';
import { storeWith } from '../support/store.js';
import { decodeLink } from '../../../web/run/link.js';
import { questionPart } from '../../../web/run/prompts.js';
import { Sampling } from '../../../web/run/samples.js';
import { linesToShow } from '../../../web/run/splits.js';
import { Writing } from '../../../web/run/writing.js';
import { initialState } from '../../../web/state/state.js';

makeGlobals();

/** @param {string} fragment */
const decoded = (fragment) => decodeLink(fragment, [], ['fables'], []);

test('the first character can be pinned by a link, the one before it cannot', () => {
  assert.deepEqual(decoded('v=2&pin=1').view, { pin: '1' });
  assert.deepEqual(decoded('v=2&pin=1.1').view, { pin: '1.1' });
  assert.deepEqual(decoded('v=2&pin=0').rejected, ['pin']);
  assert.deepEqual(decoded('v=2&pin=10000').rejected, ['pin']);
});

test('a link may have 20,000 characters', () => {
  const begin = 'v=2&pin=1&line=';
  const link = `${begin}${'a'.repeat(20_000 - begin.length)}`;
  assert.equal(decoded(link).view?.pin, '1');
  assert.equal(decoded(`${link}a`).view?.pin, undefined);
});

test('a question ends where its answer begins', () => {
  assert.equal(questionPart('what is it\tgood'), 'what is it');
  assert.equal(questionPart('no answer'), 'no answer');
});

test('the lines of a task are its examples, also of a single one', () => {
  const info = { examples: ['a\tb'], blockSize: 8, nVal: 1, form: 'pairs' };
  const text = { text: 'not this', characters: 8 };
  /** @type {any} */ const state = { session: { info }, text };
  assert.deepEqual(linesToShow(state, 'train'), ['a\tb']);
  assert.deepEqual(linesToShow({ ...state, text: null }, 'train'), ['']);
});

/** @param {object} [more] @returns {any} */
const storeOf = (more = {}) => {
  const info = {
    ...{ form: 'text', vocabulary: ['a', 'b'], blockSize: 8, labels: [], examples: [] },
    ...{ structure: { attentions: [] }, baselines: {}, config: {} },
  };
  const history = { step: [], loss: [], valStep: [], valLoss: [] };
  const session = { info, state: 'paused', steps: 1, history };
  const { sampler } = initialState();
  return storeWith({
    ...{ line: 'ab', phase: 'paused', session, ...more },
    sampler: { ...sampler, prompt: 'a', chars: 3 },
  });
};

/** One part a sample. @param {{ onText: Function }} options @param {number} n */
function part({ onText }, n) {
  const of = (/** @type {unknown} */ x) => Array(n).fill(x);
  const all = { step: 1, pieces: of('b'), tokens: of(1), probs: of(0.5) };
  onText('', '', { ...all, logits: of(null) });
}

/** @param {any} store @param {(options: any) => unknown} sample */
function writingOf(store, sample) {
  /** @type {unknown[]} */ const reported = [];
  store.state.session.sample = async (/** @type {any} */ options) => sample(options);
  const writing = new Writing(store, (error) => reported.push(error));
  return { writing, reported };
}
const rest = async () => {
  for (let n = 0; n < 9; n++) await new Promise((done) => setImmediate(done));
};

test('what is written comes token by token, or at once where nothing may move', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [reducedMotion, first] of /** @type {const} */ ([
    [false, 'b'],
    [true, 'bbb'],
  ])) {
    const store = storeOf({ reducedMotion });
    const { writing } = writingOf(store, (options) => part(options, 3));
    void writing.play();
    await rest();
    assert.equal(store.state.completion.text, first);
    for (let n = 0; n < 3; n++) {
      t.mock.timers.tick(33);
      await rest();
    }
    assert.deepEqual(
      [store.state.completion.text, store.state.completion.busy],
      ['bbb', false],
    );
    writing.close();
  }
});

test('of another model nothing can be brought back', async () => {
  const store = storeOf({ reducedMotion: true });
  const { writing } = writingOf(store, (options) => part(options, 3));
  await writing.play();
  assert.equal(writing.canUndo, true);
  store.set({ session: { ...store.state.session } });
  assert.equal(writing.canUndo, false);
  writing.close();
});

test('a view of the next token has it drawn again where the model or a setting changes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = storeOf();
  let drawn = 0;
  const { writing } = writingOf(store, (options) => {
    drawn++;
    part(options, 1);
  });
  const settle = async () => {
    await rest();
    t.mock.timers.tick(1000);
    await rest();
    const n = drawn;
    drawn = 0;
    return n;
  };
  const stop = writing.watch();
  assert.equal(await settle(), 1);
  store.set({ scheme: 'dark' });
  assert.equal(await settle(), 0);
  store.set({ sampler: { ...store.state.sampler, temperature: 0.1 } });
  assert.equal(await settle(), 1);
  stop();
  store.set({ sampler: { ...store.state.sampler, temperature: 0.2 } });
  assert.equal(await settle(), 0);
  writing.close();
});

test('a failure after the first part is told once, as that of what was asked for', async () => {
  const store = storeOf({ reducedMotion: true });
  const wrong = new Error('wrong');
  const { writing, reported } = writingOf(store, async (options) => {
    await rest();
    part(options, 1);
    await rest();
    throw wrong;
  });
  await writing.play(1);
  await rest();
  await rest();
  assert.deepEqual([reported, store.state.completion.text], [[], 'b']);
  await writing.play(3);
  assert.deepEqual(reported, [wrong]);
  writing.close();
});

test('while training runs, a sample is replaced every 2.5 s, times what queries hold back', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  /** @param {object} more @returns {Promise<number>} ms until the next */
  const gap = async (more) => {
    const store = storeOf({ phase: 'running', ...more });
    const { session } = store.state;
    let samples = 0;
    session.sample = async () => (
      samples++,
      { text: 'b', step: session.steps, pieces: ['b'] }
    );
    const sampling = new Sampling(store, (error) => assert.fail(String(error)));
    store.set({ session: { ...session } });
    store.set({ session });
    await rest();
    t.mock.timers.tick(60_000);
    await rest();
    session.steps = 2;
    samples = 0;
    store.set({ progress: {} });
    t.mock.timers.tick(0);
    await rest();
    session.steps = 3;
    const before = samples;
    let ms = 0;
    store.set({ progress: {} });
    for (; samples === before && ms < 20_000; ms += 100) {
      t.mock.timers.tick(100);
      await rest();
    }
    sampling.stop();
    return ms;
  };
  assert.equal(await gap({ throttle: 1 }), 2500);
  assert.equal(await gap({ throttle: 2 }), 5000);
  assert.equal(await gap({ throttle: 2, reducedMotion: true }), 8000);
});
