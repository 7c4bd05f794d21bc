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
 * @param {'column' | 'panel'} [frame] where it stands on the screen: it draws no box of its own
 */
export function renderView(name, app, frame) {
  if (!isDefined(name)) return nothing;
  const raw = [`<gf-${name} .app=`, ` frame=`, `></gf-${name}>`];
  const strings = (STRINGS[name] ??= Object.assign(raw, { raw }));
  return html(strings, app, frame ?? nothing);
}
