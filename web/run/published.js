// SPDX-License-Identifier: MIT
// Models that others published. Nothing is fetched before the reader asks; then their files come
// from their public address, and are opened as chosen files are.
import { fetchBytes } from './texts.js';

/**
 * @typedef {object} PublishedModel
 * @property {string} id its name
 * @property {string} by whose it is, as the address has it
 * @property {string} licence SPDX
 * @property {{ url: string, bytes: number }[]} files as session.load takes them
 */

const HUGGING_FACE = 'https://huggingface.co/karpathy/tinyllamas/resolve/main';
/** At the commits that have the files. */
const GITHUB = 'https://raw.githubusercontent.com/EN10/BabyLlama';

/** @type {PublishedModel[]} */
export const PUBLISHED = [
  {
    id: 'stories260K',
    by: 'karpathy/tinyllamas',
    licence: 'MIT',
    files: [
      { url: `${HUGGING_FACE}/stories260K/stories260K.bin`, bytes: 1056540 },
      { url: `${HUGGING_FACE}/stories260K/tok512.bin`, bytes: 6227 },
    ],
  },
  {
    id: 'babyllama-105',
    by: 'EN10/BabyLlama',
    licence: 'MIT',
    files: [
      {
        url: `${GITHUB}/792a5675980176710cd5d44cca6cfb3a44ed662b/tok105/model5000.bin`,
        bytes: 3762204,
      },
      {
        url: `${GITHUB}/9daf30a355da9ae4275795efda9566f2c8459f9c/tok105/tok105.vocab`,
        bytes: 651,
      },
    ],
  },
];

/** Far more than either has, and no more than a page can hold. */
const LIMIT_BYTES = 256 * 1024 * 1024;

/** @param {string} id */
export const publishedModel = (id) => PUBLISHED.find((each) => each.id === id);

/** @param {PublishedModel} model */
export const bytesOf = ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param {PublishedModel} model */
export const hostOf = ({ files }) => new URL(files[0].url).hostname;

/** The files of a model, one after another.
 * @param {PublishedModel} model
 * @param {(received: number) => void} onProgress bytes of all files
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>} rejects with a TextError */
export async function fetchModel({ files }, onProgress, signal) {
  const parts = [];
  let before = 0;
  for (const { url } of files) {
    const had = before;
    const read = (/** @type {number} */ n) => onProgress(had + n);
    parts.push(await fetchBytes(url, read, { limit: LIMIT_BYTES, signal }));
    before += parts[parts.length - 1].length;
  }
  return parts;
}
