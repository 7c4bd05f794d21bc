// SPDX-License-Identifier: MIT
// Which files of a repository are a model, and what is said where they are not. The listings have
// the form and the file names of repositories on Hugging Face.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { SourceError, readAddress } from '../../../../web/run/published/address.js';
import {
  MODEL_TYPES,
  chooseFiles,
  lookUp,
  readListing,
} from '../../../../web/run/published/repository.js';
import { folderOf } from '../../../hugging-face.js';
import { newEngine } from '../../../wasm/support.js';
import { makeGlobals } from '../../support/app-in-node.js';
import { SHA, filesOf, openHub, repository } from '../../support/hub.js';

makeGlobals();
const NAME = 'owner/name';
const BOTH = ['config.json', 'tokenizer.json'];

/** @param {string[]} files @param {Record<string, unknown>} [more] */
function listing(files, more) {
  const content = Object.fromEntries(files.map((file) => [file, 'x']));
  const read = readListing(repository(NAME, content, more).listing);
  assert.ok(read);
  return read;
}

/** @param {string} key @param {Record<string, string>} [params] */
const fails =
  (key, params = {}) =>
  (/** @type {unknown} */ error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.deepEqual([error.key, error.params], [key, params]);
    return true;
  };

test('listings: of many forms of the same weights safetensors are chosen, at the top only', () => {
  const gpt2 =
    `.gitattributes 64-8bits.tflite 64-fp16.tflite 64.tflite README.md config.json
    flax_model.msgpack generation_config.json merges.txt model.safetensors onnx/config.json
    onnx/decoder_model.onnx pytorch_model.bin rust_model.ot tf_model.h5 tokenizer.json
    tokenizer_config.json vocab.json`.split(/\s+/);
  const config = { architectures: ['GPT2LMHeadModel'], model_type: 'gpt2' };
  const chosen = chooseFiles(listing(gpt2, { config }));
  assert.deepEqual(chosen, [...BOTH, 'model.safetensors']);
});

test('listings: weights in parts come with their index, if none is missing', () => {
  const shards = [1, 2, 3].map((n) => `model-0000${n}-of-00003.safetensors`);
  const index = 'model.safetensors.index.json';
  const llama = [
    ...BOTH,
    ...['LICENSE', 'original/consolidated.00.pth', 'tokenizer.model', index],
    ...shards.toReversed(),
  ];
  assert.deepEqual(chooseFiles(listing(llama)), [...BOTH, ...shards, index]);
  const [, second] = shards;
  const broken = listing(llama.filter((file) => file !== second));
  assert.throws(
    () => chooseFiles(broken),
    fails('noFile', { name: NAME, file: second }),
  );
});

test('listings: pickles of PyTorch are taken where there is nothing else', () => {
  const stories = [
    ...[...BOTH, 'generation_config.json', 'merges.txt', 'pytorch_model.bin'],
    ...['special_tokens_map.json', 'tokenizer_config.json', 'vocab.json'],
  ];
  const config = { model_type: 'gpt_neo' };
  const chosen = chooseFiles(listing(stories, { config }));
  assert.deepEqual(chosen, [...BOTH, 'pytorch_model.bin']);
  const parts = [1, 2].map((n) => `pytorch_model-0000${n}-of-00002.bin`);
  const index = 'pytorch_model.bin.index.json';
  assert.deepEqual(chooseFiles(listing([...BOTH, ...parts, index])), [
    ...BOTH,
    ...parts,
    index,
  ]);
});

test('listings: what is missing or cannot be opened is named', () => {
  const weights = 'model.safetensors';
  const without = (/** @type {string} */ file) =>
    listing(
      [...BOTH, weights, 'vocab.json', 'merges.txt'].filter((each) => each !== file),
    );
  for (const file of BOTH)
    assert.throws(
      () => chooseFiles(without(file)),
      fails('noFile', { name: NAME, file }),
    );
  for (const others of [
    'README.md',
    'gguf/model.safetensors',
    'model.gguf adapter_model.bin',
  ])
    assert.throws(
      () => chooseFiles(listing([...BOTH, ...others.split(' ')])),
      fails('noWeights', { name: NAME }),
    );
  const bert = listing([...BOTH, weights], { config: { model_type: 'bert' } });
  const types = MODEL_TYPES.join(', ');
  assert.throws(
    () => chooseFiles(bert),
    fails('otherType', { name: NAME, type: 'bert', types }),
  );
});

test('listings: licences come from the card, its own name first, or from the tags', () => {
  const licence = (/** @type {Record<string, unknown>} */ more) =>
    listing(BOTH, more).licence;
  assert.equal(licence({}), 'mit');
  assert.equal(licence({ cardData: undefined }), 'mit');
  assert.equal(licence({ cardData: null, tags: ['region:us'] }), '');
  assert.equal(licence({ cardData: { license: ['mit', 'cc0-1.0'] } }), 'mit, cc0-1.0');
  const own = { license: 'other', license_name: 'llama3' };
  assert.equal(licence({ cardData: own }), 'llama3');
});

