// SPDX-License-Identifier: MIT
// An open lesson filled in, as a page to print.
import { filled, wordsIn } from './lesson.js';
import { plainText } from './markdown.js';
import { reportPage } from './report.js';
import { formatted, resultOf } from './step-view.js';

/** @import { Lesson, Words } from './lesson.js' */
/** @import { Look } from './step-view.js' */

/**
 * @param {Lesson} lesson the open one
 * @param {Look} look
 * @param {string} tag BCP 47, of the page
 * @returns {string} HTML
 */
export function lessonReport({ title, goal, steps, question }, look, tag) {
  const { t, lang, format, lessons } = look;
  const { predictions, outcomes, words, kept } = lessons.progress;
  const plain = (/** @type {Words} */ words) =>
    plainText(filled(wordsIn(words, lang), formatted(format, kept)));
  const parts = steps.map((step, n) => {
    const said = predictions[n];
    const option = typeof said === 'number' ? step.options?.[said]?.words : said;
    const outcome = outcomes[n];
    /** @type {[string, string][]} */
    const rows = [];
    if (step.ask)
      rows.push([t.ui.predict, plain(step.ask)], [t.ui.said, plain(option ?? '')]);
    const result = outcome ? plainText(resultOf(step, outcome, look)) : '';
    rows.push([t.ui.came, result]);
    if (outcome?.wrote) rows.push([t.ui.wrote, outcome.wrote]);
    rows.push([t.ui.explain, words[n] ?? '']);
    return { heading: plain(step.say), rows };
  });
  const own = words[steps.length] ?? '';
  return reportPage({
    lang: tag,
    title: plain(title),
    about: plain(goal),
    facts: [[t.ui.name, '']],
    parts: [...parts, { heading: t.ui.question, rows: [[plain(question), own]] }],
  });
}
