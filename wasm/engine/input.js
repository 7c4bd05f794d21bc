// SPDX-License-Identifier: MIT
// Checks arguments of the engine's calls and converts them to its input format.

import { GlassError } from '../shared/errors.js';

const encoder = new TextEncoder();

/** @typedef {import('../shared/types.js').Bytes} Bytes */
/** @typedef {import('../shared/types.js').Config} Config */

/**
 * @param {unknown} value
 * @param {string} name in the error message
 * @param {number} [max]
 */
export function wholeNumber(value, name, max = Number.MAX_SAFE_INTEGER) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0 && number <= max) return number;
  throw new GlassError('option_out_of_range', { option: name, max });
}

/** The engine's counts and sizes are 32-bit integers. */
export const MAX_COUNT = 2 ** 31 - 1;

/** @param {Bytes} text @returns {Uint8Array} */
export function toBytes(text) {
  if (typeof text === 'string') return encoder.encode(text);
  if (ArrayBuffer.isView(text)) {
    return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
  }
  if (text instanceof ArrayBuffer) return new Uint8Array(text);
  throw new GlassError('bytes_needed');
}

/** @param {Config | undefined} config */
export function configJson(config) {
  try {
    return JSON.stringify(config ?? {});
  } catch (cause) {
    throw new GlassError('settings_not_json', {}, { cause });
  }
}

/** @param {Config | undefined} config */
export const configBytes = (config) => encoder.encode(configJson(config));
