// SPDX-License-Identifier: MIT
// A line typed by a reader: what of it a model of characters, words or byte pairs can read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../wasm/support.js';
import { Selection } from '../../../web/app/selection.js';

const TEXT = 'the cat sat on the mat. the dog sat on the log.\n'.repeat(40);

/** @param {Record<string, string | number>} config */
async function typedInto(config) {
  const shape = { n_layer: 1, n_head: 1, n_embd: 8, block_size: 16 };
  const session = await openSession({ text: TEXT, config: { ...shape, ...config } });
  const state = /** @type {any} */ ({ session, line: '' });
  const store = {
    state,
    set: (/** @type {object} */ patch) => Object.assign(state, patch),
  };
  const selection = new Selection(/** @type {any} */ (store));
  return {
    session,
    type: async (/** @type {string} */ typed) => {
      const used = selection.setLine(typed);
      // What is used is what the engine can read.
      const { characters } = await session.runWithCache({ text: state.line });
      return { ...used, characters };
    },
  };
}

test('of characters: unknown ones are left out, and the context ends the line', async () => {
  const { session, type } = await typedInto({ tokenizer: 'chars' });
  const { line, unknown, cut } = await type('the Xcat ZX sat on the mat');
  assert.deepEqual(
    { line, unknown, cut },
    {
      line: 'the cat  sat on ',
      unknown: ['X', 'Z'],
      cut: true,
    },
  );
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
