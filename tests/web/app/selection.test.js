// SPDX-License-Identifier: MIT
// A line typed by a reader: what of it a model of characters, words or byte pairs can read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../wasm/support.js';
import { Selection } from '../../../web/app/selection.js';
import { storeWith } from '../support/store.js';

const TEXT = 'the cat sat on the mat. the dog sat on the log.\n'.repeat(40);

/** @param {Record<string, string | number>} config */
async function typedInto(config) {
  const shape = { n_layer: 1, n_head: 1, n_embd: 8, block_size: 16 };
  const session = await openSession({ text: TEXT, config: { ...shape, ...config } });
  const store = storeWith({ session });
  const selection = new Selection(store);
  return {
    session,
    /** What the engine cannot begin with is what is said to be unknown. */
    prompt: async (/** @type {string} */ prompt) => {
      selection.setSampler({ prompt });
      const unknown = selection.unknownInPrompt();
      const written = session.sample({ prompt, chars: 1 }).then(
        () => true,
        () => false,
      );
      assert.equal(await written, unknown.length === 0, prompt);
      return unknown;
    },
    type: async (/** @type {string} */ typed) => {
      const used = selection.setLine(typed);
      // What is used is what the engine can read.
      const { characters } = await session.runWithCache({ text: store.state.line });
      return { ...used, characters };
    },
  };
}

test('of characters: unknown ones are left out, and the context ends the line', async () => {
  const { session, type } = await typedInto({ tokenizer: 'chars' });
  const { line, unknown, cut } = await type('the Xcat ZX sat on the mat');
  assert.deepEqual([line, unknown, cut], ['the cat  sat on ', ['X', 'Z'], true]);
  session.close();
});

test('of words: unknown words are left out whole, the rest keeps its spaces', async () => {
  const { session, type } = await typedInto({ tokenizer: 'words' });
  const used = await type('the zebra sat on the cat.');
  assert.deepEqual(used, {
    line: 'the  sat on the cat.',
    unknown: ['zebra'],
    cut: false,
    characters: ['the', 'sat', 'on', 'the', 'cat', '.'],
  });
  const nothing = await type('zebra quagga');
  assert.equal(nothing.characters.length, 6, 'the line before stays');
  session.close();
});

test('of byte pairs: every text is read', async () => {
  const { session, type } = await typedInto({ tokenizer: 'bpe', vocab_limit: 280 });
  const { line, unknown } = await type('the zebra 日');
  assert.deepEqual([line, unknown], ['the zebra 日', []]);
  session.close();
});

test('of a prompt what is unknown are characters, words, or nothing, as the tokens are', async () => {
  const cases = /** @type {[Record<string, string | number>, string[]][]} */ ([
    [{ tokenizer: 'chars' }, ['z', 'b', '日']],
    [{ tokenizer: 'words' }, ['zeb日']],
    [{ tokenizer: 'bpe', vocab_limit: 280 }, []],
  ]);
  for (const [config, unknown] of cases) {
    const { session, prompt } = await typedInto(config);
    assert.deepEqual(await prompt('the zeb日'), unknown);
    assert.deepEqual(await prompt('the cat sat'), []);
    await session.close();
  }
});

test('a closer look begins with the head that matters most, unless one was chosen', () => {
  const opened = (/** @type {object} */ before) => {
    const store = storeWith({ activations: { L: 2, H: 3 }, panel: 'heads' });
    const selection = new Selection(store);
    store.set(/** @type {any} */ ({ session: { steps: 5, info: {} }, ...before }));
    const value = [0.1, 0.2, 0.1, 0.4, 0.9, 0.3];
    const answer = () =>
      store.set({ answers: /** @type {any} */ ({ importance: { step: 5, value } }) });
    return { store, selection, answer };
  };
  const fresh = opened({});
  fresh.answer();
  assert.deepEqual([fresh.store.state.layer, fresh.store.state.head], [1, 1]);
  // Later answers move nothing.
  fresh.selection.selectHead(5);
  fresh.answer();
  assert.deepEqual([fresh.store.state.layer, fresh.store.state.head], [1, 2]);
  const chosen = opened({ layer: 0, head: 2 });
  chosen.answer();
  assert.deepEqual([chosen.store.state.layer, chosen.store.state.head], [0, 2]);
  const elsewhere = opened({ panel: 'lens' });
  elsewhere.answer();
  assert.deepEqual([elsewhere.store.state.layer, elsewhere.store.state.head], [0, 0]);
});
