// SPDX-License-Identifier: MIT
// The screen, which is <glass-former> without `view`: the stage between text and model on one
// side and loss and samples on the other, a bar above, tabs below. screen-style.js has the
// measures; what stands in which tab, each view says itself (web/views/define-view.js).
import { html, nothing } from 'lit';
import { attributeValue } from './attributes.js';
import { hasStage } from '../state/places.js';
import { DIRECTION } from '../i18n/tags.js';
import { PLACES } from '../views/registry.data.js';
import { renderView } from '../views/shared/render-view.js';
import { toTop } from '../views/shared/to-top.js';
import '../views/inspector/inspector.js';
import '../views/run/model-choice.js';
import '../views/run/notice.js';
import '../views/run/run-notes.js';
import '../views/run/text-choice.js';
import '../views/run/run-bar.js';

/** @import { App } from '../app/app.js' */

/** Elements of the columns beside the stage, and the views they stand for; '': it belongs to
 * the stage. */
const COLUMNS = {
  left: { 'text-choice': 'setup', 'model-choice': 'setup' },
  right: { sum: '', loss: 'loss', samples: 'samples' },
};

/** What the page fills in itself: its name, its menu, its lessons.
 * @param {Element} element @param {'mark' | 'menu' | 'learn'} slot */
const isFilled = (element, slot) =>
  [...element.children].some((child) => child.slot === slot);

/** The bar and the ground of the screen before there is a model.
 * @param {unknown} content */
export const emptyScreen = (content) =>
  html`<div class="screen empty" part="app">
    <div class="bar">
      <slot name="mark"></slot>
      <slot name="menu"></slot>
    </div>
    <div class="center">${content}</div>
  </div>`;

/** @param {import('lit').LitElement & { label: string }} element @param {App} app
 * @param {string[]} shown views @param {unknown} dropping what is drawn over it */
export function screen(element, app, shown, dropping) {
  const { t } = app;
  const { place, guide } = app.store.state;
  // What the page puts in keeps the direction of the page.
  const dir = getComputedStyle(element).direction;
  // In a frame of another page there may be room for the stage only.
  const isPart = parent !== window && !isFilled(element, 'menu');
  /** @param {'left' | 'right'} side @param {string} label */
  const column = (side, label) => {
    const views = Object.entries(COLUMNS[side]).flatMap(([name, view]) =>
      !view || shown.includes(view) ? [name] : [],
    );
    return place === 'lab' || views.length === 0
      ? nothing
      : html`<section class=${side} aria-label=${label}>
          ${views.map((name) => renderView(name, app, 'column'))}
        </section>`;
  };
  const label = attributeValue(element, 'label');
  const places = PLACES.filter(
    (each) => each !== 'learn' || isFilled(element, 'learn'),
  );
  return html`<div
    class="screen app"
    part="app"
    lang=${app.lang}
    dir=${DIRECTION}
    role=${label ? 'region' : nothing}
    aria-label=${label || nothing}
    data-place=${place}
    data-part=${isPart}
    data-guide=${guide?.step || nothing}
    @keyup=${uncover}
  >
    ${hasStage(place) ? skipLink(element, app) : nothing}
    ${
      shown.includes('run')
        ? html`<gf-run .app=${app} frame="column">
            <slot name="mark" slot="mark" dir=${dir}></slot>
            ${placesNav(element, app, places)}
            <slot name="menu" slot="menu" dir=${dir}></slot>
          </gf-run>`
        : nothing
    }
    ${
      place === 'learn'
        ? html`<div class="learn"><slot name="learn" dir=${dir}></slot></div>`
        : column('left', t.screen.textAndModel)
    }
    ${
      hasStage(place)
        ? html`<div class="center" id="model" tabindex="-1">
            ${renderView('stage', app, 'column')}
          </div>`
        : nothing
    }
    ${column('right', t.screen.lossAndSamples)}
    ${guide?.step ? html`<gf-minute .app=${app}></gf-minute>` : nothing}
    <gf-inspector .app=${app} .shown=${shown}></gf-inspector>
    ${renderView('run-notes', app, 'column')}
    ${isPart ? wholeLink(app) : placesNav(element, app, places, true)}
    ${renderView('notice', app)} ${renderView('status', app)} ${renderView('keys', app)}
    ${dropping}
  </div>`;
}

/** Space between the sheet and what has the focus. */
const SPACE_PX = 8;

/** What a key brings the focus to behind the sheet at the lower edge of the window scrolls out
 * above it. Not by the page's scroll-padding: that moves the page with every focus within the sheet.
 * @param {KeyboardEvent} event */
function uncover(event) {
  const path = event.composedPath();
  const box = /** @type {Element} */ (path[0]).getBoundingClientRect();
  const screen = /** @type {Element} */ (event.currentTarget);
  for (const sheet of screen.querySelectorAll('.learn, gf-inspector, gf-minute')) {
    const { left, right, top, bottom } = sheet.getBoundingClientRect();
    const isSheet = getComputedStyle(sheet).position === 'sticky';
    const isBehind =
      box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    if (isSheet && isBehind && !path.includes(sheet))
      scrollBy(0, box.bottom + SPACE_PX - top);
  }
}

/** Past the bar and the columns. @param {HTMLElement} element @param {App} app */
const skipLink = ({ shadowRoot }, app) =>
  html`<a
    class="skip"
    href="#model"
    @click=${(/** @type {Event} */ event) => {
      event.preventDefault();
      /** @type {HTMLElement | null | undefined} */ (
        shadowRoot?.querySelector('#model')
      )?.focus();
    }}
    >${app.t.screen.skip}</a
  >`;

/** The same in a window of its own. @param {App} app */
function wholeLink(app) {
  const url = new URL(location.href);
  url.hash = app.link;
  return html`<a class="whole" href=${url.href} target="_blank" rel="noopener"
    >${app.t.screen.whole}</a
  >`;
}

/** @param {import('lit').LitElement} element @param {App} app
 * @param {import('../state/places.js').Place} place */
async function openPlace(element, app, place) {
  app.selection.openPlace(place);
  await element.updateComplete;
  toTop(element);
}

/** In the bar, and on a phone at the foot of the window; one of the two is shown.
 * @param {import('lit').LitElement} element @param {App} app
 * @param {readonly import('../state/places.js').Place[]} places
 * @param {boolean} [isFoot] */
const placesNav = (element, app, places, isFoot = false) =>
  html`<nav
    class=${isFoot ? 'places foot' : 'places'}
    slot=${isFoot ? nothing : 'places'}
    aria-label=${app.t.screen.label}
  >
    ${places.map(
      (place) =>
        html`<button
          data-place=${place}
          aria-current=${place === app.store.state.place ? 'page' : nothing}
          @click=${() => openPlace(element, app, place)}
        >
          ${app.t.screen.places[place]}
        </button>`,
    )}
  </nav>`;
