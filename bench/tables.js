// SPDX-License-Identifier: MIT
// Tables of what the benches measured.

import { barTable, raceBars, sharesOf, stepsOf } from './bars.js';
import {
  columnsOf,
  count,
  flatMap,
  map,
  percent,
  pick,
  short,
  tableOf,
  whereAndWhen,
  within,
} from './words.js';

/** @import { Kind } from './bars.js' */
/** @import { Columns, File } from './words.js' */

// ---- time to a loss, recipes, fine-tuning --------------------------------------------

/** Seconds of the processor, and on the clock. @param {File} target @param {File} place
 * @param {Kind} kind */
function secondsCell(target, { cpu, ms }, kind) {
  const steps = stepsOf(target, kind);
  if (steps === null) return 'not reached';
  const [used, waited] = [cpu, ms].map((each) => short((steps * each[kind]) / 1000));
  return `${used} s (${waited} s)`;
}

/** A yardstick to a loss: steps, then a row a place. @param {File} yardstick
 * @param {File} target @returns {string[][]} */
function rowsOf({ title, places }, target) {
  const steps = (/** @type {Kind} */ kind) =>
    map(target.rows, (row) => (row[kind] ? count(row[kind]) : 'not reached')).join(
      ', ',
    );
  const counted = target.kind === 'trigram' ? ', triples of letters' : '';
  const what = `**${title} to ${target.loss.toFixed(2)}${counted}**: steps, by seed`;
  return [
    [what, steps('old'), steps('fast'), ''],
    ...map(places, (place) => [
      ...[place.title, secondsCell(target, place, 'old')],
      secondsCell(target, place, 'fast'),
      sharesOf(target, place)
        .map((share) => (share === null ? '–' : percent(share)))
        .join(', '),
    ]),
  ];
}

/** @type {Columns} */
const RACE = [
  ['', ([what]) => what],
  ["nanoGPT's recipe", ([, old]) => old],
  ['that of the page', ([, , fast]) => fast],
  ['of the time', ([, , , shares]) => shares],
];

/** @param {File} race */
export function raceTables(race) {
  const { results } = race;
  const differences = flatMap(results, ({ places }) => places)
    .filter(({ place }) => place.startsWith('torch'))
    .flatMap((place) => Object.values(place.loss_difference));
  const timed = flatMap(results, ({ timed: at }) =>
    at ? [`${at.date.slice(0, 10)} at ${at.commit}`] : [],
  );
  const rows = flatMap(results, (each) =>
    flatMap(each.targets, (target) => rowsOf(each, target)),
  );
  return [
    barTable(raceBars(race)),
    tableOf(RACE, rows),
    [
      'Seconds of the processor, in brackets on the clock: the median of the steps of all seeds\n' +
        'times that of a step, without evaluations (`node bench/time-to-loss.js`).',
      ...(timed.length > 0
        ? [`Steps were timed on ${[...new Set(timed)].join(', ')}.`]
        : []),
      ...(differences.length > 0
        ? [
            'PyTorch trains with the same two recipes, and its losses stay within ' +
              `${within(Math.max(...differences))} nats of\nours in all timed steps.`,
          ]
        : []),
    ].join('\n'),
  ];
}

/** @type {Columns} */
const README = [
  ['time to a loss', ({ what }) => what],
  ['result', ({ got }) => got],
  ['command', ({ command }) => `\`${command}\``],
];
/** That of README.md. @param {File} race */
export const raceReadme = (race) => tableOf(README, raceBars(race));

/** @param {File} recipes */
export function recipesTable({ results, seconds, rate, seeds, nats, command }) {
  /** @type {Columns} */
  const columns = [
    ['text', ({ name }) => name],
    ['characters', ({ characters }) => count(characters)],
    ['before, 2,000 steps', ({ before }) => before.toFixed(3)],
    ...columnsOf(seconds, (s, i) => [
      `after ${s} s`,
      ({ after }) => after[i].toFixed(3),
    ]),
    [`within ${nats} of before`, ({ near }) => (near ? `step ${near}` : 'not reached')],
  ];
  return [
    tableOf(columns, results),
    `Lowest held-out loss in nats, ${seeds === 1 ? 'one seed' : `median of ${seeds} seeds`}; ` +
      `${rate} steps a second (\`${command}\`).`,
  ];
}

/** @type {Columns} */
const TUNED = [
  ['model', ({ name }) => name],
  ['trained', ({ trained }) => trained],
  ['steps', ({ steps }) => steps],
  ['fables', ({ at }) => at.text.toFixed(2)],
  ['its own text', ({ at }) => at.own.toFixed(2)],
  ['adapter', ({ size }) => size],
];

