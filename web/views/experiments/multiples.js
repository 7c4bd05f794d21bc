// SPDX-License-Identifier: MIT
// Every run: for each value on each line the loss curves of its seeds, in front of all others.
import { html, nothing, svg } from 'lit';
import { linesOf, valuesOf } from '../../experiments/experiment.js';
import { MEASURES } from './measures.js';
import { lineKey, markOf } from './marks.js';
import { lineNames, valueNames } from './sentences.js';

/** @import { Entry } from '../../experiments/experiments.js' */
/** @import { At, Cell, Experiment, Result, Run } from '../../experiments/experiment.js' */
/** @import { Measure } from './measures.js' */
/** @import { Speech } from './sentences.js' */

const [WIDTH, HEIGHT] = [120, 56];
const EDGE_PX = 2;
/** Of so many cells each shows its own curves only. */
const MANY = 64;

/** @typedef {(step: number[], loss: number[]) => string} Draw a curve as a path */

/** Where a step stands, 0..1: a logarithmic axis begins at the first step measured after none.
 * @param {number[]} steps of all curves @param {boolean} isLogarithmic
 * @returns {(step: number) => number} below 0: not on it */
export function stepAxis(steps, isLogarithmic) {
  const last = Math.max(...steps, 1);
  if (!isLogarithmic) return (step) => step / last;
  const first = Math.min(...steps.filter((step) => step > 0), last);
  const span = Math.log(last / first) || 1;
  return (step) => (step > 0 ? Math.log(step / first) / span : -1);
}

/** One scale for all. @param {Experiment} experiment @param {Result[]} results @returns {Draw} */
function scaleFor({ curves: how }, results) {
  const curves = results.map(({ curve }) => curve);
  const across = stepAxis(
    curves.flatMap(({ step }) => step),
    how?.steps === 'logarithmic',
  );
  const losses = curves.flatMap(({ step, loss, train = [] }) =>
    [loss, how?.training ? train : []].flatMap((each) =>
      each.filter((_, n) => across(step[n]) >= 0),
    ),
  );
  const [low, high] = [Math.min(...losses), Math.max(...losses)];
  const at = (/** @type {number} */ step, /** @type {number} */ loss) => {
    const y = EDGE_PX + ((high - loss) / (high - low || 1)) * (HEIGHT - 2 * EDGE_PX);
    return `${(across(step) * WIDTH).toFixed(1)} ${y.toFixed(1)}`;
  };
  return (step, loss) => {
    const points = loss.flatMap((x, n) =>
      across(step[n]) < 0 ? [] : [at(step[n], x)],
    );
    return points.length > 0 ? `M${points.join('L')}` : '';
  };
}

/** The mean of a cell, and what is to be said of its runs. @param {Entry} entry @param {Run[]} runs of the cell
 * @param {Cell | undefined} cell @param {Measure} measure @param {Speech} speech
 * @returns {[string, string]} */
function headOf({ runner }, runs, cell, measure, { w, format }) {
  const going = runs.find((run) => runner.active.has(run));
  const n = format.integer((cell?.n ?? 0) + (cell?.nDiverged ?? 0));
  const ofAll = w.nOf(n, format.integer(runs.length));
  if (going) {
    const share = Number(runner.active.get(going)) / Number(going.config.max_steps);
    return ['', w.training(format.percent(share))];
  }
  if (!cell) return ['', w.waiting];
  if (cell.n === 0) return ['', w.hasDiverged];
  const { write, exactly } = MEASURES[measure];
  const mean = write(format, cell.mean);
  const isWhole = cell.n === runs.length && cell.n > 1;
  return [mean, isWhole ? w.spread(exactly(format, cell.high - cell.low)) : ofAll];
}

/** @param {Entry} entry @param {Measure} measure @param {Cell[]} cells
 * @param {Speech} speech @param {{ best: At | null, choose: (at: At) => void }} how */
export function multiples(entry, measure, cells, speech, { best, choose }) {
  const { experiment, runner } = entry;
  const results = [...runner.results.values()];
  const draw = scaleFor(experiment, results);
  const hasTraining = Boolean(experiment.curves?.training);
  const paths = new Map(
    results.map(({ run, curve: { step, loss, train = [] } }) => [
      run,
      { heldOut: draw(step, loss), train: hasTraining ? draw(step, train) : '' },
    ]),
  );
  const names = valueNames(experiment, speech);
  const lines = lineNames(experiment, speech);
  const n = valuesOf(experiment).length * linesOf(experiment).length;
  const all = n > MANY ? '' : [...paths.values()].map((own) => own.heldOut).join('');
  return lines.map(
    (name, line) =>
      html`${experiment.lines ? html`<h4>${lineKey(line, lines.length)}${name}</h4>` : nothing}
        <div class="multiples ${hasTraining ? 'tall' : ''}">
          ${names.map((value, x) => {
            const runs = runner.runs.filter((run) => run.x === x && run.line === line);
            const cell = cells.find((each) => each.x === x && each.line === line);
            const [now, more] = headOf(entry, runs, cell, measure, speech);
            const own = runs.flatMap((run) => paths.get(run) ?? []);
            const isBest = best?.x === x && best.line === line;
            return html`<div
              class="cell ${isBest ? 'best' : ''} ${cell ? '' : 'wait'}"
              @click=${() => cell && choose({ x, line })}
            >
              <p title=${value}><b>${now}</b><span>${value}</span></p>
              ${curves(all, own, markOf(line, lines.length).ink)}
              <p>${more}</p>
            </div>`;
          })}
        </div>`,
  );
}

/** @param {string} all paths @param {{ heldOut: string, train: string }[]} own
 * @param {string} ink */
function curves(all, own, ink) {
  const training = own.map(({ train }) => train).join('');
  return svg`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path class="others" d=${all}></path>
    ${training ? svg`<path class="training ${ink}" d=${training}></path>` : nothing}
    <path class="own ${ink}" d=${own.map(({ heldOut }) => heldOut).join('')}></path>
  </svg>`;
}
