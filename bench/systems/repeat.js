// SPDX-License-Identifier: MIT
// Copying by content and by place.
//
// 1. Preset `induction`, lines s|t where t is s begun at any letter, four seeds: guesses by
// content, the heads of the circuit by their scores, and either of them off.
// 2. The birth of copying in preset `repeat`, lines s|s: at steps 0, 500, 750, 1000, 1500 and
// 3000 the head that looks most at what followed last time (the stripe of H9r), the loss
// on first and second copies, and the head that looks most at the character before. Each is
// to agree with the reference within a factor of 1.5.
//
// The reference measured 32 windows; how much the loss on second copies differs between sets
// of that size is printed beside it. On rotated lines it follows the place.
//
//   node bench/systems/repeat.js [--seed S] [--seeds LIST] [--threads N]
//     seed: of `repeat`, the preset's own; seeds: of `induction`

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THREADS, optionsWith } from '../common.js';
import * as common from './common.js';
import { bestOf, copied, rotatedLines, written } from '../../web/lessons/copying.js';

const options = optionsWith({
  seed: `${common.preset('repeat').config.seed}`,
  seeds: '1337,1,2,3',
  threads: `${THREADS}`,
});

/** step: [stripe of the best head, loss on first copies, on second copies, one back] */
const REFERENCE = {
  0: [0.02, 3.33, 3.34, 0.04],
  500: [0.22, 3.31, 2.34, 0.17],
  750: [0.42, 3.32, 0.8, 0.22],
  1000: [0.45, 3.32, 0.47, 0.23],
  1500: [0.48, 3.32, 0.1, 0.24],
  3000: [0.58, 3.31, 0.015, 0.22],
};
const FACTOR = 1.5;
const N_LINES = 1500;
/** Characters in a set of windows as large as the reference's. */
const SET = 32 * 64;

/** Lines s|s that no training text holds. */
function freshLines() {
  const draw = common.randomBelow(2024);
  const letter = () => String.fromCharCode(97 + draw(26));
  return Array.from({ length: N_LINES }, () => {
    const s = Array.from({ length: 8 + draw(17) }, letter).join('');
    return `${s}|${s}\n`;
  }).join('');
}

const report = new common.Report();
const engine = await common.openEngine();
const lines = freshLines();

/** What a model shows, over windows of running text. @param {string} model */
function measure(model) {
  const lab = engine.openLab(readFileSync(model));
  const { heads, lines: copies } = lab.inspect({ what: 'head_report', text: lines });
  const best = (/** @type {(head: any) => number} */ score) =>
    Math.max(...heads.map(score));
  const sets = Array.from({ length: Math.floor(lines.length / SET) }, (_, i) => {
    const text = lines.slice(i * SET, (i + 1) * SET + 1);
    return lab.inspect({ what: 'head_report', text }).lines.second;
  });
  lab.free();
  return {
    stripe: best((h) => h.scores.line),
    first: copies.first,
    second: copies.second,
    oneBack: best((h) => h.back[0]),
    least: Math.min(...sets),
    most: Math.max(...sets),
  };
}

// ---- by content --------------------------------------------------------------------------

