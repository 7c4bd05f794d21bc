// SPDX-License-Identifier: MIT
// What all runs of an experiment have: the preset's settings and the text they train on.
import { sourceOf } from '../run/preset-text.js';
import { settingValue } from '../run/settings.js';

/** @import { Settings, SettingRow } from '../state/types.js' */
/** @import { Experiment } from './experiment.js' */

/** @typedef {{ name: string, text: string, lines?: string | null, config: Record<string, any> }} Preset */

const OF_TEXT = ['text', 'pairs'];

/** The preset's settings, and the sizes that steps are counted by. @param {Experiment} experiment
 * @param {Preset[]} presets @param {SettingRow[]} schema @returns {Settings} */
export function baseOf({ preset }, presets, schema) {
  const { config = {} } = presets.find(({ name }) => name === preset) ?? {};
  const sizes = ['batch_size', 'block_size'].map((key) => [
    key,
    settingValue(schema, config, key),
  ]);
  return { ...config, ...Object.fromEntries(sizes) };
}

/** Where the text comes from: an id of it, and the text where nothing has to be fetched.
 * @param {Pick<Experiment, 'preset' | 'text'>} experiment @param {Settings} config of a run
 * @param {Preset[]} presets @returns {{ id: string, text?: string }} */
export function placeOfText({ preset: wanted, text }, config, presets) {
  const preset = presets.find(({ name }) => name === wanted);
  if (!OF_TEXT.includes(String(config.task ?? 'text'))) return { id: 'task', text: '' };
  if (text !== undefined) return { id: 'own', text };
  if (preset?.lines) return { id: 'task', text: preset.lines };
  return { id: sourceOf(preset?.text) };
}
