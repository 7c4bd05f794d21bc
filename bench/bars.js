// SPDX-License-Identifier: MIT
// Targets, measured figures, and whether each target is met.

import { tableOf } from '../web/build/markdown.js';
import { median } from './steps.js';
import { count, flatMap, map, percent, pick, short } from './words.js';

/** @import { File } from './words.js' */
/** @typedef {{ what: string, bar: string, got: string, met: boolean, command: string }} Bar a
 *   figure and its target */
/** @typedef {'old' | 'fast'} Kind a recipe of bench/time-to-loss.js */

/** Shares of P_128 (docs/speed.md) of a step as WebAssembly. */
const STEP_SHARE = { tiny: 0.77, nano: 0.82, poet: 0.87, small: 0.6, medium: 0.6 };
/** By the width C of the model, which is the length of most chains. @param {number} C */
const productShare = (C) => (C < 128 ? 0.7 : 0.85);
/** How many times as fast as the second side the first has to be.
 * @type {[string, string, Record<string, number>][]} */
const AGAINST = [
  ['wasm', 'torch128', { tiny: 1.5, nano: 1.2, poet: 1 }],
  ['wasm', 'torch', { tiny: 1, nano: 0.65, poet: 0.6 }],
  ['native', 'torch', { tiny: 2.5, nano: 1.6, poet: 1.2 }],
  ['wasm', 'torch2', { tiny: 1, nano: 0.65, poet: 0.6 }],
  ['native', 'torch2', { tiny: 2.5, nano: 1.6, poet: 1.2 }],
  ['wasm', 'tfjs', { tiny: 30, nano: 30 }],
  ['wasm', 'jax', { tiny: 2.5, nano: 2.5 }],
];
/** @type {Record<string, number>} */
const WORKERS = { tiny: 1.6, nano: 1.8, poet: 1.9 };
const CHARACTERS_PER_SECOND = 6000;
const [BLOCK_MS, DRAW_MS, DRAW_LARGE_MS, COST, GROWTH] = [50, 4, 8, 0.05, 1.02];
/** Waits of bench/browser/start.js. @type {[string, string, number][]} */
const WAITS = [
  ['picture', 'from opening the page on localhost to the first picture', 500],
  ['ready', 'from opening the page on localhost until it can train', 1000],
  ['step', 'first visit: from pressing Train to the first step', 1000],
  ['pairs', 'first visit: from pressing Train to a loss below letter pairs', 1500],
  ['triples', 'first visit: from pressing Train to a loss below letter triples', 4500],
];
/** What bench/browser/page.js does during training. */
const DOINGS = {
  read: 'scrolling through the whole page',
  used: 'using the keyboard',
  all_at_once: 'showing all views in one window 16,000 pixels high',
};
/** Seconds of all runs of an experiment in a tab. @type {Record<string, number>} */
const EXPERIMENTS = { grokking: 60, parts: 120 };
/** Of 100. */
const LIGHTHOUSE = { performance: 95, accessibility: 100, best_practices: 100 };
/** To this held-out loss, of the old recipe's time: the median over seeds, and any one. */
const RACE = { loss: 1.92, median: 0.35, any: 0.45 };
const TIME_TO_LOSS = 'node bench/time-to-loss.js';
const STAGE = 'node bench/browser/stage.js';

const ms = (/** @type {number} */ x) => `${short(x)} ms`;
const times = (/** @type {number} */ x) => `${x} times`;
const perSecond = (/** @type {number} */ x) => `${count(Math.round(x))} characters/s`;

/** A number and its target. @param {string} sign @param {(got: number, bar: number) => boolean} holds
 * @returns {(what: string, got: number, bar: number, shown: (x: number) => string,
 *   command: string, words?: string) => Bar} words: of the number, where it says more */
const bound = (sign, holds) => (what, got, bar, shown, command, words) => ({
  ...{ what, command, bar: `${sign} ${shown(bar)}` },
  ...{ got: words ?? shown(got), met: holds(got, bar) },
});
const atMost = bound('≤', (got, bar) => got <= bar);
const atLeast = bound('≥', (got, bar) => got >= bar);

/** @param {File} versus @returns {Bar[]} */
const stepBars = (versus) =>
  Object.entries(STEP_SHARE).flatMap(([name, bar]) => {
    const side = pick(pick(versus, 'yardstick', name)?.rows, 'side', 'wasm');
    if (!side) return [];
    const { share_of_peak: share, gflops } = side;
    const command = `node bench/versus/run.js --side wasm --yardstick ${name}`;
    const words = `${percent(share)} (${short(gflops)} GFLOP/s)`;
    const what = `${name}, a step in wasm, share of P_128`;
    return atLeast(what, share, bar, percent, command, words);
  });

