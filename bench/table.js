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
import { barTable, sideOf } from './bars.js';
import {
  fineTuningTable,
  raceReadme,
  raceTables,
  recipesTable,
} from './race/tables.js';
import { percent, short, table, whereAndWhen, within } from './words.js';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** @param {string} name of a part of a document; '': its only one or the largest */
const marks = (name) => [
  `<!-- measured${name}: begin (node bench/table.js) -->`,
  `<!-- measured${name}: end -->`,
];

/** @typedef {import('./words.js').File} File */
const NAMES = /** @type {const} */ ([
  'versus', 'products', 'workers', 'writing', 'ops', 'page', 'stage', 'soak',
  'time-to-loss', 'recipes', 'fine-tuning',
]); // oxfmt-ignore
/** @typedef {Partial<Record<typeof NAMES[number], File>>} Results */

/** Fewer timed steps than this are marked. */
const ENOUGH_STEPS = 20;

/** @returns {Results} */
export function readResults() {
  /** @type {Record<string, File>} */
  const results = {};
  for (const name of NAMES) {
    const path = join(ROOT, `bench/results/${name}.json`);
    if (existsSync(path)) results[name] = JSON.parse(readFileSync(path, 'utf8'));
  }
  return results;
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

/** @param {File} versus @returns {{ side: string, title: string }[]} */
function sidesOf(versus) {
  const titles = new Map();
  for (const { rows } of versus.results) {
    for (const { side, title } of rows) titles.set(side, title);
  }
  return [...titles].map(([side, title]) => ({ side, title }));
}

/** Milliseconds, and relative to ours. @param {File} measured @param {string} side */
function speedCell(measured, side) {
  const [ours, theirs] = [sideOf(measured, 'wasm'), sideOf(measured, side)];
  if (!theirs) return '';
  if (!theirs.agrees) return 'losses differ';
  const few = theirs.timed_steps < ENOUGH_STEPS ? '*' : '';
  const times =
    side === 'wasm' ? '' : ` (${short(theirs.ms_per_step / ours.ms_per_step)})`;
  return `${short(theirs.ms_per_step)}${few}${times}`;
}

/** @param {File} versus */
function versusTable(versus) {
  const head = [
    'ms per step, one core',
    ...versus.results.map(yardstickTitle),
    'command',
  ];
  const rows = sidesOf(versus).map(({ side, title }) => [
    title,
    ...versus.results.map((/** @type {File} */ y) => speedCell(y, side)),
    `\`node bench/versus/run.js --side ${side}\``,
  ]);
  return table(head, rows);
}

/** @param {File} yardstick */
const yardstickTitle = ({ title }) => title.replace(/, /, '<br>');

/** @param {File} versus */
function versusNotes(versus) {
  const all = versus.results.flatMap((/** @type {File} */ { rows }) => rows);
  const few = all.some((/** @type {File} */ r) => r.timed_steps < ENOUGH_STEPS);
  const agreeing = all.filter((/** @type {File} */ r) => r.agrees);
  const largest = Math.max(
    ...agreeing.map((/** @type {File} */ r) => r.loss_difference),
  );
  return [
    `Medians; in brackets, the time relative to our WebAssembly. All train the same model on`,
    `the same batches from the same initial weights, and their losses stay within`,
    `${within(largest)} nats of ours. ${few ? `* fewer than ${ENOUGH_STEPS} timed steps. ` : ''}` +
      `All at once: \`make versus\`.`,
  ].join('\n');
}

// ---- the document --------------------------------------------------------------------

/** Against others, and the targets. @param {Results} results */
export function summary(results) {
  const { versus, products, workers, writing, page, stage, soak } = results;
  const files = [versus, products, workers, writing, page, stage, soak];
  if (files.every((file) => !file)) return '';
  return [
    allWhereAndWhen(files),
    ...(versus ? [versusTable(versus), versusNotes(versus)] : []),
    barTable(results),
  ].join('\n\n');
}

/** @param {File} versus */
function detailTable(versus) {
  const head = [
    ...['yardstick', 'side', 'ms (quartiles)', 'tokens/s', 'GFLOP/s', 'of P_128'],
    ...['timed steps', 'losses within'],
  ];
  const rows = versus.results.flatMap(
    (/** @type {File} */ { yardstick, rows: sides }) =>
      sides.map((/** @type {File} */ r) => [
        yardstick,
        r.title,
        ...(r.agrees
          ? [
              `${short(r.ms_per_step)} (${short(r.ms_lower_quartile)}–${short(r.ms_upper_quartile)})`,
              Math.round(r.tokens_per_second).toLocaleString('en'),
              r.gflops.toFixed(1),
              percent(r.share_of_peak),
            ]
          : ['losses differ', '', '', '']),
        String(r.timed_steps),
        r.agrees ? `${within(r.loss_difference)} (${r.compared_steps} steps)` : 'no',
      ]),
  );
  return table(head, rows);
}

/** The 10th percentile of each side's steps: how fast they are on an undisturbed
 * machine. @param {File} versus */
function quietTable(versus) {
  const quiet = (/** @type {File} */ { ms }) =>
    [...ms].sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)[
      Math.floor(ms.length / 10)
    ];
  const { results } = versus;
  const titles = results[0].rows.map((/** @type {File} */ { title }) => title);
  return table(
    [
      '10th percentile, ms (of P_128)',
      ...results.map((/** @type {File} */ r) => r.yardstick),
    ],
    titles.map((/** @type {string} */ title) => [
      title,
      ...results.map((/** @type {File} */ { rows, flops_per_step, peak_128 }) => {
        const side = rows.find((/** @type {File} */ r) => r.title === title);
        if (!side?.agrees) return '';
        const ms = quiet(side);
        return `${short(ms)} (${percent((1e-6 * flops_per_step) / ms / peak_128)})`;
      }),
    ]),
  );
}

