// SPDX-License-Identifier: MIT
// The Spanish catalogue, with the keys of the English one. Impersonal: neither tú nor usted.
import errors from './errors.js';
import diagnostics from './diagnostics.js';
import help from './help.js';
import inspection from './inspection.js';
import run from './run.js';
import screen from './screen.js';
import settings from './settings.js';
import stage from './stage.js';
import views from './views.js';
import { units } from '../units.js';

/** @type {typeof import('../en/index.js').default} */
export default {
  ...run,
  ...settings,
  ...stage,
  ...views,
  ...inspection,
  ...diagnostics,
  ...help,
  ...screen,
  units: units.es,

  errors,
};
