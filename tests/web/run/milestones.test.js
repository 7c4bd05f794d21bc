// SPDX-License-Identifier: MIT
// Events of a run, found in its history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  events,
  eventsOf,
  lossStanding,
  milestones,
  newEvents,
} from '../../../web/run/milestones.js';
import { errorOf, overfittingStart } from '../../../web/run/memorization.js';
import { historyOf as run } from '../support/history.js';

const falls = (/** @type {number} */ step) => 3 - step / 100;

/** Held-out losses the engine measured: 4,000 characters learned by heart; 500, of which
 * there are so few held out that their loss wavers; and 65,000, which teach to the end. */
const HEARD = [
  2.782, 2.31, 2.233, 2.157, 2.194, 2.089, 2.097, 2.165, 2.141, 2.211, 2.325, 2.371, 2.542,
  2.578, 2.747, 2.901, 2.914, 2.89, 2.969, 3.011, 3.059, 3.126, 3.107, 3.106,
]; // oxfmt-ignore
const WAVERING = [
  3.31, 2.86, 2.7, 2.55, 2.39, 2.28, 2.08, 2.02, 2.0, 1.76, 1.78, 1.7, 1.81, 1.84, 1.81,
  1.63, 1.69, 1.82, 1.7, 1.78, 1.78, 1.74, 1.61, 1.66, 1.7, 1.69, 1.68, 1.69, 1.69,
]; // oxfmt-ignore
const TEACHING = [
  2.877, 2.418, 2.308, 2.252, 2.202, 2.144, 2.081, 2.014, 1.981, 1.935, 1.895, 1.857,
  1.824, 1.811, 1.786, 1.774, 1.754, 1.743, 1.732, 1.732,
]; // oxfmt-ignore

test('milestones: only the first loss below a baseline counts', () => {
  const history = { valStep: [0, 50, 100, 150], valLoss: [4.1, 3.2, 3.4, 2.2] };
  const found = milestones(history, { unigram: 3.3, bigram: 2.5 });
  assert.deepEqual(found, [
    { kind: 'unigram', step: 50, loss: 3.2 },
    { kind: 'bigram', step: 150, loss: 2.2 },
  ]);
});

test('milestones: a loss counts when it is clearly below, and a baseline when it is below the simpler ones', () => {
  const history = { valStep: [0, 50, 100], valLoss: [4.1, 2.45, 2.39] };
  const baselines = { uniform: 4.1, unigram: 3.3, bigram: 2.5 };
  assert.deepEqual(
    milestones(history, baselines, 0.1).map(({ kind, step }) => [kind, step]),
    [
      ['unigram', 50],
      ['bigram', 100],
    ],
  );
  // Triples of random letters predict worse than nothing: step 0 is below them.
  const random = { uniform: 3.3, unigram: 2.8, bigram: 2.8, trigram: 4.4 };
  const first = { valStep: [0, 50], valLoss: [3.31, 2.5] };
  assert.deepEqual(
    milestones(first, random).map(({ kind, step }) => [kind, step]),
    [['unigram', 50]],
  );
});

test('the standard error of a loss shrinks with the characters it is of', () => {
  const of = (/** @type {number} */ eval_windows, nVal = 6475) =>
    errorOf(
      /** @type {any} */ ({
        baselines: { uniform: Math.log(62) },
        nVal,
        config: { eval_windows, block_size: 8 },
      }),
    );
  // 512 characters of 6,475 read 0.11 better than all of them: that is no difference.
  assert.ok(of(64) > 2.257 - 2.147, String(of(64)));
  assert.ok(of(810) < 2.257 - 2.186, String(of(810)));
  assert.equal(of(810), of(81000), 'there are no more');
  assert.ok(of(810, 30) > 0.5);
});

test('standing: the sentence follows from the loss, its error, and the training loss', () => {
  const base = { uniform: 4.1, unigram: 3.3, bigram: 2.5 };
  const kind = (/** @type {number} */ loss, error = 0, train = loss) =>
    Object.values(lossStanding(loss, base, { error, train })).join(' ');
  assert.deepEqual(
    [260, 4.6, 4.12, 3.9, 3.2, 2.4].map((loss) => kind(loss)),
    [
      ...['away uniform', 'above uniform', 'near uniform', 'above unigram'],
      ...['below unigram', 'below bigram'],
    ],
  );
  assert.deepEqual(
    [3.35, 3.25, 2.55, 2.45, 2.35].map((loss) => kind(loss, 0.1)),
    ['near unigram', 'near unigram', 'near bigram', 'near bigram', 'below bigram'],
  );
  assert.equal(kind(4.2, 0.3), 'near uniform');
  assert.equal(kind(6, 0, 0.1), 'above uniform', 'learned by heart, not run away');
});

/** Of the texts above, of which a tenth is held out. @param {number} nVal characters */
const errorWith = (nVal) =>
  errorOf(
    /** @type {any} */ ({
      baselines: { uniform: Math.log(62) },
      nVal,
      config: { eval_windows: 810, block_size: 8 },
    }),
  );

