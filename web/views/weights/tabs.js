// SPDX-License-Identifier: MIT
// A row of tabs after the ARIA authoring practices: one tab stop, arrows select.
import { html } from 'lit';
import { movedInTabs } from '../shared/grid.js';

/**
 * Their panel has `role="tabpanel"` and `id="panel"`.
 * @param {string} label @param {string[]} names @param {number} current
 * @param {(n: number) => void} pick
 */
export function tabs(label, names, current, pick) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const n = movedInTabs(event, current, names.length);
    if (n === null) return;
    pick(n);
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement} */ (list.children[n]).focus();
  };
  return html`<div class="row" role="tablist" aria-label=${label} @keydown=${onKey}>
    ${names.map(
      (name, n) =>
        html`<button
          class="small"
          role="tab"
          id="tab${n}"
          aria-controls="panel"
          aria-selected=${n === current}
          tabindex=${n === current ? 0 : -1}
          @click=${() => pick(n)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}
