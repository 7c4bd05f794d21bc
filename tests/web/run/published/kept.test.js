// SPDX-License-Identifier: MIT
// Downloads of published models, and what the browser keeps of them: all or nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerPublished } from '../../../../web/run/offers.js';
import { fetchModel } from '../../../../web/run/published/fetch-model.js';
import {
  forget,
  keep,
  keptFiles,
  keptModels,
} from '../../../../web/run/published/kept.js';
import { bytesOf } from '../../../../web/run/published/models.js';
import { SHA, openCaches, openHub, repository, setCaches } from '../../support/hub.js';

const NAME = 'owner/name';
/** Not in the order in which they are fetched. */
const CONTENT = {
  'model.bin': 'w'.repeat(5000),
  'config.json': '{"a": 1}',
  'tok.bin': 'tt',
};
const HUB = repository(NAME, CONTENT);
const MODEL = {
  ...{ id: `${NAME}@${SHA}`, name: NAME, by: 'owner', licence: 'mit', page: '' },
  files: Object.entries(CONTENT).map(([file, { length: bytes }]) => ({
    ...{ url: `https://huggingface.co/${NAME}/resolve/${SHA}/${file}`, bytes },
  })),
};
const nothing = () => {};

/** @param {File[]} files */
const texts = async (files) =>
  Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.name, await file.text()])),
  );

const noNetwork = (/** @type {any} */ error) => error.code === 'no-network';

test('a page that lists nothing keeps nothing', async (t) => {
  const asked = await openHub(t, [HUB]);
  const all = openCaches(t);
  const { files, isKept } = await fetchModel(MODEL, nothing);
  assert.deepEqual([await texts(files), isKept, all.size], [CONTENT, false, 0]);
  assert.equal(asked.length, 3);
});

test('a model that was downloaded is kept: opening it again asks for nothing', async (t) => {
  offerPublished({ keep, keptFiles });
  const asked = await openHub(t, [HUB]);
  openCaches(t);
  /** @type {number[]} */ const progress = [];
  const first = await fetchModel(MODEL, (received) => progress.push(received));
  assert.deepEqual([await texts(first.files), first.isKept], [CONTENT, true]);
  assert.deepEqual(
    first.files.map(({ name }) => name),
    Object.keys(CONTENT),
  );
  assert.deepEqual(
    asked.splice(0).map((url) => url.split('/').at(-1)),
    ['tok.bin', 'config.json', 'model.bin'],
  );
  assert.equal(progress.at(-1), bytesOf(MODEL));
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.deepEqual(await keptModels(), [MODEL]);
  const again = await fetchModel(MODEL, nothing);
  assert.deepEqual([await texts(again.files), again.isKept], [CONTENT, true]);
  assert.deepEqual(asked, []);
  await forget(MODEL.id);
  assert.deepEqual(await keptModels(), []);
  // Sizes that were not known before are those of the files.
  await fetchModel(
    { ...MODEL, files: MODEL.files.map(({ url }) => ({ url, bytes: 0 })) },
    nothing,
  );
  assert.deepEqual(await keptModels(), [MODEL]);
});

test('a download that is stopped or breaks off leaves nothing', async (t) => {
  /** @type {import('node:http').ServerResponse[]} */ const held = [];
  const asked = await openHub(t, [HUB], (url, response) => {
    const isLast = url.endsWith('model.bin');
    if (isLast) held.push(response.writeHead(200, { 'content-length': 5000 }));
    if (isLast) response.write('w'.repeat(1000));
    return isLast;
  });
  const all = openCaches(t);
  const controller = new AbortController();
  let most = 0;
  const stopped = fetchModel(
    MODEL,
    (received) => {
      most = received;
      if (received >= 1000) controller.abort();
    },
    controller.signal,
  );
  await assert.rejects(stopped, noNetwork);
  assert.deepEqual([most, all.size], [1010, 0]);
  const broken = fetchModel(MODEL, (received) => {
    if (received >= 1000) held.at(-1)?.destroy();
  });
  await assert.rejects(broken, noNetwork);
  assert.deepEqual([all.size, asked.length], [0, 6], 'nothing is fetched twice');
  const { signal } = controller;
  await assert.rejects(fetchModel(MODEL, nothing, signal), noNetwork);
  assert.equal(all.size, 0);
});

test('without room, or without a cache, the model is there and not kept', async (t) => {
  await openHub(t, [HUB]);
  for (const room of [1, 3000, bytesOf(MODEL)]) {
    const all = openCaches(t, room);
    const { files, isKept } = await fetchModel(MODEL, nothing);
    assert.deepEqual(
      [await texts(files), isKept, all.size],
      [CONTENT, false, 0],
      `${room}`,
    );
  }
  const refuse = () => {
    throw new DOMException('The context is sandboxed.', 'SecurityError');
  };
  for (const property of [
    { get: refuse },
    { value: undefined },
    { value: { open: refuse } },
  ]) {
    setCaches(t, property);
    const { files, isKept } = await fetchModel(MODEL, nothing);
    assert.deepEqual([await texts(files), isKept], [CONTENT, false]);
    assert.deepEqual(await keptModels(), []);
    assert.equal(await forget(MODEL.id), false);
  }
});

test('what a closed tab left half-done, or another version wrote, is removed; nothing else', async (t) => {
  const asked = await openHub(t, [HUB]);
  const all = openCaches(t);
  await fetchModel(MODEL, nothing);
  const [[name, entries]] = all;
  const [record] = [...entries.keys()].filter((url) => !url.includes('huggingface'));
  const half = new Map(entries);
  half.delete(record);
  all.set(`${name}, half`, half);
  for (const odd of [
    'no JSON',
    '{}',
    JSON.stringify({ ...MODEL, files: [{ url: 'x' }] }),
  ])
    all.set(`${name} ${odd}`, new Map([[record, new Blob([odd])]]));
  all.set('of the site', new Map());
  assert.deepEqual(await keptModels(), [MODEL]);
  assert.deepEqual([...all.keys()], [name, 'of the site']);
  // A file that is gone is fetched again, with the others.
  entries.delete(MODEL.files[0].url);
  asked.splice(0);
  const { files, isKept } = await fetchModel(MODEL, nothing);
  assert.deepEqual([await texts(files), isKept, asked.length], [CONTENT, true, 3]);
});
