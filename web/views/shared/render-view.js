// SPDX-License-Identifier: MIT
// Views by name, as templates.
import { html, nothing } from 'lit';

/** Some views are only in the page and in frames, to keep the element small.
 * @param {string} name one of VIEWS */
export const isDefined = (name) => Boolean(customElements.get(`gf-${name}`));

/** Lit identifies a template by its array of strings. @type {Record<string, TemplateStringsArray>} */
const STRINGS = {};

/**
 * @param {string} name one of VIEWS @param {import('../../app/app.js').App} app
 * @param {'column' | 'panel' | 'fit'} [frame] where it stands, without a box of its own: beside
 *   the stage, behind a tab, or in a box of the host page that it does not outgrow
 */
export function renderView(name, app, frame) {
  if (!isDefined(name)) return nothing;
  const raw = [`<gf-${name} .app=`, ` frame=`, `></gf-${name}>`];
  const strings = (STRINGS[name] ??= Object.assign(raw, { raw }));
  return html(strings, app, frame ?? nothing);
}
