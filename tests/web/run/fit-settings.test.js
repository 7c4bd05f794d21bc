// SPDX-License-Identifier: MIT
// Settings for short texts, and the nearest value that fits, checked by opening a session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configSchema, describeConfig } from '../../../wasm/index.js';
import { fitToText, nearestValue } from '../../../web/run/fit-settings.js';
import { longEnough } from '../../../web/run/texts.js';
import { openSession } from '../../wasm/support.js';

const WANTED = { block_size: 64, val_fraction: 0.1 };
const SMALL = { n_layer: 1, n_head: 1, n_embd: 8, batch_size: 2, max_steps: 2 };

test('a text with room for the context keeps its settings', () => {
  assert.equal(fitToText(650, WANTED), WANTED);
  assert.equal(fitToText(1e6, WANTED), WANTED);
});

test('a shorter text gets the longest context that fits', () => {
  assert.deepEqual(fitToText(640, WANTED), { block_size: 63, val_fraction: 0.1 });
  assert.deepEqual(fitToText(300, WANTED), { block_size: 29, val_fraction: 0.1 });
});

test('texts from 2 to 700 characters train with what was fitted', async () => {
  for (const n of [2, 3, 4, 5, 7, 10, 17, 40, 99, 100, 257, 640, 650, 700]) {
    const text = longEnough(
      Array.from({ length: n }, (_, i) => 'abc'[(i * i + (i >> 2)) % 3]).join(''),
    );
    const config = { ...SMALL, ...fitToText(text.length, WANTED) };
    const { ok, errors } = await describeConfig(config, { nChars: text.length });
    assert.ok(ok, `${n}: ${JSON.stringify(errors)}`);
    const longer = { ...config, block_size: config.block_size + 1 };
    if (config.val_fraction === WANTED.val_fraction && config.block_size < 64)
      assert.ok(!(await describeConfig(longer, { nChars: text.length })).ok, `${n}`);
    const session = await openSession({ text, config });
    await session.step(2);
    assert.equal(session.steps, 2);
    await session.close();
  }
});

test('characters are counted, not UTF-16 units', () => {
  assert.equal([...longEnough('🙂🙃')].length, 4);
  assert.equal(longEnough('abcd'), 'abcd');
});

test('the nearest value that fits is offered', async () => {
  const schema = await configSchema();
  const row = (/** @type {string} */ key) =>
    /** @type {any} */ (schema.find((each) => each.key === key));
  const near = (/** @type {string} */ key, /** @type {any} */ settings, text = {}) =>
    nearestValue(row(key), settings, text);
  assert.equal(await near('n_embd', { n_embd: 63, n_head: 4 }), 64);
  assert.equal(await near('n_head', { n_embd: 64, n_head: 5 }), 4);
  assert.equal(await near('block_size', { block_size: 64 }, { nChars: 600 }), 59);
  assert.equal(await near('n_layer', { n_layer: 99 }), 48);
  assert.equal(await near('batch_size', { batch_size: -3 }), 1);
});
