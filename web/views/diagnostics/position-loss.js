// SPDX-License-Identifier: MIT
// Loss by position: does more context help? And the distance from plain letter pairs. Both
// are part of the head reports while this section is open.
import { css, html } from 'lit';
import { lines } from '../shared/lines.js';
import { textUnit } from '../../state/selectors.js';
import { unitsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

class PositionLoss extends View {
  static styles = styled(css`
    h3 {
      margin-block-start: 1rem;
    }
  `);

  updated() {
    // A fresh model starts without detailed reports.
    this.app.diagnostics.setDetailed(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.app.diagnostics.setDetailed(false);
  }

  render() {
    const positions = this.state.headReport?.positions;
    if (!positions) return this.waiting();
    return html`${this.#byPosition(positions)}${this.#pairs()}`;
  }

  /** @param {{ loss: import('../../../wasm/index.js').Table, gain?: number }} positions */
  #byPosition({ loss, gain }) {
    const { t, format } = this;
    const T = loss.columns;
    const y = Array.from(loss.data, (x) => (Number.isFinite(x) ? x : null));
    const x = y.map((_, i) => i + 1);
    // Of pairs only what answers is predicted.
    const first = y.findIndex((nats) => nats !== null);
    // From the digits shown; where a half has no losses there is no gain.
    const saved = Math.round(100 * (gain ?? NaN));
    const gained = t.diagnostics.placesGain;
    const compared = saved > 0 ? gained.below : saved < 0 ? gained.above : gained.even;
    const claim = [
      t.diagnostics.placesClaim({
        step: format.integer(this.state.headReport?.step ?? 0),
        at: format.integer(first + 1),
        first: format.loss(y[first] ?? NaN),
      }),
      Number.isNaN(saved)
        ? ''
        : compared({
            gain: format.loss(Math.abs(saved) / 100),
            half: format.integer(Math.floor(T / 2) + 1),
            end: format.integer(T),
          }),
    ]
      .join(' ')
      .trim();
    /** @type {[string, string]} */
    const axes = [t.embeddings.place, t.loss.axisLoss(unitsOf(this, 'output')[0])];
    return html`<p class="claim number" id="claim">${claim}</p>
      ${lines(this, { id: 'by-place', x, lines: [{ y, strong: true }], axes, label: claim })}
      <p class="look">${t.diagnostics.placesLook}</p>`;
  }

  #pairs() {
    const { t, format } = this;
    const history = this.state.diagnosticHistory.pairs;
    const last = history.at(-1);
    if (!last) return '';
    const nearest = history.reduce((a, b) => (b.value < a.value ? b : a));
    const claim = t.diagnostics.pairsClaim({
      step: format.integer(last.step),
      value: format.loss(last.value),
      least: format.loss(nearest.value),
      at: format.integer(nearest.step),
    });
    return html`<h3>${t.diagnostics.pairs[textUnit(this.state.session)]}</h3>
      <p class="claim number" id="pairs-claim">${claim}</p>
      ${lines(this, {
        ...{ id: 'pairs', x: history.map(({ step }) => step), label: claim },
        lines: [{ y: history.map(({ value }) => value), strong: true }],
        axes: [t.loss.axisStep, t.diagnostics.nats],
      })}
      <p class="look">${t.diagnostics.pairsLook}</p>`;
  }
}

define('gf-position-loss', PositionLoss);