/** @param {File} versus @returns {Bar[]} */
const againstBars = (versus) =>
  AGAINST.flatMap(([ours, theirs, bars]) =>
    Object.entries(bars).flatMap(([name, bar]) => {
      const rows = pick(versus, 'yardstick', name)?.rows;
      const [a, b] = [ours, theirs].map((side) => pick(rows, 'side', side));
      if (!a?.agrees || !b?.agrees) return [];
      const ratio = b.ms_per_step / a.ms_per_step;
      const what = `${name}: ${a.title} compared with ${b.title}`;
      const asFast = (/** @type {number} */ x) => `${times(x)} as fast`;
      const command = `node bench/versus/run.js --yardstick ${name}`;
      return atLeast(what, ratio, bar, asFast, command, short(ratio));
    }),
  );

/** @param {File} products @returns {Bar[]} */
const productBars = ({ results, command }) =>
  flatMap(results, ({ place, cases }) =>
    [...new Set(map(cases, ({ C }) => C))].map((C) => {
      const ofC = flatMap(cases, (each) => (each.C === C ? [each] : []));
      const forms = map(ofC, ({ form }) => form).join(', ');
      const shares = map(ofC, (each) => Number(each.share_of_peak));
      const what = `matrix products ${forms} at C ${C}, ${place}, share of P_128`;
      const least = Math.min(...shares);
      const words = shares.map(percent).join(', ');
      const each = atLeast(what, least, productShare(C), percent, command, words);
      return { ...each, bar: `each ${each.bar}` };
    }),
  );

/** @param {File} workers @returns {Bar[]} */
const workerBars = ({ results, command }) =>
  map(results, ({ yardstick, place, times: got }) => {
    const what = `two workers compared with one, ${yardstick}, ${place}`;
    const words = times(got.toFixed(2));
    return atLeast(what, got, WORKERS[yardstick], times, command, words);
  });

/** @param {File} writing @returns {Bar[]} */
const writingBars = ({ results, command }) =>
  map(results, ({ yardstick, place, characters_per_second: { median } }) => {
    const what = `${yardstick} generates text, one stream, wasm, ${place}`;
    return atLeast(what, median, CHARACTERS_PER_SECOND, perSecond, command);
  });

/** @param {string} doing @param {File} cost @param {string} command @returns {Bar} */
function costBar(doing, cost, command) {
  const { blocks_over_50_ms: blocks, longest_block_ms, cost_of_views: lost } = cost;
  const drawing = cost.draw_ms.wall.median;
  const longest = blocks
    ? `${blocks} above, longest ${ms(longest_block_ms)}`
    : 'none above';
  return {
    what: `training nano while ${doing}: main-thread blocks; median drawing time of a frame; steps per second lost`,
    bar: `≤ ${BLOCK_MS} ms; ≤ ${DRAW_MS} ms; ≤ ${percent(COST)}`,
    got: [longest, ms(drawing), percent(lost)].join('; '),
    met: !blocks && drawing <= DRAW_MS && lost <= COST,
    command,
  };
}

/** @param {File} measured @returns {Bar[]} */
function stageBars({ start, stage, screen, large }) {
  const waits = WAITS.map(([key, what, bar]) =>
    atMost(what, start.plain[key].median, bar, ms, STAGE),
  );
  const { layers, heads, columns } = large;
  const drawing = `drawing ${layers} layers, ${heads} heads and ${columns} columns, median`;
  const layout = 'layout shift of the whole screen in a minute of training';
  return [
    ...waits,
    costBar('showing the stage', stage, STAGE),
    costBar('showing the whole screen', screen, STAGE),
    atMost(layout, screen.layout_shift, 0, String, STAGE),
    atMost(drawing, large.draw_ms.wall.median, DRAW_LARGE_MS, ms, STAGE),
  ];
}

/** @param {File} page @returns {Bar[]} */
const pageBars = (page) =>
  Object.entries(DOINGS).map(([key, doing]) =>
    costBar(doing, page[key], 'node bench/browser/page.js'),
  );

/** @param {File} soak @returns {Bar[]} */
function soakBars({ fill, minutes, readings, growth }) {
  const before = readings.find((/** @type {File} */ { minute }) => minute >= fill);
  const [first, last] = [before, readings.at(-1)].map(
    ({ all }) => `${(all / 1e6).toFixed(1)} MB`,
  );
  const what = `${minutes} minutes of training with every view drawn: memory of page and workers`;
  const words = `${first} before, ${last} after`;
  return [atMost(what, growth, GROWTH, times, 'node bench/browser/soak.js', words)];
}

