// SPDX-License-Identifier: MIT
// A learner's work with an App: what stands in its way is told in one sentence. Assignments that
// cannot be opened say why.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { completed, fingerprint } from '../../../web/assignments/assignment.js';
import en from '../../../web/assignments/en.js';
import { findAssignment } from '../../../web/assignments/find.js';
import { OF_RUNS } from '../../../web/assignments/experiment.js';
import { MEASURES } from '../../../web/assignments/measures.js';
import { allMeasureWords, assignmentReport } from '../../../web/assignments/report.js';
import { assignmentStrings } from '../../../web/assignments/strings.js';
import { Work } from '../../../web/assignments/work.js';
import { openApp, stateOf, wordsOf } from '../support/app-in-node.js';
import { LANGS } from '../support/catalogues.js';
import { pageStorage } from '../support/storage.js';
import { listening } from '../../tools/static-server.js';

const { answer: ANSWER, circuit: CIRCUIT } = /** @type {Record<string, any>} */ (
  BUILT_IN
);

/** What the panel says of an error. @param {any} error */
const sentenceOf = ({ key, params }) =>
  /** @type {Record<string, (params: object) => string>} */ (en.problems)[key](params);

/** @param {import('node:test').TestContext} t @param {number} [steps] */
async function begin(t, steps = ANSWER.steps) {
  const app = await openApp(t);
  const work = new Work(completed({ ...ANSWER, name: 'mine', steps }));
  await work.use(' bo ');
  assert.equal(work.who, 'bo');
  assert.equal(work.mayTrain, false, 'a prediction comes first');
  work.answer('how-many', 2);
  return { app, work };
}

test('a model trained for an assignment is measured at its last step', async (t) => {
  const { app, work } = await begin(t);
  const trained = work.train(app);
  assert.equal(work.busy, 'training');
  await trained;
  assert.deepEqual([work.busy, work.isFresh, work.outcome?.steps], ['', true, 60]);
  assert.equal(app.store.state.session?.steps, 60);
  assert.deepEqual(
    work.missing().map(({ id }) => id),
    ['below-chance', 'why'],
  );
});

test('settings that no model can be trained with may be chosen again', async (t) => {
  const app = await openApp(t);
  const setting = (/** @type {string} */ name, /** @type {number} */ most) => ({
    ...{ id: name, kind: 'setting', setting: name, ask: '?', least: 0.001, most },
  });
  const questions = [setting('n_head', 8), setting('learning_rate', 10)];
  const settings = {
    ...{ n_layer: 3, n_embd: 8, block_size: 8, batch_size: 2, norm_place: 'none' },
    ...{ warmup_steps: 0, grad_clip: 0, schedule: 'constant', init_std: 1 },
    min_learning_rate: 0,
  };
  const file = { ...ANSWER, name: 'mine', preset: '', text: 'to be '.repeat(50) };
  Object.assign(file, { settings, questions, measures: [], rubric: [], steps: 200 });
  const work = new Work(completed(file));
  await work.use('bo');
  const tried = [
    { n_head: 7, learning_rate: 1 },
    { n_head: 1, learning_rate: 10 },
  ];
  for (const [n, code] of ['bad-config', 'diverged'].entries()) {
    for (const [id, value] of Object.entries(tried[n])) work.answer(id, value);
    await assert.rejects(work.train(app), { code });
    assert.deepEqual([work.begun, work.busy, work.mayTrain], [false, '', true]);
  }
  work.answer('learning_rate', 0.01);
  await work.train(app);
  assert.deepEqual([work.begun, work.outcome?.steps], [true, 200]);
});

/** The circuit, trained a little, with the questions that come before.
 * @param {Awaited<ReturnType<typeof openApp>>} app @param {object} [more] of the assignment
 * @param {(work: Work) => unknown} [before] training */
async function circuit(app, more, before) {
  const work = new Work(completed({ ...CIRCUIT, steps: 40, ...more }));
  await work.use('bo');
  await before?.(work);
  work.answer('guess', 0);
  work.answer('loss', 2);
  await work.train(app);
  return work;
}

