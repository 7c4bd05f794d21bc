// SPDX-License-Identifier: MIT
// The files of a model that a reader chooses: one of ours, or a model of llama2.c together
// with its tokenizer, which is far smaller.

/** @typedef {{ bytes: Uint8Array<ArrayBuffer>, tokenizer?: Uint8Array<ArrayBuffer> }} ModelFiles */

export const MODEL_FILES = '.safetensors,.bin';

/** Whether the file is a model or a tokenizer by its name, not a text.
 * @param {{ name: string }} file */
export const isModelFile = ({ name }) =>
  MODEL_FILES.split(',').some((ending) => name.endsWith(ending));

/** @param {Iterable<File>} files at least one @returns {Promise<ModelFiles>} */
export async function readModelFiles(files) {
  const bySize = [...files].sort((a, b) => b.size - a.size);
  const [bytes, tokenizer] = await Promise.all(
    bySize.slice(0, 2).map(async (file) => new Uint8Array(await file.arrayBuffer())),
  );
  return { bytes, tokenizer };
}
