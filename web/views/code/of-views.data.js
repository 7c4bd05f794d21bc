// SPDX-License-Identifier: MIT
// view → steps whose formulas stand below it, from the definitions; the build runs this module.
import { ALL } from '../all.js';

export const OF_VIEWS = /** @type {Record<string, string[]>} */ (
  Object.fromEntries(
    ALL.flatMap(({ name, code }) => (code?.length ? [[name, code]] : [])),
  )
);
