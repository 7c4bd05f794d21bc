// SPDX-License-Identifier: MIT
// On phones: the line in rows, shares above the letters, what is lost below. No rivers.
import { html, nothing } from 'lit';
import { pinnedIndex } from '../../../state/selectors.js';
import { place } from '../place.js';
import { lostShare } from './findings.js';

/** @import { Stage } from '../types.js' */
/** @import { Findings } from './findings.js' */
/** @import { Words } from './sentence.js' */

/** Bars, CSS pixels: above for the largest share, below for the whole probability. */
const UP_PX = 52;
const DOWN_PX = 24;
const high = (/** @type {number} */ px) => place({ blockSize: Math.round(px) });
/** With a number, from this part of the largest share on. */
const NAMED_FROM = 0.2;

/** @param {Stage} stage @param {Words} words @param {Findings | null} findings
 * @param {{ onKey: (event: KeyboardEvent) => void, spoken: string, unit: string }} slider */
export function rows(stage, words, findings, { onKey, spoken, unit }) {
  const { scene, state, t } = stage;
  const pin = pinnedIndex(state);
  if (!scene) return nothing;
  return html`<div
      class="cursor cells ${scene.hasWords ? 'words' : ''}"
      role="slider"
      tabindex="0"
      aria-label=${t.stage.cursor([unit, unit])}
      aria-valuemin="0"
      aria-valuemax=${scene.n}
      aria-valuenow=${pin === null ? 0 : pin + 1}
      aria-valuetext=${spoken}
      @keydown=${onKey}
      @click=${(/** @type {Event} */ { target }) => {
        const cell = /** @type {HTMLElement} */ (target).closest('[data-i]');
        const i = Number(/** @type {HTMLElement | null} */ (cell)?.dataset.i ?? NaN);
        if (i >= 0) stage.app.selection.select({ pin: { i, j: null }, hover: null });
      }}
    >
      ${scene.tokens.map((text, i) => cell(words, findings, text, i, pin))}
    </div>
    <p class="look">${words.why.rows.note(unit)}</p>`;
}

/** @param {Words} words @param {Findings | null} findings @param {string} text
 * @param {number} i @param {number | null} pin */
function cell({ format }, findings, text, i, pin) {
  const token = findings?.tokens[i];
  const part = findings && token ? token.share / findings.most : 0;
  const lost = findings && token ? lostShare(findings, token) : 0;
  const kind = i === pin ? 'pinned' : pin !== null && i > pin ? 'later' : '';
  const strength = part > 0.5 ? 'strong' : part > NAMED_FROM ? 'some' : '';
  return html`<span class="cell ${kind} ${strength}" data-i=${i}>
    <span class="above">
      ${
        token && Math.abs(part) > NAMED_FROM
          ? html`<small
              >${format.signed(Number(token.share.toFixed(1))).replace(/0$/, '')}</small
            >`
          : nothing
      }
      <i class=${part < 0 ? 'down' : 'up'} ${high(Math.abs(part) * UP_PX)}></i>
    </span>
    <span class="letter">${text}</span>
    <span class="below"
      ><i class="down" ${high(Math.max(0, lost || 0) * DOWN_PX)}></i
    ></span>
  </span>`;
}
