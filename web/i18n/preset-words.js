// SPDX-License-Identifier: MIT
// Presets in the reader's language. English is what the engine says itself.

/** @typedef {import('./index.js').Strings} Strings */

/**
 * What a preset is called and about.
 * @param {Pick<import('../state/types.js').Preset, 'name' | 'title' | 'about' | 'look'>} preset
 * @param {Strings} t
 */
export const presetWords = (preset, t) => t.presets.texts[preset.name] ?? preset;
