// SPDX-License-Identifier: MIT
// Draws each view by its name.
import { html, nothing } from 'lit';
import '../views/compare/compare.js';
import '../views/export/export.js';
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

/** Lit identifies a template by its array of strings. @type {Record<string, TemplateStringsArray>} */
const STRINGS = {};

/** @param {string} part one of VIEWS @param {import('../app/app.js').App} app */
export function renderView(part, app) {
  const name = `gf-${part}`;
  // Some are only in the page and in frames, to keep the element small.
  if (!customElements.get(name)) return nothing;
  const raw = [`<${name} .app=`, `></${name}>`];
  return html((STRINGS[part] ??= Object.assign(raw, { raw })), app);
}
