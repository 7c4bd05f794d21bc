// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';

/** A mistake on the command line. */
export class UsageError extends Error {}

/** Names, and options of these names with a word each. @param {string[]} args @param {string[]} names
 * @returns {{ values: Record<string, string | undefined>, positionals: string[] }} */
export function read(args, ...names) {
  const options = names.map((name) => [
    name,
    { type: /** @type {const} */ ('string') },
  ]);
  const known = { args, allowPositionals: true, options: Object.fromEntries(options) };
  return /** @type {ReturnType<typeof read>} */ (parseArgs(known));
}
