// SPDX-License-Identifier: MIT
// glassformer COMMAND: what teachers do with assignments, and the way
// of a model to PyTorch, in Node. The native program of the
// same name trains and inspects; this one shares the questions, measures and checks with the
// page, and so is JavaScript over the same engine.
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createSession } from '../../wasm/index.js';
import { completed, rightOption } from '../assignments/assignment.js';
import { parseAssignment } from '../assignments/check.js';
import { wordsIn } from '../lessons/lesson.js';
import { DocumentError, MAX_BYTES } from '../run/fetch-document.js';
import { TextError, decodeText } from '../run/texts.js';
import en from '../assignments/en.js';
import { Grader, count } from '../assignments/grade.js';
import { MAX_BYTES as MAX_HAND_IN_BYTES, readHandIn } from '../assignments/hand-in.js';
import { exportModel } from './export.js';
import {
  isLeaderboard,
  leaderboardCsv,
  leaderboardPage,
  ranked,
} from './leaderboard.js';
import { UsageError, checkApart, checkFree, read } from './usage.js';

/** @import { Problem } from '../assignments/check.js' */
/** @import { Assignment, Outcome, Question } from '../assignments/assignment.js' */
/** @import { NewSession } from '../assignments/experiment.js' */

const HELP = `Marks the hand-ins of an assignment by training again; takes models elsewhere.

  glassformer grade [--assignment FILE] [--out FILE] [--runs N [--draw TEXT]] FILES…
      Writes a table (CSV): who, points, what differs, verdict. A folder stands for the
      .json files in it. --assignment is not needed for assignments of the page. --runs: of
      an experiment, so many runs are trained again, drawn at random or by TEXT; default: all.
      --text FILE: the text of the preset, if the assignment trains on that (also for key).
  glassformer leaderboard --out FILE.html [the options of grade] FILES…
      Ranks those whose training repeats: a page that stands alone, and a table (CSV) beside it.
  glassformer key [--who ID] ASSIGNMENT
      Prints the numbers and right answers for an ID: of a file, or an assignment of the
      page by name.
  glassformer export --pytorch DIR [--text FILE] MODEL
      Writes a checkpoint, its text as tokens, and programs that train it on in PyTorch, with
      torchrun in several processes. --text is not needed for a generated task.
  glassformer export --hugging-face DIR MODEL
      Writes config.json, model.safetensors and tokenizer.json for transformers, where
      GPT2LMHeadModel, LlamaForCausalLM or ArceeForCausalLM have the model's settings.

Exit codes: 0 done, 1 failed, 2 bad usage.`;

/** Of what draws the runs that are trained again. */
const DRAW_DIGITS = 8;

/** @typedef {Record<string, unknown>} BuiltIn assignments of the page, by name */
/** @typedef {{ out: (text: string) => void, err: (text: string) => void }} Streams */
/** newSession: for what is trained again. @typedef {Streams & { newSession: NewSession }} Surroundings */

/** Several of these train at once. @type {NewSession} */
const inThread = ({ text, config }) =>
  createSession({ text, config, mode: 'worker', workers: 1 });

/** @param {string} path @param {number} most bytes; more are not read */
async function readText(path, most) {
  const facts = await stat(path);
  if (facts.isDirectory()) throw new UsageError(`${path} is a folder.`);
  return facts.size > most ? null : readFile(path, 'utf8');
}

/** @param {string} named a file, or an assignment of the page @param {BuiltIn} builtIn
 * @returns {Promise<Assignment>} */
async function assignmentOf(named, builtIn) {
  if (Object.hasOwn(builtIn, named)) return completed(builtIn[named]);
  const text = await readText(named, MAX_BYTES);
  if (text === null) throw new DocumentError('tooLarge');
  return parseAssignment(text);
}

/** Files, and the .json files of folders, by name. @param {string[]} paths */
async function filesOf(paths) {
  const lists = paths.map(async (path) => {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(path, name));
  });
  return (await Promise.all(lists)).flat();
}

