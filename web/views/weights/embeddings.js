// SPDX-License-Identifier: MIT
// The model's weights apart from any text: maps of the token and position embeddings, and the
// circuits of a head.
import { css, html, nothing } from 'lit';
import '../../i18n/inspection.js';
import './circuits.js';
import './embedding-map.js';
import './position-map.js';
import { textUnit } from '../../state/selectors.js';
import { movedInTabs } from '../shared/grid.js';
import { styled } from '../shared/style.js';
import { toggled } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/**
 * A row of tabs after the ARIA authoring practices: one tab stop, arrows select. Their panel has `role="tabpanel"` and `id="panel"`.
 * @param {string} label @param {string[]} names @param {number} current
 * @param {(n: number) => void} pick
 */
function tabs(label, names, current, pick) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const n = movedInTabs(event, current, names.length);
    if (n === null) return;
    pick(n);
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement} */ (list.children[n]).focus();
  };
  return html`<div class="row" role="tablist" aria-label=${label} @keydown=${onKey}>
    ${names.map(
      (name, n) =>
        html`<button
          class="small"
          role="tab"
          id="tab${n}"
          aria-controls="panel"
          aria-selected=${n === current}
          tabindex=${n === current ? 0 : -1}
          @click=${() => pick(n)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}

export class Embeddings extends View.withState({
  tab: 0,
  /** Opens with the first pin; after that the reader decides. */
  open: false,
}) {
  static styles = styled(css`
    @media print {
      .pane:has([bare]) {
        display: none;
      }
    }
  `);

  wasPinned = false;

  willUpdate() {
    const isPinned = this.state.pin !== null || this.isChosen;
    if (isPinned && !this.wasPinned) this.open = true;
    this.wasPinned ||= isPinned;
  }

  render() {
    const { t, app } = this;
    const pick = (/** @type {number} */ n) => (this.tab = n);
    const panels = [
      () => html`<gf-embedding-map .app=${app}></gf-embedding-map>`,
      () => html`<gf-position-map .app=${app}></gf-position-map>`,
      () => html`<gf-circuits .app=${app} .kind=${'qk'}></gf-circuits>`,
      () => html`<gf-circuits .app=${app} .kind=${'ov'}></gf-circuits>`,
    ];
    return html`<section class="pane" part="chart">
      <details ?open=${this.open} @toggle=${toggled((isOpen) => (this.open = isOpen))}>
        <summary class="title"><h2>${t.embeddings.title}</h2></summary>
        ${
          this.open
            ? html`${tabs(t.embeddings.title, [t.embeddings.maps[textUnit(this.state.session)], ...t.embeddings.tabs], this.tab, pick)}
                <div role="tabpanel" id="panel" aria-labelledby="tab${this.tab}">
                  ${panels[this.tab]()}
                </div>`
            : nothing
        }
      </details>
    </section>`;
  }
}

define('gf-embeddings', Embeddings);
