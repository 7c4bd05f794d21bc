// SPDX-License-Identifier: MIT
// An assignment filled in, as a page to print.
import { reportPage } from '../lessons/report.js';
import { phrase } from '../experiments/phrase.js';

/** @import { Work } from './work.js' */
/** @import { Question } from './assignment.js' */

/** @param {Question} question @param {number | string | undefined} answer
 * @param {string} lang @returns {string} '' without an answer */
export function answerIn({ kind, options }, answer, lang) {
  if (answer === undefined) return '';
  const option = kind === 'choice' ? options?.[Number(answer)] : undefined;
  return option === undefined ? String(answer) : phrase(option, lang);
}

/**
 * @param {Work} work
 * @param {typeof import('./en.js').default} t
 * @returns {string} HTML
 */
export function assignmentReport({ assignment, who, seed, said, outcome }, t) {
  const { sheet, lang } = t;
  const { measures = {}, runs = [] } = outcome ?? {};
  /** @type {[string, string][]} */
  const measured = [
    ...Object.entries(measures).map(
      ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
    ),
    ...runs.map(
      ({ seed, value, hash }, n) =>
        /** @type {[string, string]} */ ([
          `${n + 1} (${sheet.seed} ${seed})`,
          `${value} ${hash}`,
        ]),
    ),
  ];
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
            answerIn(question, said[question.id], lang) || sheet.none,
          ],
        ]),
      })),
      { heading: sheet.measures, rows: measured },
    ],
  });
}
