// SPDX-License-Identifier: MIT
// Lit needs a document while it is imported, and servers that render pages have none.
// The bundler replaces the globals of these names with the exports of this module.
// They stay inside the bundle: other code on that server must not take it for a browser.

export const {
  HTMLElement = class {},
  customElements = { get() {}, define() {} },
  document = {
    createTreeWalker: () => ({}),
    createElement: () => ({}),
    createComment: () => '',
  },
} = globalThis;
