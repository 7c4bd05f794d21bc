// SPDX-License-Identifier: MIT
// An experiment as an assignment: carried out with an App, handed in, marked by training all or some
// of its runs again, and ranked. A class with forged files.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { completed, rightOption } from '../../../web/assignments/assignment.js';
import { parseAssignment } from '../../../web/assignments/check.js';
import en from '../../../web/assignments/en.js';
import es from '../../../web/i18n/es/assignments.js';
import {
  experimentFor,
  outcomeOfRuns,
  trainRuns,
} from '../../../web/assignments/experiment.js';
import { handInOf, textOf } from '../../../web/assignments/hand-in.js';
import { assignmentReport } from '../../../web/assignments/report.js';
import { assignmentStrings } from '../../../web/assignments/strings.js';
import { Work } from '../../../web/assignments/work.js';
import { changed, openApp, wordsOf } from '../support/app-in-node.js';
import { LANGS } from '../support/catalogues.js';
import { command as commandWith, rowsOf } from '../support/command.js';
import { handIn as handInOfModel, refused } from '../support/class.js';
import { pageStorage } from '../support/storage.js';
import { newFolder } from '../support/session.js';

/** @import { HandIn } from '../../../web/assignments/hand-in.js' */

const { experimentsOf } = await import('../../../web/experiments/experiments.js');

pageStorage();

const folder = newFolder();

const FILE = {
  ...{ glassformer: 'assignment', version: 1, name: 'lab', title: 'A <b>lab</b>' },
  experiment: {
    ...{ glassformer: 'experiment', version: 1, id: 'own', title: 'Heads' },
    ...{ question: 'How many?', conclusion: 'Two.' },
    text: 'the cat sat on the mat and the rat ran to the hat. '.repeat(20),
    settings: {
      ...{ n_layer: 1, n_embd: 8, block_size: 8, batch_size: 2, warmup_steps: 0 },
      ...{ max_steps: 12, eval_interval: 6, eval_windows: 4 },
    },
    vary: { label: 'heads', setting: 'n_head', values: [1, 2] },
    seeds: [0, 1],
  },
  questions: [
    {
      ...{ id: 'rate', kind: 'setting', setting: 'learning_rate' },
      ...{ least: 0.001, most: 0.1, ask: 'Your rate?' },
    },
    {
      ...{ id: 'best', kind: 'choice', ask: 'Which?', options: ['one', 'two'] },
      right: [{ is: 'near', left: 'best', right: 0 }, null],
    },
  ],
  rubric: [
    { id: 'run', points: 2, words: 'Trained', of: 'run' },
    { id: 'rate', points: 1, words: 'Chosen', of: 'rate' },
    { id: 'best', points: 3, words: 'Right', of: 'best' },
  ],
};
const assignment = parseAssignment(JSON.stringify(FILE));
const PATH = join(folder, 'assignment.txt');
writeFileSync(PATH, JSON.stringify(FILE));

/** A thread takes longer to start than these runs to train; grade.test.js has threads. */
const newSession = (
  /** @type {{ text: string, config: Record<string, any> }} */ options,
) => createSession({ ...options, mode: 'main' });

/** @param {string[]} argv */
const command = (...argv) => commandWith(argv, BUILT_IN, { newSession });

/** @param {string} who @param {{ rate?: number, settings?: object }} [other] than said */
async function outcomeOf(who, { rate = 0.01, settings } = {}) {
  const experiment = await experimentFor(assignment, who, { rate });
  const wanted = { ...experiment, settings: { ...experiment.settings, ...settings } };
  const { runs, results, engine } = await trainRuns(wanted, newSession, () => true);
  const all = runs.flatMap((each) => results.get(each) ?? []);
  return outcomeOfRuns(experiment, all, engine);
}

/** @param {string} who @param {Parameters<typeof outcomeOf>[1]} [other]
 * @param {number} [rate] that the file tells of */
async function handIn(who, other = {}, rate = other.rate ?? 0.01) {
  const outcome = await outcomeOf(who, other);
  const best = rightOption(assignment.questions[1], outcome.measures);
  return handInOf(assignment, who, { rate, best }, outcome);
}

/** @param {string} name @param {HandIn} file */
function written(name, file) {
  const path = join(folder, name);
  writeFileSync(path, textOf(file));
  return path;
}

