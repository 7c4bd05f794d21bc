// SPDX-License-Identifier: MIT
// All values, best first: each seed on one scale, the mean, ties with the best marked.
import { html, svg } from 'lit';
import { ties } from '../../experiments/experiment.js';
import { MEASURES } from './measures.js';
import { markOf } from './marks.js';
import { seedsOf } from './picture.js';
import { cellName } from './sentences.js';
import { table } from '../shared/tables.js';

/** @import { Experiment, Cell, Result } from '../../experiments/experiment.js' */
/** @import { Measure } from './measures.js' */
/** @import { Speech } from './sentences.js' */

const [WIDTH, HEIGHT] = [90, 12];
const EDGE_PX = 5;

/** @param {Cell[]} cells @returns {(value: number) => number} CSS pixels */
function scaleFor(cells) {
  const known = cells.filter(({ n }) => n > 0);
  const low = Math.min(...known.map((cell) => cell.low));
  const high = Math.max(...known.map((cell) => cell.high));
  return (value) =>
    EDGE_PX + ((value - low) / (high - low || 1)) * (WIDTH - 2 * EDGE_PX);
}

/** @param {Experiment} experiment @param {Measure} measure @param {Cell[]} ranked best first
 * @param {Result[]} results with the values of the measure @param {Speech} speech */
export function rankingTable(experiment, measure, ranked, results, speech) {
  const { w, format } = speech;
  const { write, exactly } = MEASURES[measure];
  const at = scaleFor(ranked);
  const tied = new Set(ranked.length > 1 && ranked[0].n > 1 ? ties(ranked) : []);
  const nLines = Math.max(...ranked.map(({ line }) => line), 0) + 1;
  const [, ...head] = w.rankHead;
  const rows = ranked.map((cell, k) => {
    const name = cellName(experiment, cell, speech);
    const mark = markOf(cell.line, experiment.lines ? nLines : 1);
    const place = tied.has(cell) ? '=' : format.integer(k + 1);
    return [
      html`<span class="place">${place}</span> ${name}`,
      svg`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} aria-hidden="true">
        ${seedsOf(cell, experiment, results).map(({ value }) =>
          Number.isNaN(value)
            ? ''
            : svg`<circle class="mark ${mark.ink}" cx=${at(value)} cy=${HEIGHT / 2} r="3"></circle>`,
        )}
      </svg>`,
      cell.n === 0
        ? w.hasDiverged
        : html`<span
            title=${`${exactly(format, cell.low)} – ${exactly(format, cell.high)}`}
            >${write(format, cell.mean)}</span
          >`,
    ];
  });
  return table({ id: 'ranking', label: w.ranking, head, rows });
}
