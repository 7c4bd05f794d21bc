// SPDX-License-Identifier: MIT
// An animated WebP from still ones of the same size: the container alone, each picture's bytes
// as they are. Format: https://developers.google.com/speed/webp/docs/riff_container

/** @typedef {{ webp: Uint8Array, ms: number }} Frame  a still without transparency */

const ANIMATED = 0x02;
/** Each frame replaces the one before. */
const NO_BLENDING = 0x02;

/** @param {number} value @param {number} bytes little-endian */
const number = (value, bytes) =>
  Uint8Array.from({ length: bytes }, (_, k) => (value >>> (8 * k)) & 0xff);

/** @param {Uint8Array[]} parts */
const joined = (parts) => new Uint8Array(Buffer.concat(parts));

/** @param {string} name four letters @param {Uint8Array[]} parts */
function chunk(name, parts) {
  const data = joined(parts);
  const padding = new Uint8Array(data.length % 2);
  return joined([Buffer.from(name), number(data.length, 4), data, padding]);
}

/** The chunk with the picture of a still file. @param {Uint8Array} webp */
export function pictureIn(webp) {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.length);
  for (let at = 12; at + 8 <= webp.length;) {
    const name = Buffer.from(webp.subarray(at, at + 4)).toString();
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (name === 'VP8 ' || name === 'VP8L') return webp.subarray(at, end);
    at = end;
  }
  throw new Error('no picture in this WebP file');
}

/**
 * @param {{ width: number, height: number }} size of all of them, pixels
 * @param {Frame[]} frames
 * @returns {Uint8Array} a file that repeats for ever
 */
export function animatedWebp({ width, height }, frames) {
  const size = [number(width - 1, 3), number(height - 1, 3)];
  const origin = number(0, 6);
  const pictures = frames.map(({ webp, ms }) =>
    chunk('ANMF', [
      origin,
      ...size,
      number(ms, 3),
      number(NO_BLENDING, 1),
      pictureIn(webp),
    ]),
  );
  const forEver = [number(0xff, 4), number(0, 2)];
  return chunk('RIFF', [
    Buffer.from('WEBP'),
    chunk('VP8X', [number(ANIMATED, 4), ...size]),
    chunk('ANIM', forEver),
    ...pictures,
  ]);
}
