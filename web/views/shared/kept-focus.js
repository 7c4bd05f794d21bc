// SPDX-License-Identifier: MIT
// Who works with keys is never left nowhere: a button that is switched off keeps the focus until it
// is left, and the focus of what goes away moves to what comes next, or else to what came before.

/** @import { LitElement, ReactiveController } from 'lit' */

/** All elements, each after what is in its shadow root.
 * @param {Element | DocumentFragment} root @returns {HTMLElement[]} */
const allIn = (root) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('*'))].flatMap(
    (each) => (each.shadowRoot ? [...allIn(each.shadowRoot), each] : [each]),
  );

/** Whether it takes the focus. Fields are not asked: on a phone they open a keyboard.
 * @param {HTMLElement} element */
function takes(element) {
  if (element.tabIndex < 0 || element.matches('input, select, textarea')) return false;
  element.focus({ preventScroll: true });
  return element.matches(':focus');
}

/** @param {Node} root @param {Element[]} before what went away, in its order */
function focusAfter(root, before) {
  if (!(root instanceof ShadowRoot)) return;
  const all = allIn(root);
  const at =
    all.indexOf(/** @type {any} */ (before.findLast((e) => e.isConnected))) + 1;
  if ([...all.slice(at), ...all.slice(0, at).reverse()].some(takes)) return;
  focusAfter(root.host.getRootNode(), [root.host]);
}

/** @implements {ReactiveController} */
export class KeptFocus {
  #host;
  /** What stands before what has the focus, and that. @type {Element[]} */ #before =
    [];
  /** Switched off, with the focus. @type {HTMLButtonElement | null} */ #held = null;

  /** @param {LitElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  #refuse = (/** @type {Event} */ event) => {
    if (event.currentTarget !== this.#held) return;
    event.stopPropagation();
    event.preventDefault();
  };

  /** As its template has it. */
  #release = () => {
    if (!this.#held) return;
    this.#held.ariaDisabled = null;
    this.#held.disabled = true;
    this.#held = null;
  };

  hostUpdate() {
    this.#release();
    const root = /** @type {ShadowRoot} */ (this.#host.renderRoot);
    const { activeElement } = root;
    const all = activeElement ? [...root.querySelectorAll('*')] : [];
    this.#before = all.slice(0, all.findIndex((e) => e === activeElement) + 1);
  }

  hostUpdated() {
    const focused = this.#before.at(-1);
    if (!focused) return;
    if (!focused.isConnected) focusAfter(this.#host.renderRoot, this.#before);
    if (!(focused instanceof HTMLButtonElement && focused.disabled)) return;
    this.#held = focused;
    focused.disabled = false;
    focused.ariaDisabled = 'true';
    focused.addEventListener('blur', this.#release);
    focused.addEventListener('click', this.#refuse, true);
  }
}
