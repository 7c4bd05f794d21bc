// SPDX-License-Identifier: MIT
// The views by the names that hosts know them by.
import { html, nothing } from 'lit';
import './components/compare.js';
import './components/files.js';
import './components/head.js';
import './components/heads.js';
import './components/keys.js';
import './components/ladder.js';
import './components/lens.js';
import './components/letters.js';
import './components/loss-chart.js';
import './components/presets.js';
import './components/run-bar.js';
import './components/said.js';
import './components/saved.js';
import './components/scrubber.js';
import './components/setup.js';
import './components/status.js';
import './components/strip.js';
import './components/walk.js';
import './components/write.js';

/** What `view` and `hide` name, in reading order. */
export const PARTS = /** @type {const} */ ([
  'run', 'time', 'presets', 'setup', 'strip', 'loss', 'heads', 'ladder', 'head',
  'walk', 'lens', 'said', 'letters', 'write', 'hood', 'compare', 'ways', 'files', 'saved', 'status',
  'keys',
]); // prettier-ignore
/** Parts that set or do something rather than show it. @type {string[]} */
export const CONTROLS = ['run', 'time', 'presets', 'setup', 'files', 'saved', 'keys'];
/** Side by side where there is room. */
export const ROW = ['loss', 'heads', 'ladder'];

/** @param {string} part @param {import('./app.js').App} app */
export function drawPart(part, app) {
  switch (part) {
    case 'run':
      return html`<gf-run-bar .app=${app}></gf-run-bar>`;
    case 'time':
      return html`<gf-scrubber .app=${app}></gf-scrubber>`;
    case 'presets':
      return html`<gf-presets .app=${app}></gf-presets>`;
    case 'setup':
      return html`<gf-setup .app=${app}></gf-setup>`;
    case 'strip':
      return html`<gf-strip .app=${app}></gf-strip>`;
    case 'loss':
      return html`<gf-loss-chart .app=${app}></gf-loss-chart>`;
    case 'heads':
      return html`<gf-heads .app=${app}></gf-heads>`;
    case 'ladder':
      return html`<gf-ladder .app=${app}></gf-ladder>`;
    case 'head':
      return html`<gf-head .app=${app}></gf-head>`;
    case 'lens':
      return html`<gf-lens .app=${app}></gf-lens>`;
    case 'said':
      return html`<gf-said .app=${app}></gf-said>`;
    case 'letters':
      return html`<gf-letters .app=${app}></gf-letters>`;
    case 'hood':
      // With 'ways' the page's and the frame's alone, for the size of the element.
      return customElements.get('gf-hood')
        ? html`<gf-hood .app=${app}></gf-hood>`
        : nothing;
    case 'walk':
      return html`<gf-walk .app=${app}></gf-walk>`;
    case 'write':
      return html`<gf-write .app=${app}></gf-write>`;
    case 'compare':
      return html`<gf-compare .app=${app}></gf-compare>`;
    case 'ways':
      // Only where the page brought it along.
      return customElements.get('gf-two-ways')
        ? html`<gf-two-ways .app=${app}></gf-two-ways>`
        : nothing;
    case 'files':
      return html`<gf-files .app=${app}></gf-files>`;
    case 'saved':
      return html`<gf-saved .app=${app}></gf-saved>`;
    case 'keys':
      return html`<gf-keys .app=${app}></gf-keys>`;
    default:
      return html`<gf-status .app=${app}></gf-status>`;
  }
}
