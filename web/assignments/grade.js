// SPDX-License-Identifier: MIT
// Marks hand-ins: trains again with the learner's own seed and says what differs. Results are
// exact bytes, so an honest file agrees in every digit, on any machine.
import { csv } from '../draw/series.js';
import { sha256 } from '../../wasm/index.js';
import { isSound, runsOf } from '../experiments/experiment.js';
import {
  carryOut,
  chosenBy,
  fingerprint,
  isAnswered,
  isOfSettings,
  isRight,
  isWithin,
  recipeOf,
  seedOf,
} from './assignment.js';
import {
  experimentFor,
  handed,
  hashOfRuns,
  measuresOfRuns,
  outcomeOfRuns,
  rankedRuns,
  trainRuns,
} from './experiment.js';
import { readHandIn, sealOf } from './hand-in.js';

/** @import { Assignment, Outcome, Question } from './assignment.js' */
/** @import { Experiment } from '../experiments/experiment.js' */
/** @import { HandedRun, NewSession } from './experiment.js' */
/** @import { Answers, HandIn, Unreadable } from './hand-in.js' */

/**
 * as trained: everything agrees; altered: the file says what its training did not make;
 * other version: made with another version of the engine, so nothing can be said; the others
 * are not hand-ins of this assignment, or not whole.
 * @typedef {'as trained' | 'altered' | 'other version' | 'truncated' | 'foreign'} Verdict
 */

/** A file, marked.
 * @typedef {object} Mark
 * @property {string} file
 * @property {string} who
 * @property {Verdict} verdict
 * @property {(number | null)[]} points one a line of the rubric; null: for the teacher
 * @property {string[]} differs sentences
 * @property {string[]} notes what is no fault
 * @property {Record<string, string>} words answers to questions of kind words
 * @property {Score | null} score what a leaderboard ranks by; null: nothing was trained as told
 * @property {string} weights SHA-256 in the file, '' where there is none
 * @property {number} ms training and measuring again
 */

/** The held-out loss, or the mean of an experiment's best value with its lowest and highest seed.
 * @typedef {{ mean: number, low: number, high: number, chosen: Answers }} Score */

/** Measures are sums in JavaScript of the engine's numbers; logarithms and powers there may
 * differ between browsers in their last bit. */
const RELATIVE = 1e-9;

/** @type {Record<Unreadable, { verdict: Verdict, say: (detail: string) => string }>} */
const UNREADABLE = {
  empty: { verdict: 'truncated', say: () => 'The file is empty.' },
  truncated: {
    verdict: 'truncated',
    say: () => 'The file ends before it is complete: ask for it again.',
  },
  notJson: { verdict: 'foreign', say: () => 'The file is not JSON.' },
  foreign: {
    verdict: 'foreign',
    say: (kind) =>
      kind ? `The file is a Glassformer ${kind}.` : 'The file is not a hand-in.',
  },
  damaged: {
    verdict: 'altered',
    say: (field) => `The field "${field}" is missing or not of its kind.`,
  },
  newer: {
    verdict: 'other version',
    say: (version) => `Version ${version} of the format is not known here.`,
  },
};

/** @param {number} n @param {string} what one of them */
export const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;

/** @param {number | null | undefined} a @param {number | null} b */
const isSame = (a, b) =>
  a === b ||
  (typeof a === 'number' &&
    typeof b === 'number' &&
    Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(b)));

/** A model trained again.
 * @typedef {object} Trained
 * @property {Outcome} again
 * @property {number} seed
 * @property {Map<number, number>} stepOf the step that had a training loss, exact as it is
 * @property {(HandedRun | null)[]} [runs] of an experiment; null: not trained again
 * @property {Experiment} [experiment] with the learner's own seeds
 */

/** What the file says of its model. @param {HandIn} handIn @returns {Outcome['measures']} */
const toldBy = ({ measures, loss = null }) => measures ?? { loss };

/**
 * The sentences on what a file says and training again did not make.
 * @param {HandIn} handIn @param {Trained} trained
 */
