// SPDX-License-Identifier: MIT

import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../dist/custom-elements.json', import.meta.url);

/** The description of an element that `make web` wrote. @returns {Record<string, any>}
 */
export function readManifest(tag = 'glass-former') {
  const { modules } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return modules
    .flatMap((/** @type {Record<string, any>} */ { declarations }) => declarations)
    .find((/** @type {Record<string, any>} */ { tagName }) => tagName === tag);
}
