// SPDX-License-Identifier: MIT
// Fine-tuning as the page does it (web/views/fine-tune/recipe.js): held-out loss on the new text,
// loss on what the model was trained for, size of the adapter, and the way back.
//
//   node bench/fine-tuning.js [--out FILE]     → results/fine-tuning.json
//
// Two models: stories260K of ../shared/data/models, whose own text is what it writes itself at
// temperature 1, and the page's model trained on a part of Grimm. Both on the fables.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSession } from '../wasm/index.js';
import { recipeFor } from '../web/state/recipe.js';
import { RATES, lossOn, settingsFor, stepsFor } from '../web/views/fine-tune/recipe.js';
import { DATA, ROOT, begin, compile, stop } from './common.js';

/** @typedef {Awaited<ReturnType<typeof createSession>>} Run */

const { write } = begin({});
const wasm = await compile();
const RANK = 4;
const STORIES = 40;
const WINDOWS = 20;
const [GRIMM_CHARACTERS, GRIMM_STEPS] = [300_000, 600];

const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');
/** @param {string} text @param {Record<string, unknown>} [config] */
const sessionOn = (text, config = {}) =>
  createSession({ text, config, mode: 'main', wasm, workers: 1 });

/** Texts that a model writes. @param {Run} session */
async function written(session) {
  const texts = [];
  for (let seed = 1; seed <= STORIES; seed++)
    texts.push((await session.sample({ prompt: '', chars: 600, seed })).text);
  return texts;
}

/** Held-out losses on both texts. @param {Run} session @param {string[]} own */
const losses = async (session, own) => ({
  text: (await session.evaluate({ split: 'val', windows: WINDOWS })).loss,
  own: await lossOn(session, own),
});

/** @param {string} name @param {Uint8Array[]} files @param {string} text
 * @param {(session: Run) => Promise<string[]>} ownOf lines of its own text */
async function tuned(name, files, text, ownOf) {
  const session = await sessionOn(text);
  await session.load(files);
  const hash = await session.hash();
  const own = await ownOf(session);
  const before = await losses(session, own);
  const characters = [...text].length;
  const steps = stepsFor(session, /** @type {any} */ ({ characters }), characters);
  const ways = [];
  for (const rank of [0, RANK]) {
    const rate = rank ? RATES.lora : RATES.all;
    const settings = settingsFor(session, rank, rate, steps);
    await session.load(files, { fineTune: true, settings });
    await session.run({ until: steps });
    const n_trained = session.info.nTrained;
    const after = await losses(session, own);
    const adapter = rank ? (await session.save({ form: 'adapter' })).length : 0;
    await session.load(files);
    const isBack = (await session.hash()) === hash;
    ways.push({ rank, n_trained, after, adapter, is_back: isBack });
  }
  await session.close();
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  return { name, characters, steps, bytes, before, ways };
}

/** The page's model, trained on a part of Grimm. @param {string} text */
async function trained(text) {
  const config = { ...recipeFor([...text].length), max_steps: GRIMM_STEPS };
  const session = await sessionOn(text, config);
  await session.run({ until: GRIMM_STEPS });
  const bytes = await session.save({ training: false });
  await session.close();
  return bytes;
}

const fables = read(join(ROOT, 'web/texts/fables.txt'));
const results = [];
const stories = ['stories260K.bin', 'tok512.bin'].map((n) => join(DATA, 'models', n));
if (stories.every(existsSync)) {
  const files = stories.map((path) => new Uint8Array(readFileSync(path)));
  results.push(await tuned('stories260K', files, fables, written));
} else console.log('stories260K is left out: ../shared/data/models has no such file.');
const grimm = join(DATA, 'grimm.txt');
if (existsSync(grimm)) {
  const all = [...read(grimm)];
  const text = all.slice(0, GRIMM_CHARACTERS).join('');
  // Later lines of the book, whole windows of the model.
  const rest = all.slice(GRIMM_CHARACTERS, GRIMM_CHARACTERS + 64 * 200).join('');
  const lines = /** @type {string[]} */ (rest.match(/[^]{64}/gu) ?? []);
  const known = new Set(text);
  const own = lines.filter((line) => [...line].every((c) => known.has(c)));
  const fitting = [...fables].filter((c) => known.has(c)).join('');
  const name = "the page's model, trained on Grimm";
  results.push(await tuned(name, [await trained(text)], fitting, async () => own));
} else console.log('The model of Grimm is left out: ../shared/data has no such text.');
if (results.length === 0) stop('There is nothing to measure.');
for (const { name, steps, before, ways } of results)
  console.log(name, steps, 'steps, before', before, ways);
await write('fine-tuning', { results }, results.length === 2);
if (results.some(({ ways }) => ways.some((way) => !way.is_back))) stop('FAILED');
