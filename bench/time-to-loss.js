// SPDX-License-Identifier: MIT
// Time to a loss: what a reader waits for. The yardsticks of bench/race/yardsticks.js by
// nanoGPT's recipe and by that of the page: natively, as
// WebAssembly with one worker and with two, in a tab of Chromium, and in PyTorch.
//
//   node bench/time-to-loss.js [nano] [tiny] [fables] [--seeds N] [--rounds N] [--core N]
//                              [--text FILE] [--out FILE]     → results/time-to-loss.json
//
// Steps: the native program trains with the schedule made for that loss and measures it on
// held-out windows every few steps; the first time at or below the loss counts. The engine
// gives the same bytes everywhere, and the losses of all timed steps are compared: ours must
// be the same, PyTorch's the same within 1e-3. So the steps are those of all. Time: that of a
// step without evaluations, all places and both recipes in turns, of the processor and on the
// clock, times the steps. Ratios survive other load on the machine; seconds do not.
// The results keep the yardsticks that were not asked for.

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { preset, textFile } from '../tests/tools/native-program.js';
import { Engine } from '../wasm/engine/engine.js';
import { ROOT, begin, compile, resultsPath, stop } from './common.js';
import { curvesOf, firstStep, ratesOf } from './race/curves.js';
import { stepsOf, timePlaces } from './race/places.js';
import { YARDSTICKS } from './race/yardsticks.js';
import { raceTables } from './tables.js';

/** @import { Target, Yardstick } from './race/yardsticks.js' */

const bench = begin(
  { text: '', seeds: 3, rounds: 5, core: availableParallelism() - 1 },
  YARDSTICKS.map(({ name }) => name),
);
const shakespeare = textFile('shakespeare', bench.text);
if (shakespeare.missing) stop(shakespeare.missing);
const TEXTS = {
  fables: join(ROOT, 'web/texts/fables.txt'),
  shakespeare: shakespeare.path,
};
const KINDS = /** @type {const} */ (['old', 'fast']);
const PATH = join(ROOT, resultsPath('time-to-loss'));
/** @type {{ name: string }[]} */
const before = existsSync(PATH) ? JSON.parse(readFileSync(PATH, 'utf8')).results : [];
const module = await compile();

/** @param {string} text a path @param {Record<string, unknown>} config */
async function trigramLoss(text, config) {
  const engine = await Engine.create(module);
  const session = engine.newSession(readFileSync(text, 'utf8'), config);
  const { baselines } = session.info();
  session.free();
  return baselines?.trigram ?? stop('this text has no triples');
}

/** @param {Yardstick} yardstick @param {Target} target @param {'old' | 'fast'} kind */
function configOf({ recipes, windows }, { steps }, kind) {
  const { preset: name, settings, every } = recipes[kind];
  const measured = {
    max_steps: steps[kind],
    eval_interval: every,
    eval_windows: windows,
  };
  const config = { ...(name && preset(name).config), ...settings, ...measured };
  delete config.seed;
  return config;
}

/** Steps of both recipes to a loss, for each seed; null: not reached.
 * @param {Yardstick} yardstick @param {Target} target @param {number} loss */
async function stepsTo(yardstick, target, loss) {
  const path = TEXTS[yardstick.text];
  const configs = KINDS.map((kind) => configOf(yardstick, target, kind));
  const seeds = Math.min(bench.seeds, target.seeds ?? Infinity);
  const steps = [];
  for (const config of configs) {
    const curves = await curvesOf(path, config, seeds);
    steps.push(curves.map((curve) => firstStep(curve, loss)));
  }
  const [old, fast] = steps;
  const rows = old.map((_, i) => ({ seed: i + 1, old: old[i], fast: fast[i] }));
  return { loss, configs: { old: configs[0], fast: configs[1] }, rows };
}

/** Times of a step of both recipes in all places. @param {Yardstick} yardstick */
async function timesOf(yardstick) {
  const { name, text, targets } = yardstick;
  const nSteps = stepsOf(bench.rounds);
  const models = [];
  for (const kind of KINDS) {
    const measured = { ...configOf(yardstick, targets[0], kind), seed: 1 };
    const config = { ...measured, eval_interval: 1_000_000, eval_windows: 1 };
    const rates = await ratesOf(TEXTS[text], config, nSteps);
    models.push({ name: `${name}-${kind}`, config, rates });
  }
  const read = readFileSync(TEXTS[text], 'utf8');
  const times = await timePlaces(module, read, models, bench);
  const { date, commit } = bench.facts;
  return { ...times, timed: { date, commit } };
}

/** @param {Yardstick} yardstick */
async function race(yardstick) {
  const { name, title, text, targets } = yardstick;
  const times = await timesOf(yardstick);
  const reached = [];
  for (const target of targets) {
    const isGiven = typeof target.loss === 'number';
    const config = configOf(yardstick, target, 'old');
    const loss = isGiven ? Number(target.loss) : await trigramLoss(TEXTS[text], config);
    const kind = isGiven ? 'given' : target.loss;
    reached.push({ kind, ...(await stepsTo(yardstick, target, loss)) });
  }
  return { name, title, targets: reached, ...times };
}

const all = new Map(before.map((each) => [each.name, each]));
// After each, so that a run cut short leaves those it did.
for (const yardstick of YARDSTICKS.filter(({ name }) => bench.parts.includes(name))) {
  const result = await race(yardstick);
  console.log(raceTables({ results: [result] }));
  all.set(yardstick.name, result);
  const results = YARDSTICKS.flatMap(({ name }) => all.get(name) ?? []);
  await bench.write('time-to-loss', { core: bench.core, results }, bench.isPlain);
}
