// SPDX-License-Identifier: MIT
// Does more text before a character help (loss by position), and how far is the model
// from plain letter pairs. Both come with the ticks, as long as somebody looks.
import { css, html } from 'lit';
import '../shared/lines.js';
import { shared } from '../shared/style.js';
import { View, define, keys } from '../shared/view.js';

export class Places extends View {
  static watch = keys('tick', 'courses', 'scheme', 'session');

  static styles = [
    shared,
    css`
      h3 {
        margin-block-start: 1rem;
      }
    `,
  ];

  /** @override */
  updated() {
    // A fresh run begins without.
    this.app.store.set({ deep: true });
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.app.store.set({ deep: false });
  }

  /** @override */
  render() {
    const { t } = this;
    const positions = this.state.tick?.positions;
    if (!positions) return html`<p class="quiet">${t.inside.waiting}</p>`;
    return html`${this.#byPlace(positions)}${this.#pairs()}`;
  }

  /** @param {{ loss: import('../../../wasm/engine/tables.js').Table, gain?: number }} positions */
  #byPlace({ loss, gain }) {
    const { t, format } = this;
    const T = loss.columns;
    const values = Array.from(loss.data, (x) => (Number.isFinite(x) ? x : null));
    const x = values.map((_, i) => i + 1);
    const claim = t.diagnostics.placesClaim({
      step: format.integer(this.state.tick?.step ?? 0),
      first: format.loss(values[0] ?? 0),
      gain: gain === undefined ? '' : format.loss(Math.abs(gain)),
      saves: gain !== undefined && gain > 0 ? 'yes' : '',
      half: format.integer(Math.floor(T / 2) + 1),
      end: format.integer(T),
    });
    return html`<p class="claim number" id="claim">${claim}</p>
      <gf-lines
        id="by-place"
        .x=${x}
        .lines=${[{ y: values, strong: true }]}
        .axes=${[t.diagnostics.place, t.loss.axisLoss]}
        .app=${this.app}
        .label=${claim}
      ></gf-lines>
      <p class="look">${t.diagnostics.placesLook}</p>`;
  }

  #pairs() {
    const { t, format } = this;
    const course = this.state.courses.pairs;
    const last = course.at(-1);
    if (!last) return '';
    const nearest = course.reduce((a, b) => (b.value < a.value ? b : a));
    const claim = t.diagnostics.pairsClaim({
      step: format.integer(last.step),
      value: format.loss(last.value),
      least: format.loss(nearest.value),
      at: format.integer(nearest.step),
    });
    return html`<h3>${t.diagnostics.pairs}</h3>
      <p class="claim number" id="pairs-claim">${claim}</p>
      <gf-lines
        id="pairs"
        .x=${course.map(({ step }) => step)}
        .lines=${[{ y: course.map(({ value }) => value), strong: true }]}
        .axes=${[t.loss.axisStep, t.diagnostics.nats]}
        .app=${this.app}
        .label=${claim}
      ></gf-lines>
      <p class="look">${t.diagnostics.pairsLook}</p>`;
  }
}

define('gf-position-loss', Places);
