// SPDX-License-Identifier: MIT
// The heads at the edge of their pane: a thumbnail of the attention, the name, what the head does,
// and a switch. As templates, and as pixels.
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { headOffset, reach } from '../../draw/attention.js';
import { inksOf, isNew } from '../../draw/canvas.js';
import { sized } from '../../draw/matrix.js';
import { hexPixel } from '../../draw/palette.js';
import { layerName, markWords } from '../../i18n/descriptions.js';
import { patternOf } from '../../queries/head-history.js';
import { headName, isAblated, shownHeadReport } from '../../state/selectors.js';
import { buildingsOf } from './layout.js';
import { hueOf } from './lines.js';
import { place } from './place.js';

/** @import { LineActivations } from '../../state/types.js' */
/** @import { View } from '../shared/view.js' */
/** @import { Building, Layout } from './layout.js' */
/** @import { Stage } from './types.js' */

/** Of heads that have not been scored. */
const UNKNOWN = '…';
/** More heads get small cards without words and switches. */
const MOST_WITH_WORDS = 4;
/** Lower cards, in CSS pixels a head, have smaller thumbnails, then one line; still lower ones
 * no words. */
const LOW_PX = 44;
const SLIM_PX = 34;
const TIGHT_PX = 24;
/** Two rows of cards without room for switches; of lower ones the names in one row. */
const TINY_PX = 76;
/** Where heads stand inside their pane, and their names in a picture. */
const PLACE_PX = { inset: 4, width: 134, name: 12 };
/** Rows of small cards, of so many each, have room for names from this height. */
const ROW_OF_CARDS = { named: 38, heads: 4 };

/** @param {number} height of the pane, CSS pixels @param {number} heads */
function cardSize(height, heads) {
  const rows = Math.ceil(heads / ROW_OF_CARDS.heads);
  if (heads > MOST_WITH_WORDS)
    return height < rows * ROW_OF_CARDS.named ? 'mini bare' : 'mini';
  if (height < 2 * TIGHT_PX) return 'mini named';
  if (height < TINY_PX) return 'tight tiny';
  if (height < TIGHT_PX * heads) return 'tight';
  if (height < SLIM_PX * heads) return 'slim';
  return height < LOW_PX * heads ? 'low' : '';
}

/** Where the heads of each attention stand. @param {Building} building */
function headBoxes({ bands, panes, right }) {
  const { inset, width } = PLACE_PX;
  const left = right - inset - width;
  return bands.map((band) => {
    const pane = panes[band.pane];
    const own = bands.filter((other) => other.pane === band.pane);
    const height = (pane.bottom - pane.top - 2 * inset) / own.length;
    // From below, as the bands are.
    const k = own.length - 1 - own.indexOf(band);
    const top = pane.top + inset + k * height;
    return { attention: band.index, box: { left, top, height, width } };
  });
}

/** Where the heads in sight stand. @param {Layout} layout */
export const headPlaces = (layout) => buildingsOf(layout).flatMap(headBoxes);

/** All heads in sight. @param {Stage} stage @param {Layout} layout */
export function headsInPanes(stage, layout) {
  const { activations: look, state, t } = stage;
  if (!look || look.H === 0) return [];
  const { session, ablated, isolated, guide } = state;
  // Most answers change thumbnails alone.
  const seen = [layout, t, session, ablated, isolated, guide, shownHeadReport(state)];
  return guard(seen, () =>
    headPlaces(layout).map(({ attention, box }) =>
      headCards(stage, look, attention, cardSize(box.height, look.H), box),
    ),
  );
}

/** Names and words of the heads, for a picture; of few heads only.
 * @param {Stage} stage @param {Layout} layout
 * @returns {import('./picture.js').Label[]} */
export function headNames(stage, layout) {
  const { activations: look } = stage;
  if (!look || layout.isCompact || look.H > MOST_WITH_WORDS) return [];
  return headPlaces(layout).flatMap(({ attention: layer, box }) =>
    Array.from({ length: look.H }, (_, head) => ({
      text: `${headName({ layer, head })} ${headWords(stage, look, layer, head)}`,
      left: box.left + PLACE_PX.name,
      top: box.top + ((head + 0.5) * box.height) / look.H,
      kind: '',
    })),
  );
}

/**
 * The heads of one layer.
 * @param {View} view @param {LineActivations} look @param {number} layer
 * @param {string} size classes @param {import('./place.js').Box} box
 */
export function headCards(view, look, layer, size, box) {
  const label = view.t.stage.headsOf(layerName(view, look, layer));
  return html`<div class="heads ${size}" role="group" aria-label=${label} ${place(box)}>
    ${Array.from({ length: look.H }, (_, head) => headCard(view, look, layer, head))}
  </div>`;
}

