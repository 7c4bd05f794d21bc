// SPDX-License-Identifier: MIT
// Time of a step in all places: natively, as WebAssembly with one worker and two, in a tab,
// and in PyTorch. All take turns, one core each but for the two workers.

import { join } from 'node:path';
import { ROOT, WASM, stop } from '../common.js';
import { median } from '../steps.js';
import { NATIVE, bestTorch, torchSpec, torchesThere } from '../versus/opponents.js';
import { writeFolder } from '../versus/problem.js';
import { Side, canPin, largestDifference } from '../versus/stage.js';
import { openTab } from './tab.js';

const WARM_UP_STEPS = 4;
const STEPS_A_TURN = 4;
/** Of PyTorch, in nats, at any step; ours must be equal. Dropout draws other numbers there. */
const TOLERANCE = 1e-3;
const DROPOUT_TOLERANCE = 0.1;

/** Steps that each side takes. @param {number} rounds */
export const stepsOf = (rounds) => WARM_UP_STEPS + rounds * STEPS_A_TURN;

/** @typedef {{ name: string, config: Record<string, unknown>, rates: number[] }} Model
 * rates: of the steps that are taken */
/** @typedef {import('../versus/stage.js').Turn} Turn */
/** @typedef {{ steps(n: number): Promise<Turn>, close(): unknown }} Runner */
/** @typedef {'old' | 'fast'} Kind */

const node = process.execPath;
const SIDES = join(ROOT, 'bench/versus/sides');

/** Our places that are programs. @param {string} folder */
const ours = (folder) => [
  {
    ...{ name: 'native', title: 'natively, widest vectors', cores: 1 },
    command: [NATIVE, folder, '0'],
  },
  {
    ...{ name: 'wasm', title: 'WebAssembly in Node', cores: 1 },
    command: [node, join(SIDES, 'wasm.js'), folder, WASM],
  },
  {
    ...{ name: 'wasm2', title: 'WebAssembly in Node, two workers', cores: 2 },
    command: [node, join(SIDES, 'session.js'), folder, WASM, '2'],
  },
];

/** @typedef {{ place: string, title: string, cores: number,
 *   runners: Runner[] }} Place a runner a model */

/**
 * @param {WebAssembly.Module} module @param {string} text
 * @param {Model[]} models the old recipe, then the fast one
 * @param {{ rounds: number, core: number }} options
 */
export async function timePlaces(module, text, models, { rounds, core: last }) {
  const core = canPin() ? last : null;
  const nSteps = stepsOf(rounds);
  const folders = [];
  for (const { name, config, rates } of models) {
    const folder = join(ROOT, 'build/race', name);
    await writeFolder(module, { name, text, config, nSteps, rates }, folder);
    folders.push(folder);
  }
  const tabs = [
    { tab: await openTab(core), place: 'tab', title: 'a tab of Chromium', cores: 1 },
    { tab: await openTab(null, 2), place: 'tab2', title: 'a tab of Chromium, two workers', cores: 2 }, // oxfmt-ignore
  ];
  const torches = [];
  for (const torch of torchesThere(console.log))
    torches.push(await bestTorch(torch, folders[0], core));
  /** @type {Place[]} */
  const places = [];
  const programs = folders.map(ours);
  for (const [p, { name: place, title, cores }] of programs[0].entries()) {
    const specs = programs.map((each) => each[p]);
    const runners = await started(specs, cores === 1 ? core : null);
    places.push({ place, title, cores, runners });
  }
  for (const { tab, ...place } of tabs) {
    const runners = [];
    for (const { config } of models) runners.push(await tab.side({ text, config }));
    places.push({ ...place, runners });
  }
  for (const choice of torches) {
    const specs = folders.map((folder) => torchSpec(folder, choice));
    const [{ name: place, title }] = specs;
    places.push({ place, title, cores: 1, runners: await started(specs, core) });
  }
  const all = places.flatMap(({ runners }) => runners);
  /** @type {Map<Runner, Turn[]>} */
  const turns = new Map(all.map((runner) => [runner, []]));
  for (let round = -1; round < rounds; round++)
    for (const [runner, taken] of turns)
      taken.push(await runner.steps(round < 0 ? WARM_UP_STEPS : STEPS_A_TURN));
  for (const runner of all) await runner.close();
  const measured = places.map(({ runners }) =>
    runners.map((runner) => joined(turns.get(runner) ?? [])),
  );
  for (const { tab } of tabs) await tab.close();
  return {
    torches: torches.map(({ torch: { name }, env, flags }) => ({ name, env, flags })),
    chromium: tabs[0].tab.version,
    places: places.map((place, p) => rowOf(place, measured[p], measured[0], models)),
  };
}

/** @param {import('../versus/stage.js').SideSpec[]} specs @param {number | null} core */
const started = (specs, core) =>
  Promise.all(specs.map((spec) => new Side(spec, core).ready()));

/** All losses; times after the warm-up, which is the first. @param {Turn[]} turns @returns {Turn} */
const joined = ([warmUp, ...timed]) => ({
  losses: [warmUp, ...timed].flatMap(({ losses }) => losses),
  ms: timed.flatMap(({ ms }) => ms),
  cpu: timed.flatMap(({ cpu }) => cpu),
});

/** @param {Place} place @param {Turn[]} turns @param {Turn[]} reference @param {Model[]} models */
function rowOf({ place, title, cores }, turns, reference, models) {
  const differences = turns.map(({ losses }, m) =>
    largestDifference(reference[m].losses, losses),
  );
  for (const [m, { config }] of models.entries()) {
    const ofTorch = Number(config.attn_pdrop) > 0 ? DROPOUT_TOLERANCE : TOLERANCE;
    const allowed = place.startsWith('torch') ? ofTorch : 0;
    if (!(differences[m] <= allowed))
      stop(`${title}: losses differ by ${differences[m]}`);
  }
  /** @param {(turn: Turn, m: number) => number} of */
  const both = (of) => ({ old: of(turns[0], 0), fast: of(turns[1], 1) });
  return {
    ...{ place, title, cores, loss_difference: both((_, m) => differences[m]) },
    cpu: both(({ cpu }) => median(cpu)),
    ms: both(({ ms }) => median(ms)),
  };
}