for (const lang of LANGS)
  test(`an experiment is carried out in the lab and handed in: ${lang}`, async (t) => {
    const link =
      'v=2&n_layer=1&n_head=2&n_embd=8&block_size=8&batch_size=2&max_steps=50';
    const app = await openApp(t, { link, lang, session: { mode: 'worker' } });
    const work = new Work(assignment);
    await work.use('ana');
    assert.equal(work.mayTrain, false, 'a rate comes first');
    work.answer('rate', 7);
    assert.equal(work.mayTrain, false, 'it is out of range');
    work.answer('rate', 0.02);
    const all = experimentsOf(app);
    await all.ready;
    const work1 = work.train(app);
    await changed(all, () => all.running?.runner.results.size);
    all.stop();
    await work1;
    const { place, panel } = app.store.state;
    assert.deepEqual([place, panel], ['lab', 'experiments']);
    assert.equal(all.chosen.experiment.conclusion, undefined, 'it would be the answer');
    // A second press goes on, whatever was done by then.
    await work.train(app);
    assert.deepEqual([work.busy, work.outcome?.runs?.length], ['', 4]);
    const here = await outcomeOf('ana', { rate: 0.02 });
    assert.deepEqual(work.outcome, here, 'as in Node, in every number');
    work.answer('best', rightOption(assignment.questions[1], here.measures));
    assert.deepEqual(work.missing(), []);
    const { strings } = assignmentStrings(lang);
    const report = assignmentReport(work, strings, wordsOf(lang).format);
    const { measures, runs = [] } = here;
    const { best } = strings.measures;
    assert.ok(report.includes(`<dt>${best}</dt><dd>${Number(measures.best) + 1}</dd>`));
    assert.doesNotMatch(report, /isClear|bestLine|nDiverged/);
    for (const { x, seed, hash } of runs)
      assert.match(
        report,
        RegExp(`<dt>${x + 1}, ${strings.sheet.seed} ${seed}</dt><dd>\\S+ ${hash}</dd>`),
      );
    const file = await handInOf(assignment, 'ana', work.said, here);
    const { code, out, err } = await command(
      'grade',
      '--assignment',
      PATH,
      written('ana.json', file),
    );
    assert.equal(code, 0, err);
    const [row] = rowsOf(out);
    assert.equal(row.verdict, 'as trained', row.differs);
    assert.equal(row['total (6)'], '6');
    for (const t of [en, es]) assert.ok(t.trainRuns('4') && t.inLab);
  });

test('an experiment that the engine refuses is chosen again', async (t) => {
  const app = await openApp(t);
  const [rate, ...others] = assignment.questions;
  const size = { ...rate, setting: 'n_embd', least: 1, most: 64 };
  const work = new Work({ ...assignment, questions: [size, ...others] });
  await work.use('ana');
  work.answer('rate', 7);
  await work.train(app);
  assert.match(String(experimentsOf(app).problem), /n_embd/);
  assert.deepEqual([work.begun, work.busy, work.mayTrain], [false, '', true]);
});

/** @type {[what: string, forge: (file: HandIn, other: HandIn) => HandIn | Promise<HandIn>,
 *   says: RegExp][]} */
const FORGERIES = [
  [
    'a better value',
    (file) => withRun(file, 2, { value: 0.5 }),
    /^Run 3 is 0\.5 after 12 steps, weights \w{8}…, in the file and \d\.\d+ after 12 steps/,
  ],
  [
    'a run of a classmate',
    (file, { runs = [] }) => withRun(file, 1, runs[1]),
    /^Run 2 is .* trained again\.$/,
  ],
  [
    'all of a classmate, under one’s own name',
    ({ who }, other) => ({ ...other, who }),
    /^The seed \d+ is not that of learner 27 .* The weights are those of learner 0\.$/,
  ],
  [
    'a rate that was not trained with',
    ({ who }) => handIn(who, { rate: 0.08 }, 0.01),
    /^Run 1 is .* Run 4 is .* trained again\.$/,
  ],
  [
    'another answer',
    (file) => ({ ...file, answers: { best: 1 - Number(file.answers.best) } }),
    /^Its answers were changed after it was saved: they count as none\.$/,
  ],
];

/** @param {HandIn} file @param {number} n @param {object} run */
const withRun = (file, n, run) => ({
  ...file,
  runs: file.runs?.map((each, k) => (k === n ? { ...each, ...run } : each)),
});

