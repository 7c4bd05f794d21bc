// SPDX-License-Identifier: MIT
// Files of a model, in memory or on a disk, read in ranges.

import { GlassError } from '../shared/errors.js';
import { toBytes } from './instance.js';

/** @import { ModelFile } from '../shared/types.js' */
/** read: `n` bytes from `at` on, fewer at the end of the file; valid until the next are read.
 * @typedef {{ size: number, read: (at: number, n: number) => Promise<Uint8Array> }} Source */

/** Bytes before the header of a safetensors file: its length. */
const LENGTH_BYTES = 8;
/** The format's own limit for a header. */
const MAX_HEADER = 1e8;
/** Enough to know a file by that is neither JSON nor safetensors. */
const BEGINNING = 4096;
const BRACE = '{'.charCodeAt(0);
const SPACES = [...' \n\r\t'].map((space) => space.charCodeAt(0));
/** Each reading of a Blob takes a message to another process and back. */
const BLOCK_BYTES = 2 ** 20;

/** A buffer that is transferred to a closed port is freed at once; the collector waits until
 * there are tens of megabytes. */
const nowhere = new MessageChannel().port1;
nowhere.close();

/** @param {Uint8Array} bytes that nobody reads any more */
const free = ({ buffer }) => nowhere.postMessage(null, [buffer]);

/** Read in blocks, of which one is in memory. @param {Blob} blob @returns {Source} */
function blobSource(blob) {
  let [start, block] = [0, new Uint8Array()];
  const read = async (/** @type {number} */ at, /** @type {number} */ n) => {
    if (at < start || at + n > start + block.length) {
      free(block);
      [start, block] = [at, new Uint8Array()];
      try {
        const end = at + Math.max(n, BLOCK_BYTES);
        block = new Uint8Array(await blob.slice(at, end).arrayBuffer());
      } catch (cause) {
        throw new GlassError('file_changed', {}, { cause });
      }
    }
    return block.subarray(at - start, at - start + n);
  };
  return { size: blob.size, read };
}

/** @param {ModelFile} file @returns {Source} */
export function sourceOf(file) {
  if (file instanceof Blob) return blobSource(file);
  const bytes = toBytes(file, 'file');
  return { size: bytes.length, read: async (at, n) => bytes.subarray(at, at + n) };
}

/** All of a file. @param {ModelFile} file @returns {Promise<Uint8Array>} */
export async function bytesOf(file) {
  const { size, read } = sourceOf(file);
  return read(0, size);
}

/** What the engine needs of a file to know it: of safetensors the header, JSON as a whole.
 * @param {Source} source */
export async function headOf({ size, read }) {
  const begin = await read(0, BEGINNING);
  if (begin.length > LENGTH_BYTES && begin[LENGTH_BYTES] === BRACE) {
    const view = new DataView(begin.buffer, begin.byteOffset);
    const n = LENGTH_BYTES + Number(view.getBigUint64(0, true));
    if (n <= LENGTH_BYTES + MAX_HEADER) return read(0, n);
  }
  const first = begin.find((byte) => !SPACES.includes(byte));
  return first === BRACE ? read(0, size) : begin;
}
