// SPDX-License-Identifier: MIT
// Magnitudes of the weights of one tensor, or of their gradients, as ridges over steps.
import { html } from 'lit';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { BINS, binStart, drawRidges, picked } from './ridge.js';
import { HostWidth } from '../shared/host-width.js';
import { button, smallButton } from '../shared/controls.js';
import { savePng } from '../shared/save.js';
import { styled } from '../shared/style.js';
import { csvButton, folded, table } from '../shared/tables.js';
import { chosenTensor, tensorSelect } from './tensor-select.js';
import { define, questions, View } from '../shared/view.js';

const HEIGHT = 280;

/** @import { Column } from '../../draw/series.js' */
/** @typedef {{ step: number, counts: Float32Array, zeros: number }} Ridge */

export class Histograms extends View.withState({
  /** @type {'weights' | 'gradients'} */ of: 'weights',
}) {
  static queries = questions('health', 'gradients');
  static styles = styled();

  hostWidth = new HostWidth(this);
  /** @type {Ridge[]} */ ridges = [];

  /** Parameters and histograms of each step, oldest first. */
  #history() {
    const { health, gradients } = this.state.diagnosticHistory;
    return this.of === 'weights'
      ? health.map(({ step, value }) => ({ ...value, step, bins: value.weights }))
      : gradients.map(({ step, value }) => ({ ...value, step, bins: value.gradients }));
  }

  render() {
    const { t } = this;
    const history = this.#history();
    const last = history.at(-1);
    if (!last) {
      const { obstacle } = this.answer('gradients')?.value ?? {};
      const isMissing = this.of === 'gradients' && obstacle;
      return html`${this.#choice()}
      ${isMissing ? this.cannot(obstacle) : this.waiting()}`;
    }
    const n = chosenTensor(this.state, last.parameters);
    this.ridges = history.map(({ step, bins, parameters }) => ({
      step,
      counts: bins.data.subarray(n * BINS, (n + 1) * BINS),
      zeros: parameters[n]?.zeros ?? 0,
    }));
    const claim = this.#claim(last.parameters[n].name);
    return html`<p class="claim number" id="claim">${claim}</p>
      <div class="row">
        ${this.#choice()} ${tensorSelect(this.app, last.parameters)}
      </div>
      <canvas role="img" aria-label=${claim}></canvas>
      <p class="look">${t.diagnostics.histogramsLook}</p>
      <div class="row">
        ${smallButton('png', t.embeddings.png, () => savePng('histograms', this.canvas))}
        ${csvButton(t, 'histograms', () => [
          ['from', Array.from({ length: BINS }, (_, b) => binStart(b))],
          ...this.ridges.map(
            ({ step, counts }) => /** @type {Column} */ ([String(step), counts]),
          ),
        ])}
      </div>
      ${this.#table()}`;
  }

  #choice() {
    const { t } = this;
    const choice = (/** @type {'weights' | 'gradients'} */ of) =>
      button(t.diagnostics[of], () => (this.of = of), {
        id: of,
        pressed: this.of === of,
      });
    return html`<div class="row">${choice('weights')}${choice('gradients')}</div>`;
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
      low: total > 0 ? format.small(binStart(upTo(0.05))) : '',
      high: format.small(binStart(upTo(0.95) + 1)),
      zeros: format.integer(ridge.zeros),
    });
  }

  #table() {
    const { t, format } = this;
    const { counts, zeros } = this.ridges[this.ridges.length - 1];
    const rows = Array.from(counts, (count, b) => [
      `${format.small(binStart(b))} … ${format.small(binStart(b + 1))}`,
      format.integer(count),
    ]).filter((_, b) => counts[b] > 0);
    rows.unshift(['0', format.integer(zeros)]);
    return folded(t.loss.data, table({ id: 'table', rows }));
  }

  updated() {
    const { canvas } = this;
    const width = this.hostWidth.width;
    const ink = inksOf(this, this.state.scheme);
    const { diagnosticHistory, weight, lang } = this.state;
    const history = diagnosticHistory[this.of === 'weights' ? 'health' : 'gradients'];
    const ctx =
      canvas &&
      width > 0 &&
      isNew(canvas, history, weight, width, devicePixelRatio, lang, ink) &&
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
