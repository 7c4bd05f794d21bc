// SPDX-License-Identifier: MIT
// One head, large: pixels, axes, cross hair, and a grid for the keyboard. Row r and column c of
// the picture show cell (i, j) of the head, query i and key j; transposed, cell (j, i).
import { css, html, nothing } from 'lit';
import {
  chance,
  isAllowed,
  lookedAt,
  readsAt,
  strongest,
} from '../../draw/attention.js';
import {
  GUTTER_PX,
  cellAt,
  drawFrame,
  fit,
  keepInView,
  naturalCell,
} from '../../draw/frame.js';
import { scaleOf, selectedHead, valueAt } from './head-modes.js';
import { drawRaster, hexPixel } from '../../draw/matrix.js';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { pixelTable } from '../../draw/palette.js';
import { TouchPreview } from '../shared/touch.js';
import { visible } from '../../i18n/format.js';
import { distance, short } from '../../i18n/descriptions.js';
import { TOKENS } from '../../draw/theme.js';
import { pointIn } from '../../draw/pointer.js';
import { NOTCH, Zoom } from './zoom.js';
import { clamp, gridOfOne, isPress, moved, placeAt } from '../shared/grid.js';
import { HostWidth } from '../shared/host-width.js';
import { styled } from '../shared/style.js';
import { CELL, define, keys, View } from '../shared/view.js';

/** @typedef {import('../../state/types.js').LineActivations} Look */
/** @typedef {import('./head-modes.js').HeadValues} HeadValues */
/** @typedef {{ i: number, j: number }} Cell */

const MAP_PX = 72;
/** The names of the axes, above the picture. */
const AXES_PX = 22;

export class Matrix extends View {
  static watch = keys(...CELL, 'sqrtScale', 'showing', 'answers');
  static properties = View.withState('at');
  static styles = styled(css`
    .figure {
      position: relative;
      touch-action: pan-y;
    }
    .figure > canvas {
      position: absolute;
      border: 0;
    }
    .raster {
      image-rendering: pixelated;
      cursor: crosshair;
    }
    .frame {
      inset: 0;
      pointer-events: none;
    }
    .focus {
      position: absolute;
      pointer-events: none;
    }
    .focus:focus-visible {
      outline: 3px solid var(--pin);
      outline-offset: 0;
    }
    .axes {
      display: flex;
      justify-content: space-between;
      font-size: 0.8125rem;
      color: var(--ink-3);
      max-inline-size: 40rem;
    }
    .map {
      inline-size: 72px;
      block-size: 72px;
      border: 1px solid var(--line-strong);
      cursor: pointer;
      margin-block-start: 0.5rem;
    }
  `);

  constructor() {
    super();
    this.zoom = new Zoom(this);
    this.touch = new TouchPreview(this);
    /** The cell that has, or would have, the focus. @type {Cell | null} */
    this.at = null;
    this.hostWidth = new HostWidth(this);
    this.row0 = 0;
    this.column0 = 0;
    /** Edge of a cell, rows and columns visible, as last drawn. */
    this.cell = 12;
    this.count = 0;
    this.across = 0;
    /** Cell last brought into view. */
    this.target = '';
    this.focusNext = false;
  }

