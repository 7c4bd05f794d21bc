// SPDX-License-Identifier: MIT
// A row of tabs after the ARIA authoring practices: one tab stop, arrows select.
import { html } from 'lit';

/**
 * Their panel has `role="tabpanel"` and `id="panel"`.
 * @param {string} label @param {string[]} names @param {number} current
 * @param {(n: number) => void} pick
 */
export function tabs(label, names, current, pick) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const wanted = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: names.length - 1,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const n = (wanted + names.length) % names.length;
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
