// SPDX-License-Identifier: MIT
// An assignment filled in, as a page to print.
import { reportPage } from '../lessons/report.js';
import { lessonStrings } from '../lessons/strings.js';
import { linesOf, valuesOf } from '../experiments/experiment.js';
import { phrase } from '../experiments/phrase.js';
import { writtenValue } from '../run/settings.js';
import { experimentIn } from './experiment.js';

/** @import { Option } from '../experiments/experiment.js'
 * @import { Format } from '../i18n/format.js' */
/** @import { Work } from './work.js' */
/** @import { Assignment, Question } from './assignment.js' */
/** @typedef {typeof import('./en.js').default} Strings */

/** @param {Question} question @param {number | string} answer
 * @param {string} lang @param {Format} format */
function answerIn({ kind, options }, answer, lang, format) {
  const option = kind === 'choice' ? options?.[Number(answer)] : undefined;
  return option === undefined ? writtenValue(answer, format) : phrase(option, lang);
}

/** The names of the measures that a learner is shown, in order. @param {Assignment} assignment
 * @param {Strings} t @returns {Record<string, string>} */
export function measureWords({ measures, experiment }, t) {
  const always = experiment ? {} : { loss: t.loss, heldOut: t.heldOut };
  const own = measures.map(({ name, words }) => [name, phrase(words, t.lang)]);
  return { ...always, ...Object.fromEntries(own), ...always };
}

/** The names of all measures: of the assignment, of what its questions measure on the screen, and of
 * the page. @param {Assignment} assignment @param {Strings} t @returns {Record<string, string>} */
export function allMeasureWords(assignment, t) {
  const onScreen = assignment.questions.flatMap(({ onScreen = [] }) => onScreen);
  return {
    ...lessonStrings(t.lang).strings.measures,
    ...t.measures,
    ...Object.fromEntries(
      onScreen.map(({ name, words }) => [name, phrase(words, t.lang)]),
    ),
    ...measureWords(assignment, t),
  };
}

/** Values and lines of an experiment in words; a line of '' where there are none.
 * @param {Assignment} assignment @param {string} lang @param {Format} format */
function labelsOf(assignment, lang, format) {
  const experiment = experimentIn(assignment);
  if (!experiment) return { best: [], bestLine: [] };
  const { values } = experiment.vary;
  const worded = (/** @type {Option[]} */ options) =>
    options.map(({ label }) => phrase(label, lang));
  return {
    best: (values ?? worded(valuesOf(experiment))).map((value) =>
      String(writtenValue(value, format)),
    ),
    bestLine: worded(linesOf(experiment)),
  };
}

/** What came of the training. @param {Work} work @param {Strings} t @param {Format} format
 * @returns {[string, string][]} */
function measuredRows({ assignment, outcome }, t, format) {
  const { measures = {}, runs = [] } = outcome ?? {};
  const named = allMeasureWords(assignment, t);
  const labels = labelsOf(assignment, t.lang, format);
  const written = (/** @type {number | null} */ x) => writtenValue(x, format) ?? '–';
  const rows = Object.entries(measures).map(([name, value]) => [
    named[name],
    (name === 'best' || name === 'bestLine' ? labels[name][value ?? -1] : undefined) ??
      written(value),
  ]);
  const ofRuns = runs.map(({ x, line, seed, value, hash }) => [
    [labels.bestLine[line], labels.best[x], `${t.sheet.seed} ${seed}`]
      .filter(Boolean)
      .join(', '),
    `${written(value)} ${hash}`,
  ]);
  return /** @type {[string, string][]} */ (
    [...rows, ...ofRuns].filter(([, said]) => said !== '')
  );
}

/**
 * @param {Work} work
 * @param {Strings} t
 * @param {Format} format
 * @returns {string} HTML
 */
export function assignmentReport(work, t, format) {
  const { assignment, who, seed, said, outcome } = work;
  const { sheet, lang } = t;
  return reportPage({
    lang,
    title: phrase(assignment.title, lang),
    about: phrase(assignment.about, lang),
    facts: [
      [sheet.who, who],
      [sheet.seed, String(seed)],
      [sheet.steps, String(outcome?.steps ?? 0)],
      [sheet.weights, outcome?.weights ?? sheet.none],
      [sheet.engine, outcome?.engine ?? sheet.none],
    ],
    parts: [
      ...assignment.questions.map((question) => ({
        heading: phrase(question.ask, lang),
        rows: /** @type {[string, string][]} */ ([
          [
            question.when === 'before' ? sheet.prediction : sheet.answer,
            answerIn(question, said[question.id] ?? sheet.none, lang, format),
          ],
        ]),
      })),
      { heading: sheet.measures, rows: measuredRows(work, t, format) },
    ],
  });
}
