// SPDX-License-Identifier: MIT
// How the selected head scores for each pattern, beside chance, and how its own pattern came.
import { css, html, nothing, svg } from 'lit';
import { markWords } from '../../i18n/descriptions.js';
import { patternOf, scoreOf, scoreSeries, SCORES } from '../../queries/head-history.js';
import {
  selectedHeadIndex,
  shownHeadReport,
  shownStep,
} from '../../state/selectors.js';
import { bar, barStyles, barTick } from '../shared/bars.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** Other patterns beside its own, at most. */
const OTHERS = 4;
/** How concentrated its weights are is no pattern. */
const CONCENTRATION = ['focus', 'top'];
const CHART = { width: 360, height: 72, foot: 16 };

/** @import { HeadPattern, HeadScores } from '../../state/types.js' */
/** @import { HeadStats } from '../../../wasm/index.js' */

/** Its scores, its own pattern first.
 * @param {HeadStats} stats @returns {(HeadPattern & { isOwn: boolean })[]} */
export function scoresOf(stats) {
  const { pattern, offset } = patternOf(stats);
  return Array.from({ length: SCORES }, (_, k) => scoreOf(stats, k))
    .filter(({ score, pattern: name }) => score >= 0 && !CONCENTRATION.includes(name))
    .map((mark) => ({
      ...mark,
      isOwn: mark.pattern === pattern && (pattern !== 'back' || mark.offset === offset),
    }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.score - a.score)
    .slice(0, 1 + OTHERS);
}

/** One score of a head at the steps where it was taken.
 * @param {HeadScores[]} history @param {number} n head, counted over all layers
 * @param {HeadPattern} mark which score */
export function pointsOf(history, n, mark) {
  return scoreSeries(history, n, mark, history.length)
    .map((score, at) => ({ score, step: history[at].step }))
    .filter(({ score }) => Number.isFinite(score));
}

class HeadScoresView extends View {
  static styles = styled(
    barStyles,
    css`
      table {
        inline-size: 100%;
      }
      th {
        font-weight: 400;
        text-align: start;
        white-space: nowrap;
      }
      td:first-of-type {
        inline-size: 45%;
      }
      td.number {
        text-align: end;
        white-space: nowrap;
      }
      td.quiet {
        font-size: 0.75rem;
      }
      .own > * {
        font-weight: 600;
      }
      h3 {
        margin-block-start: 0.75rem;
      }
      .course {
        display: block;
        inline-size: 100%;
        overflow: visible;
      }
      .course path {
        fill: none;
        stroke: var(--accent);
        stroke-width: 1.5;
      }
      .course .chance {
        stroke: var(--ink-3);
        stroke-dasharray: 3 2;
      }
      .course circle {
        fill: var(--accent);
      }
      .course text {
        font: 400 12px var(--sans);
        fill: var(--ink-3);
      }
    `,
  );

  render() {
    const { state } = this;
    const stats = shownHeadReport(state)?.heads[selectedHeadIndex(state)];
    return stats ? html`${this.#scores(stats)} ${this.#course(stats)}` : nothing;
  }

  /** @param {HeadStats} stats */
  #scores(stats) {
    const { t } = this;
    return html`<h3 id="patterns">
        ${t.head.patterns} <span class="quiet">${t.head.patternsHelp}</span>
      </h3>
      <table id="patterns-table" part="table" aria-labelledby="patterns">
        <tbody>
          ${scoresOf(stats).map((mark) => {
            const words = markWords(this, mark);
            return html`<tr class=${mark.isOwn && stats.badge ? 'own' : ''}>
              <th scope="row">${words.pattern}</th>
              <td>${bar(mark.score, barTick(mark.chance))}</td>
              <td class="number">${words.score}</td>
              <td class="number quiet">${t.badges.chance(words.chance)}</td>
            </tr>`;
          })}
        </tbody>
      </table>`;
  }

  /** Its own pattern by training step: early steps have more room. @param {HeadStats} stats */
  #course(stats) {
    const { t, format, state } = this;
    const history = state.headHistory.filter(({ step }) => step <= shownStep(state));
    const mark = patternOf(stats);
    const points = pointsOf(history, selectedHeadIndex(state), mark);
    if (points.length < 2) return nothing;
    const { width, height, foot } = CHART;
    const last = points[points.length - 1];
    const most = Math.max(0.3, mark.chance, ...points.map(({ score }) => score));
    const x = (/** @type {number} */ step) => width * Math.sqrt(step / last.step);
    const y = (/** @type {number} */ score) =>
      height - foot - (Math.max(0, score) / most) * (height - foot - 4);
    const path = points.map(
      ({ step, score }) => `${x(step).toFixed(1)} ${y(score).toFixed(1)}`,
    );
    const words = markWords(this, { ...mark, score: last.score });
    const end = format.integer(last.step);
    return html`<h3>
        ${t.head.courseTitle}
        <span class="quiet">${t.head.courseOf(words.pattern)}</span>
      </h3>
      <svg
        class="course"
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${t.head.course(words.pattern, words.score, end)}
      >
        ${svg`<path class="chance" d="M0 ${y(mark.chance)}H${width}"></path>
        <path d="M${path.join('L')}"></path>
        <circle cx=${width - 3} cy=${y(last.score)} r="3"></circle>
        <text x="0" y=${height - 3}>${format.integer(0)}</text>
        <text x=${width} y=${height - 3} text-anchor="end">${end}</text>`}
      </svg>`;
  }
}

define('gf-head-scores', HeadScoresView);
