// SPDX-License-Identifier: MIT
// The measured figures of docs/speed.md and the first of README.md, from
// bench/results/*.json:
//
//   node bench/table.js            writes them between their markers
//   node bench/table.js --check    fails if a file differs from the results
//
// Figures without a results file are left out.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barsOf } from './bars.js';
import {
  fineTuningTable,
  raceReadme,
  raceTables,
  recipesTable,
} from './race/tables.js';
import {
  barTable,
  columnsOf,
  map,
  percent,
  pick,
  short,
  tableOf,
  whereAndWhen,
  within,
} from './words.js';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** @import { Columns, File } from './words.js' */
/** Those of the summary first. */
const NAMES = /** @type {const} */ ([
  'versus', 'products', 'workers', 'writing', 'page', 'experiments', 'lighthouse',
  'stage', 'soak', 'ops', 'time-to-loss', 'recipes', 'fine-tuning',
]); // oxfmt-ignore
const N_SUMMARY = 9;
/** @typedef {Partial<Record<typeof NAMES[number], File>>} Results */

/** Fewer timed steps than this are marked. */
const ENOUGH_STEPS = 20;

/** @returns {Results} */
export function readResults() {
  const files = NAMES.flatMap((name) => {
    const path = join(ROOT, `bench/results/${name}.json`);
    return existsSync(path) ? [[name, JSON.parse(readFileSync(path, 'utf8'))]] : [];
  });
  return Object.fromEntries(files);
}

/** The same for several, a sentence each where they differ.
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

// ---- against others ------------------------------------------------------------------

/** Milliseconds, and relative to ours. @param {File} rows @param {string} side */
function speedCell(rows, side) {
  const [ours, theirs] = [pick(rows, 'side', 'wasm'), pick(rows, 'side', side)];
  if (!theirs) return '';
  if (!theirs.agrees) return 'losses differ';
  const few = theirs.timed_steps < ENOUGH_STEPS ? '*' : '';
  const times =
    side === 'wasm' ? '' : ` (${short(theirs.ms_per_step / ours.ms_per_step)})`;
  return `${short(theirs.ms_per_step)}${few}${times}`;
}

/** A column a yardstick. @param {File} results @param {string} key of its head
 * @param {(row: File, yardstick: File) => string} cell @returns {Columns} */
const byYardstick = (results, key, cell) =>
  columnsOf(results, (each) => [
    each[key].replace(/, /, '<br>'),
    (row) => cell(row, each),
  ]);

/** @param {File} versus */
function versusTable({ results }) {
  const rows = map(results, (each) => each.rows).flat();
  const titles = new Map(rows.map(({ side, title }) => [side, title]));
  /** @type {Columns} */
  const columns = [
    ['ms per step, one core', ([, title]) => title],
    ...byYardstick(results, 'title', ([side], each) => speedCell(each.rows, side)),
    ['command', ([side]) => `\`node bench/versus/run.js --side ${side}\``],
  ];
  const few = rows.some(({ timed_steps: n }) => n < ENOUGH_STEPS);
  const differences = rows
    .filter(({ agrees }) => agrees)
    .map(({ loss_difference: difference }) => difference);
  return [
    tableOf(columns, [...titles]),
    `Medians; in brackets, the time relative to our WebAssembly. All train the same model on\n` +
      `the same batches from the same initial weights, and their losses stay within\n` +
      `${within(Math.max(...differences))} nats of ours. ` +
      `${few ? `* fewer than ${ENOUGH_STEPS} timed steps. ` : ''}All at once: \`make versus\`.`,
  ];
}

/** Against others, and the targets. @param {Results} results */
export function summary(results) {
  const files = NAMES.slice(0, N_SUMMARY).map((name) => results[name]);
  if (files.every((file) => !file)) return '';
  return [
    allWhereAndWhen(files),
    ...(results.versus ? versusTable(results.versus) : []),
    barTable(barsOf(results)),
  ].join('\n\n');
}

