// SPDX-License-Identifier: MIT
// Files that a reader chooses as a model: those of a folder, with the weights in several files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf } from '../../../wasm/engine/sources.js';
import { areModelFiles, chooseModelFiles } from '../../../web/run/model-files.js';
import { folderOf, inPieces } from '../../hugging-face.js';
import { glassError, newEngine } from '../../wasm/support.js';

/** @param {Record<string, string | Uint8Array>} files */
const chosen = (files) =>
  Object.entries(files).map(
    ([name, content]) => new File([/** @type {BlobPart} */ (content)], name),
  );

test('a folder with weights in several files is the model of one file', async () => {
  const files = chosen({
    '.gitattributes': '*.safetensors filter=lfs',
    'chat_template.jinja': '{{ text }}',
    'tokenizer.model': '\n\u0005<unk>',
    'generation_config.json': '{"eos_token_id": 2}',
    'pytorch_model.bin': 'PK\x03\x04 the same weights once more',
    ...inPieces('llama', 3),
  });
  assert.ok(areModelFiles(files));
  const engine = await newEngine();
  const whole = engine.importModel(folderOf('llama').files);
  assert.deepEqual(
    engine.importModel(await Promise.all(chooseModelFiles(files).map(bytesOf))),
    whole,
  );
});

test('a folder with a pickle of PyTorch alone says how to save it again', async () => {
  const files = chosen({
    'config.json': '{"model_type": "gpt2"}',
    'pytorch_model.bin': 'PK\x03\x04 weights',
    'tokenizer.json': '{"model": {}}',
  });
  const engine = await newEngine();
  const bytes = await Promise.all(chooseModelFiles(files).map(bytesOf));
  assert.throws(
    () => engine.importModel(bytes),
    glassError('bad-checkpoint', /foreign_pickle/),
  );
});

test('files of none are left to the engine, which says what is wrong with them', () => {
  const files = chosen({ 'model.gguf': 'GGUF\x03\x00\x00\x00' });
  assert.deepEqual(chooseModelFiles(files), files);
});
