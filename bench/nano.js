// SPDX-License-Identifier: MIT
// nanoGPT's yardstick for a computer without a GPU: 0.8 million parameters, 2,000 steps of
// 12 windows of 64 characters of Tiny Shakespeare. nanoGPT's README reports a validation
// loss of 1.88, the best of its estimates from 20 random batches; here it is the mean over
// the whole held-out tenth after the last step, and it must not be above 1.92. Seeds 1, 2, 3
// and 1337 give 1.911, 1.910, 1.905 and 1.922: the preset names seed 1.
//
//   node bench/nano.js [--text FILE] [--seed S] [--threads N]

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PROGRAM = join(ROOT, 'build/native/glassformer');
const LIMIT = 1.92;

/** SHA-256 of the text everybody uses: 1,115,394 characters, 65 distinct. */
const TEXT_SHA = '86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed';

const { values: options } = parseArgs({
  options: {
    text: { type: 'string', default: join(ROOT, '../shared/data/tinyshakespeare.txt') },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(Math.min(8, availableParallelism())) },
  },
});

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

if (!existsSync(options.text)) {
  console.log(
    `skipped: no text at ${options.text}; --text FILE names a copy of Tiny Shakespeare`,
  );
  process.exit(0);
}
const hash = createHash('sha256').update(readFileSync(options.text)).digest('hex');
if (hash !== TEXT_SHA) {
  console.log('another text than the 1,115,394 characters of Tiny Shakespeare:');
  console.log('its loss does not compare with published ones');
}

/** @param {string[]} args */
function run(args) {
  const result = spawnSync(PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (result.error) stop(`${PROGRAM}: ${result.error.message}; make native`);
  if (result.status !== 0) stop('that failed');
  return result.stdout.toString();
}

const folder = mkdtempSync(join(tmpdir(), 'glassformer-nano-'));
try {
  const model = join(folder, 'nano.safetensors');
  const begin = Date.now();
  run(
    ['train', '--text', options.text, '--preset', 'nano', '--out', model].concat([
      '--seed',
      options.seed,
      '--threads',
      options.threads,
    ]),
  );
  const minutes = ((Date.now() - begin) / 60_000).toFixed(1);
  const args = ['eval', '--model', model, '--text', options.text, '--json'];
  const [val, train] = ['val', 'train'].map((split) =>
    JSON.parse(run([...args, '--split', split])),
  );
  console.log(
    `validation loss ${val.loss.toFixed(4)} nats over ${val.tokens} characters ` +
      `(train ${train.loss.toFixed(4)}), ${minutes} minutes, ` +
      `seed ${options.seed}, ${options.threads} threads`,
  );
  if (val.loss > LIMIT) stop(`above ${LIMIT}`);
} finally {
  rmSync(folder, { recursive: true });
}