// ---- details -------------------------------------------------------------------------

/** @param {Record<string, unknown>} facts */
const list = (facts) =>
  Object.entries(facts)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');

/** Sides, versions and settings. @type {Columns} */
const WHO = [
  ['side', ({ title }) => title],
  ['version', ({ facts }) => list(facts)],
  ['settings', ({ settings }) => list(settings)],
];

/** @param {File} versus */
const versusDetails = ({ results: [{ rows }] }) => [tableOf(WHO, rows)];

/** @param {File} products */
function productDetails(products) {
  /** @type {Columns} */
  const columns = [
    ['product, M x N x K', ({ form, M, N, K }) => `${form} ${M} x ${N} x ${K}`],
    ...columnsOf(products.results, ({ place, peak_128, cases }) => [
      `${place} (P_128 ${peak_128.toFixed(1)} GFLOP/s)`,
      ({ i }) => `${cases[i].gflops.toFixed(1)}, ${percent(cases[i].share_of_peak)}`,
    ]),
  ];
  const rows = map(products.results[0].cases, (each, i) => ({ ...each, i }));
  return [`${whereAndWhen(products)}:`, tableOf(columns, rows)];
}

/** Where the time of a step goes. @param {File} ops */
function opsDetails(ops) {
  const cell = (/** @type {File} */ { name }, /** @type {File} */ yardstick) => {
    const op = pick(yardstick.ops, 'name', name);
    const speed = op?.share_of_peak ? `, at ${percent(op.share_of_peak)}` : '';
    return op ? percent(op.share) + speed : '';
  };
  /** @type {Columns} */
  const columns = [
    ['operation', ({ name }) => `\`${name}\``],
    ...byYardstick(ops.results, 'yardstick', cell),
  ];
  return [
    `${whereAndWhen(ops)}; share of each operation in a step in wasm, all layers together, ` +
      `forward and backward; for matrix products also the share of P_128 ` +
      `(\`node bench/ops.js\`):`,
    tableOf(columns, ops.results[0].ops),
  ];
}

// ---- the documents -------------------------------------------------------------------

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

/** @param {File} file @param {(file: File) => string[]} parts @param {boolean} [dated] */
const ifThere = (file, parts, dated) =>
  file ? [...(dated ? [allWhereAndWhen([file])] : []), ...parts(file)] : [];

/** Parts of documents: [path, name between the markers, text]. @param {Results} results
 * @returns {[string, string, string[]][]} */
function partsOf(results) {
  const { 'time-to-loss': race, recipes, 'fine-tuning': tuned } = results;
  const { versus, products, ops } = results;
  const details = [
    ...ifThere(versus, versusDetails),
    ...ifThere(products, productDetails),
    ...ifThere(ops, opsDetails),
  ];
  return [
    ['docs/speed.md', ' time to a loss', ifThere(race, raceTables, true)],
    ['docs/speed.md', ' recipe', ifThere(recipes, recipesTable, true)],
    ['docs/speed.md', ' fine-tuning', ifThere(tuned, fineTuningTable, true)],
    ['docs/speed.md', '', [summary(results), ...details]],
    ['README.md', '', ifThere(race, (file) => [raceReadme(file)])],
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** The documents as the results have them. @type {Map<string, string>} */
  const documents = new Map();
  for (const [path, name, parts] of partsOf(readResults())) {
    const text = documents.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
    documents.set(path, withPart(text, parts.filter(Boolean).join('\n\n'), name));
  }
  for (const [path, wanted] of documents) {
    if (readFileSync(join(ROOT, path), 'utf8') === wanted) continue;
    const check = process.argv.includes('--check');
    if (check) process.exitCode = 1;
    else writeFileSync(join(ROOT, path), wanted);
    console.log(`${path} ${check ? 'differs from the results' : 'written'}`);
  }
}
