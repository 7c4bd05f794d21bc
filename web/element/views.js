// SPDX-License-Identifier: MIT
// The views by the names that hosts know them by.
import { html, nothing } from 'lit';
import '../views/compare/compare.js';
import '../views/export/files.js';
import '../views/attention/head.js';
import '../views/attention/heads.js';
import '../views/help/keys.js';
import '../views/samples/samples.js';
import '../views/logits/lens.js';
import '../views/weights/embeddings.js';
import '../views/loss/loss-chart.js';
import '../views/run/presets.js';
import '../views/run/run-bar.js';
import '../views/logits/attribution.js';
import '../views/export/stored-runs.js';
import '../views/snapshots/snapshots.js';
import '../views/run/setup.js';
import '../views/run/status.js';
import '../views/text/text.js';
import '../views/forward-pass/forward-pass.js';
import '../views/samples/write.js';

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

/** @param {string} part one of PARTS @param {import('../app/app.js').App} app */
export function drawPart(part, app) {
  const name = `gf-${NAMES[part] ?? part}`;
  // Some are only where the page brought them along, for the size of the element.
  if (!customElements.get(name)) return nothing;
  const raw = [`<${name} .app=`, `></${name}>`];
  return html((STRINGS[part] ??= Object.assign(raw, { raw })), app);
}
