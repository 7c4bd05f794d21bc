// SPDX-License-Identifier: MIT
// Preferences of the keyboard and of screen readers, as check boxes.
import { announcements, shortcuts } from '../../state/preferences.js';
import { checkbox } from '../shared/controls.js';

const SWITCHES = /** @type {const} */ ([
  ['letters', shortcuts],
  ['aloud', announcements],
]);

/** @param {import('../../i18n/index.js').Strings} t */
export const switches = (t) =>
  SWITCHES.map(([id, preference]) =>
    checkbox({
      id,
      label: t.keys[id],
      checked: preference.on,
      change: (on) => (preference.on = on),
    }),
  );
