// SPDX-License-Identifier: MIT
// A session with a model of llama2.c that others trained. tests/c has its logits and its text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MISSING, published } from '../../published.js';
import { TEXT, WASM_URL, glassError, openSession } from '../support.js';

test(
  'a session loads such a model and goes on from it',
  { skip: MISSING },
  async (t) => {
    const text = TEXT.replaceAll('\n', ' ').repeat(4);
    const session = await openSession({ text, wasm: WASM_URL, workers: 'auto' });
    t.after(() => session.close());
    const model = published('stories260K.bin');
    const words = published('tok512.bin');
    const before = await session.hash();
    await assert.rejects(
      session.load([model.subarray(4), words]),
      glassError('bad-checkpoint', /llama2c|not_a_model/),
    );
    await assert.rejects(
      session.load(model),
      glassError('bad-checkpoint', /tokenizer/),
    );
    assert.equal(await session.hash(), before);
    const settings = { batch_size: 4, eval_windows: 4 };
    await session.load([model, words], { settings });
    assert.equal(session.info.vocabulary.length, 512);
    const written = await session.sample({ prompt: '', chars: 40, greedy: true });
    assert.match(
      written.text,
      /^Once upon a time, there was a little girl named Lily\./,
    );
    const cache = await session.runWithCache({ text: 'Once upon a time' });
    assert.equal(cache.characters.join(''), '<s> Once upon a time');
    assert.equal(cache.text, 'Once upon a time');
    await session.step(1);
    const saved = await session.save();
    await session.load(saved);
    assert.equal(session.steps, 1);
  },
);
