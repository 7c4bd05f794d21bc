// SPDX-License-Identifier: MIT
// The sentences that a view has in its definition. Only in our own page and frame.
import '../../i18n/diagnostics.js';
import { fill } from '../../../wasm/index.js';

/** @param {import('./view.js').View} view @param {string} key of its sentences
 * @param {Record<string, string>} [data] by the names in braces */
export function say(view, key, data = {}) {
  const name = view.localName.slice('gf-'.length);
  return fill(view.t.sentences[name][key], data);
}
