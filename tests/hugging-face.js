// SPDX-License-Identifier: MIT
// The small models of tests/reference/hugging_face.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FOLDERS = /** @type {const} */ (['llama', 'gpt2', 'gpt_neo', 'nano_gpt']);

const ROOT = new URL('reference/hugging_face/', import.meta.url);

/** @param {string} name a folder, or a file in one */
export const folderPath = (name) => fileURLToPath(new URL(name, ROOT));

/** The paths of a model's files: weights, tokenizer and, if it has one, configuration.
 * @param {string} name */
export const pathsOf = (name) =>
  ['model.safetensors', 'tokenizer.json', 'config.json']
    .map((file) => folderPath(`${name}/${file}`))
    .filter(existsSync);

/** @param {string} name */
export function folderOf(name) {
  const files = pathsOf(name).map((path) => new Uint8Array(readFileSync(path)));
  const expected = JSON.parse(
    readFileSync(folderPath(`${name}/expected.json`), 'utf8'),
  );
  return { files, expected };
}
