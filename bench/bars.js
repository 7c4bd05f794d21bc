// SPDX-License-Identifier: MIT
// Targets, measured figures, and whether each target is met.

import { percent, short, table, verdict } from './words.js';

/** @typedef {import('./words.js').File} File */
/** @typedef {import('./table.js').Results} Results */

/** Shares are of P_128, see docs/speed.md. */
const BARS = {
  step_share: { tiny: 0.77, nano: 0.82, poet: 0.87, small: 0.6, medium: 0.6 },
  /** By the width C of the model, which is the length of most chains. */
  product_share: (/** @type {number} */ C) => (C < 128 ? 0.7 : 0.85),
  /** How many times as fast as `theirs` `ours` has to be. */
  against: [
    { ours: 'wasm', theirs: 'torch128', times: { tiny: 1.5, nano: 1.2, poet: 1 } },
    { ours: 'wasm', theirs: 'torch', times: { tiny: 1, nano: 0.65, poet: 0.6 } },
    { ours: 'native', theirs: 'torch', times: { tiny: 2.5, nano: 1.6, poet: 1.2 } },
    { ours: 'wasm', theirs: 'torch2', times: { tiny: 1, nano: 0.65, poet: 0.6 } },
    { ours: 'native', theirs: 'torch2', times: { tiny: 2.5, nano: 1.6, poet: 1.2 } },
    { ours: 'wasm', theirs: 'tfjs', times: { tiny: 30, nano: 30 } },
    { ours: 'wasm', theirs: 'jax', times: { tiny: 2.5, nano: 2.5 } },
  ],
  workers: { tiny: 1.6, nano: 1.8, poet: 1.9 },
  characters_per_second: 6000,
  page: {
    picture_ms: 500,
    ready_ms: 1000,
    step_ms: 1000,
    pairs_ms: 5000,
    block_ms: 50,
    draw_ms: 4,
    draw_large_ms: 8,
    cost: 0.05,
    growth: 1.02,
  },
};

/** @param {File} measured a yardstick @param {string} side */
export const sideOf = (measured, side) =>
  measured.rows.find((/** @type {File} */ r) => r.side === side);

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
      `${name}, a step in wasm, share of P_128`,
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
        `${name}: ${a.title} compared with ${b.title}`,
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
      `two workers compared with one, ${yardstick}, ${place}`,
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
      `${result.yardstick} generates text, one stream, wasm, ${result.place}`,
      `${BARS.characters_per_second.toLocaleString('en')} characters/s`,
      `${Math.round(speed).toLocaleString('en')}`,
      verdict(speed >= BARS.characters_per_second),
      writing.command,
    ];
  });
}

const milliseconds = (/** @type {number} */ ms) => `${short(ms)} ms`;

/** What bench/browser/page.js does during training. */
const DOINGS = {
  read: 'scrolling through the whole page',
  used: 'using the keyboard',
  all_at_once: 'showing all views in one window 16,000 pixels high',
};

/** @param {string} doing @param {File} cost @param {string} command @returns {BarRow} */
function costBar(doing, cost, command) {
  const { block_ms, draw_ms, cost: share } = BARS.page;
  const { blocks_over_50_ms: blocks, longest_block_ms: longest } = cost;
  const drawing = cost.draw_ms.wall.median;
  const lost = cost.cost_of_views;
  return [
    `training nano while ${doing}: main-thread blocks; median drawing time of a frame; steps per second lost`,
    `≤ ${block_ms} ms; ≤ ${draw_ms} ms; ≤ ${percent(share)}`,
    [
      blocks ? `${blocks} above, longest ${milliseconds(longest)}` : 'none above',
      milliseconds(drawing),
      percent(lost),
    ].join('; '),
    verdict(!blocks && drawing <= draw_ms && lost <= share),
    command,
  ];
}

/** @param {File} page @returns {BarRow[]} */
const pageBars = (page) =>
  Object.entries(DOINGS).map(([key, doing]) =>
    costBar(doing, page[key], 'node bench/browser/page.js'),
  );

/** Waits of bench/browser/start.js, with their bars. */
const WAITS = /** @type {const} */ ([
  ['picture', 'from opening the page on localhost to the first picture', 'picture_ms'],
  ['ready', 'from opening the page on localhost until it can train', 'ready_ms'],
  ['step', 'first visit: from pressing Train to the first step', 'step_ms'],
  [
    'pairs',
    'first visit: from pressing Train to a loss below letter pairs',
    'pairs_ms',
  ],
]);

/** @param {File} measured @returns {BarRow[]} */
function stageBars({ start, stage, screen, large }) {
  const command = 'node bench/browser/stage.js';
  /** @param {string} what @param {number} bar @param {number} ms @returns {BarRow} */
  const within = (what, bar, ms) => [
    what,
    `≤ ${milliseconds(bar)}`,
    milliseconds(ms),
    verdict(ms <= bar),
    command,
  ];
  const { layers, heads, columns } = large;
  return [
    ...WAITS.map(([key, what, bar]) =>
      within(what, BARS.page[bar], start.plain[key].median),
    ),
    costBar('showing the stage', stage, command),
    costBar('showing the whole screen', screen, command),
    [
      'layout shift of the whole screen in a minute of training',
      '0',
      short(screen.layout_shift),
      verdict(screen.layout_shift === 0),
      command,
    ],
    within(
      `drawing ${layers} layers, ${heads} heads and ${columns} columns, median`,
      BARS.page.draw_large_ms,
      large.draw_ms.wall.median,
    ),
  ];
}

/** @param {File} soak @returns {BarRow} */
function soakBar({ minutes, before, after, growth }) {
  const megabytes = (/** @type {File} */ { all_bytes }) =>
    `${(all_bytes / 1e6).toFixed(1)} MB`;
  return [
    `${minutes} minutes of training with every view drawn: memory of page and workers`,
    `≤ ${BARS.page.growth} times`,
    `${megabytes(before)} before, ${megabytes(after)} after`,
    verdict(growth <= BARS.page.growth),
    'node bench/browser/soak.js',
  ];
}

/** @param {Results} results */
export function barTable({ versus, products, workers, writing, page, stage, soak }) {
  const rows = [
    ...(versus ? [...stepBars(versus), ...againstBars(versus)] : []),
    ...(products ? productBars(products) : []),
    ...(workers ? workerBars(workers) : []),
    ...(writing ? writingBars(writing) : []),
    ...(stage ? stageBars(stage) : []),
    ...(page ? pageBars(page) : []),
    ...(soak ? [soakBar(soak)] : []),
  ].map(([what, bar, measured, met, command]) => [
    what,
    bar,
    measured,
    met,
    `\`${command}\``,
  ]);
  return table(['figure', 'target', 'measured', '', 'command'], rows);
}
