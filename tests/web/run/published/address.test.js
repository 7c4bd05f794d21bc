// SPDX-License-Identifier: MIT
// What a reader may type to open a published model, and what is refused without a request.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  HOSTS,
  SourceError,
  readAddress,
} from '../../../../web/run/published/address.js';
import { makeGlobals } from '../../support/app-in-node.js';

makeGlobals();

/** @param {string} name @param {string} [revision] */
const repository = (name, revision = '') => ({ repository: { name, revision } });
const SHA = '0123456789abcdef0123456789abcdef01234567';
const wordsOf = (/** @type {string} */ text) => text.trim().split(/\s+/);
const HUB = 'https://huggingface.co';
const GITHUB = 'https://raw.githubusercontent.com/EN10/BabyLlama/main';

test('addresses: names of repositories and their pages, with and without a revision', () => {
  for (const [typed, name, revision] of [
    ['openai-community/gpt2', 'openai-community/gpt2'],
    ['  roneneldan/TinyStories-33M\n', 'roneneldan/TinyStories-33M'],
    ['gpt2', 'gpt2'],
    ['a/b.c_d-e', 'a/b.c_d-e'],
    [`openai-community/gpt2@${SHA}`, 'openai-community/gpt2', SHA],
    [`${HUB}/openai-community/gpt2`, 'openai-community/gpt2'],
    [`${HUB}/openai-community/gpt2/`, 'openai-community/gpt2'],
    [`${HUB}/gpt2#model-card`, 'gpt2'],
    ['huggingface.co/openai-community/gpt2', 'openai-community/gpt2'],
    [`${HUB}/a/b/tree/main`, 'a/b', 'main'],
    [`${HUB}/a/b/tree/refs%2Fpr%2F1`, 'a/b', 'refs/pr/1'],
    [`${HUB}/a/b/blob/main/config.json`, 'a/b', 'main'],
    [`${HUB}/a/b/resolve/main/model.safetensors?download=true`, 'a/b', 'main'],
    [`${HUB}/a/b/resolve/v1.0/pytorch_model-00001-of-00002.bin`, 'a/b', 'v1.0'],
  ])
    assert.deepEqual(readAddress(typed), repository(name, revision), typed);
});

test('addresses: files alone, in a repository or elsewhere, one or several', () => {
  const tiny = { name: 'karpathy/tinyllamas', revision: 'main' };
  const bin = `${HUB}/karpathy/tinyllamas/resolve/main/stories260K/stories260K.bin`;
  const tokenizer = bin
    .replace('stories260K.bin', 'tok512.bin')
    .replace('resolve', 'blob');
  assert.deepEqual(readAddress(`${bin} ${tokenizer}`), {
    files: [
      { repository: tiny, path: 'stories260K/stories260K.bin' },
      { repository: tiny, path: 'stories260K/tok512.bin' },
    ],
  });
  const ours = `${HUB}/me/mine/resolve/main/glassformer-fables-step-500.safetensors`;
  assert.deepEqual(readAddress(ours), {
    files: [
      {
        repository: { name: 'me/mine', revision: 'main' },
        path: 'glassformer-fables-step-500.safetensors',
      },
    ],
  });
  const [here] = globalThis.location.href.split('#');
  for (const url of [`${GITHUB}/my%20model.safetensors`, `${here}models/own.bin`])
    assert.deepEqual(readAddress(url), { files: [{ url }] });
});

test('addresses: anything else is refused, and nothing of it is asked for', () => {
  /** In words, and what has spaces in it or is long. @type {Record<string, string[]>} */
  const refused = {
    noAddress: [
      ...wordsOf(`
        / a/b/c /a/b a//b ../a/b a/.. ./a -a/b a/b- a/b. a--b/c a..b/c
        owner/name?x=1 owner/name#x owner/name@ a/b@../c a/b@x@y a/%2e%2e
        öwner/name owner/nаme owner/na\u202eme
        javascript:alert(1) JavaScript:x/y data:text/html,x file:///etc/model.bin
        blob:https://huggingface.co/x http://huggingface.co/a/b ftp://huggingface.co/a/b
        //huggingface.co/a/b https:// https://user@huggingface.co/a/b
        https://huggingface.co@evil.org/a/b
        ${HUB} ${HUB}/a/b?token=x ${HUB}/datasets/a/b ${HUB}/a/b/tree/main/sub
        ${HUB}/a/b/resolve/main/.hidden/m.bin ${HUB}/a/b/resolve/main/x%2F..%2Fm.bin
        ${HUB}/a/b/tree/a%2F..%2Fb ${HUB}/a/%zz ${GITHUB}/model.bin?token=x`),
      ...['', ' ', `gpt2 ${HUB}/a/b`, `${HUB}/a/b ${HUB}/c/d`],
      ...[`${'x'.repeat(97)}/y`, 'x'.repeat(2001)],
    ],
    otherHost: wordsOf(`
      https://evil.org/model.safetensors https://huggingface.co.evil.org/a/b
      https://huggingface.co:8443/a/b https://www.huggingface.co/a/b
      https://hf.co/a/b https://hüggingface.co/a/b https://127.0.0.1/model.bin`),
    noModelFiles: [
      `${GITHUB}/model.bin ${GITHUB}/run.js`,
      ...wordsOf(`
        ${GITHUB}/model.onnx ${GITHUB}/config.json ${HUB}/a/b/resolve/main/x.exe`),
    ],
  };
  for (const [key, all] of Object.entries(refused))
    for (const typed of all)
      assert.throws(
        () => readAddress(typed),
        (error) => error instanceof SourceError && error.key === key,
        `${key}: ${typed.slice(0, 80)}`,
      );
});

test('addresses: the policy of the page allows these sites, and no others', () => {
  const page = new URL('../../../../web/page/index.html', import.meta.url);
  const [, policy] = /connect-src ([^;]+);/.exec(readFileSync(page, 'utf8')) ?? [];
  const sites = [...HOSTS, '*.hf.co'].map((host) => `https://${host}`);
  assert.deepEqual(policy.split(' ').sort(), ["'self'", ...sites].sort());
});
