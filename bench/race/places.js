// SPDX-License-Identifier: MIT
// Time of a step in all places: natively, as WebAssembly with one worker and two, in a tab,
// and in PyTorch. All take turns, one core each but for the two workers.

import { join } from 'node:path';
import { ROOT, stop } from '../common.js';
import { inTurns, median } from '../steps.js';
import { sidesFor, torchesFor } from '../versus/opponents.js';
import { writeProblem } from '../versus/problem.js';
import { Side, coreOf, largestDifference } from '../versus/side.js';
import { openTab } from './tab.js';

/** Sides of bench/versus; a tab comes after them. */
const NAMES = ['wasm', 'wasm2', 'native', 'torch', 'torch2'];
const WARM_UP_STEPS = 4;
const STEPS_A_TURN = 4;
/** Of PyTorch, in nats, at any step; ours must be equal. Dropout draws other numbers there. */
const TOLERANCE = 1e-3;
const DROPOUT_TOLERANCE = 0.1;

/** Steps that each side takes. @param {number} rounds */
export const stepsOf = (rounds) => WARM_UP_STEPS + rounds * STEPS_A_TURN;

/** @typedef {{ name: string, config: Record<string, unknown>, rates: number[] }} Model
 * rates: of the steps that are taken */
/** @typedef {import('../versus/side.js').Turn} Turn */
/** @typedef {{ steps(n: number): Promise<Turn>, close(): unknown }} Runner */
/** @typedef {{ name: string, title: string, cores?: number, runners: Runner[] }} Place a
 * runner a model */

/**
 * @param {WebAssembly.Module} module @param {string} text
 * @param {Model[]} models the old recipe, then the fast one
 * @param {{ rounds: number, core: number }} options
 */
export async function timePlaces(module, text, models, { rounds, core: last }) {
  const core = coreOf(last);
  const folders = [];
  for (const { name, config, rates } of models) {
    const folder = join(ROOT, 'build/race', name);
    const nSteps = stepsOf(rounds);
    await writeProblem(module, { name, text, config, nSteps, rates }, folder);
    folders.push(folder);
  }
  const tabs = [await openTab(core, 1), await openTab(null, 2)];
  const torches = await torchesFor(folders[0], core, () => true);
  const specs = folders.map((folder) =>
    sidesFor(folder, torches, (name) => NAMES.includes(name), stop),
  );
  /** @type {Place[]} */
  const places = [];
  for (const [p, { name, title, cores }] of specs[0].entries()) {
    const sides = specs.map((each) => new Side(each[p], core).ready());
    places.push({ name, title, cores, runners: await Promise.all(sides) });
  }
  for (const { side, name, title, cores } of tabs) {
    const runners = [];
    for (const { config } of models) runners.push(await side({ text, config }));
    places.push({ name, title, cores, runners });
  }
  const all = places.flatMap(({ runners }) => runners);
  const taken = await inTurns(all, rounds, (runner, round) =>
    runner.steps(round < 0 ? WARM_UP_STEPS : STEPS_A_TURN),
  );
  for (const each of [...all, ...tabs]) await each.close();
  const turns = taken.map(joined);
  return {
    torches: torches.map(({ torch: { name }, env, flags }) => ({ name, env, flags })),
    chromium: tabs[0].version,
    places: places.map((place, p) => rowOf(place, turns.slice(2 * p), turns, models)),
  };
}

/** All losses; times after the warm-up, which is the first. @param {Turn[]} turns @returns {Turn} */
const joined = ([warmUp, ...timed]) => ({
  losses: [warmUp, ...timed].flatMap(({ losses }) => losses),
  ms: timed.flatMap(({ ms }) => ms),
  cpu: timed.flatMap(({ cpu }) => cpu),
});

/** @param {Place} place @param {Turn[]} turns first its own, one a model
 * @param {Turn[]} reference @param {Model[]} models */
function rowOf({ name, title, cores = 1 }, turns, reference, models) {
  const differences = models.map(({ config }, m) => {
    const difference = largestDifference(reference[m].losses, turns[m].losses);
    const ofTorch = Number(config.attn_pdrop) > 0 ? DROPOUT_TOLERANCE : TOLERANCE;
    const allowed = name.startsWith('torch') ? ofTorch : 0;
    if (!(difference <= allowed)) stop(`${title}: losses differ by ${difference}`);
    return difference;
  });
  const [old, fast] = turns;
  return {
    ...{ place: name, title, cores },
    loss_difference: { old: differences[0], fast: differences[1] },
    cpu: { old: median(old.cpu), fast: median(fast.cpu) },
    ms: { old: median(old.ms), fast: median(fast.ms) },
  };
}
