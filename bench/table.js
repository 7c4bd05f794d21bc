// SPDX-License-Identifier: MIT
// The measured figures of docs/speed.md, the first of README.md and two pictures, from
// bench/results/*.json:
//
//   node bench/table.js            writes them, in documents between their markers
//   node bench/table.js --check    fails if a file differs from the results
//
// Figures without a results file are left out.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barTable, barsOf } from './bars.js';
import { ROOT, resultsPath } from './common.js';
import { attentionFigure, partsFigure } from './figures.js';
import {
  fineTuningTable,
  opsDetails,
  productDetails,
  raceReadme,
  raceTables,
  recipesTable,
  versusDetails,
  versusTable,
} from './tables.js';
import { whereAndWhen } from './words.js';

/** @import { File } from './words.js' */
/** Those of the summary first. */
const NAMES = /** @type {const} */ ([
  'versus', 'products', 'workers', 'writing', 'page', 'experiments', 'lighthouse',
  'stage', 'soak', 'ops', 'time-to-loss', 'recipes', 'fine-tuning', 'attention', 'parts',
]); // oxfmt-ignore
const N_SUMMARY = 9;
/** @typedef {Partial<Record<typeof NAMES[number], File>>} Results */

/** @returns {Results} */
export function readResults() {
  const files = NAMES.flatMap((name) => {
    const path = join(ROOT, resultsPath(name));
    return existsSync(path) ? [[name, JSON.parse(readFileSync(path, 'utf8'))]] : [];
  });
  return Object.fromEntries(files);
}

/** Where and when files were measured, a sentence each where they differ.
 * @param {(File | undefined)[]} files */
function allWhereAndWhen(files) {
  /** @type {Map<string, string>} */
  const sentences = new Map();
  for (const file of files) {
    if (!file) continue;
    const sentence = whereAndWhen(file);
    sentences.set(sentence, file.chromium ?? sentences.get(sentence) ?? '');
  }
  return [...sentences]
    .map(([sentence, chromium]) => `${sentence}${chromium && `, ${chromium}`}.`)
    .join(' ');
}

/** Against others, and the targets. @param {Results} results */
export function summary(results) {
  const files = NAMES.slice(0, N_SUMMARY).map((name) => results[name]);
  if (files.every((file) => !file)) return '';
  return [
    allWhereAndWhen(files),
    ...ifThere(results.versus, versusTable),
    barTable(barsOf(results)),
  ].join('\n\n');
}

/** @param {File} file @param {(file: File) => string[]} parts @param {boolean} [dated] */
const ifThere = (file, parts, dated) =>
  file ? [...(dated ? [allWhereAndWhen([file])] : []), ...parts(file)] : [];

/** @param {string} name of a part of a document; '': its only one or the largest */
const marks = (name) => [
  `<!-- measured${name}: begin (node bench/table.js) -->`,
  `<!-- measured${name}: end -->`,
];

/** A text with what is between its markers replaced. @param {string} text
 * @param {string} part @param {string} [name] */
export function withPart(text, part, name = '') {
  const [first, last] = marks(name);
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin)
    throw new Error(`the markers ${first} … ${last} are missing`);
  return `${text.slice(0, begin + first.length)}\n\n${part}\n\n${text.slice(end)}`;
}

/** Parts of documents: [path, name between the markers, text]. @param {Results} results
 * @returns {[string, string, string[]][]} */
function partsOf(results) {
  const { 'time-to-loss': race, recipes, 'fine-tuning': tuned } = results;
  const details = [
    ...ifThere(results.versus, versusDetails),
    ...ifThere(results.products, productDetails),
    ...ifThere(results.ops, opsDetails),
  ];
  return [
    ['docs/speed.md', ' time to a loss', ifThere(race, raceTables, true)],
    ['docs/speed.md', ' recipe', ifThere(recipes, recipesTable, true)],
    ['docs/speed.md', ' fine-tuning', ifThere(tuned, fineTuningTable, true)],
    ['docs/speed.md', '', [summary(results), ...details]],
    ['README.md', '', ifThere(race, (file) => [raceReadme(file)])],
  ];
}

/** The files as the results have them. @returns {Map<string, string>} by path */
export function wantedFiles() {
  const results = readResults();
  const { attention, parts } = results;
  const files = new Map();
  if (attention) files.set('docs/attention.svg', attentionFigure(attention));
  if (parts) files.set('docs/parts.svg', partsFigure(parts));
  for (const [path, name, texts] of partsOf(results)) {
    const text = files.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
    files.set(path, withPart(text, texts.filter(Boolean).join('\n\n'), name));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  for (const [path, wanted] of wantedFiles()) {
    const whole = join(ROOT, path);
    if (existsSync(whole) && readFileSync(whole, 'utf8') === wanted) continue;
    if (isCheck) process.exitCode = 1;
    else writeFileSync(whole, wanted);
    console.log(`${path} ${isCheck ? 'differs from the results' : 'written'}`);
  }
}