/** @param {File} tuned */
export function fineTuningTable({ results, command }) {
  const rows = flatMap(results, ({ name, steps, bytes, before, ways }) => [
    { name, trained: 'as it was', steps: '', at: before, size: '' },
    ...map(ways, ({ rank, after: at, adapter }) => {
      const share = ((100 * adapter) / bytes).toFixed(1);
      const size = `${(adapter / 1000).toFixed(1)} kB, ${share} % of the model`;
      const trained = rank ? `LoRA, rank ${rank}` : 'all weights';
      return { name: '', trained, steps: String(steps), at, size: adapter ? size : '' };
    }),
  ]);
  return [tableOf(TUNED, rows), `Held-out losses in nats; one seed (\`${command}\`).`];
}

// ---- against others ------------------------------------------------------------------

/** Fewer timed steps than this are marked. */
const ENOUGH_STEPS = 20;

/** Milliseconds, and relative to ours. @param {File} rows @param {string} side */
function speedCell(rows, side) {
  const [ours, theirs] = [pick(rows, 'side', 'wasm'), pick(rows, 'side', side)];
  if (!theirs) return '';
  if (!theirs.agrees) return 'losses differ';
  const few = theirs.timed_steps < ENOUGH_STEPS ? '*' : '';
  const ratio = short(theirs.ms_per_step / ours.ms_per_step);
  return `${short(theirs.ms_per_step)}${few}${side === 'wasm' ? '' : ` (${ratio})`}`;
}

/** A column a yardstick. @param {File} results @param {string} key of its head
 * @param {(row: File, yardstick: File) => string} cell @returns {Columns} */
const byYardstick = (results, key, cell) =>
  columnsOf(results, (each) => [
    each[key].replace(/, /, '<br>'),
    (row) => cell(row, each),
  ]);

/** @param {File} versus */
export function versusTable({ results }) {
  const rows = flatMap(results, (each) => each.rows);
  const titles = new Map(rows.map(({ side, title }) => [side, title]));
  /** @type {Columns} */
  const columns = [
    ['ms per step, one core', ([, title]) => title],
    ...byYardstick(results, 'title', ([side], each) => speedCell(each.rows, side)),
    ['command', ([side]) => `\`node bench/versus/run.js --side ${side}\``],
  ];
  const few = rows.some(({ timed_steps: n }) => n < ENOUGH_STEPS);
  const agreeing = rows.filter(({ agrees }) => agrees);
  const most = Math.max(...agreeing.map((each) => each.loss_difference));
  return [
    tableOf(columns, [...titles]),
    `Medians; in brackets, the time relative to our WebAssembly. All train the same model on\n` +
      `the same batches from the same initial weights, and their losses stay within\n` +
      `${within(most)} nats of ours. ` +
      `${few ? `* fewer than ${ENOUGH_STEPS} timed steps. ` : ''}All at once: \`make versus\`.`,
  ];
}

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
export const versusDetails = ({ results: [{ rows }] }) => [tableOf(WHO, rows)];

// ---- products and operations ---------------------------------------------------------

/** @param {File} products */
export function productTable({ results }) {
  /** @type {Columns} */
  const columns = [
    ['product, M x N x K', ({ form, M, N, K }) => `${form} ${M} x ${N} x ${K}`],
    ...columnsOf(results, ({ place, peak_128, cases }) => [
      `${place} (P_128 ${peak_128.toFixed(1)} GFLOP/s)`,
      ({ i }) => `${cases[i].gflops.toFixed(1)}, ${percent(cases[i].share_of_peak)}`,
    ]),
  ];
  const rows = map(results[0].cases, (each, i) => ({ ...each, i }));
  return tableOf(columns, rows);
}

/** @param {File} products */
export const productDetails = (products) => [
  `${whereAndWhen(products)}:`,
  productTable(products),
];

/** Where the time of a step goes. @param {File} ops */
export function opsTable({ results }) {
  const cell = (/** @type {File} */ { name }, /** @type {File} */ yardstick) => {
    const op = pick(yardstick.ops, 'name', name);
    const speed = op?.share_of_peak ? `, at ${percent(op.share_of_peak)}` : '';
    return op ? percent(op.share) + speed : '';
  };
  /** @type {Columns} */
  const columns = [
    ['operation', ({ name }) => `\`${name}\``],
    ...byYardstick(results, 'yardstick', cell),
  ];
  return tableOf(columns, results[0].ops);
}

/** @param {File} ops */
export const opsDetails = (ops) => [
  `${whereAndWhen(ops)}; share of each operation in a step in wasm, all layers together, ` +
    `forward and backward; for matrix products also the share of P_128 ` +
    `(\`node bench/ops.js\`):`,
  opsTable(ops),
];