const rotated = rotatedLines(400, 2024);
const two = (/** @type {number} */ x) => x.toFixed(2);
const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(1)} %`;

/** @param {any} lab */
const shares = (lab) =>
  copied(rotated, lab.info().vocabulary, (request) =>
    lab.inspect({ what: 'lens', ...request }),
  );

/** @param {any} lab @returns {any[]} */
const headScores = (lab) =>
  lab.inspect({ what: 'head_report', text: `\n${rotated.map(written).join('')}` })
    .heads;

/** Guesses by content with one head off. @param {any} lab @param {any} head */
async function without(lab, { layer, head }) {
  lab.setGate(layer, head, 0);
  const { content } = await shares(lab);
  lab.setGate(layer, head, 1);
  return content;
}

/** @param {string} seed @param {string} model */
async function measureCircuit(seed, model) {
  const lab = engine.openLab(readFileSync(model));
  const heads = headScores(lab);
  const copier = bestOf(heads, 1, (h) => h.scores.line);
  const before = bestOf(heads, 0, (h) => h.back[0]);
  const got = {
    seed: Number(seed),
    ...(await shares(lab)),
    onContent: copier.scores.line,
    onPlace: copier.scores.place,
    oneBack: before.back[0],
    withoutCopier: await without(lab, copier),
    withoutBefore: await without(lab, before),
  };
  lab.free();
  return got;
}

/** @param {string} folder */
async function induction(folder) {
  const model = join(folder, 'induction.safetensors');
  const seeds = options.seeds.split(',');
  /** @type {Awaited<ReturnType<typeof measureCircuit>>[]} */
  const table = [];
  for (const seed of seeds) {
    const given = [
      '--preset',
      'induction',
      '--seed',
      seed,
      '--threads',
      options.threads,
    ];
    await common.train([...given, '--out', model]);
    table.push(await measureCircuit(seed, model));
  }
  /** @param {string} claim @param {keyof typeof table[number]} key
   * @param {(value: number) => boolean} holds @param {(value: number) => string} show */
  const each = (claim, key, holds, show) =>
    report.claim(
      `induction, seeds ${seeds.join(', ')}: ${claim}`,
      table.every((row) => holds(row[key])),
      table.map((row) => show(row[key])).join(', '),
    );
  each('guesses by content at least 98 %', 'content', (x) => x >= 0.98, percent);
  each('a head of layer 2 at least 0.6 on content', 'onContent', (x) => x >= 0.6, two);
  each(
    'it at most 0.05 on place',
    'onPlace',
    (x) => x <= 0.05,
    (x) => x.toFixed(3),
  );
  each(
    'a head of layer 1 at least 0.3 one back',
    'oneBack',
    (x) => x >= 0.3,
    (x) => x.toFixed(3),
  );
  each('the first off: below 50 %', 'withoutCopier', (x) => x < 0.5, percent);
  each('the second off: below 50 %', 'withoutBefore', (x) => x < 0.5, percent);
  return table;
}

// ---- by place --------------------------------------------------------------------------

/** @param {number} got @param {number} wanted */
const agrees = (got, wanted) => got < FACTOR * wanted && FACTOR * got > wanted;

await common.inFolder(async (folder) => {
  const circuits = await induction(folder);
  const model = join(folder, 'repeat.safetensors');
  let done = 0;
  let seconds = 0;
  /** @type {object[]} */
  const table = [];
  for (const [step, wanted] of Object.entries(REFERENCE)) {
    const n = Number(step) - done;
    const begin =
      done === 0 ? ['--preset', 'repeat', '--seed', options.seed] : ['--resume', model];
    const run = await common.train(
      [...begin, '--steps', String(n), '--threads', options.threads].concat([
        ...['--set', 'eval_interval=10000', '--out', model],
      ]),
    );
    done += n;
    seconds += run.cpuSeconds ?? run.seconds;
    const got = measure(model);
    table.push({ step: done, ...got });
    const values = [got.stripe, got.first, got.second, got.oneBack];
    report.claim(
      `step ${step}: within a factor of ${FACTOR} of ${wanted.join(', ')}`,
      values.every((x, i) => agrees(x, wanted[i])),
      `stripe, first and second copy, one back ${values.map((x) => x.toFixed(3)).join(', ')}`,
    );
    console.log(
      `        second copy over sets of 32 windows: ` +
        `${got.least.toFixed(3)} to ${got.most.toFixed(3)}`,
    );
  }
  const lab = engine.openLab(readFileSync(model));
  const trap = await shares(lab);
  lab.free();
  report.claim(
    'repeat on rotated lines: by place, not by content',
    trap.place > trap.content + 0.2,
    `by place ${percent(trap.place)}, by content ${percent(trap.content)}`,
  );
  report.figures = {
    seed: Number(options.seed),
    circuits,
    table,
    trap,
    cpu_seconds: seconds,
  };
});
report.finish();
