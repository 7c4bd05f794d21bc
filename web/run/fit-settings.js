// SPDX-License-Identifier: MIT
// Settings that fit: a context length for a short text, and the nearest value that the engine
// accepts. Training and validation part must each be longer than the context (src/text/corpus.c).
import { describeConfig } from '../../wasm/index.js';

/** @import { SettingRow, Settings } from '../state/types.js' */

/** A context shorter than this shows little; more of the text is held out first. */
const USEFUL_CONTEXT = 8;
const LARGEST_VAL_FRACTION = 0.5;
/** Settings are checked alone first, as if the text were long enough. */
export const ANY_TEXT = { vocabSize: 65, nChars: Infinity, timed: false };
/** Values tried on each side. */
const MOST_TRIES = 64;

/** The longest context that leaves room for the next character in both parts.
 * @param {number} nChars @param {number} valFraction */
function longestContext(nChars, valFraction) {
  const nTrain = Math.floor(nChars * (1 - valFraction));
  return Math.min(nTrain, nChars - nTrain) - 1;
}

/**
 * Context length and validation share for a text of characters.
 * @param {number} nChars
 * @param {{ block_size: number, val_fraction: number }} wanted
 * @returns {{ block_size: number, val_fraction: number }} `wanted` itself, if it fits; the
 *   longest context with that share; if that is of little use, with half of the text held out
 */
export function fitToText(nChars, wanted) {
  const { block_size, val_fraction } = wanted;
  const context = longestContext(nChars, val_fraction);
  if (context >= block_size) return wanted;
  if (context >= USEFUL_CONTEXT) return { block_size: context, val_fraction };
  const half = longestContext(nChars, LARGEST_VAL_FRACTION);
  return {
    block_size: Math.max(1, Math.min(block_size, USEFUL_CONTEXT, half)),
    val_fraction: LARGEST_VAL_FRACTION,
  };
}

/**
 * The value nearest to the chosen one that fits the other settings and the text.
 * @param {SettingRow} row of the setting
 * @param {Settings} settings with the value chosen
 * @param {{ vocabSize?: number, nChars?: number }} text
 * @returns {Promise<number | string | undefined>} undefined: none nearby, or nothing is wrong
 */
export async function nearestValue(row, settings, text) {
  const problems = async (/** @type {Settings} */ tried) =>
    (await describeConfig(tried, { ...text, timed: false })).errors.length;
  // Other settings may have problems of their own.
  const now = await problems(settings);
  for (const value of candidates(row, settings[row.key] ?? row.default))
    if ((await problems({ ...settings, [row.key]: value })) < now) return value;
  return undefined;
}

/** Values by their distance. @param {SettingRow} row @param {unknown} chosen
 * @returns {(number | string)[]} */
function candidates({ type, min, max, choices }, chosen) {
  if (type === 'enum') return (choices ?? []).filter((choice) => choice !== chosen);
  const value = Number(chosen);
  if ((type !== 'int' && type !== 'float') || !Number.isFinite(value)) return [];
  const [low, high] = [Number(min), Number(max)];
  const inside = Math.min(high, Math.max(low, value));
  if (inside !== value || type === 'float') return [inside];
  return Array.from({ length: MOST_TRIES }, (_, n) => [value - n - 1, value + n + 1])
    .flat()
    .filter((each) => each >= low && each <= high);
}
