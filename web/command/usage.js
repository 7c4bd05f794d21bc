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

/** Fails where a file would be written over one that is read. @param {string[]} written
 * @param {string[]} read */
export async function checkApart(written, read) {
  const files = await Promise.all(
    [written, read].map((paths) =>
      Promise.all(paths.map((path) => stat(path).catch(() => null))),
    ),
  );
  const [there, sources] = files;
  for (const [n, file] of there.entries()) {
    const isSame = (/** @type {typeof file} */ source) =>
      file && source && file.ino === source.ino && file.dev === source.dev;
    if (sources.some(isSame))
      throw new UsageError(`${written[n]} would be overwritten, and is read from.`);
  }
}

/** Fails where a file is there already, with other content. @param {string} path
 * @param {(was: Buffer) => boolean} isOurs @param {string} advice */
export async function checkFree(path, isOurs, advice) {
  const was = await readFile(path).catch(() => null);
  if (was && !isOurs(was))
    throw new UsageError(`${path} would be overwritten: ${advice}.`);
}
