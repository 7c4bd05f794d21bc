// SPDX-License-Identifier: MIT
// Checks of what callers pass to a session.

import { GlassError } from '../shared/errors.js';

/** @param {unknown} value @param {string} name @param {number} least */
export function count(value, name, least) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new GlassError('option_too_small', { option: name, min: least });
}
