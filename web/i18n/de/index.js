// SPDX-License-Identifier: MIT
// The German catalogue, with the keys of the English one. Impersonal: neither du nor Sie.
import errors from './errors.js';
import keys from './keys.js';
import inspection from './inspection.js';
import run from './run.js';
import screen from './screen.js';
import settings from './settings.js';
import stage from './stage.js';
import views from './views.js';
import { units } from '../units.js';

/** @type {typeof import('../en/index.js').default &
 *   typeof import('../en/inspection.js').default} */
export default {
  ...run,
  ...settings,
  ...stage,
  ...views,
  ...inspection,
  ...keys,
  ...screen,
  units: units.de,

  errors,
};
