// SPDX-License-Identifier: MIT
// Diagnostics of a model in training. Closed by default; a section asks the engine only while
// it is open.
import { css, html, nothing } from 'lit';
import '../../i18n/diagnostics.js';
import './cache.js';
import './dropout.js';
import './health.js';
import './histograms.js';
import './single-update.js';
import './neurons.js';
import './patching.js';
import './position-loss.js';
import { renderView } from '../shared/render-view.js';
import { styled } from '../shared/style.js';
import './profiler.js';
import './head-comparison.js';
import './tokens.js';
import './updates.js';
import { define, View } from '../shared/view.js';

/** In reading order. */
export const SECTIONS = [
  'tokens',
  'updates',
  'histograms',
  'health',
  'single-update',
  'neurons',
  'head-comparison',
  'position-loss',
  'patching',
  'dropout',
  'cache',
  'profiler',
];

class Diagnostics extends View.withState({
  /** Sections that are open. @type {ReadonlySet<string>} */
  open: new Set(),
}) {
  static styles = styled(css`
    .section {
      border-block-start: 1px solid var(--line);
      padding-block: 0.375rem;
    }
  `);

  connectedCallback() {
    super.connectedCallback();
    if (this.isChosen) this.open = new Set(['diagnostics', 'tokens', 'updates']);
  }

  render() {
    const { t, app } = this;
    return html`<section class="pane" part="chart">
      <details
        id="diagnostics"
        ?open=${this.open.has('diagnostics')}
        @toggle=${this.#onToggle}
      >
        <summary class="title"><h2>${t.diagnostics.title}</h2></summary>
        ${
          this.open.has('diagnostics')
            ? html`<p class="claim">${t.diagnostics.claim}</p>
                ${SECTIONS.map(
                  (name) =>
                    html`<details
                      class="section"
                      id=${name}
                      ?open=${this.open.has(name)}
                      @toggle=${this.#onToggle}
                    >
                      <summary><h3>${t.diagnostics.sections[name]}</h3></summary>
                      ${this.open.has(name) ? renderView(name, app) : nothing}
                    </details>`,
                )}`
            : nothing
        }
      </details>
    </section>`;
  }

  #onToggle(/** @type {Event} */ event) {
    const { id, open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (this.open.has(id) === open) return;
    const now = new Set(this.open);
    if (open) now.add(id);
    else now.delete(id);
    this.open = now;
  }
}

define('gf-diagnostics', Diagnostics);
