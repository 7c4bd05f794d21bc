// SPDX-License-Identifier: MIT
// The characters of a vocabulary as keys to press: one stop of Tab, arrows go from key to key.
import { html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { movedInList } from '../shared/grid.js';

const isLetter = (/** @type {string} */ c) => /\p{L}/u.test(c);
const isCapital = (/** @type {string} */ c) => c !== c.toLowerCase();
/** Letters by the alphabet, then blanks, then what is neither. @param {string} c */
const groupOf = (c) => (isLetter(c) ? 0 : /\s/.test(c) ? 1 : 2);

/** @param {readonly string[]} vocabulary @param {string} lang
 * @returns {{ small: string[], capitals: string[] }} capitals are on keys of their own */
export function keysOf(vocabulary, lang) {
  const sorted = [...vocabulary].sort(
    (a, b) => groupOf(a) - groupOf(b) || a.localeCompare(b, lang),
  );
  return {
    small: sorted.filter((c) => !isCapital(c)),
    capitals: sorted.filter(isCapital),
  };
}

/** @param {KeyboardEvent} event of the keys */
function move(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const all = [...group.querySelectorAll('button')];
  const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const goal = movedInList(event, at, all.length);
  if (goal === null) return;
  for (const [n, key] of all.entries()) key.tabIndex = n === goal ? 0 : -1;
  all[goal].focus();
}

/**
 * @param {object} keys @param {string[]} keys.shown @param {string[]} keys.tried
 * @param {string} keys.label @param {(c: string) => unknown} keys.press
 * @param {{ label: string, isOn: boolean, turn: () => unknown } | null} keys.shift
 */
export const keyTable = ({ shown, tried, label, press, shift }) =>
  html`<div class="keys" role="group" aria-label=${label} @keydown=${move}>
    ${shown.map(
      (c, n) =>
        html`<button
          type="button"
          class="small"
          tabindex=${n === 0 ? 0 : -1}
          aria-disabled=${tried.includes(c) ? 'true' : nothing}
          @click=${() => press(c)}
        >
          ${visible(c)}
        </button>`,
    )}
    ${
      shift
        ? html`<button
            type="button"
            class="small"
            id="capitals"
            tabindex="-1"
            aria-label=${shift.label}
            title=${shift.label}
            aria-pressed=${shift.isOn}
            @click=${shift.turn}
          >
            ⇧
          </button>`
        : nothing
    }
  </div>`;
