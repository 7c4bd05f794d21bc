// SPDX-License-Identifier: MIT
// The tabs of a place of the screen, and the panel that is open: no other is in the document,
// so that the rest costs nothing. Which tabs there are: the definitions of the views.
import { html, nothing } from 'lit';
import { hasStage } from '../../state/places.js';
import { headNames } from '../../state/selectors.js';
import { LAYOUTS, OF_THE_LINE, OF_THE_MODEL, PANELS } from '../registry.data.js';
import { codeOf, isOffered, renderView } from '../shared/render-view.js';
import { movedInTabs } from '../shared/grid.js';
import { define, given, View } from '../shared/view.js';
import { inspectorStyles } from './style.js';
import { button } from '../shared/controls.js';

/** A panel opened below the fold begins here, in parts of the window: the line looked at
 * stays in sight above it. */
const PANEL_AT = 0.4;

class Inspector extends View {
  static unseen = true;
  static properties = given('app', 'shown');
  static styles = inspectorStyles;

  /** Whose tabs are drawn. @type {string | undefined} */ #place;

  constructor() {
    super();
    /** The views that the host page shows. @type {string[]} */
    this.shown = [];
  }

  /** Views inside are shown alone, see View.isChosen. */
  get view() {
    return this.state.panel;
  }

  /** The views of a tab. @param {string} panel */
  #viewsOf(panel) {
    const views = PANELS[this.state.place][panel] ?? [];
    return views.filter((name) => this.shown.includes(name) && isOffered(name));
  }

  get #tabs() {
    const { place } = this.state;
    return Object.keys(PANELS[place]).filter(
      (panel) => this.#viewsOf(panel).length > 0,
    );
  }

  render() {
    const { t } = this;
    const { place, panel } = this.state;
    const tabs = this.#tabs;
    const views = this.#viewsOf(panel);
    const isOpen = views.length > 0;
    const focusable = isOpen ? panel : tabs[0];
    const words = place === 'lab' ? t.screen.places.lab : t.screen.closer;
    return html`<div class="strip fades" ?hidden=${tabs.length < 2}>
        <h2 id="title">${words}</h2>
        <div role="tablist" aria-labelledby="title" @keydown=${this.#onKey}>
          ${tabs.map(
            (name) =>
              html`<button
                role="tab"
                id="tab-${name}"
                aria-selected=${isOpen && name === panel}
                aria-controls=${isOpen && name === panel ? 'panel' : nothing}
                tabindex=${name === focusable ? 0 : -1}
                @click=${() => void this.#choose(name)}
              >
                ${t.screen.tabs[name]}
              </button>`,
          )}
        </div>
        ${
          isOpen && this.#isClosable
            ? button(t.screen.close, () => void this.#close(), {
                id: 'close',
                kind: 'plain small',
              })
            : nothing
        }
      </div>
      ${
        isOpen
          ? html`<div
              class="panel ${views.length > 1 ? (LAYOUTS[panel] ?? '') : ''}"
              id="panel"
              role=${tabs.length < 2 ? 'region' : 'tabpanel'}
              aria-label=${t.screen.tabs[panel]}
            >
              ${OF_THE_LINE.includes(panel) ? renderView('line-strip', this.app) : nothing}
              ${this.#headsOff()}
              ${views.map(
                (name) =>
                  html`<div class="seat">
                    ${renderView(name, this.app, 'panel')} ${codeOf(name, this.app)}
                  </div>`,
              )}
            </div>`
          : nothing
      }`;
  }

  #headsOff() {
    const { ablated, panel } = this.state;
    if (ablated.length === 0 || !OF_THE_MODEL.includes(panel)) return nothing;
    return html`<p class="off">
      ${this.t.screen.headsOff(headNames(ablated))}
      ${button(this.t.ablation.allOn, () => void this.app.queries.allOn(), { kind: 'plain small' })}
    </p>`;
  }

  /** Elsewhere there is nothing else to see. */
  get #isClosable() {
    return hasStage(this.state.place);
  }

  updated() {
    this.toggleAttribute('open', this.find('#panel') !== null);
    const { place } = this.state;
    if (place === this.#place) return;
    this.#place = place;
    // The focus that came to a tab while the other place was left is of the one that is open.
    if (this.find('[role=tab]:focus')) this.find('[role=tab][tabindex="0"]')?.focus();
  }

  /** Opens a tab, or closes it where it is open. @param {string} panel */
  async #choose(panel) {
    if (panel === this.state.panel) {
      if (this.#isClosable) await this.#close();
      return;
    }
    const wasOpen = this.hasAttribute('open');
    this.app.selection.openPanel(panel);
    await this.updateComplete;
    if (this.#isClosable && !wasOpen) this.#reveal();
  }

  async #close() {
    const { panel } = this.state;
    this.app.selection.openPanel('');
    await this.updateComplete;
    this.find(`#tab-${panel}`)?.focus();
  }

  /** Scrolls until the panel is in sight, with the line looked at above it: the panel opens
   * below the fold, or as a sheet over the lower part of the window. */
  #reveal() {
    const { top } = this.getBoundingClientRect();
    const stage = this.parentElement?.querySelector('gf-stage');
    const isSheet = getComputedStyle(this).position === 'sticky';
    const from = isSheet ? (stage?.getBoundingClientRect().bottom ?? top) : top;
    const by = from - (isSheet ? top : PANEL_AT * innerHeight);
    const behavior = this.state.reducedMotion ? 'auto' : 'smooth';
    if (by > 0) scrollBy({ top: by, behavior });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const tabs = this.#tabs;
    const at = tabs.findIndex(
      (name) => `tab-${name}` === /** @type {HTMLElement} */ (event.target).id,
    );
    const n = at < 0 ? null : movedInTabs(event, at, tabs.length);
    if (n === null) return;
    const to = tabs[n];
    this.find(`#tab-${to}`)?.focus();
    if (this.hasAttribute('open')) this.app.selection.openPanel(to);
  }
}

define('gf-inspector', Inspector);
