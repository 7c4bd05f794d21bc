// SPDX-License-Identifier: MIT
// The offer beside a setting that does not fit: the nearest value that does.
import { nothing } from 'lit';
import { writtenValue } from '../../run/settings.js';
import { button } from '../shared/controls.js';

/** @param {import('../shared/view.js').View} view @param {string} key of the setting */
export function nearest({ app, state, t, format }, key) {
  const value = state.settingOffers[key];
  if (value === undefined) return nothing;
  const label = t.settings.labels[key] ?? key;
  return button(
    t.settings.nearest(label, writtenValue(value, format)),
    () => app.pendingConfig.set(key, value),
    { id: `${key}-nearest`, kind: 'small' },
  );
}
