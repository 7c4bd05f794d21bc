// SPDX-License-Identifier: MIT
// Writes src/text/tokenizer/unicode.def from the tables of this Node:
//     node tests/reference/write_unicode.js

import { writeFileSync } from 'node:fs';

const PER_LINE = 24;
const PATH = new URL('../../src/text/tokenizer/unicode.def', import.meta.url);

/** @param {number} code */
function classOf(code) {
  const c = String.fromCodePoint(code);
  if (/\p{L}/u.test(c)) return 'L';
  return /\p{N}/u.test(c) ? 'N' : '';
}

/** @type {{ first: number, last: number, name: string }[]} */
const ranges = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const name = classOf(code);
  const last = ranges.at(-1);
  if (last && last.name === name && last.last === code - 1) last.last = code;
  else if (name) ranges.push({ first: code, last: code, name });
}

/** Seven bits a byte, the lowest first; the highest bit: more follow. @param {number} n
 * @returns {number[]} */
const bytes = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...bytes(n >> 7)]);

let end = 0;
const table = ranges.flatMap(({ first, last, name }) => {
  const gap = first - end;
  end = last + 1;
  return [...bytes(2 * gap + Number(name === 'N')), ...bytes(last - first)];
});
const lines = table.flatMap((_, i) =>
  i % PER_LINE === 0 ? [`${table.slice(i, i + PER_LINE).join(',')},`] : [],
);
writeFileSync(
  PATH,
  `/* Letters and numbers of Unicode ${process.versions.unicode}. Each range, ascending, is two numbers of seven bits a
 * byte, the lowest first: twice the distance from the end of the one before, 1 more for
 * numbers; then the characters that follow its first. Written by
 * tests/reference/write_unicode.js.
 * SPDX-License-Identifier: MIT */
${lines.join('\n')}
`,
);
