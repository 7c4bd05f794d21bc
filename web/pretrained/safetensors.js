// SPDX-License-Identifier: MIT
// The file format safetensors (https://github.com/huggingface/safetensors): the length of the
// header, the header as JSON, then the tensors one after another, little-endian.

/** @typedef {{ dtype: string, shape: number[], data: Uint8Array }} Tensor */

const HEADER_ALIGNMENT = 8;

/** @type {Record<string, number>} */
const ELEMENT_BYTES = { I8: 1, F16: 2, BF16: 2, F32: 4, I32: 4 };

/** Where the tensors begin. @param {Uint8Array} bytes of a file, the first eight */
const headerEnd = ({ buffer, byteOffset, length }) =>
  8 + Number(new DataView(buffer, byteOffset, length).getBigUint64(0, true));

/** @param {Uint8Array} header as UTF-8 @returns {any} */
const parsed = (header) =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(header));

/**
 * @param {Uint8Array} bytes of a safetensors file
 * @returns {{ tensors: Map<string, Tensor>, metadata: Record<string, string> }} views
 *   of the bytes. Throws when the file is truncated or is no safetensors file
 */
export function readSafetensors(bytes) {
  const start = headerEnd(bytes);
  const { __metadata__: metadata, ...entries } = parsed(bytes.subarray(8, start));
  let end = start;
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  for (const [name, { dtype, shape, data_offsets: at }] of Object.entries(entries)) {
    const data = bytes.subarray(start + at[0], start + at[1]);
    const n = shape.reduce(
      (/** @type {number} */ a, /** @type {number} */ b) => a * b,
      1,
    );
    if (data.length !== n * ELEMENT_BYTES[dtype])
      throw new Error(`${name} is not whole`);
    tensors.set(name, { dtype, shape, data });
    end = Math.max(end, start + at[1]);
  }
  if (end !== bytes.length) throw new Error('the file is not whole');
  return { tensors, metadata };
}

/** Of a file of which no more is read. Rejects where it is no safetensors file.
 * @param {Blob | Uint8Array} file @returns {Promise<Record<string, string>>} */
export async function metadataOf(file) {
  const part = async (/** @type {number} */ from, /** @type {number} */ to) =>
    new Uint8Array(await new Response(file.slice(from, to)).arrayBuffer());
  const end = headerEnd(await part(0, 8));
  // Of another file it may be any number: nothing is read then.
  if (end > ('size' in file ? file.size : file.length)) return {};
  return parsed(await part(8, end)).__metadata__;
}

/** What stands before the tensors. @param {Record<string, unknown>} header */
export function headerBytes(header) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(text.length / HEADER_ALIGNMENT) * HEADER_ALIGNMENT;
  const bytes = new Uint8Array(8 + padded).fill(0x20, 8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true);
  bytes.set(text, 8);
  return bytes;
}

/** @param {Map<string, Tensor>} tensors @param {Record<string, string>} metadata */
export function writeSafetensors(tensors, metadata) {
  /** @type {Record<string, unknown>} */
  const header = { __metadata__: metadata };
  let at = 0;
  for (const [name, { dtype, shape, data }] of tensors) {
    header[name] = { dtype, shape, data_offsets: [at, (at += data.length)] };
  }
  const parts = [headerBytes(header), ...[...tensors.values()].map(({ data }) => data)];
  const bytes = new Uint8Array(parts[0].length + at);
  at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