/** The results in order; at most `n` at a time. @template T, R
 * @param {T[]} items @param {number} n @param {(item: T) => Promise<R>} work */
async function inParallel(items, n, work) {
  /** @type {R[]} */
  const results = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(n, items.length) }, lane));
  return results;
}

/** The assignment that the first readable file answers.
 * @param {{ text: string }[]} files @param {BuiltIn} builtIn */
function namedBy(files, builtIn) {
  for (const { text } of files) {
    const read = readHandIn(text);
    if ('handIn' in read) {
      const { assignment } = read.handIn;
      if (Object.hasOwn(builtIn, assignment)) return assignment;
      throw new UsageError(
        `--assignment FILE is needed: "${assignment}" is not known.`,
      );
    }
  }
  throw new UsageError('None of the files is a hand-in.');
}

/** A number above 0. @param {string | undefined} text @param {string} name of the option */
function countOf(text, name) {
  if (text === undefined) return Infinity;
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1) throw new UsageError(`--${name} wants a number.`);
  return n;
}

const MARKING = ['assignment', 'out', 'runs', 'draw', 'text'];

/** Files, marked. @param {ReturnType<typeof read>} given @param {BuiltIn} builtIn
 * @param {Surroundings} around @param {string[]} outs files to be written */
async function markAll({ values, positionals }, builtIn, { err, newSession }, outs) {
  // Known before all that takes long.
  const folder = dirname(values.out ?? '');
  const isThere = await stat(folder).catch(() => null);
  if (!isThere) throw new UsageError(`There is no folder ${folder}.`);
  const nRuns = countOf(values.runs, 'runs');
  const paths = await filesOf(positionals);
  if (paths.length === 0) throw new UsageError('Name the files to mark.');
  const { assignment: own = [], text: ofPreset = [] } = values;
  await checkApart(outs, paths.concat(own, ofPreset));
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      // What is far too long for a hand-in is none.
      text: (await readText(path, MAX_HAND_IN_BYTES)) ?? 'too long',
    })),
  );
  const named = values.assignment ?? namedBy(files, builtIn);
  const assignment = await assignmentOf(named, builtIn);
  const draw = values.draw ?? randomUUID().slice(0, DRAW_DIGITS);
  const text = values.text && decodeText(await readFile(values.text));
  const grader = new Grader(assignment, newSession, { nRuns, draw, text });
  const start = performance.now();
  const marks = await inParallel(files, availableParallelism(), ({ path, text }) =>
    grader.mark(path, text),
  );
  const seconds = (performance.now() - start) / 1000;
  grader.compare(marks);
  const counts = new Map();
  for (const { verdict } of marks) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const each = [...counts].map(([verdict, n]) => `${n} ${verdict}`).join(', ');
  const drawn = assignment.experiment && nRuns < Infinity ? ` --draw ${draw}` : '';
  err(
    `${count(marks.length, 'file')}: ${each}; ${(seconds / marks.length).toFixed(2)} s each.${drawn}\n`,
  );
  return { grader, assignment, marks };
}

/** @param {string[]} args @param {BuiltIn} builtIn @param {Surroundings} around */
async function grade(args, builtIn, around) {
  const given = read(args, ...MARKING);
  const { out } = given.values;
  const { grader, marks } = await markAll(given, builtIn, around, out ? [out] : []);
  if (out) await writeFile(out, grader.csv(marks));
  else around.out(grader.csv(marks));
}

/** @param {string[]} args @param {BuiltIn} builtIn @param {Surroundings} around */
async function leaderboard(args, builtIn, around) {
  const given = read(args, ...MARKING);
  const { out } = given.values;
  if (!out) throw new UsageError('--out FILE.html is needed: what to write.');
  const table = `${out.replace(/\.html?$/, '')}.csv`;
  // That of the marks may be beside it.
  const isOurs = (/** @type {Buffer} */ was) => isLeaderboard(was.toString());
  await checkFree(table, isOurs, 'name another page, as its table has the same name');
  const { assignment, marks } = await markAll(given, builtIn, around, [out, table]);
  const rows = ranked(assignment, marks);
  await writeFile(out, leaderboardPage(assignment, marks, rows));
  await writeFile(table, leaderboardCsv(rows));
}

