// SPDX-License-Identifier: MIT
// Sizes of the numbers of one tensor, or of their gradients, as ridges over steps.
import { css, html } from 'lit';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { BINS, binStart, drawRidges, picked } from './ridge.js';
import { csv } from '../../draw/series.js';
import { Room } from '../shared/resize.js';
import { shared } from '../shared/style.js';
import { chosenTensor, tensorChoice } from './tensor-select.js';
import { View, define, download, keys } from '../shared/view.js';

const HEIGHT = 280;

/** @typedef {{ step: number, counts: Float32Array, zeros: number }} Ridge */

export class Histograms extends View {
  static watch = keys('courses', 'answers', 'weight', 'scheme', 'session');

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'health', 'gradients',
  ]); // prettier-ignore

  static properties = {
    ...View.properties,
    of: { state: true },
  };

  static styles = [
    shared,
    css`
      canvas {
        display: block;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {'weights' | 'gradients'} */ this.of = 'weights';
    this.room = new Room(this);
    /** @type {Ridge[]} */ this.ridges = [];
  }

  /** Names and rows of what is shown, oldest first. */
  #course() {
    const { health, gradients } = this.state.courses;
    return this.of === 'weights'
      ? health.map(({ step, value }) => ({ ...value, step, table: value.weights }))
      : gradients.map(({ step, value }) => ({
          ...value,
          step,
          table: value.gradients,
        }));
  }

  /** @override */
  render() {
    const { t } = this;
    const course = this.#course();
    const last = course.at(-1);
    const { obstacle } = this.answer('gradients')?.value ?? {};
    if (!last) {
      const waits = html`<p class="quiet">${t.inside.waiting}</p>`;
      const hinders = this.of === 'gradients' && obstacle;
      return html`${this.#choice()} ${hinders ? this.cannot(obstacle) : waits}`;
    }
    const n = chosenTensor(this.state, last.parameters);
    this.ridges = course.map(({ step, table, parameters }) => ({
      step,
      counts: table.data.subarray(n * BINS, (n + 1) * BINS),
      zeros: parameters[n]?.zeros ?? 0,
    }));
    const claim = this.#claim(last.parameters[n].name);
    return html`<p class="claim number" id="claim">${claim}</p>
      <div class="row">
        ${this.#choice()} ${tensorChoice(this.app, last.parameters)}
      </div>
      <canvas role="img" aria-label=${claim}></canvas>
      <p class="look">${t.diagnostics.histogramsLook}</p>
      <div class="row">
        <button class="small" id="png" @click=${this.#savePng}>
          ${t.embeddings.png}
        </button>
        <button class="small" id="csv" @click=${this.#saveCsv}>
          ${t.embeddings.csv}
        </button>
      </div>
      ${this.#table()}`;
  }

  #choice() {
    const { t } = this;
    const button = (/** @type {'weights' | 'gradients'} */ of) =>
      html`<button
        class="small"
        id=${of}
        aria-pressed=${this.of === of}
        @click=${() => {
          this.of = of;
        }}
      >
        ${t.diagnostics[of]}
      </button>`;
    return html`<div class="row">${button('weights')}${button('gradients')}</div>`;
  }

  /** @param {string} name */
  #claim(name) {
    const { t, format } = this;
    const ridge = this.ridges[this.ridges.length - 1];
    const total = ridge.counts.reduce((a, b) => a + b, 0);
    const upTo = (/** @type {number} */ share) => {
      let sum = 0;
      for (let b = 0; b < BINS; b++) {
        sum += ridge.counts[b];
        if (sum >= share * total && sum > 0) return b;
      }
      return 0;
    };
    return t.diagnostics.histogramsClaim({
      step: format.integer(ridge.step),
      name,
      what: t.diagnostics[this.of],
      low: format.small(binStart(upTo(0.05))),
      high: format.small(binStart(upTo(0.95) + 1)),
      zeros: format.integer(ridge.zeros),
    });
  }

  #table() {
    const { t, format } = this;
    const { counts, zeros } = this.ridges[this.ridges.length - 1];
    const used = Array.from({ length: BINS }, (_, b) => b).filter((b) => counts[b] > 0);
    return html`<details>
      <summary>${t.loss.data}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t.loss.data}>
        <table part="table" id="table">
          <tbody>
            <tr>
              <th scope="row">0</th>
              <td>${format.integer(zeros)}</td>
            </tr>
            ${used.map(
              (b) =>
                html`<tr>
                  <th scope="row">
                    ${format.small(binStart(b))} … ${format.small(binStart(b + 1))}
                  </th>
                  <td>${format.integer(counts[b])}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  get #canvas() {
    return /** @type {HTMLCanvasElement | null} */ (
      this.renderRoot.querySelector('canvas')
    );
  }

  #savePng() {
    this.#canvas?.toBlob((blob) => {
      if (blob) download(blob, 'glassformer-histograms.png', 'image/png');
    });
  }

  #saveCsv() {
    const table = /** @type {Record<string, number[]>} */ ({
      from: Array.from({ length: BINS }, (_, b) => binStart(b)),
    });
    for (const { step, counts } of this.ridges) table[step] = Array.from(counts);
    download(csv(table), 'glassformer-histograms.csv', 'text/csv');
  }

  /** @override */
  updated() {
    const canvas = this.#canvas;
    const width = this.room.width;
    const ink = inksOf(this, this.state.scheme);
    const { courses, weight, lang } = this.state;
    const course = courses[this.of === 'weights' ? 'health' : 'gradients'];
    const ctx =
      canvas &&
      width > 0 &&
      isNew(canvas, course, weight, width, devicePixelRatio, lang, ink) &&
      prepare(canvas, width, HEIGHT);
    if (!ctx) return;
    ctx.fillStyle = ink('pane');
    ctx.fillRect(0, 0, width, HEIGHT);
    const ridges = picked(this.ridges).map(({ step, counts }) => ({
      step: this.format.integer(step),
      counts,
    }));
    drawRidges(ctx, ridges, width, HEIGHT, ink);
  }
}

define('gf-histograms', Histograms);
