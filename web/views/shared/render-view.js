// SPDX-License-Identifier: MIT
// Views by name, as templates.
import { html, nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

/** Views in files that are loaded when they are drawn. @type {Map<string, () => Promise<unknown>>} */
const later = new Map();

const isDefined = (/** @type {string} */ name) =>
  Boolean(customElements.get(`gf-${name}`));

/** Some views are only in the page and in frames, to keep the element small.
 * @param {string} name one of VIEWS, or of a part of one */
export const isOffered = (name) => isDefined(name) || later.has(name);

/** @param {readonly string[]} names @param {() => Promise<unknown>} load defines them */
export function offerLater(names, load) {
  for (const name of names) later.set(name, load);
}

class Offered extends AsyncDirective {
  /** @param {string} name @param {() => unknown} draw */
  render(name, draw) {
    if (isDefined(name)) return draw();
    this.draw = draw;
    void this.#load(name);
    return nothing;
  }

  /** @param {string} name */
  async #load(name) {
    // Where it cannot be loaded, its place stays empty; it is tried again with the next drawing.
    await later
      .get(name)?.()
      .catch(() => {});
    if (isDefined(name) && this.isConnected) this.setValue(this.draw?.());
  }
}

/** A view, or a part of one, once it is there; nothing in elements without it.
 * @type {(name: string, draw: () => unknown) => unknown} */
export const whereOffered = directive(Offered);

/** Lit identifies a template by its array of strings. @type {Record<string, TemplateStringsArray>} */
const STRINGS = {};

/**
 * @param {string} name one of VIEWS @param {import('../../app/app.js').App} app
 * @param {'column' | 'panel' | 'fit'} [frame] where it stands, without a box of its own: beside
 *   the stage, behind a tab, or in a box of the host page that it does not outgrow
 */
export function renderView(name, app, frame) {
  const raw = [`<gf-${name} .app=`, ` frame=`, `></gf-${name}>`];
  const strings = (STRINGS[name] ??= Object.assign(raw, { raw }));
  const draw = () => html(strings, app, frame ?? nothing);
  return isDefined(name) ? draw() : whereOffered(name, draw);
}

/** The code of what a card, a panel or a group of settings is about.
 * @param {string} place @param {import('../../app/app.js').App} app */
export const codeOf = (place, app) =>
  whereOffered('code', () => html`<gf-code .app=${app} .place=${place}></gf-code>`);