test('listings: an answer of another form is none', () => {
  const { listing: good } = repository(NAME, { 'config.json': '{}' });
  assert.ok(readListing(good));
  for (const bad of [
    ...[null, 7, 'x', [], {}],
    ...[
      { sha: 'main' },
      { id: 'a/../b' },
      { id: 'https://evil.org' },
      { siblings: {} },
    ].map((change) => ({ ...good, ...change })),
  ])
    assert.equal(readListing(bad), null, JSON.stringify(bad));
  const odd = readListing({ ...good, siblings: [null, { rfilename: 7 }] });
  assert.deepEqual([...(odd?.sizes.keys() ?? [])], ['undefined', '7']);
});

test('the types that are not refused are those that the engine reads', async () => {
  const engine = await newEngine();
  const [weights, tokenizer] = folderOf('gpt2').files;
  /** @param {string} model_type */
  const refusal = (model_type) => {
    const config = new TextEncoder().encode(JSON.stringify({ model_type }));
    try {
      engine.importModel([weights, tokenizer, config]);
      return '';
    } catch (error) {
      return /** @type {{ key: string }} */ (error).key;
    }
  };
  assert.equal(refusal('bert'), 'foreign_model_type');
  for (const type of MODEL_TYPES)
    assert.notEqual(refusal(type), 'foreign_model_type', type);
});

test('a repository is looked up by one request, and its files are those of that commit', async (t) => {
  const files = filesOf('gpt2');
  const asked = await openHub(t, [repository(NAME, files)]);
  const { signal } = new AbortController();
  const model = await lookUp(readAddress(NAME), signal);
  assert.deepEqual(asked.splice(0), [
    `https://huggingface.co/api/models/${NAME}?blobs=true`,
  ]);
  const base = `https://huggingface.co/${NAME}`;
  assert.deepEqual(model, {
    ...{ id: `${NAME}@${SHA}`, name: NAME, by: 'owner', licence: 'mit' },
    page: `${base}/tree/${SHA}`,
    files: [...BOTH, 'model.safetensors'].map((file) => ({
      url: `${base}/resolve/${SHA}/${file}`,
      bytes: files[file].length,
    })),
  });
  assert.deepEqual(await lookUp(readAddress(model.id), signal), model);
  assert.match(asked[0], new RegExp(`/revision/${SHA}\\?blobs=true$`));
});

test('files alone are looked up too: in a repository by its listing', async (t) => {
  const own = 'saved/glassformer-fables-step-500.safetensors';
  const asked = await openHub(t, [repository(NAME, { [own]: 'x'.repeat(500) })]);
  const base = `https://huggingface.co/${NAME}`;
  const { signal } = new AbortController();
  const model = await lookUp(readAddress(`${base}/blob/${SHA}/${own}`), signal);
  const url = `${base}/resolve/${SHA}/${own}`;
  assert.deepEqual(model, {
    ...{ id: url, name: 'glassformer-fables-step-500.safetensors', by: NAME },
    ...{ licence: 'mit', page: base, files: [{ url, bytes: 500 }] },
  });
  assert.equal(asked.length, 1);
  await assert.rejects(
    lookUp(readAddress(`${base}/blob/${SHA}/none.bin`), signal),
    fails('noFile', { name: NAME, file: 'none.bin' }),
  );
});

test('files elsewhere are looked up by the heads of their answers, whose rest is not read', async (t) => {
  const base = 'https://raw.githubusercontent.com/EN10/BabyLlama/main';
  /** @type {Promise<unknown>[]} */ const left = [];
  await openHub(t, [], (url, response) => {
    if (!url.startsWith(base)) return false;
    left.push(once(response, 'close'));
    const head = url.endsWith('.vocab') ? {} : { 'content-length': '3000000000' };
    response.writeHead(url.endsWith('none.bin') ? 404 : 200, head).write('w');
    return true;
  });
  const { signal } = new AbortController();
  const files = [`${base}/tok105.vocab`, `${base}/my%20model.bin`];
  const model = await lookUp(readAddress(files.join(' ')), signal);
  assert.deepEqual(model, {
    ...{
      id: files.join(' '),
      name: 'my model.bin',
      by: 'EN10/BabyLlama',
      licence: '',
      page: '',
    },
    files: [0, 3e9].map((bytes, i) => ({ url: files[i], bytes })),
  });
  await Promise.all(left);
  const host = 'raw.githubusercontent.com';
  await assert.rejects(
    lookUp(readAddress(`${base}/none.bin`), signal),
    fails('noFile', { name: host, file: 'none.bin' }),
  );
});

test('what is not public, or does not answer, is said in one sentence', async (t) => {
  const { signal } = new AbortController();
  const strange = repository('owner/strange', {}, { sha: 'main' });
  const gated = repository('owner/gated', filesOf('gpt2'), { gated: 'manual' });
  await openHub(t, [gated, strange], (url, response) => {
    if (url.includes('owner/broken')) response.destroy();
    if (url.includes('owner/busy')) response.writeHead(503).end();
    return url.includes('owner/b');
  });
  const host = 'huggingface.co';
  for (const [name, key, params] of /** @type {const} */ ([
    ['owner/none', 'notFound', { name: 'owner/none' }],
    [`owner/none@${SHA}`, 'notFound', { name: `owner/none@${SHA}` }],
    ['owner/gated', 'gated', { name: 'owner/gated' }],
    ['owner/strange', 'strange', { host }],
    ['owner/broken', 'noNetwork', { host }],
    ['owner/busy', 'noNetwork', { host }],
  ]))
    await assert.rejects(lookUp(readAddress(name), signal), fails(key, params));
});