/** @param {View} view @param {LineActivations} look @param {number} l @param {number} h */
function headCard(view, look, l, h) {
  const { t, state, app } = view;
  const on = !isAblated(state.ablated, l, h);
  const { isolated, guide } = state;
  const ringed = guide?.step === 3 && isAblated([guide.head], l, h);
  const alone = isolated?.layer === l && isolated.head === h;
  const name = headName({ layer: l, head: h });
  const says = on ? headWords(view, look, l, h) : t.badges.off;
  const kinds = `card ${hueOf(h)} ${on ? '' : 'off'} ${ringed ? 'ringed' : ''}`;
  return html`<div class=${kinds} data-layer=${l} data-head=${h}>
    <button
      type="button"
      class="lines"
      aria-pressed=${alone}
      title=${t.stage.lines(name)}
      @click=${() => app.selection.isolate(l, h)}
    >
      <canvas class="thumb" aria-hidden="true"></canvas>
      <span class="name"><b>${name}</b> <span class="says">${says}</span></span>
      <span class="hidden">${t.stage.linesAlone}</span>
    </button>
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked=${on}
      aria-label=${t.stage.isOn(name)}
      @click=${() => void app.queries.toggleHead(l, h)}
    >
      <i></i>
    </button>
  </div>`;
}

/** A pattern is named from this score on, if chance gives half of it at most. */
const LEAST_SCORE = 0.25;

/**
 * What a head does on validation text: its nearest pattern, if it has one. A mean distance is none.
 * @param {View} view @param {LineActivations} look @param {number} l @param {number} h
 */
export function headWords(view, look, l, h) {
  const { t, format, state } = view;
  const report = shownHeadReport(state)?.heads[l * look.H + h];
  if (!report) return UNKNOWN;
  const mark = patternOf(report);
  const isNamed = mark.score >= LEAST_SCORE && mark.score >= 2 * mark.chance;
  if (isNamed && mark.pattern === 'back')
    return t.stage.back(format.integer(mark.offset));
  return isNamed ? markWords(view, mark).pattern : t.badges.none;
}

// ------------------------------------------------------------------ thumbnails

/** Opacity of a weight: small ones are lifted. */
const LIFT = 0.55;
const LEVELS = 1024;
/** Opacity, 0 … 255, by weight. */
const OPACITY = Uint8Array.from({ length: LEVELS + 1 }, (_, k) =>
  Math.round(255 * (k / LEVELS) ** LIFT),
);
/** The row looked at gets at least this much of the full opacity. */
const BAND = 0.2;
/** Longer lines are drawn in blocks, by the largest weight of each. */
const MOST_CELLS = 64;

/** Those of all cards in the document. @param {Stage} stage */
export function drawThumbnails(stage) {
  const { activations, focused, scene, state } = stage;
  if (!activations) return;
  const ink = inksOf(stage, state.scheme);
  const cards = stage.renderRoot.querySelectorAll('.card');
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (cards)) {
    const [layer, head] = [Number(card.dataset.layer), Number(card.dataset.head)];
    const canvas = /** @type {HTMLCanvasElement} */ (card.querySelector('.thumb'));
    const { queryStream } = activations.attentions[layer];
    const row = queryStream === 'main' ? focused : null;
    const on = scene?.isOn(layer, head) ?? true;
    drawThumbnail(canvas, activations, layer, head, on, ink(hueOf(head)), row);
  }
}

/**
 * Rows are queries, columns keys; the row looked at is a band.
 * @param {HTMLCanvasElement} canvas @param {LineActivations} look
 * @param {number} l @param {number} h @param {boolean} on
 * @param {string} colour "#rrggbb" @param {number | null} focus the row looked at
 */
export function drawThumbnail(canvas, look, l, h, on, colour, focus) {
  if (!isNew(canvas, look, l, h, on, colour, focus)) return;
  const { queries, keys } = look.attentions[l];
  const block = Math.ceil(Math.max(queries.length, keys.length, 1) / MOST_CELLS);
  const rows = Math.ceil(queries.length / block);
  const columns = Math.ceil(keys.length / block);
  const { image, context } = sized(canvas, columns, rows) ?? {};
  if (!image) return;
  const pixels = new Uint32Array(image.data.buffer).fill(0);
  const rgb = hexPixel(colour) & 0xffffff;
  const start = headOffset(look, l, h);
  for (let i = 0; i < queries.length; i++) {
    const row = Math.floor(i / block) * columns;
    const isBand = i === focus;
    const end = on ? reach(look, l, i) : 0;
    for (let j = 0; j < end; j++) {
      const weight = look.attention[start + i * look.T + j];
      const alpha = OPACITY[Math.round(weight * LEVELS)];
      const shown = isBand ? Math.round(255 * BAND + (1 - BAND) * alpha) : alpha;
      const at = row + Math.floor(j / block);
      if (shown > pixels[at] >>> 24) pixels[at] = ((shown << 24) | rgb) >>> 0;
    }
  }
  context?.putImageData(image, 0, 0);
}
