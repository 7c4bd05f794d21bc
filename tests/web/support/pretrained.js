// SPDX-License-Identifier: MIT
// The run that the page begins with, as web/page/pretrained-run.js makes it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpack } from '../../../web/pretrained/packing.js';
import { checkText } from '../../../web/run/texts.js';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';

const fileOf = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../../../web/${path}`, import.meta.url)));

/** @returns {import('../../../web/state/run.js').SerializedRun} */
export function pretrainedRun() {
  const { bytes, step, history, baselines } = unpack(
    new Uint8Array(fileOf('pretrained/model.safetensors')),
  );
  const text = checkText({
    ...{ id: 'grimm', name: 'Grimms’ fairy tales' },
    text: String(fileOf('texts/grimm.txt')),
  });
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
