// SPDX-License-Identifier: MIT
// A small text file at an address that a teacher gave: an assignment, a lesson. What the page may
// fetch is limited by its policy; such a file is data and its sentences are shown as text.
import { decodeText, readAll } from './texts.js';

const TIMEOUT_MS = 30_000;

/** It could not be fetched, or is too large. */
export class DocumentError extends Error {
  /** @param {'noNetwork' | 'tooLarge'} key @param {ErrorOptions} options */
  constructor(key, options) {
    super(key, options);
    this.key = key;
  }
}

/** @param {string} address relative to the page @param {number} limit bytes
 * @returns {Promise<string>} throws a DocumentError */
export async function fetchDocument(address, limit) {
  try {
    const response = await fetch(new URL(address, document.baseURI), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return decodeText(await readAll(response.body, limit));
  } catch (cause) {
    const isLarge = /** @type {{ code?: string }} */ (cause).code === 'too-large';
    throw new DocumentError(isLarge ? 'tooLarge' : 'noNetwork', { cause });
  }
}
