// SPDX-License-Identifier: MIT
// Published models in the browser's cache: each in a cache of its own, its files under their
// addresses and, once all are there, a record of what it is. Its bytes stay on the disk.
import { has, isText, listOf } from '../fields.js';
import { fileName } from './models.js';

/** @import { PublishedModel } from './models.js' */

const PREFIX = 'glassformer model ';
/** Of a site that no address can lead to. */
const RECORD = 'https://glassformer.invalid/model.json';

/** @param {string} id */
const nameOf = (id) => PREFIX + id;

/** A sandboxed frame throws when it asks for its caches, and some browsers when they are opened.
 * @template T @param {(caches: CacheStorage) => Promise<T>} work @param {T} otherwise
 * @returns {Promise<T>} */
async function withCaches(work, otherwise) {
  try {
    return await work(globalThis.caches);
  } catch {
    return otherwise;
  }
}

/** While nobody else, in any tab, downloads this model; a tab that is closed lets go.
 * @template T @param {string} id @param {() => Promise<T>} work @param {T} otherwise
 * @returns {Promise<T>} */
const alone = async (id, work, otherwise) =>
  globalThis.navigator?.locks
    ? navigator.locks.request(nameOf(id), { ifAvailable: true }, (lock) =>
        lock ? work() : otherwise,
      )
    : work();

const areFiles = listOf(
  has({ url: (url) => URL.canParse(url), bytes: Number.isFinite }),
);
const isModel = has({
  ...{ id: isText, name: isText, by: isText, licence: isText, page: isText },
  files: (files) => areFiles(files) && files.length > 0,
});

/** @param {Cache} cache @returns {Promise<PublishedModel | null>} */
async function recordIn(cache) {
  const record = await (await cache.match(RECORD))?.json().catch(() => null);
  return isModel(record) ? record : null;
}

/** Those that are whole, by name. What a closed tab left half-done is removed.
 * @returns {Promise<PublishedModel[]>} */
export const keptModels = () =>
  withCaches(async (caches) => {
    const models = [];
    for (const key of await caches.keys()) {
      if (!key.startsWith(PREFIX)) continue;
      const model = await recordIn(await caches.open(key));
      if (model) models.push(model);
      else await alone(key.slice(PREFIX.length), () => caches.delete(key), false);
    }
    return models.sort((a, b) => (a.name < b.name ? -1 : 1));
  }, /** @type {PublishedModel[]} */ ([]));

/** @param {Cache} cache @param {PublishedModel} model @returns {Promise<File[] | null>} */
async function filesIn(cache, { files }) {
  const parts = [];
  for (const { url } of files) {
    const response = await cache.match(url);
    if (!response) return null;
    parts.push(new File([await response.blob()], fileName(url)));
  }
  return parts;
}

/** The files of a model that is kept. @param {string} id
 * @returns {Promise<File[] | null>} null: it is not */
export const keptFiles = (id) =>
  withCaches(async (caches) => {
    if (!(await caches.has(nameOf(id)))) return null;
    const cache = await caches.open(nameOf(id));
    const model = await recordIn(cache);
    return model && (await filesIn(cache, model));
  }, /** @type {File[] | null} */ (null));

/** @param {string} id */
export const forget = (id) => withCaches((caches) => caches.delete(nameOf(id)), false);

/** Whether the browser says that there is room. @param {number} bytes */
async function hasRoom(bytes) {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate()) ?? {};
  return quota === undefined || quota - (usage ?? 0) > bytes;
}

/**
 * Downloads a model into the cache: all of it, or nothing.
 * @param {PublishedModel} model @param {number} bytes of all files
 * @param {(put: (url: string, body: ReadableStream<Uint8Array>) => Promise<void>) => Promise<unknown>}
 *   fill fetches the files; what it throws is thrown
 * @returns {Promise<File[] | null>} null: this browser does not keep it
 */
export async function keep(model, bytes, fill) {
  const cache = await withCaches(
    async (caches) =>
      (await hasRoom(bytes)) ? await caches.open(nameOf(model.id)) : null,
    /** @type {Cache | null} */ (null),
  );
  return cache && alone(model.id, () => filled(cache, model, fill), null);
}

/** @param {Cache} cache @param {PublishedModel} model @param {Parameters<typeof keep>[2]} fill */
async function filled(cache, model, fill) {
  let isRefused = false;
  let files = null;
  /** @param {string} url @param {BodyInit} body */
  const put = async (url, body, isBroken = () => false) => {
    try {
      await cache.put(url, new Response(body));
    } catch (error) {
      isRefused = !isBroken();
      throw error;
    }
  };
  try {
    await fill((url, body) => {
      const watched = watch(body);
      return put(url, watched.body, watched.isBroken);
    });
    const all = await filesIn(cache, model);
    const known = model.files.map(({ url }, i) => ({ url, bytes: all?.[i].size }));
    await put(RECORD, JSON.stringify({ ...model, files: known }));
    files = all;
  } catch (error) {
    if (!isRefused) throw error;
  } finally {
    if (!files) await forget(model.id);
  }
  return files;
}

/** A stream, and whether it was its source that failed. @param {ReadableStream<Uint8Array>} body */
function watch(body) {
  const reader = body.getReader();
  let isBroken = false;
  /** @type {UnderlyingDefaultSource<Uint8Array>} */
  const source = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return { isBroken: () => isBroken, body: new ReadableStream(source) };
}
