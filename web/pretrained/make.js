// SPDX-License-Identifier: MIT
// Makes the pretrained model of the page: `make first-model` trains it with the native
// program on the book of recipe.js, and packs it. Every machine makes the same bytes, also
// when the work is cut: it goes on from the last part in build/first-model.
//
//   node web/pretrained/make.js [TEXT]            writes model.safetensors beside this file
//   node web/pretrained/make.js [TEXT] --check    compares, and writes nothing

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSession } from '../../wasm/index.js';
import { pack } from './packing.js';
import { BOOK, FIRST_SETTINGS } from './recipe.js';

const at = (/** @type {string} */ path) =>
  fileURLToPath(new URL(path, import.meta.url));
export const MODEL = at('model.safetensors');
/** Where the book is looked for when no path is given. */
export const DEFAULT_BOOK = at('../../../shared/data/grimm.txt');
const PROGRAM = at('../../build/native/glassformer');
const PARTS = at('../../build/first-model');
/** Steps between two points from which the work can go on; a curve's point falls on each. */
const PART_STEPS = 1000;

/** The curve keeps every step up to DENSE_STEPS, then every STRIDE-th with the mean loss
 * since the one before, and the last. */
const DENSE_STEPS = 100;
const STRIDE = 25;
/** Significant digits; a chart shows fewer. */
const DIGITS = 4;

const rounded = (/** @type {number} */ x) => Number(x.toPrecision(DIGITS));

/** The run as session.history has it, thinned.
 * @param {any[]} news the program's report of each step */
export function historyOf(news) {
  const kept = news.filter(
    ({ step }) => step <= DENSE_STEPS || step % STRIDE === 0 || step >= news.length - 1,
  );
  /** @param {{ step: number }} each @param {number} n */
  const meanLoss = ({ step }, n) => {
    const since = news.slice(kept[n - 1]?.step ?? 0, step);
    return rounded(since.reduce((sum, { loss }) => sum + loss, 0) / since.length);
  };
  const measured = news.filter(({ val_loss }) => val_loss !== undefined);
  return {
    step: kept.map(({ step }) => step),
    loss: kept.map(meanLoss),
    learningRate: kept.map(({ learning_rate }) => rounded(learning_rate)),
    gradNorm: kept.map(({ grad_norm }) => rounded(grad_norm)),
    valStep: measured.map(({ step }) => step),
    valLoss: measured.map(({ val_loss }) => rounded(val_loss)),
  };
}

const sha256 = (/** @type {string | Uint8Array} */ data) =>
  createHash('sha256').update(data).digest('hex');

/** The book's path. Throws with what to do when it is missing or another text.
 * @param {string} path */
export function checkBook(path) {
  const where =
    'see web/texts/README.md for where it is, then make first-model TEXT=path';
  if (!existsSync(path)) throw new Error(`${path} is missing: ${where}`);
  if (sha256(readFileSync(path)) !== BOOK.sha256)
    throw new Error(`${path} is another text: ${where}`);
  return path;
}

/** Trains with the native program, part by part.
 * @param {string} book path @param {string} folder of the parts, made if needed
 * @param {number} [steps] of the schedule; default: all @param {number} [partSteps]
 * @returns {{ news: any[], checkpoint: Uint8Array }} */
export function train(
  book,
  folder,
  steps = FIRST_SETTINGS.max_steps,
  partSteps = PART_STEPS,
) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(FIRST_SETTINGS));
  const threads = String(Math.min(2, availableParallelism()));
  const given = ['--text', book, '--threads', threads, '--json'];
  let news = '';
  let last = '';
  for (let from = 0; from < steps; from += partSteps) {
    const out = join(folder, `${from}.safetensors`);
    const report = join(folder, `${from}.jsonl`);
    const n = Math.min(partSteps, steps - from);
    // The report is written last: a part that has one is whole.
    if (!existsSync(report)) {
      const rest = ['--steps', String(n), '--out', out];
      const start = last ? ['--resume', last] : ['--config', config];
      const lines = execFileSync(PROGRAM, ['train', ...given, ...rest, ...start], {
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      writeFileSync(report, lines);
    }
    news += readFileSync(report, 'utf8');
    last = out;
  }
  const lines = news.trim().split('\n');
  return {
    news: lines.map((line) => JSON.parse(line)),
    checkpoint: new Uint8Array(readFileSync(last)),
  };
}

/** What counting models of the training part predict of the held-out part.
 * @param {string} book path */
export async function baselinesOf(book) {
  const text = readFileSync(book, 'utf8');
  const session = await createSession({ text, config: FIRST_SETTINGS, mode: 'main' });
  const entries = Object.entries(session.info.baselines);
  await session.close();
  return Object.fromEntries(entries.map(([kind, loss]) => [kind, rounded(loss)]));
}

async function main() {
  const args = process.argv.slice(2);
  const book = checkBook(args.find((each) => !each.startsWith('--')) ?? DEFAULT_BOOK);
  // Parts of another recipe are of no use.
  const folder = join(
    PARTS,
    sha256(JSON.stringify([BOOK, FIRST_SETTINGS])).slice(0, 8),
  );
  const { news, checkpoint } = train(book, folder);
  const baselines = await baselinesOf(book);
  const packed = pack(checkpoint, { history: historyOf(news), baselines });
  if (!args.includes('--check')) writeFileSync(MODEL, packed);
  const same = Buffer.compare(packed, readFileSync(MODEL)) === 0;
  console.log(`${MODEL}: ${packed.length} bytes, ${same ? 'as made' : 'NOT as made'}`);
  console.log(`SHA-256 ${sha256(packed)}, step ${news.length}`);
  rmSync(folder, { recursive: true });
  process.exitCode = same ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
