// SPDX-License-Identifier: MIT
// Published models for tests: the folder models/ of GF_DATA or ../shared/data, which is not
// part of the project. Tests of it are skipped where it is missing.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PUBLISHED } from '../web/run/published/models.js';

const FOLDER = process.env.GF_DATA
  ? `${process.env.GF_DATA}/models`
  : fileURLToPath(new URL('../../shared/data/models', import.meta.url));

/** @param {string} name */
export const publishedPath = (name) => `${FOLDER}/${name}`;

/** @param {string} name @returns {Uint8Array<ArrayBuffer>} */
export const published = (name) => new Uint8Array(readFileSync(publishedPath(name)));

/** For node:test: false, or why tests are skipped. */
export const MISSING = existsSync(publishedPath('tok512.bin'))
  ? false
  : `${FOLDER} is not there`;

/** Their names, tokenizers, and the tokens of their greedy texts. */
export const MODELS = /** @type {const} */ ([
  { name: 'stories260K', tokenizer: 'tok512.bin', tokens: 200 },
  { name: 'stories-chars', tokenizer: 'tok105.bin', tokens: 256 },
]);

/** The files by their public addresses (web/run/published/models.js). @type {Record<string, string>} */
export const PUBLIC_FILES = Object.fromEntries(
  [
    ['stories260K.bin', 'tok512.bin'],
    ['stories-chars.bin', 'tok105.vocab'],
  ].flatMap((names, i) => names.map((name, j) => [PUBLISHED[i].files[j].url, name])),
);