/** Sides, versions and settings. @param {File} versus */
function whoTable(versus) {
  const [{ rows }] = versus.results;
  const list = (/** @type {Record<string, unknown>} */ facts) =>
    Object.entries(facts)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
  return table(
    ['side', 'version', 'settings'],
    rows.map((/** @type {File} */ r) => [r.title, list(r.facts), list(r.settings)]),
  );
}

/** @param {File} products */
function productTable(products) {
  const { results } = products;
  const head = [
    'product, M x N x K',
    ...results.map(
      (/** @type {File} */ r) => `${r.place} (P_128 ${r.peak_128.toFixed(1)} GFLOP/s)`,
    ),
  ];
  const rows = results[0].cases.map(
    (/** @type {File} */ c, /** @type {number} */ i) => [
      `${c.form} ${c.M} x ${c.N} x ${c.K}`,
      ...results.map((/** @type {File} */ { cases }) => {
        const { gflops, share_of_peak } = cases[i];
        return `${gflops.toFixed(1)}, ${percent(share_of_peak)}`;
      }),
    ],
  );
  return table(head, rows);
}

/** @param {File} ops where the time of a step goes */
function opsTable({ results }) {
  const cell = (/** @type {File | undefined} */ op) =>
    op
      ? percent(op.share) +
        (op.share_of_peak ? `, at ${percent(op.share_of_peak)}` : '')
      : '';
  return table(
    ['operation', ...results.map((/** @type {File} */ r) => r.yardstick)],
    results[0].ops.map((/** @type {File} */ { name }) => [
      `\`${name}\``,
      ...results.map((/** @type {File} */ r) =>
        cell(r.ops.find((/** @type {File} */ op) => op.name === name)),
      ),
    ]),
  );
}

/** @param {Results} results */
function details({ versus, products, ops }) {
  const parts = [];
  if (versus) {
    parts.push(`${whereAndWhen(versus)}:`, detailTable(versus), quietTable(versus));
    parts.push(whoTable(versus));
  }
  if (products) parts.push(`${whereAndWhen(products)}:`, productTable(products));
  if (ops) {
    parts.push(
      `${whereAndWhen(ops)}; share of each operation in a step in wasm, all layers together, ` +
        `forward and backward; for matrix products also the share of P_128 ` +
        `(\`node bench/ops.js\`):`,
      opsTable(ops),
    );
  }
  return parts.join('\n\n');
}

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
  const speed = 'docs/speed.md';
  return [
    [
      speed,
      ' time to a loss',
      race ? [allWhereAndWhen([race]), ...raceTables(race)] : [],
    ],
    [
      speed,
      ' recipe',
      recipes ? [allWhereAndWhen([recipes]), ...recipesTable(recipes)] : [],
    ],
    [
      speed,
      ' fine-tuning',
      tuned ? [allWhereAndWhen([tuned]), ...fineTuningTable(tuned)] : [],
    ],
    [speed, '', [summary(results), details(results)]],
    ['README.md', '', race ? [raceReadme(race)] : []],
  ];
}

/** The documents as the results have them, by path. */
function documents() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [path, name, parts] of partsOf(readResults())) {
    const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
    texts.set(path, withPart(text, parts.filter(Boolean).join('\n\n'), name));
  }
  return texts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, wanted] of documents()) {
    if (readFileSync(join(ROOT, path), 'utf8') === wanted) continue;
    const check = process.argv.includes('--check');
    if (check) process.exitCode = 1;
    else writeFileSync(join(ROOT, path), wanted);
    console.log(`${path} ${check ? 'differs from the results' : 'written'}`);
  }
}
