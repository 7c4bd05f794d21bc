// SPDX-License-Identifier: MIT
// Quantises a checkpoint to a quarter of its size, and back: matrices as 8-bit integers with
// one scale per row, vectors and scales as BF16, no optimizer. Unpacking gives an ordinary
// checkpoint; its weights differ by at most half a scale. The packed file is safetensors too:
//
//   NAME      I8 [rows, columns], or BF16 [n]
//   scales    BF16 [all rows], of the matrices in the order of the header
//   metadata  that of the checkpoint, and `run`: as JSON, the training history and what
//             counting models of the same text are worth

import { readSafetensors, writeSafetensors } from './safetensors.js';

/** @import { Tensor } from './safetensors.js' */
/**
 * @typedef {object} TrainingRun
 * @property {Record<string, number[]>} history
 * @property {Record<string, number>} baselines nats
 */

const MOST = 127;

/** The upper half of a float's bits, rounded to the nearest. @param {number} x */
function toBf16(x) {
  const [bits] = new Uint32Array(new Float32Array([x]).buffer);
  return (bits + 0x7fff + ((bits >> 16) & 1)) >>> 16;
}

/** @param {ArrayLike<number>} halves */
const fromBf16 = (halves) =>
  new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);

/** Bytes wherever they begin, and of whatever kind: a Buffer's slice is no copy.
 * @param {Uint8Array} data */
const copyOf = (data) => new Uint8Array(data).buffer;

/** @param {Uint8Array} checkpoint as the engine saves it
 * @param {TrainingRun} run
 * @returns {Uint8Array} the packed file */
export function pack(checkpoint, run) {
  const { tensors, metadata } = readSafetensors(checkpoint);
  /** @type {Map<string, Tensor>} */
  const packed = new Map();
  /** @type {number[]} */
  const scales = [];
  for (const [name, { shape, data }] of tensors) {
    if (name.startsWith('optimizer.')) continue;
    const values = new Float32Array(copyOf(data));
    if (shape.length === 1) {
      const data = new Uint8Array(Uint16Array.from(values, toBf16).buffer);
      packed.set(name, { dtype: 'BF16', shape, data });
      continue;
    }
    const whole = new Int8Array(values.length);
    for (let at = 0; at < values.length; at += shape[1]) {
      const row = values.subarray(at, at + shape[1]);
      const half = toBf16(Math.max(...row.map(Math.abs)) / MOST);
      scales.push(half);
      const [scale] = fromBf16([half]);
      // The scale is rounded by less than 1/512, so none gets over 127.
      whole.set(
        Array.from(row, (x) => Math.round(x / (scale || 1))),
        at,
      );
    }
    packed.set(name, { dtype: 'I8', shape, data: new Uint8Array(whole.buffer) });
  }
  const data = new Uint8Array(Uint16Array.from(scales).buffer);
  packed.set('scales', { dtype: 'BF16', shape: [scales.length], data });
  return writeSafetensors(packed, { ...metadata, run: JSON.stringify(run) });
}

/**
 * @param {Uint8Array} bytes a packed file
 * @returns {{ bytes: Uint8Array, step: number } & TrainingRun} the checkpoint, and the run
 *   it is from. Throws when the file is not whole
 */
export function unpack(bytes) {
  const { tensors, metadata } = readSafetensors(bytes);
  const { run, ...rest } = metadata;
  const { data } = /** @type {Tensor} */ (tensors.get('scales'));
  const scales = fromBf16(new Uint16Array(copyOf(data)));
  tensors.delete('scales');
  let row = 0;
  for (const stored of tensors.values()) {
    if (stored.dtype !== 'I8') continue;
    const [, columns] = stored.shape;
    const whole = new Int8Array(copyOf(stored.data));
    const values = new Float32Array(whole.length);
    // A loop, not a callback for each of a million weights: the page waits for it.
    for (let at = 0; at < values.length; row++) {
      for (const end = at + columns; at < end; at++)
        values[at] = whole[at] * scales[row];
    }
    stored.dtype = 'F32';
    stored.data = new Uint8Array(values.buffer);
  }
  if (row !== scales.length) throw new Error('the scales are not whole');
  return {
    bytes: writeSafetensors(tensors, rest),
    step: Number(metadata.step),
    ...JSON.parse(run),
  };
}
