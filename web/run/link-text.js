// SPDX-License-Identifier: MIT
// A text inside a link: deflated, in letters that no address has to escape.
import { TextError, decodeText, readAll } from './texts.js';

/** With everything else a link stays below what settings.js reads (MAX_LINK). */
const MAX_PACKED = 16_000;
/** Unpacked; a few kilobytes can claim to be gigabytes. */
const MAX_TEXT_BYTES = 1 << 20;

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} way */
const through = (data, way) => new Blob([data]).stream().pipeThrough(way);

/**
 * @param {string} text
 * @returns {Promise<string | null>} null: too long for a link
 */
export async function packText(text) {
  // Four bytes deflate to no less than one letter in a thousand.
  if (text.length > MAX_TEXT_BYTES / 4) return null;
  const packed = through(text, new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if (bytes.length > (MAX_PACKED * 3) / 4) return null;
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @param {string} packed from a link: anything
 * @returns {Promise<string>} rejects when it is no text
 */
export async function unpackText(packed) {
  if (packed.length > MAX_PACKED || !/^[\w-]+$/.test(packed)) {
    throw new TextError('binary');
  }
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = through(bytes, new DecompressionStream('deflate-raw'));
  return decodeText(await readAll(text, MAX_TEXT_BYTES));
}