/** @param {File} experiments @returns {Bar[]} */
const experimentBars = ({ results }) =>
  Object.entries(EXPERIMENTS).flatMap(([id, bar]) => {
    const found = pick(results, 'id', id);
    if (!found) return [];
    const what = `experiment ${id}, all ${found.wanted} runs in a tab`;
    const seconds = (/** @type {number} */ x) => `${Math.round(x)} s`;
    const command = `node bench/browser/experiments.js --only ${id}`;
    return atMost(what, found.seconds, bar, seconds, command);
  });

/** @param {File} lighthouse @returns {Bar[]} */
const lighthouseBars = ({ results }) =>
  Object.entries(LIGHTHOUSE).map(([key, bar]) => {
    const score = median(map(results, (each) => Number(each[key])));
    const name = key.replace('_', ' ');
    const what = `Lighthouse, desktop, ${name}, median of ${results.length} visits`;
    return atLeast(what, score, bar, String, 'node bench/browser/lighthouse.js');
  });

/** Shares of the old recipe's processor time, a number a seed; null: not reached.
 * @param {File} target @param {File} place */
export const sharesOf = ({ rows }, { cpu }) =>
  map(rows, ({ old, fast }) =>
    old && fast ? (fast * cpu.fast) / (old * cpu.old) : null,
  );

/** Median steps over seeds; null: one of them did not get there.
 * @param {File} target @param {Kind} kind @returns {number | null} */
export function stepsOf({ rows }, kind) {
  const steps = map(rows, (row) => row[kind]);
  return steps.includes(null) ? null : median(steps);
}

/** What the recipe is for. @param {File} race @returns {Bar[]} */
export function raceBars({ results }) {
  const { targets, places } = pick(results, 'name', 'nano') ?? {};
  const target = pick(targets, 'loss', RACE.loss);
  if (!target) return [];
  const placed = (/** @type {string[]} */ ...names) =>
    names.flatMap((name) => pick(places, 'place', name) ?? []);
  const command = TIME_TO_LOSS;
  const shared = placed('wasm', 'native').map((at) => {
    const shares = sharesOf(target, at).map((share) => share ?? Infinity);
    const [middle, worst] = [median(shares), Math.max(...shares)];
    return {
      what: `${at.title}: nano to held-out ${RACE.loss}, the recipe of nano-fast compared with nanoGPT's, processor time`,
      bar: `median ≤ ${RACE.median}, each seed ≤ ${RACE.any}`,
      got: `median ${short(middle)}, worst ${short(worst)} of the time (${shares.length} seeds)`,
      met: middle <= RACE.median && worst <= RACE.any,
      command,
    };
  });
  const [fast, old] = [stepsOf(target, 'fast'), stepsOf(target, 'old')];
  const [tab] = placed('tab');
  if (!tab || !fast || !old) return shared;
  const torches = placed('torch', 'torch2').map(({ title, cpu }) => {
    const [ours, theirs] = [(fast * tab.cpu.fast) / 1000, (old * cpu.old) / 1000];
    return {
      what: `the same loss in a tab of Chromium, compared with nanoGPT's recipe in ${title}; one core each, processor time`,
      bar: 'less',
      got: `${short(ours)} s; ${short(theirs)} s`,
      met: ours < theirs,
      command,
    };
  });
  return [...shared, ...torches];
}

/** Of each results file, in the order of the table. @type {Record<string, (file: File) => Bar[]>} */
const BARS = {
  versus: ({ results }) => [...stepBars(results), ...againstBars(results)],
  products: productBars,
  workers: workerBars,
  writing: writingBars,
  stage: stageBars,
  page: pageBars,
  experiments: experimentBars,
  lighthouse: lighthouseBars,
  soak: soakBars,
};
export const BARRED = Object.keys(BARS);

/** @param {Record<string, File>} results */
export const barsOf = (results) =>
  BARRED.flatMap((name) => (results[name] ? BARS[name](results[name]) : []));

/** @param {Bar[]} bars */
export const barTable = (bars) =>
  tableOf(
    ['figure', 'target', 'measured', '', 'command'],
    bars.map(({ what, bar, got, met, command }) => [
      ...[what, bar, got],
      ...[met ? 'met' : '**missed**', `\`${command}\``],
    ]),
  );
