// SPDX-License-Identifier: MIT
// The measured figures of README.md and docs/speed.md, from bench/results/*.json:
//
//   node bench/table.js            writes them between their markers
//   node bench/table.js --check    says whether they are what the results give
//
// What has no results file has no line.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Files with a part that is written here, and who writes it. */
const PARTS = [
  { path: 'README.md', write: readmePart },
  { path: 'docs/speed.md', write: speedPart },
];
const BEGIN = '<!-- measured: begin (node bench/table.js) -->';
const END = '<!-- measured: end -->';

/** @typedef {Record<string, any>} File */
/** @typedef {Partial<Record<'versus' | 'products' | 'workers' | 'writing' | 'ops', File>>} Results */

/** What we want to reach. Shares are of P_128, see docs/speed.md. */
const BARS = {
  step_share: { tiny: 0.55, nano: 0.7, poet: 0.75, small: 0.6, medium: 0.6 },
  /** By the width C of the model, which is the length of most chains. */
  product_share: (/** @type {number} */ C) => (C < 128 ? 0.7 : 0.85),
  /** How many times as fast the first is to be as the second. */
  against: [
    { ours: 'wasm', theirs: 'torch128', times: { tiny: 1.5, nano: 1.2, poet: 1 } },
    { ours: 'wasm', theirs: 'torch', times: { tiny: 1, nano: 0.65, poet: 0.6 } },
    { ours: 'native', theirs: 'torch', times: { tiny: 3, nano: 2, poet: 2 } },
    { ours: 'wasm', theirs: 'tfjs', times: { tiny: 30, nano: 30 } },
    { ours: 'wasm', theirs: 'jax', times: { tiny: 2.5, nano: 2.5 } },
  ],
  workers: { tiny: 1.6, nano: 1.8, poet: 1.9 },
  characters_per_second: 6000,
};

/** Fewer timed steps than this are marked. */
const ENOUGH_STEPS = 20;

/** @returns {Results} */
export function readResults() {
  /** @type {Record<string, File>} */
  const results = {};
  for (const name of ['versus', 'products', 'workers', 'writing', 'ops']) {
    const path = join(ROOT, `bench/results/${name}.json`);
    if (existsSync(path)) results[name] = JSON.parse(readFileSync(path, 'utf8'));
  }
  return results;
}

// ---- words ---------------------------------------------------------------------------

/** Three digits that count. @param {number} x */
const short = (x) =>
  x >= 99.95 ? Math.round(x).toLocaleString('en') : x.toPrecision(x < 9.995 ? 2 : 3);

/** A small number; none at all when it is the same bytes. @param {number} x */
const within = (x) => (x === 0 ? '0' : x.toExponential(0));

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

/** @param {boolean} good */
const verdict = (good) => (good ? 'met' : '**missed**');

/** @param {File} file */
const whereAndWhen = ({ date, machine, node }) =>
  `${date.slice(0, 10)}, ${machine.cpu}, ${machine.threads} cores, Node ${node}`;

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

/** @param {File} measured a yardstick @param {string} side */
const sideOf = (measured, side) =>
  measured.rows.find((/** @type {File} */ r) => r.side === side);

/** @param {File} versus @returns {{ side: string, title: string }[]} */
function sidesOf(versus) {
  const titles = new Map();
  for (const { rows } of versus.results) {
    for (const { side, title } of rows) titles.set(side, title);
  }
  return [...titles].map(([side, title]) => ({ side, title }));
}

/** Milliseconds, and how many times ours. @param {File} measured @param {string} side */
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
    'ms a step, one core',
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
    `Medians; in brackets how many times as long as our WebAssembly. All of them train the`,
    `same model on the same batches from the same weights, and their losses stay within`,
    `${within(largest)} nats of ours. ${few ? `* fewer than ${ENOUGH_STEPS} timed steps. ` : ''}` +
      `All at once: \`make versus\`.`,
  ].join('\n');
}

// ---- bars ----------------------------------------------------------------------------

/** @typedef {[what: string, bar: string, measured: string, verdict: string, command: string]} BarRow */

/** @param {File} versus @param {string} name */
const yardstickOf = (versus, name) =>
  versus.results.find((/** @type {File} */ y) => y.yardstick === name);

/** @param {File} versus @returns {BarRow[]} */
function stepBars(versus) {
  return Object.entries(BARS.step_share).flatMap(([name, bar]) => {
    const measured = yardstickOf(versus, name);
    if (!measured) return [];
    const { share_of_peak: share, gflops } = sideOf(measured, 'wasm');
    /** @type {BarRow} */
    const row = [
      `a step of ${name} in wasm, share of P_128`,
      `≥ ${percent(bar)}`,
      `${percent(share)} (${short(gflops)} GFLOP/s)`,
      verdict(share >= bar),
      `node bench/versus/run.js --side wasm --yardstick ${name}`,
    ];
    return [row];
  });
}

