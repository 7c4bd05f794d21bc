// SPDX-License-Identifier: MIT
// Tables of what bench/time-to-loss.js measured.

import { quartiles } from '../steps.js';
import { percent, short, table, verdict, within } from '../words.js';

/** @typedef {import('../words.js').File} File */
/** @typedef {'old' | 'fast'} Kind */

/** Of the old recipe's time: the median over seeds, and any one. */
const BAR = { median: 0.35, any: 0.45 };
const FIRST = 1.92;
const RACE = 'node bench/time-to-loss.js';

/** @param {number[]} values */
const median = (values) => quartiles(values).median;

/** @param {number} x */
const count = (x) => x.toLocaleString('en');

/** Shares of the old recipe's processor time, a number a seed; null: not reached.
 * @param {File} target @param {File} place @returns {(number | null)[]} */
const sharesOf = ({ rows }, { cpu }) =>
  rows.map((/** @type {File} */ { old, fast }) =>
    old && fast ? (fast * median(cpu.fast)) / (old * median(cpu.old)) : null,
  );

/** Median steps over seeds; null: one of them did not get there.
 * @param {File} target @param {Kind} kind */
function stepsOf({ rows }, kind) {
  const steps = rows.map((/** @type {File} */ row) => row[kind]);
  return steps.includes(null) ? null : median(steps);
}

/** Seconds of the processor, and on the clock where it was read. @param {File} target
 * @param {File} place @param {Kind} kind */
function cell(target, { cpu, ms }, kind) {
  const steps = stepsOf(target, kind);
  if (steps === null) return 'not reached';
  const seconds = (/** @type {number[]} */ times) =>
    `${short((steps * median(times)) / 1000)} s`;
  return seconds(cpu[kind]) + (ms ? ` (${seconds(ms[kind])})` : '');
}

/** A yardstick to a loss: steps, then a row a place. @param {File} yardstick
 * @param {File} target @returns {string[][]} */
function rowsOf({ title, places }, target) {
  const steps = (/** @type {Kind} */ kind) =>
    target.rows
      .map((/** @type {File} */ row) => (row[kind] ? count(row[kind]) : 'not reached'))
      .join(', ');
  const loss = `${target.loss.toFixed(2)}${target.kind === 'trigram' ? ', triples of letters' : ''}`;
  const first = [
    `**${title} to ${loss}**: steps, by seed`,
    ...[steps('old'), steps('fast'), ''],
  ];
  const rest = places.map((/** @type {File} */ place) => [
    place.title,
    cell(target, place, 'old'),
    cell(target, place, 'fast'),
    sharesOf(target, place)
      .map((share) => (share === null ? '–' : percent(share)))
      .join(', '),
  ]);
  return [first, ...rest];
}

/** @param {File} race @param {number} loss */
function find({ results }, loss) {
  const nano = results.find((/** @type {File} */ { name }) => name === 'nano');
  const target = nano?.targets.find((/** @type {File} */ t) => t.loss === loss);
  const place = (/** @type {string} */ name) =>
    nano?.places.find((/** @type {File} */ p) => p.place === name);
  return target ? { target, place } : null;
}

/** What the recipe is for, with its bars. @param {File} race
 * @returns {{ figure: string, bar: string, measured: string, met: boolean }[]} */
export function raceBars(race) {
  const found = find(race, FIRST);
  if (!found) return [];
  const { target, place } = found;
  const rows = [];
  for (const name of ['wasm', 'native']) {
    const at = place(name);
    if (!at) continue;
    const shares = sharesOf(target, at).map((share) => share ?? Infinity);
    const [middle, worst] = [median(shares), Math.max(...shares)];
    rows.push({
      figure: `nano to held-out ${FIRST}, the recipe of nano-fast compared with nanoGPT's, ${at.title}, processor time`,
      bar: `median ≤ ${BAR.median}, each seed ≤ ${BAR.any}`,
      measured: `median ${short(middle)}, worst ${short(worst)} of the time (${shares.length} seeds)`,
      met: middle <= BAR.median && worst <= BAR.any,
    });
  }
  const tab = place('tab');
  const [fast, old] = [stepsOf(target, 'fast'), stepsOf(target, 'old')];
  for (const torch of ['torch', 'torch2'].map(place)) {
    if (!tab || !torch || !fast || !old) continue;
    const ours = (fast * median(tab.cpu.fast)) / 1000;
    const theirs = (old * median(torch.cpu.old)) / 1000;
    rows.push({
      figure: `the same loss in a tab of Chromium, compared with nanoGPT's recipe in ${torch.title}; one core each, processor time`,
      bar: 'less',
      measured: `${short(ours)} s; ${short(theirs)} s`,
      met: ours < theirs,
    });
  }
  return rows;
}

