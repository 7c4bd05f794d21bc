// SPDX-License-Identifier: MIT
// A text inside a link: deflated, then base64url.
import { TextError, counted, decodeText, readAll } from './texts.js';

/** Leaves room for the rest of a link, see MAX_LINK in settings.js. */
const MAX_PACKED = 16_000;
/** Limit when inflating: a few kilobytes may expand to gigabytes. */
const MAX_TEXT_BYTES = 1 << 20;

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} transform */
const through = (data, transform) => new Blob([data]).stream().pipeThrough(transform);

/** @param {string} text
 * @returns {Promise<string | null>} null: too long for a link */
export async function packText(text) {
  // A longer text might exceed MAX_TEXT_BYTES in UTF-8.
  if (text.length > MAX_TEXT_BYTES / 4) return null;
  const packed = through(text, new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if (bytes.length > (MAX_PACKED * 3) / 4) return null;
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed from a link, untrusted
 * @returns {Promise<string>} rejects if it is not a text */
export async function unpackText(packed) {
  if (packed.length > MAX_PACKED || !/^[\w-]+$/.test(packed)) {
    throw new TextError('binary');
  }
  const base64 = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(base64, (character) => character.charCodeAt(0));
  const text = through(bytes, new DecompressionStream('deflate-raw'));
  return decodeText(await readAll(counted(text, MAX_TEXT_BYTES)));
}
