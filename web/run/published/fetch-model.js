// SPDX-License-Identifier: MIT
// The files of a published model: from the browser's cache, or from their addresses, where they are
// fetched when the reader asks.
import { publishedKeeping } from '../offers.js';
import { fetchBytes } from '../texts.js';
import { bytesOf, fileName } from './models.js';

/** @import { PublishedModel } from './models.js' */

/** The engine has no more memory. */
const LIMIT_BYTES = 2 ** 32;

/** The files one after another, the smallest first: what is wrong shows before much has come.
 * @template T @param {PublishedModel} model
 * @param {(received: number) => void} onProgress bytes of all files
 * @param {AbortSignal | undefined} signal
 * @param {(url: string, body: ReadableStream<Uint8Array>) => Promise<T>} take
 * @returns {Promise<T[]>} in the order of the model's files */
async function fetchAll({ files }, onProgress, signal, take) {
  /** @type {T[]} */ const taken = [];
  let before = 0;
  for (const file of [...files].sort((a, b) => a.bytes - b.bytes)) {
    const { url } = file;
    const had = before;
    taken[files.indexOf(file)] = await fetchBytes(url, {
      ...{ limit: LIMIT_BYTES, signal },
      onProgress: (received) => onProgress((before = had + received)),
      read: (body) => take(url, body),
    });
  }
  return taken;
}

/** Only a page that lists what it keeps, so that it can be removed, keeps any.
 * @param {PublishedModel} model
 * @param {(received: number) => void} onProgress bytes of all files
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ files: File[], isKept: boolean }>} rejects with a TextError */
export async function fetchModel(model, onProgress, signal) {
  const keeping = publishedKeeping();
  const kept =
    keeping &&
    ((await keeping.keptFiles(model.id)) ??
      (await keeping.keep(model, bytesOf(model), (put) =>
        fetchAll(model, onProgress, signal, put),
      )));
  if (kept) return { files: kept, isKept: true };
  const files = await fetchAll(
    model,
    onProgress,
    signal,
    async (url, body) => new File([await new Response(body).blob()], fileName(url)),
  );
  return { files, isKept: false };
}
