// SPDX-License-Identifier: MIT

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** A results file, laid out as `make lint` wants it. Times to a microsecond.
 * @param {string} path @param {Record<string, unknown>} results */
export async function writeResults(path, results) {
  const text = JSON.stringify(results, (key, value) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? Number(value.toPrecision(7))
      : value,
  );
  const options = await resolveConfig(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await format(text, { ...options, parser: 'json' }));
}
