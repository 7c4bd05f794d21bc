// SPDX-License-Identifier: MIT
// Panels beside a <glass-former> are as light or dark as the page around them.
import { DARK, schemeOf, watchStyle } from './host-style.js';

/** @import { ReactiveController } from 'lit' */

/** Sets `data-scheme` of its host while it is in the document.
 * @implements {ReactiveController} */
export class SchemeAround {
  #host;
  #connection = new AbortController();

  /** @param {import('lit').LitElement} host its attribute `theme` goes first */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    const host = this.#host;
    const { signal } = (this.#connection = new AbortController());
    const read = () => {
      host.dataset.scheme = schemeOf(host, host.getAttribute('theme'));
      host.requestUpdate(); // the language of the page is one of its attributes, too
    };
    watchStyle(host, signal, read);
    matchMedia(DARK).addEventListener('change', read, { signal });
    read();
  }

  hostDisconnected() {
    this.#connection.abort();
  }
}
