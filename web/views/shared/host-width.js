// SPDX-License-Identifier: MIT
// The width of an element, which updates when it changes.

/** A controller of Lit: https://lit.dev/docs/composition/controllers/ */
export class HostWidth {
  #host;
  /** @type {ResizeObserver | undefined} */ #observer;
  /** CSS pixels; 0 before it is known. */
  #width = 0;

  /** @param {import('lit').LitElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  get width() {
    return this.#width || this.#host.clientWidth;
  }

  hostConnected() {
    this.#observer = new ResizeObserver(() => {
      const width = this.#host.clientWidth;
      if (width === this.#width) return;
      this.#width = width;
      this.#host.requestUpdate();
    });
    this.#observer.observe(this.#host);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
  }
}
