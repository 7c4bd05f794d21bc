// SPDX-License-Identifier: MIT
// The measure against the setting: each seed a mark, a line through the means, a bar from the
// lowest to the highest seed. A value is chosen by pointer or arrow keys. A function of its
// properties.
import { css, html, nothing, svg } from 'lit';
import { experimentWords } from '../../i18n/experiments.js';
import { phrase } from '../../experiments/phrase.js';
import { HostWidth } from '../shared/host-width.js';
import { styled } from '../shared/style.js';
import { define } from '../shared/view.js';
import { colours, cross, dot, lineKey, markOf } from './marks.js';
import { MEASURES } from './measures.js';
import { LINE_PX, pictureOf } from './picture.js';
import { cellName, lineNames, valueNames } from './sentences.js';
import { StyledElement, given } from '../shared/styled-element.js';

/** @import { At, Experiment, Result, Cell } from '../../experiments/experiment.js' */
/** @import { Picture, Place } from './picture.js' */

/** Where it is not laid out. */
const WIDTH = 640;
const HEIGHT = 300;
/** Of what a finger or a pointer meets. */
const HIT_PX = 15;
const RING_PX = 11;

/** Steps along the values and along the lines. @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Of the places with a result, the next in a direction; the same where there is none.
 * @param {Pick<Cell, 'x' | 'line'>[]} cells @param {At} at @param {[number, number]} move */
export function nextCell(cells, at, [dx, dLine]) {
  const ahead = cells
    .filter(({ x, line }) =>
      dx ? line === at.line && (x - at.x) * dx > 0 : (line - at.line) * dLine > 0,
    )
    .sort(
      (a, b) =>
        Math.abs(a.line - at.line) - Math.abs(b.line - at.line) ||
        Math.abs(a.x - at.x) - Math.abs(b.x - at.x),
    );
  return ahead[0] ?? at;
}

class ExperimentChart extends StyledElement {
  static properties = given(
    ...['app', 'experiment', 'results', 'cells', 'measure', 'at', 'best'],
  );
  static styles = styled(css`
    :host {
      min-block-size: ${HEIGHT}px;
    }
    svg {
      display: block;
      overflow: visible;
    }
    text {
      font: 12px var(--sans);
      fill: var(--ink-2);
      font-variant-numeric: tabular-nums;
    }
    ${colours}
    .grid {
      stroke: var(--line);
    }
    .mean {
      fill: none;
      stroke: var(--mark);
      stroke-width: 2;
    }
    .mark {
      fill: var(--mark);
      stroke: var(--ground);
      stroke-width: 1;
    }
    .mark.square {
      fill: var(--ground);
      stroke: var(--mark);
      stroke-width: 1.6;
    }
    .range {
      stroke: var(--mark);
      stroke-width: 1.5;
      opacity: 0.5;
    }
    .lost {
      stroke: var(--warn);
      stroke-width: 2;
      fill: none;
    }
    .ring {
      fill: none;
      stroke: none;
      stroke-width: 2;
    }
    .best .ring {
      stroke: var(--accent);
    }
    .place {
      cursor: pointer;
      outline: none;
    }
    .place:hover .ring,
    .place[aria-pressed='true'] .ring {
      stroke: var(--ink);
    }
    .place:focus-visible .ring {
      stroke: var(--accent);
      stroke-width: 3;
    }
    .hit {
      fill: transparent;
    }
  `);

  #size = new HostWidth(this);

  constructor() {
    super();
    /** @type {import('../../app/app.js').App} */ this.app = /** @type {any} */ (
      undefined
    );
    /** @type {Experiment} */ this.experiment = /** @type {any} */ (undefined);
    /** With the values of the measure. @type {Result[]} */ this.results = [];
    /** Best first. @type {Cell[]} */ this.cells = [];
    /** @type {import('./measures.js').Measure} */ this.measure = 'loss';
    /** Chosen. @type {At | null} */ this.at = null;
    /** @type {At | null} */ this.best = null;
  }

