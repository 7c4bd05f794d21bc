// SPDX-License-Identifier: MIT
// An assignment filled in, as a page to print.
import { reportPage } from '../lessons/report.js';
import { phrase } from '../experiments/phrase.js';
import { writtenValue } from '../run/settings.js';

/** @import { Format } from '../i18n/format.js' */
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

/**
 * @param {Work} work
 * @param {Strings} t
 * @param {Format} format
 * @returns {string} HTML
 */
export function assignmentReport({ assignment, who, seed, said, outcome }, t, format) {
  const { sheet, lang } = t;
  const { measures = {}, runs = [] } = outcome ?? {};
  const named = measureWords(assignment, t);
  const written = (/** @type {number | null} */ x) => writtenValue(x, format) ?? '–';
  /** @type {[string, string][]} */
  const measured = Object.entries(measures).map(([name, value]) => [
    named[name] ?? name,
    written(value),
  ]);
  runs.forEach(({ seed, value, hash }, n) =>
    measured.push([`${n + 1} (${sheet.seed} ${seed})`, `${written(value)} ${hash}`]),
  );
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
      { heading: sheet.measures, rows: measured },
    ],
  });
}
