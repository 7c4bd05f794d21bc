// SPDX-License-Identifier: MIT
// What a plain visit begins with: a model trained before, as a run to pick up. Part of the
// page; elements in other people's pages begin untrained. Nobody made this run here, so it
// makes room for the first one somebody does make, and is kept nowhere (`pretrained`).
import { pretrainedModel } from 'bundle:pretrained';
import fables from '../texts/fables.txt';
import { GlassFormer } from '../element/glass-former.js';
import { unpack } from '../pretrained/packing.js';
import { PAGE_SETTINGS } from './settings.js';
import { checkText } from './texts.js';

/** What somebody asked for comes first. */
const ASKED = /** @type {const} */ ([
  'config', 'preset', 'seed', 'src', 'corpus', 'text', 'step',
]); // prettier-ignore

/**
 * @param {GlassFormer} element
 * @returns {Promise<import('./serialization.js').SerializedRun> | undefined} undefined: this is no plain
 *   visit. Rejects with a sentence when the model cannot be had
 */
function firstRun(element) {
  const asks = ASKED.some((name) => element.getAttribute(name));
  if (asks || new URLSearchParams(location.search).has('lesson')) return undefined;
  return bring(element);
}

/** @param {GlassFormer} element */
async function bring({ words: { strings } }) {
  try {
    const { bytes, step, history } = unpack(await pretrainedModel());
    const name = strings.corpus.names.fables;
    return {
      text: checkText({ id: 'fables', name, text: fables }),
      settings: { ...PAGE_SETTINGS },
      preset: '',
      bytes,
      history: /** @type {any} */ (history),
      shown: { pretrained: step },
    };
  } catch (cause) {
    throw new Error(strings.pretrained.missing, { cause });
  }
}

GlassFormer.first = firstRun;