  get #isTransposed() {
    return this.state.showing.transposed;
  }

  /** The place in the picture of a cell of the head, and back. @param {number} i @param {number} j */
  #swap(i, j) {
    return this.#isTransposed ? { i: j, j: i } : { i, j };
  }

  /** Rows and columns of the picture. @param {Look} look */
  #size(look) {
    const { queries, keys } = look.attentions[this.state.layer];
    const { i: rows, j: columns } = this.#swap(queries.length, keys.length);
    return { rows, columns };
  }

  render() {
    const { t, format } = this;
    const { activations, layer, head } = this.state;
    // A model without heads: the parent is about to remove this element.
    if (!activations?.attentions[layer]) return nothing;
    const at = this.#cursor(activations);
    const place = this.#swap(at.i, at.j);
    const { rows, columns } = this.#size(activations);
    const name = t.head.title(format.integer(layer + 1), format.integer(head + 1));
    this.#layOut(rows, columns);
    const axes = [t.head.reads, t.head.lookedAt];
    if (this.#isTransposed) axes.reverse();
    return html`
      <div class="axes" aria-hidden="true">
        <span>↓ ${axes[0]}</span><span>${axes[1]} →</span>
      </div>
      <div
        class="figure"
        @pointerdown=${this.touch.start}
        @pointermove=${this.#onMove}
        @pointerleave=${this.touch.leave}
        @click=${this.#onClick}
        @wheel=${(/** @type {WheelEvent} */ event) => this.zoom.wheel(event)}
        @touchstart=${this.#onTouch}
        @touchmove=${this.#onTouch}
        @touchend=${this.#onTouch}
        @touchcancel=${this.#onTouch}
      >
        <canvas class="raster"></canvas>
        <canvas class="frame" aria-hidden="true"></canvas>
        ${gridOfOne({
          label: t.head.grid(name),
          rows,
          columns,
          place,
          cellLabel: this.#cellLabel(activations, at),
          onKey: this.#onKey,
          onFocus: () => this.#preview(at),
          onBlur: () => this.#leave(),
        })}
      </div>
      ${
        this.count < rows || this.across < columns
          ? html`<canvas
              class="map"
              aria-hidden="true"
              title=${t.head.map}
              @click=${this.#onMap}
            ></canvas>`
          : nothing
      }
    `;
  }

  /** @param {Look} look @returns {Cell} */
  #cursor(look) {
    const { pin, layer, head } = this.state;
    const { queries, keys } = look.attentions[layer];
    const i = clamp(this.at?.i ?? pin?.i ?? queries.length - 1, queries.length);
    const j = this.at?.j ?? pin?.j ?? strongest(look, layer, head, i)[0].j;
    return { i, j: clamp(j, keys.length) };
  }

  /** @param {Look} look @param {Cell} at */
  #cellLabel(look, { i, j }) {
    const { t, format } = this;
    const { layer, showing } = this.state;
    const words = {
      reads: visible(readsAt(look, layer, i)),
      looked: visible(lookedAt(look, layer, j)),
    };
    if (!isAllowed(look, layer, i, j)) return t.head.cellMasked(words);
    const back = distance(this, look, layer, i, j);
    const values = selectedHead(this.state);
    const value = values ? valueAt(values, i, j) : Number.NaN;
    if (showing.mode !== 'weights') {
      const said = values ? format.signed(value) : t.shared.waiting;
      return t.head.modeCell({
        ...words,
        back,
        what: t.head.modes[showing.mode],
        said,
      });
    }
    return t.head.cell({
      ...words,
      back,
      share: format.percent(value),
      times: format.times(value / chance(look, layer, i)),
    });
  }

  /** How many cells, how large, from where. @param {number} rows @param {number} columns */
  #layOut(rows, columns) {
    const room = Math.min(this.hostWidth.width, this.hostWidth.heightFor() - AXES_PX);
    const most = Math.max(rows, columns);
    const natural = naturalCell(most, room);
    const { cell, count } = fit(
      most,
      room,
      devicePixelRatio,
      this.zoom.size ?? natural,
    );
    const first = this.count === 0;
    const anchor = this.zoom.take(cell);
    const { pin } = this.state;
    const cursor = this.at ?? pin ?? { i: most, j: most };
    const place = this.#swap(cursor.i, cursor.j ?? cursor.i);
    // Once the cell has been brought into view, the reader may scroll away.
    const target = `${place.i} ${place.j} ${rows} ${columns}`;
    const follow = target !== this.target || (cell !== this.cell && !anchor);
    this.target = target;
    this.cell = cell;
    this.count = Math.min(count, rows);
    this.across = Math.min(count, columns);
    /** @param {number} from @param {number} seen @param {number} at
     * @param {number} all */
    const keep = (from, seen, at, all) => {
      const start = first ? all - seen : from;
      return keepInView(start, seen, follow ? Math.min(at, all - 1) : start, all);
    };
    this.row0 = keep(anchor?.row0 ?? this.row0, this.count, place.i, rows);
    this.column0 = keep(anchor?.column0 ?? this.column0, this.across, place.j, columns);
  }

  /** @returns {import('../../draw/frame.js').Geometry} */
  get #geometry() {
    const { cell, count: rows, across: columns, row0, column0 } = this;
    return { cell, rows, columns, row0, column0, gutter: GUTTER_PX };
  }

  /** @param {PointerEvent | MouseEvent} event @returns {Cell | null} */
  #under(event) {
    const { x, y } = pointIn(event, event.currentTarget);
    const place = cellAt(this.#geometry, x, y);
    return place && this.#swap(place.i, place.j);
  }

  #onMove(/** @type {PointerEvent} */ event) {
    const cell = this.#under(event);
    const { hover } = this.state;
    if (cell?.i === hover?.i && cell?.j === hover?.j) return;
    this.app.selection.select({ hover: cell });
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const cell = this.#under(event);
    if (this.touch.takes(cell) || !cell) return;
    this.at = null;
    this.#pin(cell);
  }

  /** @param {Cell} cell a second time unpins */
  #pin(cell) {
    const { pin } = this.state;
    const again = pin?.i === cell.i && pin.j === cell.j;
    this.app.selection.select({ pin: again ? null : cell });
  }

  #onTouch(/** @type {TouchEvent} */ event) {
    this.zoom.touch(event);
  }

  #onMap(/** @type {MouseEvent} */ event) {
    const { activations } = this.state;
    if (!activations) return;
    const { rows, columns } = this.#size(activations);
    const most = Math.max(rows, columns);
    /** @param {number} offset @param {number} seen @param {number} all */
    const from = (offset, seen, all) => {
      const middle = Math.floor((offset / MAP_PX) * most) - Math.floor(seen / 2);
      return clamp(middle, all - seen + 1);
    };
    const { x, y } = pointIn(event, event.currentTarget);
    this.row0 = from(y, this.count, rows);
    this.column0 = from(x, this.across, columns);
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { activations } = this.state;
    if (!activations) return;
    const cell = this.#cursor(activations);
    const { i: r, j: c } = this.#swap(cell.i, cell.j);
    const { rows, columns } = this.#size(activations);
    // The last key allowed ends the row of a causal head.
    const isCausal =
      activations.attentions[this.state.layer].causal && !this.#isTransposed;
    const goal = moved(event, r, c, rows, columns, isCausal ? r : columns - 1);
    if (goal) {
      this.at = this.#swap(goal.i, goal.j);
      this.focusNext = true;
    } else if (isPress(event)) {
      this.#pin(cell);
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault();
      this.app.selection.nextLayer(event.key === 'PageDown' ? 1 : -1);
    } else if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      this.zoom.by(event.key === '+' ? NOTCH : 1 / NOTCH);
    }
  }

  /** @param {Cell} at */
  #preview(at) {
    this.at = at;
    this.app.selection.select({ hover: at });
  }

  /** Leaving the grid ends the preview; moving within it does not. */
  #leave() {
    if (this.focusNext) return;
    this.at = null;
    this.app.selection.select({ hover: null });
  }

  updated() {
    const { activations, layer, ramps, sqrtScale } = this.state;
    const { scheme } = this.state;
    if (!activations?.attentions[layer]) return;
    const ratio = devicePixelRatio;
    const [width, height] = [this.across * this.cell, this.count * this.cell];
    const figure = /** @type {HTMLElement} */ (this.find('.figure'));
    figure.style.height = `${height + GUTTER_PX + 2}px`;
    const raster = /** @type {HTMLCanvasElement} */ (this.find('.raster'));
    const head = selectedHead(this.state);
    raster.hidden = !head;
    const { row0, column0, count, across } = this;
    const place = [row0, column0, count, across, this.cell, ratio].join();
    if (head && isNew(raster, head, place, ramps, sqrtScale, this.#isTransposed)) {
      const { values, offset, rowStride } = head;
      const strides = this.#isTransposed ? [1, rowStride] : [rowStride, 1];
      const common = {
        values,
        offset,
        rowStride: strides[0],
        columnStride: strides[1],
        table: pixelTable(ramps[head.signed ? 'diverging' : 'attention']),
        mask: hexPixel(ramps.attention[0]),
        scale: scaleOf(head, sqrtScale),
        allowed: (/** @type {number} */ r, /** @type {number} */ c) => {
          const { i, j } = this.#swap(r, c);
          return isAllowed(activations, layer, i, j);
        },
      };
      drawRaster(raster, {
        ...common,
        row0,
        column0,
        rows: count,
        columns: across,
        cell: Math.round(this.cell * ratio),
        hatch: hexPixel(TOKENS.hatch[scheme === 'light' ? 0 : 1]),
      });
      this.#drawMap(common, this.#size(activations));
    }
    placeAt(raster, GUTTER_PX, GUTTER_PX, width, height);
    this.#drawFrame(activations, width, height, place);
    this.#placeFocus(activations);
  }

  /** @param {Look} look @param {number} width @param {number} height @param {string} place */
  #drawFrame(look, width, height, place) {
    const frame = /** @type {HTMLCanvasElement} */ (this.find('.frame'));
    const ink = inksOf(this, this.state.scheme);
    const { queries, keys } = look.attentions[this.state.layer];
    const { hover, pin } = this.state;
    // Training changes the cells, not the frame around them.
    const names = JSON.stringify([queries, keys]);
    if (!isNew(frame, names, place, hover, pin, ink, this.#isTransposed)) return;
    const [outerX, outerY] = [width + GUTTER_PX + 2, height + GUTTER_PX + 2];
    const ctx = prepare(frame, outerX, outerY);
    if (!ctx) return;
    ctx.strokeStyle = ink('line-strong');
    ctx.lineWidth = 1;
    ctx.strokeRect(GUTTER_PX - 0.5, GUTTER_PX - 0.5, width + 1, height + 1);
    const labels = [queries, keys].map((of) =>
      of.map((token) => short(visible(token))),
    );
    if (this.#isTransposed) labels.reverse();
    const band = (/** @type {import('../../state/types.js').Cell | null} */ at) =>
      at && (this.#isTransposed ? { i: at.j, j: at.i } : at);
    const [rows, columns] = labels;
    drawFrame(ctx, this.#geometry, { rows, columns }, band(hover), band(pin), {
      ink: ink('ink'),
      quiet: ink('ink-3'),
      accent: ink('accent'),
      pin: ink('pin'),
      mono: ink('mono'),
    });
  }

  /** @param {Look} look */
  #placeFocus(look) {
    const focus = /** @type {HTMLElement} */ (this.find('.focus'));
    const at = this.#cursor(look);
    const { i: r, j: c } = this.#swap(at.i, at.j);
    const left = GUTTER_PX + (c - this.column0) * this.cell;
    const top = GUTTER_PX + (r - this.row0) * this.cell;
    placeAt(focus, left, top, this.cell, this.cell);
    if (this.focusNext) {
      focus.focus();
      this.focusNext = false;
    }
  }

  /**
   * The whole head, two pixels a cell, with the visible part framed.
   * @param {Omit<import('../../draw/matrix.js').Raster, 'row0' | 'column0' | 'rows' | 'columns' | 'cell' | 'hatch'>} common
   * @param {{ rows: number, columns: number }} size
   */
  #drawMap(common, { rows, columns }) {
    const map = /** @type {HTMLCanvasElement | null} */ (this.find('.map'));
    if (!map) return;
    const { row0, column0, count, across } = this;
    const hatch = hexPixel(TOKENS.line[this.state.scheme === 'light' ? 0 : 1]);
    drawRaster(map, { ...common, row0: 0, column0: 0, rows, columns, cell: 2, hatch });
    const ctx = map.getContext('2d');
    if (!ctx) return;
    ctx.strokeStyle = inksOf(this, this.state.scheme)('pin');
    ctx.lineWidth = 2;
    ctx.strokeRect(column0 * 2 + 1, row0 * 2 + 1, across * 2 - 2, count * 2 - 2);
  }
}

define('gf-matrix', Matrix);
