// SPDX-License-Identifier: MIT
// The files of a model that a reader chooses: one of ours, a folder of Hugging Face, with its
// weights in one file or several, or a model of llama2.c together with its tokenizer, which is
// far smaller.

const WEIGHTS = ['.safetensors', '.bin'];
const OTHERS = ['.json', '.vocab'];
/** What lies in such folders too. */
const IGNORED = ['.txt', '.md', '.model', '.jinja', '.gitattributes'];

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
  files.every(endsWith([...WEIGHTS, ...OTHERS, ...IGNORED]));

/** How weights that torch.save wrote begin: a zip archive. */
const ARCHIVE = [...'PK\x03\x04'].map((letter) => letter.charCodeAt(0));

/** @param {Uint8Array | Blob} file */
export async function isArchive(file) {
  const from = file.slice(0, ARCHIVE.length);
  const bytes = from instanceof Blob ? new Uint8Array(await from.arrayBuffer()) : from;
  return ARCHIVE.every((byte, i) => bytes[i] === byte);
}

/** The files in the order that session.load takes. Beside a safetensors file .bin is another
 * copy of the same weights.
 * They are read when it needs them.
 * @param {Iterable<File>} files */
export function chooseModelFiles(files) {
  const read = [...files].filter(endsWith([...WEIGHTS, ...OTHERS]));
  // None of them is of a model, which is said of what is in them.
  if (read.length === 0) return [...files];
  const all = read.sort((a, b) => b.size - a.size);
  const ours = all.filter(endsWith(['.safetensors']));
  return ours.length > 0 ? [...ours, ...all.filter(endsWith(OTHERS))] : all;
}
