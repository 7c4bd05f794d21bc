// SPDX-License-Identifier: MIT
// The files of a model that a reader chooses: one of ours, a folder of Hugging Face, or a model
// of llama2.c together with its tokenizer, which is far smaller.

const WEIGHTS = ['.safetensors', '.bin'];
const OTHERS = ['.json', '.vocab'];

export const MODEL_FILES = [...WEIGHTS, ...OTHERS].join(',');

/** @param {string[]} endings @returns {(file: { name: string }) => boolean} */
const endsWith =
  (endings) =>
  ({ name }) =>
    endings.some((ending) => name.endsWith(ending));

/** Whether files are those of a model by their names, not texts.
 * @param {{ name: string }[]} files */
export const areModelFiles = (files) =>
  files.some(endsWith(WEIGHTS)) &&
  files.every(endsWith([...WEIGHTS, ...OTHERS, '.txt', '.md']));

/** The files in the order that session.load takes. Beside a safetensors file .bin is another
 * copy of the same weights.
 * @param {Iterable<File>} files @returns {Promise<Uint8Array<ArrayBuffer>[]>} */
export async function readModelFiles(files) {
  const all = [...files].sort((a, b) => b.size - a.size);
  const ours = all.filter(endsWith(['.safetensors']));
  const parts = ours.length > 0 ? [...ours, ...all.filter(endsWith(OTHERS))] : all;
  return Promise.all(
    parts.map(async (file) => new Uint8Array(await file.arrayBuffer())),
  );
}
