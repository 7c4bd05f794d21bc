// SPDX-License-Identifier: MIT
// Copying by content and by place.
//
// Preset `induction`, lines s|t where t is s begun at any letter, four seeds: guesses by content,
// the heads of the circuit by their scores, and either of them off.
//
// The birth of copying in preset `repeat`, lines s|s: at some steps the head that looks most at
// what followed last time (the stripe of H9r), the loss on first and second copies, and the head
// that looks most at the character before. The reference measured 32 windows; how much the loss on
// second copies differs between sets of that size is printed too. On rotated lines it follows the
// place.
//
//   node tests/systems/copying.test.js [--seed S] [--seeds LIST] [--threads N]
//     seed: of `repeat`, the preset's own; seeds: of `induction`

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { THREADS, optionsWith } from '../../bench/common.js';
import {
  bestOf,
  copied,
  randomBelow,
  rotatedLines,
  written,
} from '../../web/lessons/copying.js';
import { inFolder, preset, train } from '../tools/native-program.js';
import { learn, openEngine, percent, progress } from './learn.js';

const { seed, seeds, threads } = optionsWith({
  ...{ seed: '', seeds: '1337,1,2,3', threads: `${THREADS}` },
});
const engine = await openEngine();
const rotated = rotatedLines(400, 2024);

/** @param {any} session guesses by content and by place */
const shares = (session) =>
  copied(rotated, session.info().vocabulary, (request) =>
    session.inspect({ what: 'lens', ...request }),
  );

/** Guesses by content with one head off. @param {any} session @param {any} head */
async function without(session, { layer, head }) {
  session.setGate(layer, head, 0);
  const { content } = await shares(session);
  session.setGate(layer, head, 1);
  return content;
}

for (const each of seeds.split(','))
  test(`induction, seed ${each}: two heads copy by content, and neither does alone`, async (t) => {
    const args = ['--preset', 'induction', '--seed', each, '--threads', threads];
    const session = engine.openSession((await learn(t, args)).model);
    const text = `\n${rotated.map(written).join('')}`;
    /** @type {{ heads: any[] }} */
    const { heads } = session.inspect({ what: 'head_report', text });
    const copier = bestOf(heads, 1, (h) => h.scores.line);
    const before = bestOf(heads, 0, (h) => h.back[0]);
    const { content } = await shares(session);
    const got = {
      ...{ content, onContent: copier.scores.line, onPlace: copier.scores.place },
      ...{ oneBack: before.back[0], withoutCopier: await without(session, copier) },
      withoutBefore: await without(session, before),
    };
    session.free();
    t.diagnostic(JSON.stringify(got));
    assert.ok(got.content >= 0.98, 'guesses by content at least 98 %');
    assert.ok(got.onContent >= 0.6, 'a head of layer 2 at least 0.6 on content');
    assert.ok(got.onPlace <= 0.05, 'it at most 0.05 on place');
    assert.ok(got.oneBack >= 0.3, 'a head of layer 1 at least 0.3 one back');
    assert.ok(got.withoutCopier < 0.5, 'the first off: below 50 %');
    assert.ok(got.withoutBefore < 0.5, 'the second off: below 50 %');
  });

/** step: [stripe of the best head, loss on first copies, on second copies, one back] */
const REFERENCE = {
  0: [0.02, 3.33, 3.34, 0.04],
  500: [0.22, 3.31, 2.34, 0.17],
  750: [0.42, 3.32, 0.8, 0.22],
  1000: [0.45, 3.32, 0.47, 0.23],
  1500: [0.48, 3.32, 0.1, 0.24],
  3000: [0.58, 3.31, 0.015, 0.22],
};
const FACTOR = 1.5;
/** Characters in a set of windows as large as the reference's. */
const SET = 32 * 64;

/** Lines s|s that no training text holds. */
function freshLines() {
  const draw = randomBelow(2024);
  const letter = () => String.fromCharCode(97 + draw(26));
  return Array.from({ length: 1500 }, () => {
    const s = Array.from({ length: 8 + draw(17) }, letter).join('');
    return `${s}|${s}\n`;
  }).join('');
}
const fresh = freshLines();

/** What a model shows over windows of running text. @param {any} session */
function measured(session) {
  const report = (/** @type {string} */ text) =>
    session.inspect({ what: 'head_report', text });
  const { heads, lines } = report(fresh);
  const best = (/** @type {(head: any) => number} */ score) =>
    Math.max(...heads.map(score));
  const sets = Array.from(
    { length: Math.floor(fresh.length / SET) },
    (_, i) => report(fresh.slice(i * SET, (i + 1) * SET + 1)).lines.second,
  );
  const got = [
    ...[best((h) => h.scores.line), lines.first, lines.second],
    best((h) => h.back[0]),
  ];
  return { got, least: Math.min(...sets), most: Math.max(...sets) };
}

test(`repeat: emergence of induction within a factor of ${FACTOR} of the reference; rotated lines by place`, (t) =>
  inFolder(async (folder) => {
    const model = join(folder, 'repeat.safetensors');
    const own = seed || `${preset('repeat').config.seed}`;
    let done = 0;
    for (const [step, wanted] of Object.entries(REFERENCE)) {
      const begin = done ? ['--resume', model] : ['--preset', 'repeat', '--seed', own];
      const more = ['--steps', `${Number(step) - done}`, '--threads', threads];
      const args = [...begin, ...more, '--set', 'eval_interval=10000', '--out', model];
      await train(args, progress);
      done = Number(step);
      const session = engine.openSession(readFileSync(model));
      const { got, least, most } = measured(session);
      session.free();
      const said = got.map((x) => x.toFixed(3)).join(', ');
      t.diagnostic(
        `step ${step}: stripe, first and second copy, one back ${said}; second copy over ` +
          `sets of 32 windows ${least.toFixed(3)} to ${most.toFixed(3)}`,
      );
      for (const [i, x] of got.entries())
        assert.ok(x < FACTOR * wanted[i] && FACTOR * x > wanted[i], `${step}: ${said}`);
    }
    const session = engine.openSession(readFileSync(model));
    const { place, content } = await shares(session);
    session.free();
    const said = `by place ${percent(place)}, by content ${percent(content)}`;
    t.diagnostic(said);
    assert.ok(place > content + 0.2, said);
  }));
