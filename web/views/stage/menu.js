// SPDX-License-Identifier: MIT
// What is done with the line and the picture besides looking: a small menu beside the text row.
import { html, nothing } from 'lit';

/** @typedef {import('./types.js').Stage} Stage */

export class Menu {
  #stage;
  isOpen = false;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  render() {
    const { t } = this.#stage;
    return html`<span class="opener" @keydown=${this.#onKey} @focusout=${this.#onLeave}>
      <button
        type="button"
        id="more"
        aria-label=${t.stage.more}
        aria-expanded=${this.isOpen}
        aria-controls="menu"
        @click=${() => this.#toggle(!this.isOpen)}
      >
        ⋯
      </button>
      ${
        this.isOpen
          ? html`<div class="menu" id="menu" role="group" aria-label=${t.stage.more}>
              ${this.#item('another', t.stage.another, () => this.#stage.app.selection.nextLine())}
            </div>`
          : nothing
      }
    </span>`;
  }

  /** @param {string} id @param {string} words @param {() => unknown} act */
  #item(id, words, act) {
    return html`<button
      type="button"
      id=${id}
      @click=${() => {
        this.#toggle(false);
        this.#stage.find('#more')?.focus();
        void act();
      }}
    >
      ${words}
    </button>`;
  }

  /** @param {boolean} isOpen */
  #toggle(isOpen) {
    this.isOpen = isOpen;
    this.#stage.requestUpdate();
  }

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.preventDefault();
    this.#toggle(false);
    this.#stage.find('#more')?.focus();
  };

  #onLeave = (/** @type {FocusEvent} */ event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    const box = /** @type {Node} */ (event.currentTarget);
    if (this.isOpen && !box.contains(to)) this.#toggle(false);
  };
}
