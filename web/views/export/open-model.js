// SPDX-License-Identifier: MIT
// Opening the files of a model that a reader chose or dropped, or a page gave.
import { chooseModelFiles, isArchive } from '../../run/model-files.js';
import { loadMore } from '../more-file.js';

/** @typedef {Uint8Array | Blob} ModelFile */

/** Weights of PyTorch as safetensors. What cannot be read stays as it is: the engine says why.
 * @param {ModelFile} file @returns {Promise<ModelFile>} */
async function readable(file) {
  try {
    if (!(await isArchive(file))) return file;
    const blob =
      file instanceof Blob ? file : new Blob([/** @type {BlobPart} */ (file)]);
    const weights = await (await loadMore()).torchWeights(blob);
    const { name = '' } = /** @type {Partial<File>} */ (file);
    return weights ? new File([weights], name) : file;
  } catch {
    return file;
  }
}

/** @param {ModelFile[]} files in the order that session.load takes */
export const readableFiles = (files) => Promise.all(files.map(readable));

/** @param {import('../../app/app.js').App} app @param {Iterable<File>} files */
export const openModel = (app, files) =>
  app.checkpoint.open(readableFiles(chooseModelFiles(files)));
