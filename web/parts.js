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

/** Elements that are not called as their part is. @type {Record<string, string>} */
const NAMES = {
  run: 'run-bar',
  time: 'scrubber',
  loss: 'loss-chart',
  ways: 'two-ways',
};

/** Lit knows a template by its array of strings. @type {Record<string, TemplateStringsArray>} */
const STRINGS = {};

/** @param {string} part one of PARTS @param {import('./app.js').App} app */
export function drawPart(part, app) {
  const name = `gf-${NAMES[part] ?? part}`;
  // Some are only where the page brought them along, for the size of the element.
  if (!customElements.get(name)) return nothing;
  const raw = [`<${name} .app=`, `></${name}>`];
  return html((STRINGS[part] ??= Object.assign(raw, { raw })), app);
}
