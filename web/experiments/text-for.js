// SPDX-License-Identifier: MIT
// The text that the runs of an experiment train on.
import { presetWords } from '../i18n/preset-words.js';
import { textOf } from '../run/preset-text.js';
import { placeOfText } from './base.js';
import { phrase } from './phrase.js';

/** @import { App } from '../app/app.js' */
/** @import { TextChoice } from '../app/context.js' */
/** @import { Experiment } from './experiment.js' */

/** Where it comes from, without fetching it. @param {App} app @param {Experiment} experiment
 * @param {import('../state/types.js').Settings} config of a run */
export function sourceFor({ t, lang, store }, experiment, config) {
  const { presets } = store.state;
  const place = placeOfText(experiment, config, presets);
  const preset = presets.find(({ name }) => name === experiment.preset);
  const title = preset && presetWords(preset, t).title;
  const task = place.text === '' ? String(config.task) : '';
  /** @type {Record<string, string>} */
  const names = { task: title ?? task, own: phrase(experiment.title, lang) };
  return { ...place, name: names[place.id] ?? t.corpus.names[place.id] };
}

/** Fetched from the network only where the experiment is of such a text.
 * @param {Parameters<typeof sourceFor>} of @returns {Promise<TextChoice>} */
export async function textFor(...of) {
  const source = sourceFor(...of);
  return { ...source, text: await textOf(source) };
}