/** The first table of the documents. @param {File} race */
export const raceBarTable = (race) =>
  table(
    ['figure', 'target', 'measured', '', 'command'],
    raceBars(race).map(({ figure, bar, measured, met }) => [
      ...[figure, bar, measured, verdict(met), `\`${RACE}\``],
    ]),
  );

/** That of README.md. @param {File} race */
export const raceReadme = (race) =>
  table(
    ['time to a loss', 'result', 'command'],
    raceBars(race).map(({ figure, measured }) => [figure, measured, `\`${RACE}\``]),
  );

/** @param {File} race */
export function raceTables(race) {
  const head = ['', "nanoGPT's recipe", 'that of the page', 'of the time'];
  const torch = race.results
    .flatMap((/** @type {File} */ { places }) => places)
    .filter((/** @type {File} */ { place }) => place.startsWith('torch'))
    .flatMap((/** @type {File} */ p) => Object.values(p.loss_difference));
  const timed = race.results
    .filter((/** @type {File} */ yardstick) => yardstick.timed)
    .map((/** @type {File} */ { timed: { date, commit } }) =>
      [date.slice(0, 10), 'at', commit].join(' '),
    );
  return [
    raceBarTable(race),
    table(
      head,
      race.results.flatMap((/** @type {File} */ yardstick) =>
        yardstick.targets.flatMap((/** @type {File} */ t) => rowsOf(yardstick, t)),
      ),
    ),
    'Seconds of the processor, in brackets on the clock (other programs ran beside them): the\n' +
      `median of the steps of all seeds times that of a step, without evaluations (\`${RACE}\`).` +
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
export function recipesTable({ results, seconds, rate, seeds, command }) {
  const loss = (/** @type {number} */ x) => x.toFixed(3);
  return [
    table(
      [
        'text',
        'characters',
        'before, 2,000 steps',
        ...seconds.map((/** @type {number} */ s) => `after ${s} s`),
      ],
      results.map((/** @type {File} */ { name, characters, before, after }) => [
        ...[name, count(characters), loss(before)],
        ...after.map(loss),
      ]),
    ),
    `Lowest held-out loss in nats, ${seeds === 1 ? 'one seed' : `median of ${seeds} seeds`}; ` +
      `${rate} steps a second (\`${command}\`).`,
  ];
}

/** @param {File} tuned */
export function fineTuningTable({ results, command }) {
  const loss = (/** @type {number} */ x) => x.toFixed(2);
  const kilobytes = (/** @type {number} */ n) => `${(n / 1000).toFixed(1)} kB`;
  const head = ['model', 'trained', 'steps', 'fables', 'its own text', 'adapter'];
  return [
    table(
      head,
      results.flatMap((/** @type {File} */ { name, steps, bytes, before, ways }) => [
        [name, 'as it was', '', loss(before.text), loss(before.own), ''],
        ...ways.map((/** @type {File} */ { rank, after, adapter }) => [
          ...['', rank ? `LoRA, rank ${rank}` : 'all weights', String(steps)],
          ...[loss(after.text), loss(after.own)],
          adapter
            ? `${kilobytes(adapter)}, ${((100 * adapter) / bytes).toFixed(1)} % of the model`
            : '',
        ]),
      ]),
    ),
    `Held-out losses in nats; one seed (\`${command}\`).`,
  ];
}
