// SPDX-License-Identifier: MIT
// What was drawn or said once, read by a person and kept: any change shows up line by line.
// `RECORD=1 node --test FILES` writes the files of tests/web/recorded/ again; the change to them
// belongs into the commit that caused it, and is read like code. What is true or not is no matter of
// such a file: other tests compare numbers and sentences with the model.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../recorded/', import.meta.url));
/** Lines of a difference that are shown. */
const SHOWN = 24;

/** @param {string} path */
function linesOf(path) {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}

/** Lines without those that both begin and end with. @param {string[]} was @param {string[]} is */
function difference(was, is) {
  let from = 0;
  while (from < was.length && was[from] === is[from]) from++;
  let same = 0;
  while (
    same < Math.min(was.length, is.length) - from &&
    was.at(-1 - same) === is.at(-1 - same)
  )
    same++;
  const cut = (/** @type {string[]} */ lines, /** @type {string} */ mark) =>
    lines.slice(from, lines.length - same).map((line) => `${mark} ${line}`);
  const changed = [...cut(was, '-').slice(0, SHOWN), ...cut(is, '+').slice(0, SHOWN)];
  return [`from line ${from + 1}:`, ...changed].join('\n');
}

/** Fails where these lines are not those of the file.
 * @param {string} name of the file, without its ending @param {string[]} lines */
export function sameAsRecorded(name, lines) {
  const path = `${FOLDER}${name}.txt`;
  const is = lines.flatMap((line) => line.split('\n'));
  const was = linesOf(path);
  if (was.join('\n') === is.join('\n').trimEnd()) return;
  if (process.env.RECORD) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, `${is.join('\n').trimEnd()}\n`);
    return;
  }
  assert.fail(
    `not as recorded in tests/web/recorded/${name}.txt, ${difference(was, is)}`,
  );
}
