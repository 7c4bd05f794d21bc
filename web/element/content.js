// SPDX-License-Identifier: MIT
// The content of <glass-former>: its poster, its views, or why there are none.
import { html, nothing } from 'lit';
import { attributeValue, shownViews, splitNames } from './attributes.js';
import { emptyScreen, screen } from './screen.js';
import { DIRECTION } from '../i18n/tags.js';
import { renderView } from '../views/shared/render-view.js';
import { ROW } from '../views/registry.data.js';
import '../views/help/keys.js';
import '../views/samples/samples.js';
import '../views/loss/loss-chart.js';
import '../views/stage/stage.js';
import '../views/run/status.js';

/** @import { App } from '../app/app.js' */
/** @import { Notice } from '../state/types.js' */
/** @typedef {import('lit').LitElement & { label: string, dropping: boolean, fit: boolean }} Host
 *   the element */

/** Errors that leave the element without an engine. */
const FATAL = ['no-wasm', 'no-wasm-csp'];

/** What the host page shows until there is a model. */
export const bare = () => html`<slot name="poster"><slot></slot></slot>`;

/** The same, with a button to start.
 * @param {string} lang @param {string} label
 * @param {() => void} begin */
export const poster = (lang, label, begin) =>
  html`<div class="poster pane" part="poster" lang=${lang}>
    ${bare()}
    <button type="button" class="primary" dir=${DIRECTION} @click=${begin}>
      ${label}
    </button>
  </div>`;

/** The screen, unless the host page has asked for views by name. @param {Host} element */
const isScreen = (element) => splitNames(attributeValue(element, 'view')).length === 0;

/** Before there is a model. @param {Host} element @param {unknown} poster */
export const before = (element, poster) =>
  isScreen(element) ? emptyScreen(poster) : poster;

/** @param {Host} element @param {App} app */
export function content(element, app) {
  const { notice, session, printing } = app.store.state;
  const isFatal = !session && FATAL.includes(notice?.code ?? '');
  if (isFatal && notice) return before(element, fallback(notice));
  const shown = shownViews(element);
  const dropping = element.dropping
    ? html`<div class="drop">${app.t.corpus.drop}</div>`
    : nothing;
  // Paper has room for all views.
  return isScreen(element) && !printing
    ? screen(element, app, shown, dropping)
    : views(element, app, shown, dropping);
}

/** @param {Notice} notice */
const fallback = ({ text, hint }) =>
  html`<div class="poster pane" part="poster status" role="alert">
    <p class="problem">${text} ${hint}</p>
    <slot name="fallback">${bare()}</slot>
  </div>`;

/** @param {Host} element @param {App} app @param {string[]} shown @param {unknown} dropping */
function views(element, app, shown, dropping) {
  const row = ROW.filter((part) => shown.includes(part));
  // Paper is as long as it needs to be.
  const frame = element.fit && !app.store.state.printing ? 'fit' : undefined;
  const draw = (/** @type {string} */ part) =>
    part !== row[0]
      ? row.includes(part)
        ? nothing
        : renderView(part, app, frame)
      : html`<div class="row-a n${row.length}">
          ${row.map((each) => renderView(each, app, frame))}
        </div>`;
  const label = attributeValue(element, 'label');
  const bar = shown.includes('run') ? ['run', 'notice', 'run-notes'] : ['notice'];
  const parts = [...bar, ...shown.filter((part) => part !== 'run')];
  return html`
    <div
      class="app"
      part="app"
      lang=${app.lang}
      dir=${DIRECTION}
      role=${label ? 'region' : nothing}
      aria-label=${label || nothing}
    >
      ${shown.includes('setup') ? nothing : problem(app)} ${parts.map(draw)} ${dropping}
    </div>
  `;
}

/** That of a text is shown even where texts are not chosen. @param {App} app */
function problem({ store: { state } }) {
  const { textProblem } = state;
  return textProblem
    ? html`<p class="pane problem" role="alert">
        ${textProblem.text} ${textProblem.hint ?? ''}
      </p>`
    : nothing;
}
