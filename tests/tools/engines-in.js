// SPDX-License-Identifier: MIT
// Finds the engine in what is published: deflated, as base64.

import { existsSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const ENGINE = new URL('../../build/wasm/glassformer.wasm', import.meta.url);
const engine = existsSync(ENGINE) ? readFileSync(ENGINE) : null;

/** No other string is as long. */
const LONG = /[A-Za-z0-9+/]{20000,}={0,2}/g;

/** @param {string} base64 */
function isEngine(base64) {
  try {
    return engine?.equals(inflateRawSync(Buffer.from(base64, 'base64'))) ?? false;
  } catch {
    return false;
  }
}

/** How often it is in a file. @param {string} text */
export const enginesIn = (text) => (text.match(LONG) ?? []).filter(isEngine).length;
