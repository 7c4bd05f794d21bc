// SPDX-License-Identifier: MIT
// The width of an element, and the height that a box of the host page leaves it. It updates when
// either changes.
import { scaleOf } from '../../draw/pointer.js';

/** Pictures are no lower than this, CSS pixels: the view scrolls instead. */
const LEAST_PX = 140;
/** Below a picture. */
const FOOT_PX = 8;

/** The view, or the half of a panel, around an element that has to fit its box.
 * @param {Element} element @returns {HTMLElement | null} */
function fittedView(element) {
  const view = element.closest('[frame="fit"], .seat');
  if (view) return /** @type {HTMLElement} */ (view);
  const { host } = /** @type {ShadowRoot} */ (element.getRootNode());
  return host ? fittedView(host) : null;
}

/** A controller of Lit: https://lit.dev/docs/composition/controllers/ */
export class HostWidth {
  #host;
  /** @type {ResizeObserver | undefined} */ #observer;
  /** @type {HTMLElement | null} */ #view = null;
  /** CSS pixels; 0 before it is known. */
  #width = 0;
  #height = 0;

  /** @param {import('lit').LitElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  get width() {
    return this.#width || this.#host.clientWidth;
  }

  /** Of the box, 0 without one. CSS pixels */
  get height() {
    return this.#height;
  }

  /** From the top of a part of it to the bottom of the box; Infinity where it may be as high
   * as it likes. In a box reading it forces a layout. @param {Element} [part] */
  heightFor(part = this.#host) {
    const view = fittedView(this.#host);
    if (view && view !== this.#view) this.#observer?.observe(view);
    this.#view = view;
    // A seat is no box of its own where the halves stand one under the other.
    if (!view?.clientHeight) return Infinity;
    const box = view.getBoundingClientRect();
    const above = (part.getBoundingClientRect().top - box.top) / scaleOf(view, box).y;
    return Math.max(LEAST_PX, view.clientHeight - above - view.scrollTop - FOOT_PX);
  }

  hostConnected() {
    this.#observer = new ResizeObserver(() => {
      const width = this.#host.clientWidth;
      const height = this.#view?.clientHeight ?? 0;
      if (width === this.#width && height === this.#height) return;
      this.#width = width;
      this.#height = height;
      // An answer in this frame may change the size again: an error of the page.
      requestAnimationFrame(() => this.#host.requestUpdate());
    });
    this.#observer.observe(this.#host);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
    this.#view = null;
  }
}
