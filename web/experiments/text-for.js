// SPDX-License-Identifier: MIT
// The text that the runs of an experiment train on.
import { presetWords } from '../i18n/preset-words.js';
import { sourceOf, sourceText } from '../run/preset-text.js';
import { phrase } from './phrase.js';

/** @import { ExperimentContext as App, Text } from './context.js' */
/** @import { Experiment } from './experiment.js' */

const OF_TEXT = ['text', 'pairs'];

/** Where it comes from, without fetching it. @param {App} app @param {Experiment} experiment
 * @param {import('../state/types.js').Settings} config of a run */
export function sourceFor({ t, lang, store }, experiment, config) {
  const preset = store.state.presets.find(({ name }) => name === experiment.preset);
  const title = preset && presetWords(preset, t).title;
  const task = String(config.task ?? 'text');
  if (!OF_TEXT.includes(task)) return { id: 'task', name: title ?? task, text: '' };
  if (experiment.text !== undefined)
    return { id: 'own', name: phrase(experiment.title, lang), text: experiment.text };
  if (preset?.lines) return { id: 'task', name: title ?? '', text: preset.lines };
  const id = sourceOf(preset?.text);
  return { id, name: t.corpus.names[id] };
}

/** Fetched from the network only where the experiment is of such a text.
 * @param {Parameters<typeof sourceFor>} of @returns {Promise<Text>} */
export async function textFor(...of) {
  const { id, name, text } = sourceFor(...of);
  return { id, name, text: text ?? (await sourceText(id)) };
}
