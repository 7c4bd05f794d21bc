// SPDX-License-Identifier: MIT
// Weights that torch.save wrote (pytorch_model.bin) as a safetensors file: a header of our own, then
// the ranges of the file itself, which are read when they are needed.
import { headerBytes } from '../../pretrained/safetensors.js';
import { contentOf, entriesOf } from './zip.js';
import { tensorsOf } from './unpickle.js';

/** Types of storages that weights have; masks and indices, which have others, are left out.
 * @type {Record<string, { dtype: string, bytes: number }>} */
const DTYPES = {
  Float: { dtype: 'F32', bytes: 4 },
  Half: { dtype: 'F16', bytes: 2 },
  BFloat16: { dtype: 'BF16', bytes: 2 },
};
/** Larger than the pickle of any model. */
const MAX_PICKLE = 1e8;

/** The bytes of the tensors, in order, with what the header says of each.
 * @param {Map<string, import('./unpickle.js').StoredTensor>} tensors
 * @param {(key: string) => Promise<Blob | null | undefined>} storageOf */
async function layOut(tensors, storageOf) {
  /** @type {Record<string, unknown>} */
  const header = {};
  /** @type {Blob[]} */
  const parts = [];
  let end = 0;
  for (const [name, { kind, key, length, offset, shape }] of tensors) {
    const type = DTYPES[kind];
    if (!type) continue;
    const storage = await storageOf(key);
    if (!storage || storage.size !== length * type.bytes) return null;
    const n = shape.reduce((product, size) => product * size, type.bytes);
    parts.push(storage.slice(offset * type.bytes, offset * type.bytes + n));
    header[name] = { dtype: type.dtype, shape, data_offsets: [end, (end += n)] };
  }
  return { header, parts };
}

/** @param {Blob} file that torch.save wrote
 * @returns {Promise<Blob | null>} null: it holds more than tensors, or is damaged */
export async function torchWeights(file) {
  const entries = new Map((await entriesOf(file))?.map((entry) => [entry.name, entry]));
  const pickle = [...entries.keys()].find((name) => /^[^/]+\/data\.pkl$/.test(name));
  const folder = pickle?.split('/')[0];
  const read = (/** @type {string} */ name) => {
    const entry = entries.get(`${folder}/${name}`);
    return entry && contentOf(file, entry);
  };
  const program = await read('data.pkl');
  if (!program || program.size > MAX_PICKLE) return null;
  const order = await read('byteorder');
  if (order && (await order.text()) !== 'little') return null;
  const tensors = tensorsOf(new Uint8Array(await program.arrayBuffer()));
  const laid = tensors && (await layOut(tensors, async (key) => read(`data/${key}`)));
  return laid && new Blob([headerBytes(laid.header), ...laid.parts]);
}
