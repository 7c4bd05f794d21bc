// SPDX-License-Identifier: MIT
// The run of the packed model: what the page begins with.
import { checkText } from './texts.js';
import { PAGE_SETTINGS } from '../state/recipe.js';
import { unpack } from '../pretrained/packing.js';

/**
 * @param {Uint8Array} packed as `pack` makes it
 * @param {string} pages of the fairy tales: the text it did not see in training
 * @param {string} name of that text
 * @returns {import('../state/run.js').SerializedRun}
 */
export function pretrainedRun(packed, pages, name) {
  const { bytes, step, history, baselines } = unpack(packed);
  const text = checkText({ id: 'grimm', name, text: pages });
  return {
    ...{ text, settings: { ...PAGE_SETTINGS }, preset: '', bytes },
    history: /** @type {any} */ (history),
    seen: {
      baselines: /** @type {any} */ (baselines),
      nTrain: 0,
      nVal: text.characters,
    },
    shown: { pretrained: step },
  };
}
