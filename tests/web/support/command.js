// SPDX-License-Identifier: MIT
// The program of teachers, in this process, and the tables that it writes.
import { run } from '../../../web/command/command.js';

/** @param {string[]} argv @param {Parameters<typeof run>[1]} [builtIn] assignments
 * @param {Partial<Parameters<typeof run>[2]>} [more] */
export async function command(argv, builtIn = {}, more = {}) {
  const said = { out: '', err: '' };
  const code = await run(argv, builtIn, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    ...more,
  });
  return { code, ...said };
}

/** Rows of a CSV as objects. @param {string} text */
export function rowsOf(text) {
  const [names, ...rows] = text
    .split('\n')
    .filter(Boolean)
    .map((row) =>
      [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  return rows.map((cells) =>
    Object.fromEntries(cells.map((cell, n) => [names[n], cell])),
  );
}
