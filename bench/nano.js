// SPDX-License-Identifier: MIT
// nanoGPT's yardstick for a computer without a GPU: 0.8 million parameters, 2,000 steps of
// 12 windows of 64 characters of Tiny Shakespeare. nanoGPT's README reports a validation
// loss of 1.88, the best of its estimates from 20 random batches; here it is the mean over
// the whole held-out tenth after the last step, and it must not be above 1.92. Seeds 1, 2, 3
// and 1337 give 1.911, 1.910, 1.905 and 1.922: the preset names seed 1.
//
//   node bench/nano.js [--text FILE] [--seed S] [--threads N]

import { THREADS, optionsWith, stop } from './common.js';
import { evaluate, inFolder, learn, textFile } from './systems/common.js';

const LIMIT = 1.92;
const {
  text: path,
  seed,
  threads,
} = optionsWith({ text: '', seed: 1, threads: THREADS });
const text = textFile('shakespeare', path);

await inFolder(async (folder) => {
  const args = ['--preset', 'nano', '--seed', `${seed}`, '--threads', `${threads}`];
  const { model, run, held } = await learn(folder, 'nano', args, text);
  const train = evaluate(model, { text, split: 'train' });
  console.log(
    `validation loss ${held.loss.toFixed(4)} nats over ${held.tokens} characters ` +
      `(train ${train.loss.toFixed(4)}), ${(run.seconds / 60).toFixed(1)} minutes, ` +
      `seed ${seed}, ${threads} threads`,
  );
  if (held.loss > LIMIT) stop(`above ${LIMIT}`);
});