/** @param {File} versus @returns {BarRow[]} */
function againstBars(versus) {
  return BARS.against.flatMap(({ ours, theirs, times }) =>
    Object.entries(times).flatMap(([name, bar]) => {
      const measured = yardstickOf(versus, name);
      const [a, b] = [ours, theirs].map((side) => measured && sideOf(measured, side));
      if (!a?.agrees || !b?.agrees) return [];
      const ratio = b.ms_per_step / a.ms_per_step;
      /** @type {BarRow} */
      const row = [
        `${name}: ${a.title} against ${b.title}`,
        `≥ ${bar} times as fast`,
        short(ratio),
        verdict(ratio >= bar),
        `node bench/versus/run.js --yardstick ${name}`,
      ];
      return [row];
    }),
  );
}

/** @param {File} products @returns {BarRow[]} */
function productBars(products) {
  const { results } = products;
  return results.flatMap((/** @type {File} */ { place, cases }) =>
    [...new Set(cases.map((/** @type {File} */ c) => c.C))].map((C) => {
      const ofC = cases.filter((/** @type {File} */ c) => c.C === C);
      const shares = ofC.map((/** @type {File} */ c) => c.share_of_peak);
      return [
        `matrix products ${ofC.map((/** @type {File} */ c) => c.form).join(', ')} at C ${C}, ${place}, share of P_128`,
        `each ≥ ${percent(BARS.product_share(C))}`,
        shares.map(percent).join(', '),
        verdict(shares.every((/** @type {number} */ s) => s >= BARS.product_share(C))),
        products.command,
      ];
    }),
  );
}

/** @param {File} workers @returns {BarRow[]} */
function workerBars(workers) {
  return workers.results.map((/** @type {File} */ { yardstick, place, times }) => {
    const bar = BARS.workers[/** @type {keyof typeof BARS.workers} */ (yardstick)];
    return [
      `two workers against one, ${yardstick}, ${place}`,
      `${bar} times`,
      `${times.toFixed(2)} times`,
      verdict(times >= bar),
      workers.command,
    ];
  });
}

/** @param {File} writing @returns {BarRow[]} */
function writingBars(writing) {
  return writing.results.map((/** @type {File} */ result) => {
    const speed = result.characters_per_second.median;
    return [
      `${result.yardstick} writes, one stream, wasm, ${result.place}`,
      `${BARS.characters_per_second.toLocaleString('en')} characters/s`,
      `${Math.round(speed).toLocaleString('en')}`,
      verdict(speed >= BARS.characters_per_second),
      writing.command,
    ];
  });
}

/** @param {Results} results */
function barTable({ versus, products, workers, writing }) {
  const rows = [
    ...(versus ? [...stepBars(versus), ...againstBars(versus)] : []),
    ...(products ? productBars(products) : []),
    ...(workers ? workerBars(workers) : []),
    ...(writing ? writingBars(writing) : []),
  ].map(([what, bar, measured, met, command]) => [
    what,
    bar,
    measured,
    met,
    `\`${command}\``,
  ]);
  return table(['what', 'wanted', 'measured', '', 'command'], rows);
}

// ---- the parts -----------------------------------------------------------------------

/** @param {Results} results */
export function readmePart(results) {
  const { versus, products, workers, writing } = results;
  const files = [versus, products, workers, writing];
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
    ...['yardstick', 'who', 'ms (quartiles)', 'tokens/s', 'GFLOP/s', 'of P_128'],
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

/**
 * All sides where the machine disturbed them least: of each side's steps the time that a
 * tenth stays below.
 *
 * @param {File} versus
 */
function quietTable(versus) {
  const quiet = (/** @type {File} */ { ms }) =>
    [...ms].sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)[
      Math.floor(ms.length / 10)
    ];
  const { results } = versus;
  const titles = results[0].rows.map((/** @type {File} */ { title }) => title);
  return table(
    [
      'the fastest tenth ends at, ms (of P_128)',
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

/** @param {File} versus who was there, in which version, with which settings */
function whoTable(versus) {
  const [{ rows }] = versus.results;
  const list = (/** @type {Record<string, unknown>} */ facts) =>
    Object.entries(facts)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
  return table(
    ['who', 'what it says of itself', 'settings'],
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
function speedPart({ versus, products, ops }) {
  const parts = [];
  if (versus) {
    parts.push(`${whereAndWhen(versus)}:`, detailTable(versus), quietTable(versus));
    parts.push(whoTable(versus));
  }
  if (products) parts.push(`${whereAndWhen(products)}:`, productTable(products));
  if (ops) {
    parts.push(
      `${whereAndWhen(ops)}; each operation's share of a step in wasm, all layers ` +
        `together, forward and backward, and where it multiplies matrices its share of ` +
        `P_128 (\`node bench/ops.js\`):`,
      opsTable(ops),
    );
  }
  return parts.join('\n\n');
}

/**
 * A text with what is between its markers replaced.
 *
 * @param {string} text
 * @param {string} part
 */
export function withPart(text, part) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`the markers ${BEGIN} … ${END} are gone`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${part}\n\n${text.slice(end)}`;
}

/** Every file with such a part: as it is, and as it should be. */
export function allFiles(results = readResults()) {
  return PARTS.map(({ path, write }) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, text, wanted: withPart(text, write(results)) };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  for (const { path, text, wanted } of allFiles()) {
    if (text === wanted) continue;
    if (check) process.exitCode = 1;
    else writeFileSync(join(ROOT, path), wanted);
    console.log(`${path} ${check ? 'is not what the results give' : 'written'}`);
  }
}
