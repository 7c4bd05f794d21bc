// SPDX-License-Identifier: MIT
// Hugging Face as the page asks it, answered here: the site itself is never reached. Its addresses
// lead to small real models (tests/reference/hugging_face), and a listing has the form of its API.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { pathsOf } from '../../hugging-face.js';
import { listening } from '../../tools/static-server.js';

export const SHA = '0123456789abcdef0123456789abcdef01234567';

/** @typedef {Record<string, string | Uint8Array>} Files by path */
/** @typedef {{ id: string, files: Files, listing: Record<string, unknown> }} Repository */

/** The files of a model of tests/reference/hugging_face, and others that such repositories have.
 * @param {Parameters<typeof pathsOf>[0]} folder @returns {Files} */
export const filesOf = (folder) => ({
  '.gitattributes': '*.bin filter=lfs',
  'README.md': '# A model',
  'onnx/model.onnx': 'not this one',
  'flax_model.msgpack': 'nor this',
  ...Object.fromEntries(
    pathsOf(folder).map((path) => [basename(path), readFileSync(path)]),
  ),
});

/** @param {string} id @param {Files} files @param {Record<string, unknown>} [more] of the listing
 * @returns {Repository} */
export const repository = (id, files, more) => ({
  id,
  files,
  listing: {
    ...{ _id: '0', id, modelId: id, sha: SHA, private: false, gated: false },
    tags: ['transformers', 'license:mit', 'region:us'],
    cardData: { license: 'mit' },
    siblings: Object.entries(files).map(([rfilename, content]) => ({
      rfilename,
      size: Buffer.byteLength(content),
    })),
    ...more,
  },
});

/** What an address of Hugging Face answers.
 * @param {Repository[]} repositories @param {string} url
 * @returns {{ status: number, body: string | Uint8Array }} */
export function answerOf(repositories, url) {
  const path = decodeURIComponent(new URL(url).pathname.slice(1));
  for (const { id, files, listing } of repositories) {
    const asked = [`api/models/${id}`, `api/models/${id}/revision/${SHA}`];
    if (asked.includes(path)) return { status: 200, body: JSON.stringify(listing) };
    const file = files[path.replace(`${id}/resolve/${SHA}/`, '')];
    if (file && path.startsWith(id)) return { status: 200, body: file };
  }
  const isListing = path.startsWith('api/');
  return {
    status: isListing ? 401 : 404,
    body: '{"error":"Invalid username or password."}',
  };
}

/**
 * Everything fetched from another site comes from a server here instead.
 * @param {import('node:test').TestContext} t
 * @param {Repository[]} repositories
 * @param {(url: string, response: import('node:http').ServerResponse) => boolean} [instead] answers
 *   some addresses itself
 * @returns {Promise<string[]>} the addresses that were asked for
 */
export async function openHub(t, repositories, instead = () => false) {
  /** @type {string[]} */ const asked = [];
  const server = createServer((request, response) => {
    const url = `https:/${request.url}`;
    asked.push(url);
    if (instead(url, response)) return;
    const { status, body } = answerOf(repositories, url);
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  });
  const { port, close } = await listening(server);
  t.after(close);
  const { fetch } = globalThis;
  t.mock.method(
    globalThis,
    'fetch',
    (/** @type {string} */ url, /** @type {any} */ how) =>
      fetch(url.replace('https:/', `http://127.0.0.1:${port}`), how),
  );
  return asked;
}

/** The caches of a browser, in memory, as Node has none.
 * @param {import('node:test').TestContext} t @param {number} [room] bytes
 * @returns {Map<string, Map<string, Blob>>} */
export function openCaches(t, room = Infinity) {
  /** @type {Map<string, Map<string, Blob>>} */ const all = new Map();
  let used = 0;
  /** @param {Map<string, Blob>} entries */
  const cache = (entries) => ({
    put: async (/** @type {string} */ url, /** @type {Response} */ response) => {
      const blob = await response.blob();
      used += blob.size;
      if (used > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(url, blob);
    },
    match: async (/** @type {string} */ url) => {
      const blob = entries.get(url);
      return blob && new Response(blob);
    },
  });
  const caches = {
    keys: async () => [...all.keys()],
    has: async (/** @type {string} */ name) => all.has(name),
    delete: async (/** @type {string} */ name) => all.delete(name),
    open: async (/** @type {string} */ name) => {
      const entries = all.get(name) ?? new Map();
      all.set(name, entries);
      return cache(entries);
    },
  };
  setCaches(t, { value: caches });
  return all;
}

/** @param {import('node:test').TestContext} t @param {PropertyDescriptor} property */
export function setCaches(t, property) {
  Object.defineProperty(globalThis, 'caches', { configurable: true, ...property });
  t.after(() => void Reflect.deleteProperty(globalThis, 'caches'));
}