for (const lang of LANGS)
  test(`the button measures what the program marks by, with heads off or on: ${lang}`, async (t) => {
    const app = await openApp(t, { lang });
    const work = await circuit(app, {}, async (early) => {
      await early.measure(app, 'ablation');
      assert.deepEqual(early.measured, {}, 'there is no model yet');
    });
    const whole = work.outcome?.measures ?? {};
    const { session } = app.store.state;
    await work.measure(app, 'way');
    const { way } = work.measured;
    assert.deepEqual(way.of, { byContent: whole.byContent, byPlace: whole.byPlace });
    assert.deepEqual(way.off, []);
    const left = [];
    for (const head of [0, 1]) {
      await app.queries.toggleHead(0, head, false);
      await work.measure(app, 'ablation');
      left.push(work.measured.ablation.of.byContent);
      assert.deepEqual(work.measured.ablation.off, [`1.${head + 1}`]);
      await app.queries.toggleHead(0, head, true);
    }
    assert.equal(Math.min(...left), whole.leastWithoutHead);
    assert.equal(work.model, session);
    await app.stepOnce();
    assert.equal(work.model, null, 'it is another model');
    const before = work.measured;
    await work.measure(app, 'ablation');
    assert.equal(work.measured, before);
  });

test('what measures by switching heads off leaves those off that the reader switched off', async (t) => {
  const app = await openApp(t);
  const names = ['leastWithoutHead', 'byContent'];
  const onScreen = names.map((name) => ({ name, words: '?' }));
  const questions = CIRCUIT.questions.map((/** @type {any} */ each) =>
    each.id === 'ablation' ? { ...each, onScreen } : each,
  );
  const work = await circuit(app, { questions });
  await app.queries.toggleHead(0, 0, false);
  const hash = () => work.model?.runWithCache({ text: 'a', logits: true });
  const before = await hash();
  await work.measure(app, 'ablation');
  assert.deepEqual((await hash())?.logits, before?.logits);
  assert.deepEqual(work.measured.ablation.off, ['1.1']);
});

for (const lang of LANGS)
  test(`the report has the numbers and names of its language: ${lang}`, async (t) => {
    const { app, work } = await begin(t);
    await work.train(app);
    const { lang: tag, format } = wordsOf(lang);
    const { strings } = assignmentStrings(tag);
    const { loss = null, heldOut = null } = work.outcome?.measures ?? {};
    Object.assign(work.outcome?.measures ?? {}, { answers: null });
    const page = assignmentReport(work, strings, format);
    for (const [name, value] of [
      [strings.loss, loss],
      [strings.heldOut, heldOut],
    ])
      assert.ok(
        page.includes(`<dt>${name}</dt><dd>${format.precise(Number(value), 15)}</dd>`),
        page,
      );
    assert.ok(page.includes('<dd>–</dd>'), 'a number that there is not');
    assert.doesNotMatch(page, /heldOut|null/);
  });

for (const lang of LANGS)
  test(`the report names in words all that can be asked for: ${lang}`, () => {
    const { strings } = assignmentStrings(wordsOf(lang).lang);
    const words = allMeasureWords(completed(CIRCUIT), strings);
    for (const name of [...Object.keys(MEASURES), ...OF_RUNS])
      assert.ok(words[name], name);
  });

test('training that is paused goes on with its model', async (t) => {
  // More steps than are taken before a pause is heard.
  const { app, work } = await begin(t, 1_000_000);
  const sessions = [];
  for (const steps of [10, 1000]) {
    const trained = work.train(app);
    await stateOf(app, ({ session }) => Number(session?.steps) > steps);
    await app.pause();
    await trained;
    assert.deepEqual([work.outcome, work.busy], [null, 'paused']);
    sessions.push(app.store.state.session);
  }
  assert.equal(sessions[0], sessions[1]);
});

const storage = pageStorage();

/** What a learner finds. @param {Work} work */
const found = ({ said, begun, final, outcome }) => ({ said, begun, final, outcome });

