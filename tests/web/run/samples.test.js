// SPDX-License-Identifier: MIT
// Samples of a run at doubling steps and at its events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendThinned } from '../../../web/queries/head-history.js';
import { eventsOf } from '../../../web/run/milestones.js';
import { samplePrompt } from '../../../web/run/prompts.js';
import { Sampling, nextSampleStep } from '../../../web/run/samples.js';
import { SMALL, TEXT } from '../../wasm/support.js';
import { sessionWith } from '../support/session.js';
import { stateOf, storeWith } from '../support/store.js';

/** A short text is learned by heart. */
const STEPS = 200;

test('samples: kept at doubling steps, prompted with the first word', () => {
  assert.deepEqual([0, 24, 25, 60, 400].map(nextSampleStep), [25, 25, 50, 100, 800]);
  assert.equal(samplePrompt('Once there was'), 'Once ');
  assert.equal(samplePrompt('从前有一只狐狸'), '从前有一');
});

function emptyStore() {
  Object.assign(globalThis, { document: { hidden: false } });
  return storeWith({ line: 'the fox met a hen' });
}

test('every event has a sample of its own, all with one prompt', async () => {
  const never = { embd_pdrop: 0, attn_pdrop: 0, resid_pdrop: 0 };
  const config = { ...SMALL, ...never, max_steps: STEPS };
  const text = TEXT.slice(0, 500);
  const session = await sessionWith({ text, config });
  const store = emptyStore();
  new Sampling(store, (error) => assert.fail(String(error)));
  const rung = () => {
    const { latestSample: before } = store.state;
    return stateOf({ store }, ({ latestSample }) => latestSample !== before);
  };
  const first = rung();
  store.set({ session });
  await first;
  for (let step = 10; step <= STEPS; step += 10) {
    await session.run({ until: step });
    const next = rung();
    store.set({ progress: /** @type {any} */ ({ step }) });
    await next;
  }
  // A name comes with a look at the heads, later than the step it is of.
  const marks = (/** @type {boolean} */ badge) => [{ badge }];
  for (const badge of [false, true]) {
    const tick = /** @type {any} */ ({
      step: STEPS - 5 + Number(badge),
      marks: marks(badge),
    });
    const next = badge && rung();
    store.set({ headHistory: appendThinned(store.state.headHistory, tick, 9) });
    await next;
  }
  const { samples } = store.state;
  const kinds = eventsOf(store.state).map(({ kind }) => kind);
  assert.ok(
    kinds.includes('generalization-gap') && kinds.includes('unigram'),
    String(kinds),
  );
  assert.ok(kinds.includes('badge'), String(kinds));
  const marked = samples.map(({ marker }) => marker).filter(Boolean);
  assert.deepEqual([...marked].sort(), [...kinds].sort());
  assert.deepEqual(new Set(samples.map(({ prompt }) => prompt)), new Set(['the ']));
});

test('a sample that fails is not asked for again and again', async () => {
  const open = () => sessionWith({ text: TEXT, config: SMALL });
  const [closed, failing] = [await open(), await open()];
  closed.close();
  /** @type {string[]} */
  const reported = [];
  const store = emptyStore();
  new Sampling(store, (error) => {
    // Whatever is done with it, the page must come to rest.
    assert.ok(reported.push(/** @type {any} */ (error).code) < 5);
    store.set({ notice: null });
  });
  const rest = () => new Promise((done) => setTimeout(done, 50));
  store.set({ session: closed });
  await rest();
  assert.deepEqual(reported, []);
  store.set({ session: null, sampler: { ...store.state.sampler, temperature: -1 } });
  store.set({ session: failing });
  while (reported.length === 0) await rest();
  await rest();
  assert.deepEqual(reported, ['bad-argument']);
});

test('a sample has 180 characters, or 45 tokens of several characters', async (t) => {
  for (const [tokenizer, n] of /** @type {const} */ ([
    ['chars', 180],
    ['words', 45],
  ])) {
    const config = { ...SMALL, tokenizer };
    const session = await sessionWith({ text: TEXT, config });
    const store = emptyStore();
    const sampling = new Sampling(store, (error) => assert.fail(String(error)));
    t.after(() => sampling.stop());
    store.set({ session, line: [...TEXT].slice(0, 20).join('') });
    const { latestSample } = await stateOf({ store }, (state) => state.latestSample);
    assert.equal(latestSample?.tokens.length, n, tokenizer);
  }
});
