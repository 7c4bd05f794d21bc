// SPDX-License-Identifier: MIT
// Time to a loss: what a reader waits for. The yardsticks of bench/race/yardsticks.js by
// nanoGPT's recipe and by that of the page: natively, as
// WebAssembly with one worker and with two, in a tab of Chromium, and in PyTorch.
//
//   node bench/time-to-loss.js [--yardstick NAME,…] [--seeds N] [--rounds N] [--core N]
//                              [--text FILE] [--out FILE]
//
// Steps: the native program trains with the schedule made for that loss and measures it on
// held-out windows every few steps; the first time at or below the loss counts. The engine
// gives the same bytes everywhere, and the losses of all timed steps are compared: ours must
// be the same, PyTorch's the same within 1e-3. So the steps are those of all. Time: that of a
// step without evaluations, all places and both recipes in turns, of the processor and on the
// clock, times the steps. Ratios survive other load on the machine; seconds do not.
// Writes bench/results/time-to-loss.json, which keeps the yardsticks that were not asked for.

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../wasm/engine/engine.js';
import {
  ROOT,
  chosen,
  compile,
  machineFacts,
  optionsWith,
  stop,
  writeResults,
} from './common.js';
import { curveOf, firstStep, ratesOf } from './race/curves.js';
import { stepsOf, timePlaces } from './race/places.js';
import { YARDSTICKS } from './race/yardsticks.js';
import { NATIVE, NO_NATIVE } from './versus/opponents.js';
import { preset, textFile } from '../tests/tools/native-program.js';

/** @import { Target, Yardstick } from './race/yardsticks.js' */

const options = optionsWith({
  ...{ text: '', yardstick: '', seeds: 3, rounds: 5, out: '' },
  core: availableParallelism() - 1,
});
const shakespeare = textFile('shakespeare', options.text);
if (shakespeare.missing) stop(shakespeare.missing);
if (!existsSync(NATIVE)) stop(NO_NATIVE);
const TEXTS = {
  fables: join(ROOT, 'web/texts/fables.txt'),
  shakespeare: shakespeare.path,
};
const PATH = 'bench/results/time-to-loss.json';
const KINDS = /** @type {const} */ (['old', 'fast']);
const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1);
/** @type {{ name: string }[]} */
const before = existsSync(join(ROOT, PATH))
  ? JSON.parse(readFileSync(join(ROOT, PATH), 'utf8')).results
  : [];
const module = await compile();
const facts = { ...machineFacts(), command: 'node bench/time-to-loss.js' };

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

/** @typedef {{ seed: number, old: number | null, fast: number | null }} Row steps of both recipes;
 * null: not reached */

/** Steps of both recipes to a loss, for each seed. @param {Yardstick} yardstick
 * @param {Target} target @param {number} loss */
async function stepsTo(yardstick, target, loss) {
  const { text, title } = yardstick;
  const [old, fast] = KINDS.map((kind) => configOf(yardstick, target, kind));
  /** @type {Row[]} */
  const rows = [];
  for (const seed of seeds.slice(0, target.seeds)) {
    const count = async (/** @type {Record<string, unknown>} */ config) =>
      firstStep(await curveOf(TEXTS[text], { ...config, seed }), loss);
    const row = { seed, old: await count(old), fast: await count(fast) };
    rows.push(row);
    console.log(
      `${title} to ${loss.toFixed(3)}, seed ${seed}: ${row.old} and ${row.fast} steps`,
    );
  }
  return { loss, configs: { old, fast }, rows };
}

/** Times of a step of both recipes in all places. @param {Yardstick} yardstick */
async function timesOf(yardstick) {
  const { name, text, targets } = yardstick;
  const nSteps = stepsOf(options.rounds);
  const models = [];
  for (const kind of KINDS) {
    const measured = { ...configOf(yardstick, targets[0], kind), seed: seeds[0] };
    const config = { ...measured, eval_interval: 1_000_000, eval_windows: 1 };
    const rates = await ratesOf(TEXTS[text], config, nSteps);
    models.push({ name: `${name}-${kind}`, config, rates });
  }
  const read = readFileSync(TEXTS[text], 'utf8');
  const times = await timePlaces(module, read, models, options);
  return { ...times, timed: { date: facts.date, commit: facts.commit } };
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

/** @param {any} result of a yardstick */
function print({ title, targets, places }) {
  for (const { loss, rows } of targets) {
    console.log(`\n${title} to ${loss.toFixed(3)}`);
    for (const { title: place, cpu } of places) {
      const { old, fast } = cpu;
      const shares = rows.map((/** @type {Row} */ row) =>
        row.old && row.fast ? ((row.fast * fast) / (row.old * old)).toFixed(3) : '–',
      );
      console.log(
        `  ${place.padEnd(36)} ${old.toFixed(1)} and ${fast.toFixed(1)} ms a step; ` +
          `of the time, by seed: ${shares.join(', ')}`,
      );
    }
  }
}

const names = YARDSTICKS.map(({ name }) => name);
const wanted = chosen(options.yardstick, names);
const all = new Map(before.map((each) => [each.name, each]));
// After each, so that a run cut short leaves those it did.
for (const yardstick of YARDSTICKS.filter(({ name }) => wanted.includes(name))) {
  const result = await race(yardstick);
  print(result);
  all.set(yardstick.name, result);
  const results = names.flatMap((name) => all.get(name) ?? []);
  await writeResults(options.out || PATH, { ...facts, core: options.core, results });
}
