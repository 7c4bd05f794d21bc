// SPDX-License-Identifier: MIT
// A small text file at an address that a teacher gave: an assignment, a lesson. What the page may
// fetch is limited by its policy; such a file is data and its sentences are shown as text.
import { decodeText, fetchBytes } from './texts.js';

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
    const { href } = new URL(address, document.baseURI);
    const how = { limit: MAX_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) };
    return decodeText(await fetchBytes(href, how));
  } catch (cause) {
    const isLarge = /** @type {{ code?: string }} */ (cause).code === 'too-large';
    const params = { name: address.slice(0, 200) };
    throw new DocumentError(isLarge ? 'tooLarge' : 'noNetwork', params, { cause });
  }
}
