// SPDX-License-Identifier: MIT
// The encoder-decoder of 2017 on strings to reverse and dates to rewrite: presets
// `seq2seq-reverse` and `seq2seq-dates` on one core, answers to held-out questions, and
// where cross attention looks while it writes a string backwards.
//
//   node bench/systems/seq2seq.js [--seed S]

import { readFileSync } from 'node:fs';
import { optionsWith } from '../common.js';
import * as common from './common.js';

const { seed } = optionsWith({ seed: '1337' });
const EXACT = 0.99;
const MINUTES = 10;
const LOOKED = 0.5;
const N_STRINGS = 200;

const report = new common.Report();
const engine = await common.openEngine();

/** Strings of 4 to 12 letters, nearly all of them never seen in training. */
function freshStrings() {
  const draw = common.randomBelow(12345);
  return Array.from({ length: N_STRINGS }, () =>
    Array.from({ length: 4 + draw(9) }, () => String.fromCharCode(97 + draw(26))),
  );
}

/** @param {import('../../wasm/engine/lab.js').Lab} lab @param {string} question */
function answer(lab, question) {
  const { vocabulary, config } = lab.info();
  const room = Number(config.block_size);
  let text = '';
  lab.prompt(question);
  for (let i = 0; i < room; i++) {
    const piece = vocabulary[lab.write({ greedy: true }).id];
    if (piece === '<EOS>') break;
    text += piece;
  }
  return text;
}

/** Mean weight on the mirrored letter, over every letter written, for each head of each
 * cross attention. Encoder layers come first, then self and cross attention in turn.
 * @param {import('../../wasm/engine/lab.js').Lab} lab @param {string[][]} strings */
function mirrorScores(lab, strings) {
  const { config, structure } = lab.info();
  const nHead = Number(config.n_head);
  const heads = structure.attentions.flatMap(({ kind, layer }, attention) =>
    Array.from({ length: kind === 'cross' ? nHead : 0 }, (_, head) => ({
      layer,
      head,
      square: attention * nHead + head,
      weights: /** @type {number[]} */ ([]),
    })),
  );
  for (const letters of strings) {
    const n = letters.length;
    const text = `${letters.join('')}\t${[...letters].reverse().join('')}`;
    const { attention } = lab.inspect({ what: 'activations', text, attention: true });
    const T = attention.columns;
    for (const { square, weights } of heads) {
      for (let i = 0; i < n; i++) {
        weights.push(attention.data[(square * T + i) * T + n - 1 - i]);
      }
    }
  }
  return heads.map(({ layer, head, weights }) => ({
    layer,
    head,
    mirrored: common.round(common.mean(weights), 4),
  }));
}

/** @param {string} name @param {string} folder */
async function learn(name, folder) {
  const args = ['--preset', name, '--seed', seed, '--threads', '1'];
  const { model, run, held, figures } = await common.learn(folder, name, args);
  report.figures[name] = {
    ...figures,
    held_out: { loss: held.loss, exact_match: held.exact_match },
  };
  report.claim(
    `${name}: at least ${100 * EXACT} % of held-out answers are right to the last letter`,
    held.exact_match >= EXACT,
    common.percent(held.exact_match),
  );
  report.claim(
    `${name}: training takes at most ${MINUTES} minutes on one core`,
    (run.cpuSeconds ?? run.seconds) <= 60 * MINUTES,
    `${run.steps.length} steps in ${common.timeOf(run)}`,
  );
  return engine.openLab(readFileSync(model));
}

await common.inFolder(async (folder) => {
  const reverse = await learn('seq2seq-reverse', folder);
  const strings = freshStrings();
  const right = strings.filter(
    (s) => answer(reverse, s.join('')) === [...s].reverse().join(''),
  ).length;
  report.claim(
    'seq2seq-reverse: writing letter by letter gives the same',
    right >= EXACT * strings.length,
    `${right} of ${strings.length} new strings`,
  );
  const scores = mirrorScores(reverse, strings);
  const best = scores.reduce((a, b) => (b.mirrored > a.mirrored ? b : a));
  report.figures.cross_attention = scores;
  report.claim(
    `in the best head of cross attention the mirrored letter gets more than ${LOOKED}`,
    best.mirrored > LOOKED,
    `${best.mirrored.toFixed(3)} in layer ${best.layer + 1}, head ${best.head + 1}; ` +
      `all heads ${scores.map((s) => s.mirrored.toFixed(2)).join(' ')}`,
  );
  await learn('seq2seq-dates', folder);
});
report.finish();
