// SPDX-License-Identifier: MIT
// Tables of what the benches measured, with a sentence on each.

import { tableOf } from '../web/build/markdown.js';
import { barTable, raceBars, sharesOf, stepsOf } from './bars.js';
import {
  count,
  flatMap,
  map,
  percent,
  pick,
  short,
  whereAndWhen,
  within,
} from './words.js';

/** @import { Kind } from './bars.js' */
/** @import { File } from './words.js' */

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

/** @param {File} race */
export function raceTables(race) {
  const { results } = race;
  const differences = flatMap(results, ({ places }) => places)
    .filter(({ place }) => place.startsWith('torch'))
    .flatMap((place) => Object.values(place.loss_difference));
  const timed = map(
    results,
    ({ timed: { date, commit } }) => `${date.slice(0, 10)} at ${commit}`,
  );
  const rows = flatMap(results, (each) =>
    flatMap(each.targets, (target) => rowsOf(each, target)),
  );
  const torch =
    differences.length > 0
      ? `
PyTorch trains with the same two recipes, and its losses stay within ${within(Math.max(...differences))} nats of
ours in all timed steps.`
      : '';
  return `${barTable(raceBars(race))}

${tableOf(['', "nanoGPT's recipe", 'that of the page', 'of the time'], rows)}

Seconds of the processor, in brackets on the clock: the median of the steps of all seeds
times that of a step, without evaluations (\`node bench/time-to-loss.js\`).
Steps were timed on ${[...new Set(timed)].join(', ')}.${torch}`;
}

/** That of README.md. @param {File} race */
export const raceReadme = (race) =>
  tableOf(
    ['time to a loss', 'result', 'command'],
    raceBars(race).map(({ what, got, command }) => [what, got, `\`${command}\``]),
  );

/** @param {File} recipes */
export function recipesTable({ results, seconds, rate, seeds, nats, command }) {
  const after = map(seconds, (s) => `after ${s} s`);
  const heads = ['text', 'characters', 'before, 2,000 steps', ...after];
  const rows = map(results, ({ name, characters, before, after, near }) => [
    ...[name, count(characters)],
    ...map([before, ...after], (loss) => loss.toFixed(3)),
    near ? `step ${near}` : 'not reached',
  ]);
  const losses = seeds === 1 ? 'one seed' : `median of ${seeds} seeds`;
  return `${tableOf([...heads, `within ${nats} of before`], rows)}

Lowest held-out loss in nats, ${losses}; ${rate} steps a second (\`${command}\`).`;
}

/** @param {File} tuned */
export function fineTuningTable({ results, command }) {
  const heads = ['model', 'trained', 'steps', 'fables', 'its own text', 'adapter'];
  const losses = (/** @type {File} */ { text, own }) => [
    text.toFixed(2),
    own.toFixed(2),
  ];
  const rows = flatMap(results, ({ name, steps, bytes, before, ways }) => [
    [name, 'as it was', '', ...losses(before), ''],
    ...map(ways, ({ rank, after, adapter }) => {
      const share = ((100 * adapter) / bytes).toFixed(1);
      const size = `${(adapter / 1000).toFixed(1)} kB, ${share} % of the model`;
      const trained = rank ? `LoRA, rank ${rank}` : 'all weights';
      return ['', trained, String(steps), ...losses(after), adapter ? size : ''];
    }),
  ]);
  return `${tableOf(heads, rows)}

Held-out losses in nats; one seed (\`${command}\`).`;
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

/** @param {File} versus */
export function versusTable({ results }) {
  const all = flatMap(results, ({ rows }) => rows);
  const titles = new Map(all.map(({ side, title }) => [side, title]));
  const models = map(results, ({ title }) => title.replace(/, /, '<br>'));
  const rows = [...titles].map(([side, title]) => [
    title,
    ...map(results, (each) => speedCell(each.rows, side)),
    `\`node bench/versus/run.js --side ${side}\``,
  ]);
  const few = all.some(({ timed_steps: n }) => n < ENOUGH_STEPS);
  const marked = few ? `* fewer than ${ENOUGH_STEPS} timed steps. ` : '';
  const agreeing = all.filter(({ agrees }) => agrees);
  const most = Math.max(...agreeing.map((each) => each.loss_difference));
  return `${tableOf(['ms per step, one core', ...models, 'command'], rows)}

Medians; in brackets, the time relative to our WebAssembly. All train the same model on
the same batches from the same initial weights, and their losses stay within
${within(most)} nats of ours. ${marked}All at once: \`make versus\`.`;
}

/** @param {Record<string, unknown>} facts */
const list = (facts) =>
  Object.entries(facts)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');

/** Sides, versions and settings. @param {File} versus */
export const versusDetails = ({ results: [{ rows }] }) =>
  tableOf(
    ['side', 'version', 'settings'],
    map(rows, ({ title, facts, settings }) => [title, list(facts), list(settings)]),
  );

// ---- products and operations ---------------------------------------------------------

/** @param {File} products */
export function productTable({ results }) {
  const places = map(
    results,
    ({ place, peak_128 }) => `${place} (P_128 ${peak_128.toFixed(1)} GFLOP/s)`,
  );
  const rows = map(results[0].cases, ({ form, M, N, K }, i) => [
    `${form} ${M} x ${N} x ${K}`,
    ...map(results, ({ cases }) => {
      const { gflops, share_of_peak: share } = cases[i];
      return `${gflops.toFixed(1)}, ${percent(share)}`;
    }),
  ]);
  return tableOf(['product, M x N x K', ...places], rows);
}

/** @param {File} products */
export const productDetails = (products) =>
  `${whereAndWhen(products)}:\n\n${productTable(products)}`;

/** Where the time of a step goes. @param {File} ops */
export function opsDetails(ops) {
  const { results } = ops;
  const names = map(results, ({ yardstick }) => yardstick);
  const rows = map(results[0].ops, ({ name }) => [
    `\`${name}\``,
    ...map(results, (yardstick) => {
      const op = pick(yardstick.ops, 'name', name);
      const speed = op?.share_of_peak ? `, at ${percent(op.share_of_peak)}` : '';
      return op ? percent(op.share) + speed : '';
    }),
  ]);
  return `${whereAndWhen(ops)}; share of each operation in a step in wasm, all layers together, forward and backward; for matrix products also the share of P_128 (\`node bench/ops.js\`):

${tableOf(['operation', ...names], rows)}`;
}

// ---- exercises of the course ---------------------------------------------------------

/** Simple and fused attention, as each size grows. @param {File} attention */
export function attentionTable(attention) {
  const base = { C: 64, T: 64, H: 4 };
  const heads = ['sizes', 'simple', 'fused', 'factor', 'simple', 'fused'];
  const rows = Object.keys(base).flatMap((letter) =>
    map(attention[letter], (row) => [
      Object.entries({ ...base, [letter]: row[letter] })
        .map(([name, n]) => (name === letter ? `**${name} ${n}**` : `${name} ${n}`))
        .join(' '),
      ...[row.simple_ms, row.fused_ms].map((ms) => `${short(ms)} ms`),
      short(row.times),
      ...[row.simple_mb, row.fused_mb].map((mb) => `${short(mb)} MB`),
    ]),
  );
  return tableOf(heads, rows);
}

/** What keeping keys and values is worth. @param {File} cache */
export const cacheTable = ({ table }) =>
  tableOf(
    ['T', 'full', 'cached', 'factor', 'far', 'half'],
    map(table, ({ T, ...row }) => [
      String(T),
      ...[row.full_ms, row.cached_ms, row.times, row.far_ms, row.half_ms].map(short),
    ]),
  );
