// SPDX-License-Identifier: MIT
// The page begins with a pretrained model and pages it has not seen; elements in other pages begin untrained. The
// first run of the reader replaces it, and it is stored nowhere (`state.pretrained`).
import { pretrainedModel } from 'bundle:pretrained';
import { GlassFormer } from '../element/glass-former.js';
import { pretrainedRun } from '../run/pretrained-run.js';
import grimm from '../texts/grimm.txt';
import { addBuiltIn } from '../run/built-in.js';
import { offerPretrained } from '../run/offers.js';
import { comesToLearn } from './address.js';

/** With any of these attributes there is no pretrained model. */
const ASKED = /** @type {const} */ ([
  'config', 'preset', 'seed', 'src', 'corpus', 'text', 'step',
]); // oxfmt-ignore

/**
 * @param {GlassFormer} element
 * @returns {Promise<import('../state/run.js').SerializedRun> | undefined} undefined: the page was
 *   asked for something else. Rejects with a sentence when the model cannot be loaded
 */
function firstRun(element) {
  // A link to the pretrained model says so.
  const isLinked = new URLSearchParams(element.config).has('pretrained');
  const asks = ASKED.some(
    (name) => element.getAttribute(name) && !(isLinked && name === 'config'),
  );
  if (asks || comesToLearn(location.search)) return undefined;
  return load(element.words.strings, () => element.app);
}

/** @param {import('../i18n/index.js').Strings} strings
 * @param {() => import('../run/offers.js').OfPage | null | undefined} app there by then: it keeps the
 *   run, to come back to */
async function load(strings, app) {
  try {
    const name = strings.corpus.names.grimm;
    const run = pretrainedRun(await pretrainedModel(), grimm, name);
    const of = app();
    if (of) of.pretrainedRun = run;
    return run;
  } catch (cause) {
    throw new Error(strings.pretrained.missing, { cause });
  }
}

addBuiltIn('grimm', grimm);
GlassFormer.firstRun = firstRun;
offerPretrained((app) => load(app.t, () => app));
