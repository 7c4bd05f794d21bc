// SPDX-License-Identifier: MIT
// Checks of what callers pass to a session.

import { GlassError } from '../shared/errors.js';

/** @param {unknown} value @param {string} name @param {number} least */
export function count(value, name, least) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new GlassError(
    'bad-argument',
    `${name} must be a whole number of at least ${least}.`,
  );
}