function differences(handIn, trained) {
  const { again, seed, stepOf, runs } = trained;
  const { weights, steps } = handIn;
  const told = toldBy(handIn);
  const said = [];
  if (handIn.seed !== seed)
    said.push(`The seed ${handIn.seed} is not that of ${handIn.who} (${seed}).`);
  if (runs) return [...said, ...differentRuns(handIn.runs ?? [], runs)];
  if (steps !== again.steps)
    said.push(`${count(steps, 'step')} instead of ${again.steps}.`);
  for (const name of handIn.measures
    ? Object.keys(again.measures)
    : Object.keys(told)) {
    const value = again.measures[name];
    if (!isSame(told[name], value))
      said.push(`${name} is ${told[name]} in the file and ${value} trained again.`);
  }
  if (weights !== again.weights)
    said.push(
      `The weights are ${weights.slice(0, 8)}… in the file and ` +
        `${again.weights.slice(0, 8)}… trained again.`,
    );
  const step = stepOf.get(told.loss ?? NaN);
  if (step !== undefined && step < again.steps)
    said.push(`Its training loss is that of step ${step}: training was ended early.`);
  return said;
}

/** @param {HandedRun[]} told @param {(HandedRun | null)[]} runs trained again */
function differentRuns(told, runs) {
  if (told.length !== runs.length)
    return [`${count(told.length, 'run')} instead of ${runs.length}.`];
  const written = (/** @type {HandedRun} */ { value, steps, hash }) =>
    `${value ?? 'diverged'} after ${count(steps, 'step')}, weights ${hash.slice(0, 8) || 'none'}…,`;
  return runs.flatMap((run, n) =>
    run === null || isSameRun(told[n], run)
      ? []
      : [
          `Run ${n + 1} is ${written(told[n])} in the file and ${written(run)} trained again.`,
        ],
  );
}

/** @param {HandedRun} a @param {HandedRun} b */
const isSameRun = (a, b) =>
  isSame(a.value, b.value) &&
  /** @type {const} */ (['x', 'line', 'seed', 'steps', 'hash']).every(
    (key) => a[key] === b[key],
  );

/** @typedef {'whole' | 'broken' | 'none'} Seal none: the file is of version 1 */

/** @param {HandIn} handIn @param {Trained} trained @returns {Promise<Seal>} */
async function sealed(handIn, { again }) {
  if (handIn.seal === undefined) return 'none';
  return handIn.seal === (await sealOf(handIn, again)) ? 'whole' : 'broken';
}

/** @param {Assignment} assignment @param {Outcome} again */
const unusual = ({ measures }, again) =>
  measures
    .filter(
      ({ name, expected, tolerance }) =>
        !isWithin(again.measures[name], expected, tolerance),
    )
    .map(
      ({ name, expected, tolerance }) =>
        `With this seed ${name} is ${again.measures[name]}, not ${expected} ± ${tolerance}.`,
    );

/** @param {HandIn} handIn @param {Question} question */
const answerTo = ({ predictions, answers }, { id, when }) => {
  const table = when === 'before' ? predictions : answers;
  return Object.hasOwn(table, id) ? table[id] : undefined;
};

/**
 * Points for each line of the rubric.
 * @param {Assignment} assignment @param {HandIn} handIn @param {Outcome} again
 * @param {{ repeats: boolean, isSealed: boolean }} run whether the run repeats, and nothing was
 *   changed in what was said
 * @returns {(number | null)[]}
 */
function pointsOf({ rubric, questions }, handIn, again, { repeats, isSealed }) {
  return rubric.map(({ of, needs, points }) => {
    if (of === 'run') return repeats ? points : 0;
    if (!isSealed) return 0;
    const question = /** @type {Question} */ (questions.find(({ id }) => id === of));
    const answer = answerTo(handIn, question);
    const gets =
      needs === 'answered'
        ? isAnswered(question, answer)
        : isRight(question, answer, again.measures);
    return gets === null ? null : gets ? points : 0;
  });
}

export class Grader {
  #assignment;
  #newSession;
  #options;
  /** Trained again, by ID and choice. @type {Map<string, Promise<Trained>>} */
  #trained = new Map();
  /** Whose weights these are. @type {Map<string, string>} */ #owners = new Map();

  /**
   * @param {Assignment} assignment @param {NewSession} newSession
   * @param {{ nRuns?: number, draw?: string, text?: string }} [options] nRuns: of an experiment,
   *   so many are trained again: the first, and others as `draw` has it; text: the preset's
   */
  constructor(assignment, newSession, { nRuns = Infinity, draw = '', text = '' } = {}) {
    this.#assignment = assignment;
    this.#newSession = newSession;
    this.#options = { nRuns, draw, text };
  }