test('a class of 30: 25 honest files pass, 5 forged ones are found; the others are ranked', async () => {
  const own = mkdtempSync(join(folder, 'class-'));
  const files = [];
  for (let n = 0; n < 30; n++)
    files.push(await handIn(`learner ${n}`, { rate: 0.001 + 0.003 * (n % 25) }));
  for (const [n, file] of files.entries()) {
    const [, forge] = FORGERIES[n - 25] ?? [];
    const handed = forge ? await forge(file, files[0]) : file;
    writeFileSync(join(own, `${String(n).padStart(2, '0')}.json`), textOf(handed));
  }
  const page = join(folder, 'board.html');
  const { code, err } = await command(
    'leaderboard',
    '--assignment',
    PATH,
    '--out',
    page,
    own,
  );
  assert.equal(code, 0, err);
  assert.match(err, /^30 files: 25 as trained, 5 altered; /);
  const some = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((n) =>
    join(own, `${n}.json`),
  );
  // The first is the owner of a copied one.
  const { out } = await command(
    'grade',
    '--assignment',
    PATH,
    join(own, '00.json'),
    ...some,
  );
  const [, ...rows] = rowsOf(out);
  for (const row of rows.slice(0, 5))
    assert.deepEqual(
      [row.verdict, row['total (6)'], row.differs],
      ['as trained', '6', ''],
    );
  for (const [n, [what, , says]] of FORGERIES.entries()) {
    const row = rows[5 + n];
    assert.equal(row.verdict, 'altered', what);
    assert.match(row.differs, says, what);
    assert.ok(Number(row['total (6)']) <= (what === 'another answer' ? 2 : 4), what);
  }

  const ranked = rowsOf(readFileSync(join(folder, 'board.csv'), 'utf8'));
  assert.equal(ranked.length, 25, 'nobody who forged');
  const means = ranked.map(({ mean }) => Number(mean));
  assert.deepEqual(
    means,
    means.toSorted((a, b) => a - b),
  );
  for (const [n, { place, tied, lowest }] of ranked.entries()) {
    const above = ranked[n - 1];
    const overlaps = n > 0 && Number(lowest) <= Number(above.highest);
    assert.equal(tied, String(Number(overlaps)));
    assert.equal(place, overlaps ? above.place : String(n + 1));
  }
  assert.ok(
    ranked.some(({ tied }) => tied === '1') && ranked.some(({ tied }) => tied === '0'),
  );
  const [first] = ranked;
  const n = Number(first.who.replace('learner ', ''));
  assert.equal(Number(first.learning_rate), 0.001 + 0.003 * n);

  const html = readFileSync(page, 'utf8');
  assert.match(html, /<h1>A &#60;b&#62;lab/, 'words are no markup');
  assert.doesNotMatch(html, /(src|href)=/, 'it needs no other file');
  const trs = [...html.matchAll(/<tr(?: class="(\w+)")?>(<td.*)<\/tr>/g)];
  const shown = trs.map(([, , cells]) =>
    [...cells.matchAll(/data-value="([^"]*)">([^<]*)</g)].map(([, , text]) => text),
  );
  assert.deepEqual(
    trs.map(([, isFirst]) => isFirst === 'first'),
    ranked.map(({ place }) => place === '1'),
    'all that share the first place stand out',
  );
  assert.deepEqual(
    shown.map(([place, who]) => [place, who]),
    ranked.map(({ place, tied, who }) => [tied === '1' ? `= ${place}` : place, who]),
  );
  assert.match(html, /25 of 30 files/);
  assert.match(html, /prefers-color-scheme: dark/);
});

test('some of the runs may be trained again: the first, and those that are drawn', async () => {
  const honest = await handIn('learner 0');
  const path = written('some.json', withRun(honest, 0, { value: 0.5 }));
  const grade = (/** @type {string[]} */ ...more) =>
    command('grade', '--assignment', PATH, ...more);
  const first = await grade('--runs', '1', path);
  assert.equal(rowsOf(first.out)[0].verdict, 'altered', 'the first is always one');
  assert.match(first.err, / --draw \w{8}\n$/);
  // Over the draws each of the others is found by some, and missed by some.
  for (let n = 1; n < 4; n++) {
    const forged = written('some.json', withRun(honest, n, { value: 0.5 }));
    const verdicts = [];
    for (const draw of 'abcdefg') {
      const { out } = await grade('--runs', '2', '--draw', draw, forged);
      verdicts.push(rowsOf(out)[0].verdict);
    }
    assert.deepEqual(
      [...new Set(verdicts)].sort(),
      ['altered', 'as trained'],
      `run ${n + 1}`,
    );
  }
  const whole = await grade('--runs', '2', written('some.json', honest));
  assert.equal(rowsOf(whole.out)[0]['total (6)'], '6');
  for (const [argv, says] of /** @type {[string[], RegExp][]} */ ([
    [['grade', '--runs', '0', path], /--runs wants a number/],
    [['leaderboard', '--assignment', PATH, path], /--out FILE\.html is needed/],
    [['leaderboard', '--out=', '--assignment', PATH, path], /--out FILE\.html is/],
    [
      ['grade', '--out', join(folder, 'no', 'a.csv'), path],
      /There is no folder .*no\./,
    ],
  ])) {
    const { code, err } = await command(...argv);
    assert.equal(code, 2);
    assert.match(err, says);
  }
});

test('one model is ranked by its held-out loss; files that differ are left out', async () => {
  const own = mkdtempSync(join(folder, 'model-'));
  const one = completed(BUILT_IN.answer);
  for (const who of ['ana', 'bo', 'cy']) {
    const file = await handInOfModel(one, who);
    const handed = who === 'cy' ? { ...file, loss: 0 } : file;
    writeFileSync(join(own, `${who}.json`), textOf(handed));
  }
  writeFileSync(join(own, 'again.json'), readFileSync(join(own, 'bo.json')));
  const page = join(folder, 'models.html');
  assert.equal((await command('leaderboard', `--out=${page}`, own)).code, 0);
  const rows = rowsOf(readFileSync(join(folder, 'models.csv'), 'utf8'));
  assert.deepEqual(rows.map(({ who }) => who).sort(), ['ana', 'bo']);
  assert.ok(Number(rows[0].mean) < Number(rows[1].mean));
  assert.doesNotMatch(readFileSync(page, 'utf8'), /Lowest|undefined|>NaN/);
  // Again over its own files, but over no other.
  assert.equal((await command('leaderboard', `--out=${page}`, own)).code, 0);
  const handIn = join(own, 'ana.json');
  const marks = join(folder, 'marks.csv');
  assert.equal((await command('grade', `--out=${marks}`, own)).code, 0);
  for (const [path, argv, says] of /** @type {[string, string[], RegExp][]} */ ([
    [handIn, ['grade', `--out=${handIn}`, own], /ana\.json would be overwritten, and/],
    [handIn, ['leaderboard', `--out=${handIn}`, own], /ana\.json would be overwritten/],
    [marks, ['leaderboard', `--out=${folder}/marks.html`, own], /another page/],
  ])) {
    const before = readFileSync(path);
    const { code, err } = await command(...argv);
    assert.equal(code, 2);
    assert.match(err, says);
    assert.deepEqual(readFileSync(path), before);
  }
});

test('what an assignment says of its experiment is checked', () => {
  const { experiment, ...rest } = FILE;
  const [rate, best] = FILE.questions;
  const mistakes = /** @type {[object, string, string][]} */ ([
    [{ ...rest, experiment: 'no-such-one' }, 'noExperiment', 'experiment'],
    [{ ...rest }, 'missing', 'steps'],
    [{ ...FILE, steps: 3 }, 'unknownKey', 'steps'],
    [{ ...FILE, preset: 'fables' }, 'unknownKey', 'preset'],
    [{ ...FILE, experiment: { ...experiment, seed: 1 } }, 'inExperiment', 'experiment'],
    [{ ...FILE, questions: [rate, { ...best, right: [{ is: 'near', left: 'loss', right: 0 }, null] }] }, 'wrong', 'questions[1].right[0].left'],
    [{ ...rest, steps: 3 }, 'wrong', 'questions[1].right[0].left'],
    [{ ...FILE, questions: [{ ...rate, most: undefined }, best] }, 'missing', 'questions[0].most'],
    [{ ...FILE, questions: [{ ...rate, setting: 'seed' }, best] }, 'wrong', 'questions[0].setting'],
  ]); // oxfmt-ignore
  for (const [json, key, where] of mistakes) refused(JSON.stringify(json), key, where);
  assert.ok(
    parseAssignment(JSON.stringify({ ...FILE, experiment: 'batch' })).experiment,
  );
});
