// SPDX-License-Identifier: MIT
// The measured figures of docs/speed.md and docs/systems.md, the first of README.md and two
// pictures, from bench/results/*.json:
//
//   node bench/table.js            writes them, in documents between their markers
//   node bench/table.js --check    fails if a file differs from the results
//
// Figures without a results file are left out.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPart } from '../web/build/markdown.js';
import { BARRED, barTable, barsOf } from './bars.js';
import { ROOT } from './common.js';
import { attentionFigure, partsFigure } from './figures.js';
import {
  attentionTable,
  cacheTable,
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
/** @typedef {Record<string, File>} Results by the name of the file */

const FOLDER = join(ROOT, 'bench/results');

/** @returns {Results} */
export const readResults = () =>
  Object.fromEntries(
    readdirSync(FOLDER).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
    ]),
  );

/** Where and when files were measured, a sentence each where they differ. @param {File[]} files */
function dated(...files) {
  /** @type {Map<string, string>} */
  const sentences = new Map();
  for (const file of files) {
    const sentence = whereAndWhen(file);
    sentences.set(sentence, file.chromium ?? sentences.get(sentence) ?? '');
  }
  return [...sentences]
    .map(([sentence, chromium]) => `${sentence}${chromium && `, ${chromium}`}.`)
    .join(' ');
}

/** What is written of a results file, if it is there.
 * @param {File} file @param {((file: File) => string)[]} parts */
const written = (file, ...parts) => (file ? parts.map((part) => part(file)) : []);

/** Against others, and the targets. @param {Results} results */
export const summary = (results) =>
  [
    dated(...BARRED.flatMap((name) => results[name] ?? [])),
    ...written(results.versus, versusTable),
    barTable(barsOf(results)),
  ].join('\n\n');

/** Parts of documents: [path, name, texts]. @param {Results} results
 * @returns {[string, string, string[]][]} */
function partsOf(results) {
  const { 'time-to-loss': race, recipes, 'fine-tuning': tuned } = results;
  const { versus, products, ops, attention, cache } = results;
  const details = [
    ...written(versus, versusDetails),
    ...written(products, productDetails),
    ...written(ops, opsDetails),
  ];
  return [
    ['docs/speed.md', 'measured time to a loss', written(race, dated, raceTables)],
    ['docs/speed.md', 'measured recipe', written(recipes, dated, recipesTable)],
    ['docs/speed.md', 'measured fine-tuning', written(tuned, dated, fineTuningTable)],
    ['docs/speed.md', 'measured', [summary(results), ...details]],
    [
      'docs/systems.md',
      'measured attention',
      written(attention, dated, attentionTable),
    ],
    ['docs/systems.md', 'measured cache', written(cache, dated, cacheTable)],
    ['README.md', 'measured', written(race, raceReadme)],
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
    files.set(path, withPart(text, name, texts.join('\n\n')));
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
