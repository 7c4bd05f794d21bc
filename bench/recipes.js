// SPDX-License-Identifier: MIT
// The recipe of the page (web/state/recipe.js) against the one that it had before: held-out
// losses of texts by length, after as many steps as a tab takes in 2, 10 and 36 s, and the step
// that comes near the loss of before.
//
//   node bench/recipes.js --more FOLDER [--seeds N] [--rate N] [--out FILE]
//                                                           → results/recipes.json
//
// --more: .txt files beside the texts of the project and of ../shared/data; without them the
// results are a part. --rate: steps a second of the recipe in a tab; bench/browser/start.js counts
// those of ten seconds. The native program trains: the engine gives the same bytes everywhere.
// Runs are kept in build/race.

import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { FIRST_PAGE_SETTINGS, recipeFor } from '../web/state/recipe.js';
import { DATA, ROOT, begin } from './common.js';
import { curvesOf, firstStep } from './race/curves.js';
import { median } from './steps.js';

/** @import { Curve } from './race/curves.js' */

const { seeds, rate, more, isPlain, write } = begin({ seeds: 3, rate: 67, more: '' });
const SECONDS = [2, 10, 36];
/** Nats from the loss of the recipe before. */
const NEAR = 0.03;
const FOLDER = join(ROOT, 'build/race/texts');

/** Texts that are always there, and parts of those that may be: name, path, first character,
 * characters. @type {[string, string, number?, number?][]} */
const TEXTS = [
  ['a scene, English', join(DATA, 'tinyshakespeare.txt'), 5000, 1148],
  ['fables, English, the beginning', join(ROOT, 'web/texts/fables.txt'), 0, 5000],
  ['verse, Spanish, the beginning', join(DATA, 'martin_fierro.txt'), 0, 12_000],
  ['Grimm, English', join(ROOT, 'web/texts/grimm.txt')],
  ['fables, English', join(ROOT, 'web/texts/fables.txt')],
  ['Martín Fierro, Spanish', join(DATA, 'martin_fierro.txt')],
  ['Grimm, English, all', join(DATA, 'grimm.txt')],
  ['Tiny Shakespeare, English', join(DATA, 'tinyshakespeare.txt')],
];

/** What the page did before, at the rate that its preset Fables had, the better of the two. */
const BEFORE = {
  ...FIRST_PAGE_SETTINGS,
  learning_rate: 0.006,
  min_learning_rate: 0.0006,
};
/** Every evaluation looks at the same windows. */
const EVALUATED = { eval_windows: 100, eval_interval: 20 };

/** Writes the part of a text that is meant. @param {typeof TEXTS[0]} text */
function prepared([name, path, from = 0, length = Infinity]) {
  const text = [...readFileSync(path, 'utf8')].slice(from, from + length).join('');
  const to = join(FOLDER, `${name.replaceAll(/\W+/g, '-')}.txt`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(to, text);
  return { name, path: to, characters: [...text].length };
}

/** Up to a step. @param {Curve[]} curves @param {number} end */
const lowest = (curves, end) =>
  median(
    curves.map(({ step, loss }) => Math.min(...loss.filter((_, i) => step[i] <= end))),
  );

const all = TEXTS.filter(([, path]) => existsSync(path));
const files = more ? readdirSync(more) : [];
for (const name of files.filter((each) => each.endsWith('.txt')))
  all.push([basename(name, '.txt'), join(more, name)]);
/** @type {Record<string, unknown>[]} */ const results = [];
for (const text of all.map(prepared)) {
  const curvesBy = (/** @type {Record<string, unknown>} */ config) =>
    curvesOf(text.path, { ...config, ...EVALUATED }, seeds);
  const before = lowest(await curvesBy(BEFORE), Infinity);
  const curves = await curvesBy(recipeFor(text.characters));
  const after = SECONDS.map((s) => lowest(curves, s * rate));
  const near = median(curves.map((each) => firstStep(each, before + NEAR) ?? Infinity));
  results.push({ name: text.name, characters: text.characters, before, after, near });
  console.log(results.at(-1));
}
const isWhole = isPlain && all.length > TEXTS.length;
await write('recipes', { seeds, rate, seconds: SECONDS, nats: NEAR, results }, isWhole);
