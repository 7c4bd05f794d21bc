// SPDX-License-Identifier: MIT
// An open lesson filled in, as a page to print.
import { reportPage } from './report.js';

/** @import { Lessons } from './runner.js' */

/**
 * @param {Lessons} lessons with a lesson open
 * @param {typeof import('./en.js').default} t @param {string} lang BCP 47
 * @param {(values: Record<string, number>) => Record<string, string>} formatted
 * @returns {string} HTML
 */
export function lessonReport(lessons, t, lang, formatted) {
  const { id, progress } = lessons;
  const words = t.lessons[id];
  const parts = words.steps.map(({ say, ask, options, see }, n) => {
    const said = progress.predictions[n];
    const outcome = progress.outcomes[n];
    const prediction = typeof said === 'number' ? options?.[said] : said;
    /** @type {[string, string][]} */
    const rows = [];
    if (ask) rows.push([t.ui.predict, ask], [t.ui.said, prediction ?? '']);
    rows.push([t.ui.came, outcome ? see(formatted(outcome.values)) : '']);
    if (outcome?.wrote) rows.push([t.ui.wrote, outcome.wrote]);
    return { heading: say, rows };
  });
  return reportPage({
    lang,
    title: words.title,
    about: words.goal,
    facts: [[t.ui.name, '']],
    parts: [...parts, { heading: t.ui.question, rows: [[words.question, '']] }],
  });
}