test('the next visit finds what was said and done, for each learner and assignment', async (t) => {
  /** @param {string} who @param {object} [more] of the assignment */
  const visit = async (who, more = {}) => {
    const work = new Work(completed({ ...ANSWER, name: 'mine', ...more }));
    await work.use(who);
    return work;
  };
  const fresh = { said: {}, begun: false, final: false, outcome: null };
  const { app, work } = await begin(t);
  assert.deepEqual(found(await visit('bo')), { ...fresh, said: { 'how-many': 2 } });
  const trained = work.train(app);
  const during = found(await visit('bo'));
  assert.deepEqual(during, { ...fresh, said: { 'how-many': 2 }, begun: true });
  await trained;
  work.answer('why', 'because');
  const done = { said: { 'how-many': 2, why: 'because' }, outcome: work.outcome };
  const after = await visit('bo');
  assert.deepEqual(found(after), { ...fresh, ...done, begun: true });
  assert.deepEqual(
    [after.isFresh, after.seed],
    [false, work.seed],
    'its model is gone',
  );
  work.answer('why', '');
  work.finish();
  const finished = { ...done, said: { 'how-many': 2 }, begun: true, final: true };
  assert.deepEqual(found(await visit(' bo')), finished);
  assert.deepEqual(found(await visit('al')), fresh);
  assert.deepEqual(found(await visit('bo', { steps: ANSWER.steps + 1 })), fresh);
  const mark = (await fingerprint(work.assignment)).slice(0, 16);
  for (const damaged of [
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"said":7,"begun":1,"outcome":{}}',
  ]) {
    storage.setItem(`glassformer.assignment.${mark}.bo`, damaged);
    assert.deepEqual(found(await visit('bo')), fresh, damaged);
  }
});

test('what another tab has stored meanwhile stays', async (t) => {
  const { app, work } = await begin(t);
  const other = new Work(work.assignment);
  await other.use('bo');
  await work.train(app);
  other.answer('why', 'because');
  assert.deepEqual(found(other), { ...found(work), said: other.said });
  work.answer('below-chance', 0.5);
  assert.deepEqual(work.said, {
    ...{ 'how-many': 2, why: 'because' },
    'below-chance': 0.5,
  });
  other.finish();
  work.answer('why', '');
  assert.deepEqual([work.final, work.said.why], [true, undefined]);
  assert.deepEqual(other.outcome, work.outcome);
  other.answer('why', 'since');
  assert.equal((await work.finish())?.answers.why, 'since', 'that is handed in');
});

/** Files by their paths. @type {Record<string, string>} */
const FILES = {
  '/good.json': JSON.stringify(ANSWER),
  '/x.json': '{',
  '/y.json': JSON.stringify({ ...ANSWER, steps: 'many' }),
};
const server = createServer(({ url = '' }, answer) => {
  answer.statusCode = url in FILES ? 200 : 404;
  answer.end(FILES[url]);
});
const { port, close } = await listening(server);
after(close);
const at = (/** @type {string} */ path) => `http://127.0.0.1:${port}${path}`;

/** The page is of that site. @param {import('node:test').TestContext} t */
async function openThere(t) {
  await openApp(t);
  const { document } = globalThis;
  const { baseURI } = document;
  Object.assign(document, { baseURI: at('/page/') });
  t.after(() => Object.assign(document, { baseURI }));
}

/** The same server by a name that makes it another site. */
const OTHER_SITE = `http://localhost:${port}/good.json`;

/** What stands there, and what is said of it. @type {Record<string, [string, string]>} */
const WRONG = {
  'no name': ['', en.problems.unnamed({})],
  'a name that means nothing': ['cirkuit', en.problems.notFound({ name: 'cirkuit' })],
  'an address without a file': [
    at('/none.json'),
    en.problems.noNetwork({ name: at('/none.json') }),
  ],
  'a file that is not JSON': [at('/x.json'), 'The file is not JSON'],
  'a file of another site': [OTHER_SITE, en.problems.noNetwork({ name: OTHER_SITE })],
  'an address without a scheme': [
    '//elsewhere.example/b.json',
    en.problems.noNetwork({ name: '//elsewhere.example/b.json' }),
  ],
  'a file with a mistake': [
    at('/y.json'),
    en.problems.wrong({ line: '1', where: 'steps' }),
  ],
};

for (const [what, [named, says]] of Object.entries(WRONG))
  test(`${what} is told in one sentence`, async (t) => {
    await openThere(t);
    await assert.rejects(findAssignment(named), (error) => {
      assert.ok(sentenceOf(error).startsWith(says), sentenceOf(error));
      return true;
    });
  });

test('an assignment is found by its name and by its address', async (t) => {
  await openThere(t);
  for (const named of ['answer', '/good.json', '../good.json', at('/good.json')])
    assert.equal((await findAssignment(named)).name, 'answer');
});