/** @param {Question} question @param {Outcome} again */
function answerOf(question, { measures }) {
  if (question.kind === 'number')
    return `${measures[question.measure ?? '']} ± ${question.tolerance}`;
  if (question.kind === 'setting')
    return `${question.least} to ${question.most}; the numbers above have the default`;
  if (question.kind === 'words') return '(for you to mark)';
  const option = question.options?.[rightOption(question, measures)];
  return option === undefined ? '(no option)' : wordsIn(option, 'en');
}

/** @param {string[]} args @param {BuiltIn} builtIn @param {Surroundings} around */
async function key(args, builtIn, { out, newSession }) {
  const { values, positionals } = read(args, 'who', 'text');
  const { who = 'key' } = values;
  if (positionals.length !== 1) throw new UsageError('Name one assignment.');
  const assignment = await assignmentOf(positionals[0], builtIn);
  const text = values.text && decodeText(await readFile(values.text));
  const grader = new Grader(assignment, newSession, { text });
  const { again, seed } = await grader.train(who);
  const lines = [
    `${wordsIn(assignment.title, 'en')}, ID "${who}"`,
    `seed ${seed}, ${again.steps} steps, weights ${again.weights}`,
    ...Object.entries(again.measures).map(([name, value]) => `${name} ${value}`),
    ...assignment.questions.map(
      (question) => `${wordsIn(question.ask, 'en')}\n  ${answerOf(question, again)}`,
    ),
  ];
  out(`${lines.join('\n')}\n`);
}

/** What is said of files that the system does not give. @type {Record<string, string>} */
const FILE_PROBLEMS = {
  ENOENT: 'There is no file',
  EACCES: 'This file may not be read:',
  EEXIST: 'This is no folder:',
  ENOTDIR: 'This is no folder:',
};

/** @param {any} error @returns {string} one sentence */
function sentenceOf(error) {
  if (error instanceof DocumentError)
    return en.problems[/** @type {Problem} */ (error.key)](error.params);
  if (error instanceof TextError)
    return error.code === 'no-network'
      ? 'The text of the preset is not here: name its file with --text.'
      : 'This is no text to train on: it has to be UTF-8, with two different characters or more, and of 20 MB at most.';
  const { message, code, path } = error;
  return code in FILE_PROBLEMS && path ? `${FILE_PROBLEMS[code]} ${path}.` : message;
}

const COMMANDS = { grade, leaderboard, key, export: exportModel };

/**
 * @param {string[]} argv without the program @param {BuiltIn} builtIn
 * @param {Streams & Partial<Surroundings>} around newSession: by default in a thread of its own
 * @returns {Promise<number>} exit code
 */
export async function run([name = '', ...args], builtIn, around) {
  const isAsked = (/** @type {string} */ arg) => /^(--help|-h)$/.test(arg);
  const isKnown = Object.hasOwn(COMMANDS, name);
  // That of all commands is the help of each.
  if (['help', ''].includes(name) || isAsked(name) || (isKnown && args.some(isAsked))) {
    around.out(`${HELP}\n`);
    return name === '' ? 2 : 0;
  }
  try {
    if (!isKnown)
      throw new UsageError(
        `There is no command "${name}" here; the native program has train, eval, inspect.`,
      );
    const command = COMMANDS[/** @type {keyof typeof COMMANDS} */ (name)];
    await command(args, builtIn, { newSession: inThread, ...around });
    return 0;
  } catch (error) {
    const { code = '' } = /** @type {{ code?: string }} */ (error);
    const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
    around.err(`glassformer: ${sentenceOf(error)}\n`);
    return isUsage ? 2 : 1;
  }
}