  get #speech() {
    const { format, lang } = this.app;
    return { w: experimentWords.in(lang), format, lang };
  }

  render() {
    const { experiment, results, cells, measure } = this;
    const speech = this.#speech;
    const { w, lang } = speech;
    const picture = pictureOf(experiment, results, cells, {
      width: this.#size.width || WIDTH,
      height: HEIGHT,
      names: valueNames(experiment, speech),
      isShare: measure === 'exact',
    });
    const axis = phrase(experiment.vary.label, lang);
    const { width, height, area } = picture;
    return html`<svg
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="group"
      aria-label=${w.chart(w.measures[measure], axis)}
      @keydown=${this.#onKey}
    >
      ${this.#axes(picture)}
      <text x=${(area.left + area.right) / 2} y=${height - 2} text-anchor="middle">
        ${axis}
      </text>
      ${picture.lines.map((line, n) => this.#line(line, n, picture.lines.length))}
      ${picture.lines.map((line, n) => line.map((place) => this.#place(place, n, picture)))}
    </svg>`;
  }

  /** @param {Picture} picture */
  #axes({ area, xs, ys }) {
    const { format } = this.app;
    const write = (/** @type {number} */ y) => MEASURES[this.measure].write(format, y);
    return svg`${ys.map(
      ({
        py,
        value,
      }) => svg`<path class="grid" d="M${area.left} ${Math.round(py) + 0.5}H${area.right}"></path>
        <text x=${area.left - 8} y=${py + 4} text-anchor="end">${write(value)}</text>`,
    )}
    <path class="grid" d="M${area.left} ${area.bottom + 0.5}H${area.right}"></path>
    ${xs.map(({ px, dy, label }) =>
      label.map(
        (words, k) =>
          svg`<text x=${px} y=${area.bottom + 16 + dy + k * LINE_PX} text-anchor="middle">${words}</text>`,
      ),
    )}`;
  }

  /** @param {Place[]} line @param {number} n @param {number} of how many */
  #line(line, n, of) {
    const { ink, dash } = markOf(n, of);
    const known = line.flatMap(({ px, py }) => (py === null ? [] : [`${px} ${py}`]));
    if (known.length === 0) return nothing;
    return svg`<path class="mean ${ink}" stroke-dasharray=${dash || nothing} d="M${known.join('L')}"></path>`;
  }

  /** @param {Place} place @param {number} n of the line @param {Picture} picture */
  #place(place, n, { lines, area, apart }) {
    const { px, py, dots, x, line } = place;
    const mark = markOf(n, lines.length);
    const isAt = (/** @type {At | null} */ at) => at?.x === x && at.line === line;
    const first = this.at ?? this.cells[0];
    const seedX = (/** @type {number} */ k) => px + (k - (dots.length - 1) / 2) * apart;
    const heights = dots.flatMap(({ y }) => (y === null ? [] : [y]));
    const y = py ?? area.top;
    return svg`<g
      class="place ${isAt(this.best) ? 'best' : ''} ${mark.ink}"
      role="button"
      tabindex=${isAt(first) ? 0 : -1}
      data-at="${x} ${line}"
      aria-pressed=${isAt(this.at)}
      aria-label=${this.#says(place)}
      @click=${() => this.#tell('choose', { x, line })}
      @focus=${() => this.#tell('choose', { x, line })}
      @pointerenter=${() => this.#tell('point', { x, line })}
      @pointerleave=${() => this.#tell('point', null)}
    >
      <circle class="hit" cx=${px} cy=${y} r=${HIT_PX}></circle>
      <circle class="ring" cx=${px} cy=${y} r=${RING_PX}></circle>
      ${
        heights.length > 1
          ? svg`<path class="range" d="M${px} ${Math.min(...heights)}V${Math.max(...heights)}"></path>`
          : nothing
      }
      ${dots.map((each, k) => (each.y === null ? cross(seedX(k), area.top) : dot(mark, seedX(k), each.y)))}
    </g>`;
  }

  /** @param {Place} place */
  #says(place) {
    const speech = this.#speech;
    const { w, format } = speech;
    const name = cellName(this.experiment, place, speech);
    const { exactly } = MEASURES[this.measure];
    const seeds = place.dots.map(({ value }) =>
      Number.isNaN(value) ? w.hasDiverged : exactly(format, value),
    );
    return `${name}: ${seeds.join('; ')}`;
  }

  /** @param {'choose' | 'point'} what @param {At | null} detail */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(`gf-${what}`, { detail }));
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const move = MOVES[event.key];
    if (!move || this.cells.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { x, line } = nextCell(this.cells, this.at ?? this.cells[0], move);
    this.find(`[data-at="${x} ${line}"]`)?.focus();
  };
}

define('gf-experiment-chart', ExperimentChart);

/** Names of the lines with their marks. @param {Experiment} experiment
 * @param {import('./sentences.js').Speech} speech */
export function legend(experiment, speech) {
  const names = lineNames(experiment, speech);
  if (!experiment.lines) return nothing;
  return html`<p class="legend">
    <span>${phrase(experiment.lines.label, speech.lang)}</span>
    ${names.map((name, n) => html`<span>${lineKey(n, names.length)}${name}</span>`)}
  </p>`;
}
