// SPDX-License-Identifier: MIT
// What the model has learned about its alphabet, apart from any text: where the letters
// lie, where the places lie, and what a head does to each letter.
import { css, html, nothing } from 'lit';
import './circuits.js';
import './embedding-map.js';
import './position-map.js';
import { shared } from '../shared/style.js';
import { tabs } from './tabs.js';
import { View, define, keys } from '../shared/view.js';

export class Letters extends View {
  static watch = keys('session', 'pin');

  static properties = {
    ...View.properties,
    tab: { state: true },
    open: { state: true },
  };

  static styles = [
    shared,
    css`
      summary h2 {
        display: inline;
        color: var(--ink);
      }
      @media print {
        .pane:has([bare]) {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.tab = 0;
    /** Opens with the first pin; then the reader decides. */
    this.open = false;
    this.wasPinned = false;
  }

  /** @override */
  willUpdate() {
    const isPinned = this.state.pin !== null || this.isChosen;
    if (isPinned && !this.wasPinned) this.open = true;
    this.wasPinned ||= isPinned;
  }

  /** @override */
  render() {
    const { t, app } = this;
    const pick = (/** @type {number} */ n) => {
      this.tab = n;
    };
    const panels = [
      () => html`<gf-embedding-map .app=${app}></gf-embedding-map>`,
      () => html`<gf-position-map .app=${app}></gf-position-map>`,
      () => html`<gf-circuits .app=${app} .kind=${'qk'}></gf-circuits>`,
      () => html`<gf-circuits .app=${app} .kind=${'ov'}></gf-circuits>`,
    ];
    return html`<section class="pane" part="chart">
      <details
        ?open=${this.open}
        @toggle=${(/** @type {Event} */ event) => {
          this.open = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
        }}
      >
        <summary><h2>${t.embeddings.title}</h2></summary>
        ${
          this.open
            ? html`${tabs(t.embeddings.title, t.embeddings.tabs, this.tab, pick)}
                <div role="tabpanel" id="panel" aria-labelledby="tab${this.tab}">
                  ${panels[this.tab]()}
                </div>`
            : nothing
        }
      </details>
    </section>`;
  }
}

define('gf-embeddings', Letters);
