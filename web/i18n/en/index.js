// SPDX-License-Identifier: MIT
// The English catalogue. Sentences with data in them are functions of formatted strings.
import diagnostics from './diagnostics.js';
import help from './help.js';
import inspection from './inspection.js';
import run from './run.js';
import settings from './settings.js';
import views from './views.js';
import { units } from '../units.js';

export default {
  ...run,
  ...settings,
  ...views,
  ...inspection,
  ...diagnostics,
  ...help,
  units: units.en,

  /** What the engine says in English by itself; other languages go by code. */
  engine: {
    problems: /** @type {Record<string, string>} */ ({}),
    hints: /** @type {Record<string, string>} */ ({}),
    /** Part of a sentence of the engine, and the whole in the language. */
    obstacles: /** @type {[string, string][]} */ ([]),
    detail: (/** @type {string} */ message) => message,
    range: (/** @type {string} */ low, /** @type {string} */ high) =>
      `From ${low} to ${high}.`,
  },
};
