// SPDX-License-Identifier: MIT
// Makes the pretrained model of the page: `make first-model` trains it with the native
// program, on the built-in text with the page's settings and the default seed, and packs it.
// Every machine makes the same bytes.
//
//   node web/pretrained/make.js            writes model.safetensors beside this file
//   node web/pretrained/make.js --check    compares, and writes nothing

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGE_SETTINGS } from '../state/run.js';
import { pack } from './packing.js';

const at = (/** @type {string} */ path) =>
  fileURLToPath(new URL(path, import.meta.url));
export const MODEL = at('model.safetensors');
const PROGRAM = at('../../build/native/glassformer');
const TEXT = at('../texts/fables.txt');

/** The curve keeps every step up to DENSE_STEPS, then every STRIDE-th with the mean loss
 * since the one before, and the last. */
const DENSE_STEPS = 100;
const STRIDE = 10;
/** Significant digits; a chart shows fewer. */
const DIGITS = 4;

const rounded = (/** @type {number} */ x) => Number(x.toPrecision(DIGITS));

/** The run as session.history has it, thinned.
 * @param {any[]} news the program's report of each step */
export function historyOf(news) {
  const kept = news.filter(
    ({ step }) => step <= DENSE_STEPS || step % STRIDE === 0 || step >= news.length - 1,
  );
  const meanLoss = (
    /** @type {{ step: number }} */ { step },
    /** @type {number} */ n,
  ) => {
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

/** Trains with the native program.
 * @param {number} [steps] of the schedule; default: all
 * @returns {{ news: any[], checkpoint: Uint8Array }} */
export function train(steps = Number(PAGE_SETTINGS.max_steps)) {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    const config = join(folder, 'config.json');
    const out = join(folder, 'model.safetensors');
    writeFileSync(config, JSON.stringify(PAGE_SETTINGS));
    const args = ['--text', TEXT, '--config', config, '--out', out, '--json'];
    const lines = execFileSync(PROGRAM, ['train', ...args, '--steps', String(steps)], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const news = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { news, checkpoint: new Uint8Array(readFileSync(out)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { news, checkpoint } = train();
  const packed = pack(checkpoint, historyOf(news));
  const hash = createHash('sha256').update(packed).digest('hex');
  if (!process.argv.includes('--check')) writeFileSync(MODEL, packed);
  const same = Buffer.compare(packed, readFileSync(MODEL)) === 0;
  console.log(`${MODEL}: ${packed.length} bytes, ${same ? 'as made' : 'NOT as made'}`);
  console.log(`SHA-256 ${hash}, step ${news.length}`);
  process.exitCode = same ? 0 : 1;
}
