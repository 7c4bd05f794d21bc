// SPDX-License-Identifier: MIT
// What the commands share: options, and files that are not to be lost.
import { readFile, stat } from 'node:fs/promises';
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

/** What the system knows of files; null: it is not there. @param {string[]} paths */
const factsOf = (paths) =>
  Promise.all(paths.map((path) => stat(path).catch(() => null)));

/** Fails where a file would be written over one that is read. @param {string[]} written
 * @param {string[]} read */
export async function checkApart(written, read) {
  const sources = await factsOf(read);
  for (const [n, file] of (await factsOf(written)).entries())
    if (file && sources.some((each) => each?.ino === file.ino && each.dev === file.dev))
      throw new UsageError(`${written[n]} would be overwritten, and is read from.`);
}

/** Fails where a file is there already, with other content. @param {string} path
 * @param {(was: Buffer) => boolean} isOurs @param {string} advice */
export async function checkFree(path, isOurs, advice) {
  const was = await readFile(path).catch(() => null);
  if (was && !isOurs(was))
    throw new UsageError(`${path} would be overwritten: ${advice}.`);
}
