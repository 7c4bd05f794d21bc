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
import { styled } from '../shared/style.js';
import './profiler.js';
import './head-comparison.js';
import './tokens.js';
import './updates.js';
import { define, View } from '../shared/view.js';

/** In reading order. @type {[string, (app: import('../../app/app.js').App) => unknown][]} */
const SECTIONS = [
  ['tokens', (app) => html`<gf-tokens .app=${app}></gf-tokens>`],
  ['updates', (app) => html`<gf-updates .app=${app}></gf-updates>`],
  ['histograms', (app) => html`<gf-histograms .app=${app}></gf-histograms>`],
  ['health', (app) => html`<gf-health .app=${app}></gf-health>`],
  ['single-update', (app) => html`<gf-single-update .app=${app}></gf-single-update>`],
  ['neurons', (app) => html`<gf-neurons .app=${app}></gf-neurons>`],
  [
    'head-comparison',
    (app) => html`<gf-head-comparison .app=${app}></gf-head-comparison>`,
  ],
  ['position-loss', (app) => html`<gf-position-loss .app=${app}></gf-position-loss>`],
  ['patching', (app) => html`<gf-patching .app=${app}></gf-patching>`],
  ['dropout', (app) => html`<gf-dropout .app=${app}></gf-dropout>`],
  ['cache', (app) => html`<gf-cache .app=${app}></gf-cache>`],
  ['profiler', (app) => html`<gf-profiler .app=${app}></gf-profiler>`],
];

class Diagnostics extends View {
  static properties = View.withState('open');
  static styles = styled(css`
    .section {
      border-block-start: 1px solid var(--line);
      padding-block: 0.375rem;
    }
    summary h2,
    summary h3 {
      display: inline;
      color: var(--ink);
    }
  `);

  constructor() {
    super();
    /** Sections that are open. @type {ReadonlySet<string>} */
    this.open = new Set();
  }

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
                  ([name, draw]) =>
                    html`<details
                      class="section"
                      id=${name}
                      ?open=${this.open.has(name)}
                      @toggle=${this.#onToggle}
                    >
                      <summary><h3>${t.diagnostics.sections[name]}</h3></summary>
                      ${this.open.has(name) ? draw(app) : nothing}
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
