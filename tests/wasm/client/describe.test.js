// SPDX-License-Identifier: MIT
// The description of settings is true of the model made from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  configPresets,
  configSchema,
  describeConfig,
  errorCatalogue,
  provide,
  sha256,
} from '../../../wasm/index.js';
import {
  MODULE,
  SMALL,
  TEXT,
  glassError,
  makeText,
  newEngine,
  openSession,
} from '../support.js';

const wasm = MODULE;

test('every default of the schema is within its bounds and valid', async () => {
  const schema = await configSchema({ wasm });
  const keys = schema.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of Object.keys(SMALL)) assert.ok(keys.includes(key), key);
  for (const { key, type, default: value, min, max, choices, help } of schema) {
    assert.ok(help.length > 5, key);
    if (type === 'bool') assert.equal(typeof value, 'boolean', key);
    else if (type === 'enum') assert.ok(choices?.includes(String(value)), key);
    else assert.ok(Number(value) >= Number(min) && Number(value) <= Number(max), key);
  }
  const defaults = Object.fromEntries(schema.map((row) => [row.key, row.default]));
  const described = await describeConfig(defaults, { wasm });
  assert.deepEqual(described.errors, []);
});

test('every preset is valid', async () => {
  for (const { name, config } of await configPresets({ wasm })) {
    const { errors } = await describeConfig(config, { wasm });
    assert.deepEqual(errors, [], name);
  }
});

test('a description has the numbers of the model', async () => {
  const engineSession = (await newEngine()).newSession(TEXT, SMALL);
  const info = engineSession.info();
  const vocabSize = info.vocabulary.length;
  const described = await describeConfig(SMALL, {
    wasm,
    vocabSize,
    nChars: TEXT.length,
  });
  assert.equal(described.ok, true);
  assert.equal(described.nParam, info.n_param);
  assert.equal(described.flopsPerStep, info.flops_per_step);
  // The measured figure has text and vocabulary in it, the described one has not.
  assert.ok(described.memoryBytes > 0.5 * info.memory_bytes);
  assert.ok(described.memoryBytes <= info.memory_bytes);
  assert.ok(described.estimatedMsPerStep > 0);
});

test('a setting that is a function is an error of its own; other settings are read', async () => {
  const { errors } = await describeConfig({ n_layer: () => 2, n_head: 0 }, { wasm });
  assert.deepEqual(
    errors.map(({ key, params }) => [key, params.setting]),
    [
      ['settings_not_json', 'n_layer'],
      ['setting_out_of_range', 'n_head'],
    ],
  );
  const nChars = /** @type {any} */ (Symbol('x'));
  await assert.rejects(
    describeConfig({}, { wasm, nChars }),
    glassError('bad-argument', /"nChars"/),
  );
});

test('null stands for no options: the engine that was provided', async () => {
  provide({ wasm });
  const none = /** @type {any} */ (null);
  const { nParam, ok } = await describeConfig({}, none);
  assert.ok(ok && nParam > 0);
  assert.ok((await configSchema(none)).length > 0);
  assert.ok((await configPresets(none)).length > 0);
  assert.ok((await errorCatalogue(none)).length > 0);
  assert.equal(await sha256('abc', none), await sha256('abc', { wasm }));
});

test('all errors are reported at once, each with its setting', async () => {
  const { ok, errors, nParam } = await describeConfig(
    { n_layer: 999, n_embd: 10, n_head: 3, batch_size: 'many', nonsense: 1 },
    { wasm },
  );
  assert.equal(ok, false);
  assert.deepEqual(
    errors.map(({ params }) => params.setting).sort(),
    'batch_size n_embd n_layer nonsense'.split(' '),
  );
  assert.ok(errors.every(({ params, message }) => message.includes(params.setting)));
  assert.ok(nParam > 0, 'what is left still has a size');
});

test('a model that does not fit into memory is an error', async () => {
  const beyond = await describeConfig({ n_embd: 2048, n_layer: 12 }, { wasm });
  assert.equal(beyond.ok, false);
  assert.equal(beyond.errors[0].code, 'out-of-memory');
  assert.equal(beyond.errors[0].params.setting, 'n_embd');
});

test('a text is too short exactly when a session rejects it', async () => {
  for (const nChars of [150, 190, 199, 200, 201, 210]) {
    const text = Array.from(makeText(400)).slice(0, nChars).join('');
    const { ok } = await describeConfig(SMALL, { wasm, nChars });
    const session = await openSession({ text, mode: 'main' }).catch(() => null);
    assert.equal(ok, session !== null, `${nChars}`);
    await session?.close();
  }
});
