// SPDX-License-Identifier: MIT
// Tables of what bench/time-to-loss.js, recipes.js and fine-tuning.js measured.

import { median } from '../steps.js';
import { barTable, columnsOf, count, map, percent, pick, short, table, tableOf, within } from '../words.js'; // oxfmt-ignore

/** @import { Bar, Columns, File } from '../words.js' */
/** @typedef {'old' | 'fast'} Kind */

/** Of the old recipe's time: the median over seeds, and any one. */
const BAR = { median: 0.35, any: 0.45 };
const FIRST = 1.92;
const command = 'node bench/time-to-loss.js';

/** Shares of the old recipe's processor time, a number a seed; null: not reached.
 * @param {File} target @param {File} place */
const sharesOf = ({ rows }, { cpu }) =>
  map(rows, ({ old, fast }) =>
    old && fast ? (fast * cpu.fast) / (old * cpu.old) : null,
  );

/** Median steps over seeds; null: one of them did not get there.
 * @param {File} target @param {Kind} kind */
function stepsOf({ rows }, kind) {
  const steps = map(rows, (row) => row[kind]);
  return steps.includes(null) ? null : median(steps);
}

/** Seconds of the processor, and on the clock. @param {File} target @param {File} place
 * @param {Kind} kind */
function cell(target, { cpu, ms }, kind) {
  const steps = stepsOf(target, kind);
  const seconds = (/** @type {Record<Kind, number>} */ times) =>
    `${short((Number(steps) * times[kind]) / 1000)} s`;
  return steps === null ? 'not reached' : `${seconds(cpu)} (${seconds(ms)})`;
}

/** A yardstick to a loss: steps, then a row a place. @param {File} yardstick
 * @param {File} target @returns {string[][]} */
function rowsOf({ title, places }, target) {
  const steps = (/** @type {Kind} */ kind) =>
    map(target.rows, (row) => (row[kind] ? count(row[kind]) : 'not reached')).join(
      ', ',
    );
  const loss = `${target.loss.toFixed(2)}${target.kind === 'trigram' ? ', triples of letters' : ''}`;
  return [
    [`**${title} to ${loss}**: steps, by seed`, steps('old'), steps('fast'), ''],
    ...map(places, (place) => [
      ...[place.title, cell(target, place, 'old'), cell(target, place, 'fast')],
      sharesOf(target, place)
        .map((share) => (share === null ? '–' : percent(share)))
        .join(', '),
    ]),
  ];
}

/** What the recipe is for, with its bars. @param {File} race @returns {Bar[]} */
export function raceBars({ results }) {
  const nano = pick(results, 'name', 'nano');
  const target = pick(nano?.targets, 'loss', FIRST);
  if (!target) return [];
  const place = (/** @type {string} */ name) => pick(nano.places, 'place', name) ?? [];
  const shared = [place('wasm'), place('native')].flat().map((at) => {
    const shares = sharesOf(target, at).map((share) => share ?? Infinity);
    const [middle, worst] = [median(shares), Math.max(...shares)];
    return {
      what: `nano to held-out ${FIRST}, the recipe of nano-fast compared with nanoGPT's, ${at.title}, processor time`,
      bar: `median ≤ ${BAR.median}, each seed ≤ ${BAR.any}`,
      got: `median ${short(middle)}, worst ${short(worst)} of the time (${shares.length} seeds)`,
      met: middle <= BAR.median && worst <= BAR.any,
      command,
    };
  });
  const [fast, old] = [stepsOf(target, 'fast'), stepsOf(target, 'old')];
  const [tab] = [place('tab')].flat();
  if (!tab || !fast || !old) return shared;
  const torches = [place('torch'), place('torch2')].flat().map((torch) => {
    const [ours, theirs] = [(fast * tab.cpu.fast) / 1000, (old * torch.cpu.old) / 1000];
    return {
      what: `the same loss in a tab of Chromium, compared with nanoGPT's recipe in ${torch.title}; one core each, processor time`,
      bar: 'less',
      got: `${short(ours)} s; ${short(theirs)} s`,
      met: ours < theirs,
      command,
    };
  });
  return [...shared, ...torches];
}

/** @type {Columns} */
const README = [
  ['time to a loss', ({ what }) => what],
  ['result', ({ got }) => got],
  ['command', () => `\`${command}\``],
];
/** That of README.md. @param {File} race */
export const raceReadme = (race) => tableOf(README, raceBars(race));

/** @param {File} race */
export function raceTables(race) {
  const head = ['', "nanoGPT's recipe", 'that of the page', 'of the time'];
  const torch = map(race.results, ({ places }) => places)
    .flat()
    .filter(({ place }) => place.startsWith('torch'))
    .flatMap((place) => Object.values(place.loss_difference));
  const timed = map(race.results, ({ timed: at }) =>
    at ? [`${at.date.slice(0, 10)} at ${at.commit}`] : [],
  ).flat();
  return [
    barTable(raceBars(race)),
    table(
      head,
      map(race.results, (each) =>
        map(each.targets, (target) => rowsOf(each, target)).flat(),
      ).flat(),
    ),
    'Seconds of the processor, in brackets on the clock (other programs ran beside them): the\n' +
      `median of the steps of all seeds times that of a step, without evaluations (\`${command}\`).` +
      (timed.length > 0
        ? `\nSteps were timed on ${[...new Set(timed)].join(', ')}.`
        : '') +
      (torch.length > 0
        ? '\nPyTorch trains with the same two recipes, and its losses stay within ' +
          `${within(Math.max(...torch))} nats of\nours in all timed steps.`
        : ''),
  ];
}

/** @param {File} recipes */
export function recipesTable({ results, seconds, rate, seeds, nats, command: made }) {
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
      `${rate} steps a second (\`${made}\`).`,
  ];
}

/** @type {Columns} */
const TUNED = [
  ['model', ({ name }) => name],
  ['trained', ({ trained }) => trained],
  ['steps', ({ steps }) => steps],
  ['fables', ({ at }) => at.text.toFixed(2)],
  ['its own text', ({ at }) => at.own.toFixed(2)],
  [
    'adapter',
    ({ adapter, bytes }) =>
      adapter
        ? `${(adapter / 1000).toFixed(1)} kB, ${((100 * adapter) / bytes).toFixed(1)} % of the model`
        : '',
  ],
];

/** @param {File} tuned */
export const fineTuningTable = ({ results, command: made }) => [
  tableOf(
    TUNED,
    map(results, ({ name, steps, bytes, before, ways }) => [
      { name, trained: 'as it was', steps: '', at: before },
      ...map(ways, ({ rank, after, adapter }) => ({
        ...{ name: '', trained: rank ? `LoRA, rank ${rank}` : 'all weights' },
        ...{ steps: String(steps), at: after, adapter, bytes },
      })),
    ]).flat(),
  ),
  `Held-out losses in nats; one seed (\`${made}\`).`,
];