  /** Trains as a learner did. @param {string} who @param {Answers} [said] with what was chosen
   * @param {HandedRun[]} [told] runs of the file, for those that are not trained again */
  async train(who, said = {}, told = []) {
    const key = JSON.stringify([who, chosenBy(this.#assignment, said)]);
    const isOfRuns = Boolean(this.#assignment.experiment);
    const known =
      this.#trained.get(key) ??
      (isOfRuns ? this.#trainRuns(who, said) : this.#train(who, said));
    this.#trained.set(key, known);
    const trained = await known;
    return isOfRuns ? this.#filledIn(trained, who, told) : trained;
  }

  /** Some or all runs of an experiment. @param {string} who @param {Answers} said
   * @returns {Promise<Trained>} */
  async #trainRuns(who, said) {
    const experiment = await experimentFor(this.#assignment, who, said);
    const wanted = new Set(await this.#drawn(who, runsOf(experiment, {}).length));
    const isWanted = (/** @type {unknown} */ _, /** @type {number} */ n) =>
      wanted.has(n);
    const { text } = this.#options;
    const found = await trainRuns(experiment, this.#newSession, isWanted, text);
    const results = found.runs.flatMap((run) => found.results.get(run) ?? []);
    const again = await outcomeOfRuns(experiment, results, found.engine);
    const runs = found.runs.map((run) => {
      const result = found.results.get(run);
      return result ? handed(result) : null;
    });
    const seed = await seedOf(this.#assignment.name, who);
    return { again, seed, stepOf: new Map(), runs, experiment };
  }

  /** Which runs are trained again. @param {string} who @param {number} n of them
   * @returns {Promise<number[]>} */
  async #drawn(who, n) {
    const { nRuns, draw } = this.#options;
    const keys = Array.from({ length: n - 1 }, async (_, k) => ({
      n: k + 1,
      key: await sha256(`${draw}:${who}:${k + 1}`),
    }));
    const others = (await Promise.all(keys)).sort((a, b) => (a.key < b.key ? -1 : 1));
    return [0, ...others.map((each) => each.n)].slice(0, Math.max(1, nRuns));
  }

  /** With the runs of the file where none was trained again: they are not doubted.
   * @param {Trained} trained @param {string} who @param {HandedRun[]} told
   * @returns {Promise<Trained>} */
  async #filledIn(trained, who, told) {
    const { runs = [], again } = trained;
    const all = runs.flatMap((run, n) => run ?? told[n] ?? []);
    const experiment = /** @type {Experiment} */ (trained.experiment);
    const measures = measuresOfRuns(experiment, all);
    const weights = await hashOfRuns(all);
    this.#owners.set(weights, who);
    return { ...trained, again: { ...again, measures, weights, runs: all } };
  }

  /** @param {string} who @param {Answers} said @returns {Promise<Trained>} */
  async #train(who, said) {
    const recipe = recipeOf(this.#assignment, who, said, this.#options.text);
    const { settings, text } = await recipe;
    const session = await this.#newSession({ text: text.text, config: settings });
    try {
      const again = await carryOut(session, this.#assignment);
      if (!again) throw new Error('Training ended early.');
      this.#owners.set(again.weights, who);
      const { loss, step } = session.history;
      const stepOf = new Map(loss.map((x, n) => [x, step[n]]));
      return { again, seed: Number(settings.seed), stepOf };
    } finally {
      await session.close();
    }
  }

  /**
   * Marks one file. Throws only where the assignment itself cannot be trained.
   * @param {string} file its name @param {string} text
   * @returns {Promise<Mark>}
   */
  async mark(file, text) {
    const assignment = this.#assignment;
    const read = readHandIn(text);
    /** @param {Verdict} verdict @param {string} sentence @returns {Mark} */
    const unmarked = (verdict, sentence, who = '') => ({
      ...{ file, who, verdict, differs: [sentence], notes: [], words: {} },
      points: assignment.rubric.map(() => 0),
      ...{ weights: '', ms: 0, score: null },
    });
    if ('problem' in read) {
      const { verdict, say } = UNREADABLE[read.problem];
      return unmarked(verdict, say(read.detail));
    }
    const { handIn } = read;
    const { who } = handIn;
    if (handIn.assignment !== assignment.name) {
      const named = `It answers the assignment "${handIn.assignment}".`;
      return unmarked('foreign', named, who);
    }
    if (handIn.fingerprint !== (await fingerprint(assignment)))
      return unmarked('foreign', 'It answers another text of this assignment.', who);
    try {
      return await this.#compared(file, handIn);
    } catch (error) {
      const chosen = Object.keys(chosenBy(assignment, handIn.predictions));
      if (chosen.length === 0 || !isOfSettings(error)) throw error;
      const { message } = /** @type {Error} */ (error);
      return unmarked('altered', `What it chose cannot be trained: ${message}`, who);
    }
  }

  /** @param {string} file @param {HandIn} handIn @returns {Promise<Mark>} */
  async #compared(file, handIn) {
    const assignment = this.#assignment;
    const { who, weights } = handIn;
    const start = performance.now();
    const trained = await this.train(who, handIn.predictions, handIn.runs);
    const { again } = trained;
    const ms = performance.now() - start;
    const differs = differences(handIn, trained);
    const seal = await sealed(handIn, trained);
    const repeats = differs.length === 0;
    // Of another run the seal says nothing.
    if (repeats && seal === 'broken')
      differs.push('Its answers were changed after it was saved: they count as none.');
    const isOther = handIn.engine !== again.engine && differs.length > 0;
    const texts = assignment.questions
      .filter(({ kind }) => kind === 'words')
      .map((question) => [question.id, String(answerTo(handIn, question) ?? '')]);
    return {
      ...{ file, who, weights, ms },
      verdict: isOther
        ? 'other version'
        : differs.length > 0
          ? 'altered'
          : 'as trained',
      points: pointsOf(assignment, handIn, again, {
        repeats,
        isSealed: seal !== 'broken',
      }),
      differs: isOther
        ? [`Made with engine ${handIn.engine}; this is ${again.engine}.`]
        : differs,
      notes: [
        ...unusual(assignment, again),
        ...(seal === 'none' ? ['Of an older page: its answers are not sealed.'] : []),
      ],
      words: Object.fromEntries(texts),
      score: differs.length > 0 ? null : this.#score(handIn, trained),
    };
  }

  /** @param {HandIn} handIn @param {Trained} trained @returns {Score | null} */
  #score({ predictions }, { again: { measures, runs }, experiment }) {
    const chosen = chosenBy(this.#assignment, predictions);
    if (!runs || !experiment) {
      const { heldOut } = measures;
      if (heldOut === null) return null;
      return { mean: heldOut, low: heldOut, high: heldOut, chosen };
    }
    const best = rankedRuns(experiment, runs).find(isSound);
    return best ? { mean: best.mean, low: best.low, high: best.high, chosen } : null;
  }

  /** What only shows when all files are known: weights of somebody else, the same words, two files of
   * one learner; noted with the second, which names the first. @param {Mark[]} marks */
  compare(marks) {
    /** The first file of a learner, and with these words. @type {Map<string, Mark>} */
    const first = new Map();
    /** @param {Mark} mark @param {string[]} what @param {string} note */
    const noteSecond = (mark, what, note) => {
      const key = JSON.stringify(what);
      const other = first.get(key);
      if (other) mark.notes.push(`${note} ${other.file}.`);
      else first.set(key, mark);
    };
    for (const mark of marks) {
      const owner = this.#owners.get(mark.weights);
      if (owner && owner !== mark.who)
        mark.differs.push(`The weights are those of ${owner}.`);
      if (mark.who) noteSecond(mark, [mark.who], `${mark.who} also handed in`);
      for (const [id, words] of Object.entries(mark.words))
        if (words.trim() !== '')
          noteSecond(mark, [id, words], `The words of "${id}" are also in`);
    }
  }

  /** The marks as a table: a line for each file. @param {Mark[]} marks */
  csv(marks) {
    const { rubric, questions } = this.#assignment;
    /** @param {string} name @param {(mark: Mark) => string | number | null} of
     * @returns {import('../draw/series.js').Column} */
    const column = (name, of) => [name, marks.map((mark) => safe(of(mark)))];
    const points = rubric.map(({ id, points: most }, n) =>
      column(`${id} (${most})`, (mark) => mark.points[n]),
    );
    const texts = questions
      .filter(({ kind }) => kind === 'words')
      .map(({ id }) => column(`words: ${id}`, ({ words }) => words[id] ?? ''));
    const most = rubric.reduce((sum, line) => sum + line.points, 0);
    return csv([
      column('who', ({ who }) => who),
      column('file', ({ file }) => file),
      column('verdict', ({ verdict }) => verdict),
      ...points,
      column(`total (${most})`, (mark) =>
        mark.points.reduce((/** @type {number} */ sum, x) => sum + (x ?? 0), 0),
      ),
      column(
        'left to mark',
        (mark) => mark.points.filter((point) => point === null).length,
      ),
      column('differs', ({ differs }) => differs.join(' ')),
      column('notes', ({ notes }) => notes.join(' ')),
      ...texts,
    ]);
  }
}

/** A spreadsheet takes a cell that begins so for a formula, and learners write the cells.
 * @param {string | number | null} cell */
export const safe = (cell) =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
