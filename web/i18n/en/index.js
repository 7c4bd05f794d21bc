// SPDX-License-Identifier: MIT
// The English catalogue. Sentences with data in them are functions of formatted strings.
import keys from './keys.js';
import run from './run.js';
import screen from './screen.js';
import settings from './settings.js';
import stage from './stage.js';
import views from './views.js';
import { units } from '../units.js';

export default {
  ...run,
  ...settings,
  ...stage,
  ...views,
  ...keys,
  ...screen,
  units: units.en,

  /** English sentences come with the errors; other languages have them by key. */
  errors: {
    sentences: /** @type {Record<string, string>} */ ({}),
    hints: /** @type {Record<string, string>} */ ({}),
    units: /** @type {Record<string, string>} */ ({}),
  },
};