test('overfitting: begins at the least validation loss, once it is clearly above that and training loss below', () => {
  const heard = errorWith(400);
  const from = HEARD.map((_, n) =>
    overfittingStart(run(HEARD.slice(0, n + 1), falls), heard),
  );
  // The least so far is at 50; seven measurements later it is clear that it was the last.
  assert.deepEqual(from.slice(0, 12), new Array(12).fill(undefined));
  assert.deepEqual(from.slice(12), new Array(12).fill(50));
  for (const [held, nVal] of /** @type {const} */ ([
    [WAVERING, 50],
    [TEACHING, 6475],
    // Its measurements hardly differ, and the last are hardly higher.
    [[2, 1.5, 1.5, 1.5, 1.5, 1.501, 1.502, 1.503], 400],
  ]))
    held.forEach((_, n) =>
      assert.equal(
        overfittingStart(run(held.slice(0, n + 1), falls), errorWith(nVal)),
        undefined,
        `at ${n}`,
      ),
    );
  assert.equal(
    overfittingStart(run([...HEARD, 2], falls), heard),
    undefined,
    'it was not the least',
  );
  const rises = (/** @type {number} */ step) => 3 + step / 100;
  assert.equal(overfittingStart(run(HEARD, rises), heard), undefined, 'it diverges');
  assert.equal(overfittingStart(run([...HEARD, NaN], falls), heard), undefined);
  assert.equal(overfittingStart(run([], falls), heard), undefined, 'nothing measured');
});

test('events: a generalization gap is one while validation loss still falls; overfitting is not', () => {
  const history = run([4, 3.5, 3, 2.8, 2.7, 2.6], (step) => 3.5 - step / 40);
  const gaps = (/** @type {number} */ error) =>
    events(history, {}, [], error).filter(({ kind }) => kind === 'generalization-gap');
  assert.equal(gaps(0.02).length, 1);
  assert.equal(gaps(1).length, 0, 'of so few characters it is no difference');
  assert.equal(overfittingStart(history, 0.02), undefined);
  // And where it rises they need not have parted.
  const held = [4, 2.55, 2.5, 2.5, 2.5, 2.56, 2.56, 2.56];
  const close = run(held, (step) => 2.52 - step / 1000);
  assert.deepEqual(events(close, {}, []), []);
  assert.equal(overfittingStart(close, 0.02), 20);
});

test('events: after the gap, when the text is known and what is held out surprises more than chance', () => {
  const kinds = (/** @type {number} */ uniform, error = 0) =>
    events(
      run([3, 2.5, 2.3, 2.6, 3.1, 3.6], (step) => 3 - step / 20),
      { uniform, unigram: 2.9, bigram: 2.45 },
      [],
      error,
    ).map(({ kind, step }) => `${kind} ${step}`);
  const before = ['unigram 10', 'bigram 20', 'generalization-gap 30'];
  assert.deepEqual(kinds(3), [...before, 'memorized 50']);
  assert.deepEqual(kinds(4), before, 'no worse than guessing: not yet');
  assert.deepEqual(kinds(3.5, 0.11), before, 'not clearly worse');
});

test('events: after the gap training alone passes what validation has not passed', () => {
  const baselines = { uniform: 4, unigram: 2.9, bigram: 2.45, trigram: 2.2 };
  const kinds = (/** @type {number[]} */ valLoss) =>
    events(
      run(valLoss, (step) => 3 - step / 20),
      baselines,
      [],
    ).map(({ kind, step }) => `${kind} ${step}`);
  assert.deepEqual(kinds([3, 2.8, 2.6, 2.6, 2.7, 2.8]), [
    'unigram 10',
    'generalization-gap 10',
    'train-bigram 20',
    'train-trigram 30',
  ]);
  // Validation was below pairs before it rose; it comes to triples later than training.
  assert.deepEqual(kinds([3, 2.4, 2.5, 2.6, 2.1, 2.8]), [
    'unigram 10',
    'bigram 10',
    'generalization-gap 20',
    'train-trigram 30',
    'trigram 40',
  ]);
  const [train] = events(run([3, 2.8, 2.6], (step) => 3 - step / 20), baselines, []).filter(({ kind }) => kind === 'train-bigram'); // oxfmt-ignore
  assert.ok(train.loss < baselines.bigram, 'its loss is that of training');
  // Before the gap both say the same.
  const close = run([3, 2.5, 2.5], () => 2.43);
  assert.deepEqual(
    events(close, baselines, []).map(({ kind }) => kind),
    ['unigram'],
  );
});

test('events: a model that learns to the end has none of training alone', () => {
  const baselines = { uniform: 4, unigram: 2.9, bigram: 2.45, trigram: 2.2 };
  const found = events(
    run(TEACHING, (step) => 2.9 - step / 150),
    baselines,
    [],
  );
  assert.deepEqual(
    found.filter(({ kind }) => kind.startsWith('train-')),
    [],
  );
});

test('events: searched once per measurement, and a later found one is new by its kind', () => {
  const history = run([4, 2.5, 2.4], falls);
  const structure = { attentions: [] };
  const info = { baselines: { unigram: 3 }, nVal: 0, config: {}, structure };
  const session = /** @type {any} */ ({ history, info });
  const unnamed = /** @type {any} */ ({ step: 5, marks: [{ badge: false }] });
  const first = eventsOf({ session, headHistory: [unnamed] });
  assert.deepEqual(first, [{ kind: 'unigram', step: 10, loss: 2.5 }]);
  const marks = [{ badge: true, pattern: 'back', offset: 1 }];
  const headHistory = [unnamed, { ...unnamed, step: 8, marks }];
  const all = eventsOf({ session, headHistory });
  assert.equal(
    eventsOf({ session, headHistory }),
    all,
    'nothing new: not even looked for',
  );
  const [{ pattern, offset }] = marks;
  const badge = { kind: 'badge', step: 8, loss: 4, head: 0, pattern, offset };
  assert.deepEqual(all, [badge, ...first], 'in order of steps');
  assert.deepEqual(newEvents(all, first), [badge]);
  assert.deepEqual(newEvents(all, all), []);
  history.valStep.push(30);
  history.valLoss.push(2.3);
  assert.notEqual(eventsOf({ session, headHistory }), all);
  assert.deepEqual(eventsOf({ session: null, headHistory }), []);
});
