// SPDX-License-Identifier: MIT
// From the engine's table of settings: the order of the controls and the parsing of input.
import { choiceName } from './aliases.js';

/** @import { Format } from '../i18n/format.js' */
/** @import { SettingRow, Settings } from '../state/types.js' */

/** Shown first, in this order; the others are under "All settings". */
export const MAIN_KEYS = [
  'n_layer',
  'n_head',
  'n_embd',
  'block_size',
  'max_steps',
  'learning_rate',
];

/** Of `n_layer n_head n_embd block_size`, those that an architecture has; others have all.
 * @type {Record<string, string[] | undefined>} */
const SIZES = { bigram: ['block_size'], averaging: ['n_embd', 'block_size'] };

/** @param {SettingRow[]} schema @param {Settings} settings @param {string} key of one of four */
export const hasSize = (schema, settings, key) =>
  SIZES[String(settingValue(schema, settings, 'arch'))]?.includes(key) ?? true;

/** Settings whose sliders double at each notch. */
const DOUBLING = new Set(['n_embd', 'block_size', 'batch_size', 'n_ff']);

/** @param {SettingRow} row @returns {'linear' | 'doubling' | 'none'} kind of slider */
export function sliderKind(row) {
  if (row.type !== 'int' || !MAIN_KEYS.includes(row.key) || row.key === 'max_steps') {
    return 'none';
  }
  return DOUBLING.has(row.key) ? 'doubling' : 'linear';
}

/** @param {SettingRow} row @param {string} text from a field or a link
 * @returns {number | string | boolean | undefined} undefined: not of this type */
export function parseSetting(row, text) {
  const trimmed = text.trim();
  if (row.type === 'bool') {
    if (trimmed === 'true' || trimmed === '1') return true;
    return trimmed === 'false' || trimmed === '0' ? false : undefined;
  }
  if (row.type === 'int') return /^-?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
  if (row.type === 'float') {
    const value = trimmed === '' ? Number.NaN : Number(trimmed);
    return Number.isFinite(value) ? value : undefined;
  }
  const choice = row.choices?.includes(trimmed) ? trimmed : choiceName(trimmed);
  return row.choices?.includes(choice) ? choice : undefined;
}

/** @param {SettingRow[]} schema @param {Settings} settings
 * @param {string} key */
export function settingValue(schema, settings, key) {
  return settings[key] ?? schema.find((row) => row.key === key)?.default;
}

/** All digits of an integer, and of a fraction those that were typed. */
const [DIGITS_OF_INTEGER, DIGITS] = [21, 15];

/** As the language writes it; what was chosen is not rounded.
 * @template T @param {T} value @param {Format} format @returns {Exclude<T, number> | string} */
export const writtenValue = (value, format) =>
  typeof value === 'number'
    ? format.precise(value, Number.isInteger(value) ? DIGITS_OF_INTEGER : DIGITS)
    : /** @type {Exclude<T, number>} */ (value);
