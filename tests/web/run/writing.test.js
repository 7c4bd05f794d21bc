// SPDX-License-Identifier: MIT
// What the model writes on the reader's prompt: token by token as the engine samples it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFirst } from '../../../web/run/first-text.js';
import { Writing, seedAfter } from '../../../web/run/writing.js';
import { selectionState } from '../../../web/state/selection.js';
import { SMALL, TEXT } from '../../wasm/support.js';
import { sessionWith } from '../support/session.js';
import { stateOf, storeWith } from '../support/store.js';

const SAMPLER = { ...selectionState().sampler, prompt: 'the ', chars: 30 };

/** @param {import('node:test').TestContext} t */
async function host(t) {
  Object.assign(globalThis, { document: { hidden: false } });
  const config = { ...SMALL, max_steps: 20 };
  const session = await sessionWith({ text: TEXT.slice(0, 500), config });
  await session.run({ until: 10 });
  const store = storeWith({
    ...{ session, phase: 'paused', reducedMotion: true },
    ...{ line: 'the fox', sampler: SAMPLER },
  });
  const writing = new Writing(store, (error) => assert.fail(String(error)));
  t.after(() => writing.close());
  const written = () => {
    const { completion } = store.state;
    assert.ok(completion);
    return completion;
  };
  const engine = (/** @type {object} */ options) =>
    session.sample({ ...SAMPLER, logits: true, ...options });
  return { session, store, writing, written, engine };
}

test('writing: the text is the engine’s sample, each token with what it was drawn from', async (t) => {
  const { writing, written, engine } = await host(t);
  await writing.play();
  const want = await engine({});
  const { text, tokens, probs, busy } = written();
  assert.equal(text, want.text);
  assert.equal(busy, false);
  assert.deepEqual(
    tokens.map(({ token }) => token),
    Array.from(want.tokens),
  );
  assert.deepEqual(
    tokens.map(({ p }) => Math.fround(p)),
    Array.from(want.probs),
  );
  assert.deepEqual(probs, want.probs);
  tokens.forEach(({ logits, step, sampler }, n) => {
    assert.deepEqual(logits, want.logits[n]);
    assert.equal(step, 10);
    assert.equal(sampler.temperature, SAMPLER.temperature);
  });
  // All at once is the same.
  await writing.write();
  assert.equal(written().text, want.text);
});

test('writing: what comes next is drawn from the logits shown, one token at a time', async (t) => {
  const { store, writing, written, engine } = await host(t);
  const end = writing.watch();
  const next = () => {
    const before = store.state.completion?.next;
    const isNew = (
      /** @type {import('../../../web/state/types.js').Completion} */ now,
    ) => now.next && now.next !== before && !now.busy;
    return stateOf({ store }, ({ completion }) => completion && isNew(completion));
  };
  await next();
  for (let n = 0; n < 3; n++) {
    const { next: shown, text } = written();
    const want = await engine({
      prompt: `the ${text}`,
      chars: 1,
      seed: seedAfter(SAMPLER.seed, n),
    });
    assert.deepEqual(shown?.logits, want.logits[0]);
    const again = next();
    await writing.one();
    assert.equal(written().text, text + want.text);
    assert.equal(written().tokens[n], shown);
    await again;
  }
  // Another temperature draws again, from the same logits.
  const { next: before } = written();
  const renewed = next();
  store.set({ sampler: { ...store.state.sampler, temperature: 0.05 } });
  await renewed;
  assert.deepEqual(written().next?.logits, before?.logits);
  assert.equal(written().next?.sampler.temperature, 0.05);
  end();
});

test('writing: undo takes back the last action, a cut text goes on where it was cut', async (t) => {
  const { store, writing, written, engine } = await host(t);
  await writing.play(8);
  await writing.one();
  const { tokens } = written();
  assert.equal(tokens.length, 9);
  writing.undo();
  assert.deepEqual(written().tokens, tokens.slice(0, 8));
  writing.cut(3);
  assert.deepEqual(written().tokens, tokens.slice(0, 3));
  await writing.play(5);
  const { text } = await engine({
    prompt: `the ${tokens.slice(0, 3).map((each) => each.text).join('')}`, // oxfmt-ignore
    chars: 5,
    seed: seedAfter(SAMPLER.seed, 3),
  });
  assert.ok(written().text.endsWith(text));
  assert.equal(written().tokens.length, 8);
  // Another prompt begins another text; the first can be brought back.
  const before = written();
  store.set({ sampler: { ...store.state.sampler, prompt: 'a ' } });
  await writing.play(2);
  assert.equal(written().prompt, 'a ');
  assert.equal(written().tokens.length, 2);
  writing.undo();
  writing.undo();
  assert.equal(store.state.sampler.prompt, 'the ');
  assert.deepEqual(written().tokens, before.tokens);
  writing.undo();
  writing.undo();
  writing.undo();
  assert.equal(writing.canUndo, false);
  assert.equal(written().text, '');
});

/** The place for writing is open on a model at rest, and it is looked at.
 * @param {import('node:test').TestContext} t @param {object} state */
async function opened(t, state) {
  const all = await host(t);
  const { store, writing, session } = all;
  const sampler = { ...SAMPLER, prompt: '' };
  store.set(
    /** @type {any} */ ({ sampler, givenPrompt: '', place: 'write', ...state }),
  );
  const ends = [writing.watch(), writeFirst({ store, writing })];
  t.after(() => ends.forEach((end) => end()));
  const settled = async () => {
    // Whatever was asked of the engine before is answered before this.
    for (let n = 0; n < 3; n++) {
      await new Promise((done) => setTimeout(done));
      await session.sample({ ...sampler, prompt: 'the ', chars: 1 });
    }
  };
  const done = async () => {
    const { completion } = await stateOf(
      all,
      ({ completion: now }) => now && !now.busy && now.tokens.length >= SAMPLER.chars,
    );
    return completion?.text ?? '';
  };
  return { ...all, settled, done };
}

test('writing: the place for it opens with a first text after the beginning of the line', async (t) => {
  const { store, writing, engine, done, settled } = await opened(t, {});
  const text = await done();
  const { sampler, givenPrompt } = store.state;
  assert.deepEqual([sampler.prompt, givenPrompt], ['the ', 'the ']);
  assert.equal(text, (await engine({ prompt: 'the ' })).text);
  // Once; a page that was emptied stays empty.
  writing.undo();
  await settled();
  assert.equal(store.state.completion?.tokens.length, 0);
});

test('writing: nothing is written unasked elsewhere, nor what would hold up training', async (t) => {
  const elsewhere = await opened(t, { place: 'lab' });
  await elsewhere.settled();
  assert.equal(elsewhere.store.state.sampler.prompt, '');
  assert.ok(!elsewhere.store.state.completion?.tokens.length);
  const slow = { msPerStep: 1e6, tokensPerSecond: 1 };
  const { store, done, settled } = await opened(t, {
    phase: 'running',
    progress: slow,
  });
  await settled();
  assert.equal(store.state.sampler.prompt, 'the ', 'it is ready to be asked');
  assert.ok(!store.state.completion?.tokens.length);
  const text = done();
  store.set({ phase: 'paused' });
  assert.ok((await text).length > 0);
});
