// SPDX-License-Identifier: MIT
// The small models of tests/reference/hugging_face.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSafetensors, writeSafetensors } from '../web/pretrained/safetensors.js';

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

/** A model's files by name, with the weights in `n` files and their index.
 * @param {string} name @param {number} n */
export function inPieces(name, n) {
  const [model, ...others] = pathsOf(name);
  const { tensors, metadata } = readSafetensors(new Uint8Array(readFileSync(model)));
  const list = [...tensors];
  /** @type {Record<string, string>} */
  const weight_map = {};
  /** @type {Record<string, Uint8Array | string>} */
  const files = {};
  for (let i = 0; i < n; i++) {
    const part = list.slice((list.length * i) / n, (list.length * (i + 1)) / n);
    const piece = `model-0000${i + 1}-of-0000${n}.safetensors`;
    files[piece] = writeSafetensors(new Map(part), metadata);
    for (const [tensor] of part) weight_map[tensor] = piece;
  }
  files['model.safetensors.index.json'] = JSON.stringify({ weight_map });
  for (const path of others) files[basename(path)] = readFileSync(path);
  return files;
}

/** @param {string} name */
export function folderOf(name) {
  const files = pathsOf(name).map((path) => new Uint8Array(readFileSync(path)));
  const expected = JSON.parse(
    readFileSync(folderPath(`${name}/expected.json`), 'utf8'),
  );
  return { files, expected };
}
