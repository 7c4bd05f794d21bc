// SPDX-License-Identifier: MIT
// The slider over the text row, and the buttons that move what does not fit: a long text and
// many layers.
import { html, nothing } from 'lit';
import { pinnedIndex } from '../../state/selectors.js';
import { place } from './place.js';

/** @import { Stage } from './types.js' */
/** @import { Box } from './place.js' */

/** A button beside the columns, CSS pixels. */
const BUTTON_PX = 24;
/** With a finger. */
const TOUCH_PX = 44;
/** Beside the names of the layers. */
const FLOOR_PX = 66;
/** Share of the columns in sight that a button moves by. */
const PAGE = 0.7;

/** @param {Stage} stage @param {(event: KeyboardEvent) => void} onKey
 * @param {string} words what the slider says */
export function textRow(stage, onKey, words) {
  const { t, layout, state } = stage;
  if (!layout) return nothing;
  const pin = pinnedIndex(state);
  const { textTop: top, textHeight: height, x0, span, n } = layout;
  return html`<div
      class="cursor"
      role="slider"
      tabindex="0"
      aria-label=${t.stage.cursor(stage.units)}
      aria-describedby="cursor-keys"
      aria-valuemin="0"
      aria-valuemax=${n}
      aria-valuenow=${pin === null ? 0 : pin + 1}
      aria-valuetext=${words}
      @keydown=${onKey}
      ${place({ top, left: x0, width: span, height })}
    ></div>
    <p class="hidden" id="cursor-keys">${t.stage.keys}</p>
    ${stage.isTouch || layout.isCompact ? nothing : columnMovers(stage)}`;
}

/** Earlier and later columns: at the ends of the text row, below a
 * picture in line with the other tools. @param {Stage} stage */
export function columnMovers({ t, layout, isTouch, showFrom, units }) {
  if (!layout || layout.visible >= layout.n) return nothing;
  const { textTop, textHeight, x0, span, offset, visible, n, isRtl } = layout;
  const isBelow = isTouch || layout.isCompact;
  const page = Math.max(1, Math.round(visible * PAGE));
  const top = textTop + (textHeight - BUTTON_PX) / 2;
  const [left, right] = [x0 - BUTTON_PX - 1, x0 + span + 1];
  const ends = isRtl ? [right, left] : [left, right];
  const signs = isRtl ? ['›', '‹'] : ['‹', '›'];
  /** @param {number} k 0: earlier @returns {Box} */
  const box = (k) => (isBelow ? {} : { top, left: ends[k] });
  const earlier = () => showFrom(offset - page);
  const later = () => showFrom(offset + page);
  return html`${mover('earlier', t.stage.earlier(units), signs[0], offset === 0, earlier, box(0))}
  ${mover('later', t.stage.later(units), signs[1], offset + visible >= n, later, box(1))}`;
}

/** The layers above and below. @param {Stage} stage */
export function floorMovers({ t, layout, scene, isTouch, showFloor }) {
  if (!layout || !scene || layout.floors >= scene.L) return nothing;
  const { floor, floors, left, right, panes } = layout;
  const [lowest, highest] = [panes[0], panes[panes.length - 1]];
  const end = floor + floors >= scene.L;
  const up = () => showFloor(floor + 1);
  const down = () => showFloor(floor - 1);
  const size = isTouch ? TOUCH_PX : BUTTON_PX;
  const x = layout.isCompact ? right - size - 4 : left + FLOOR_PX;
  const above = { top: highest.top + 2, left: x };
  const below = { top: lowest.bottom - size - 2, left: x };
  return html`${mover('above', t.stage.above, '▴', end, up, above)}
  ${mover('below', t.stage.below, '▾', floor === 0, down, below)}`;
}

/** @param {string} id @param {string} label @param {string} sign @param {boolean} isEnd
 * @param {() => void} act @param {Box} box */
const mover = (id, label, sign, isEnd, act, box) =>
  html`<button
    type="button"
    class="move"
    id=${id}
    aria-label=${label}
    ?disabled=${isEnd}
    @click=${act}
    ${place(box)}
  >
    ${sign}
  </button>`;
