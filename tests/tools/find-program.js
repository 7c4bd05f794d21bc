// SPDX-License-Identifier: MIT

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of `names` that is on PATH and may be run, or null.
 * @param {string[]} names */
export function findProgram(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}
