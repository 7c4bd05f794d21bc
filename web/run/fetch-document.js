// SPDX-License-Identifier: MIT
// A small text file at an address that a teacher gave: an assignment, a lesson. What the page may
// fetch is limited by its policy; such a file is data and its sentences are shown as text.
import { decodeText, readAll } from './texts.js';

const TIMEOUT_MS = 30_000;

/** Longest file, bytes: a text to train on may be in it. */
export const MAX_BYTES = 4 * 1024 * 1024;

/** What is wrong with such a file; its sentences are in the catalogues, by key.
 * @template {string} [Key='noNetwork' | 'tooLarge'] */
export class DocumentError extends Error {
  /** @param {Key} key @param {Record<string, string>} [params] of the sentence
   * @param {ErrorOptions} [options] */
  constructor(key, params = {}, options) {
    super(`${key} ${Object.values(params).join(' ')}`.trim(), options);
    this.key = key;
    this.params = params;
  }
}

/** @param {string} address relative to the page
 * @returns {Promise<string>} throws a DocumentError */
export async function fetchDocument(address) {
  try {
    const response = await fetch(new URL(address, document.baseURI), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return decodeText(await readAll(response.body, MAX_BYTES));
  } catch (cause) {
    const isLarge = /** @type {{ code?: string }} */ (cause).code === 'too-large';
    const params = { name: address.slice(0, 200) };
    throw new DocumentError(isLarge ? 'tooLarge' : 'noNetwork', params, { cause });
  }
}
