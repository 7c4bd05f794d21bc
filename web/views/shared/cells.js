// SPDX-License-Identifier: MIT
// A table of numbers as coloured cells, with names on both sides that stay in sight, and a grid
// for the keyboard; it scrolls, and its cells can be made larger. A function of its properties;
// fires `gf-pick` and `gf-hover`. Views write it by cells().
import { css, html, nothing } from 'lit';
import { LABEL_PX } from '../../draw/legend.js';
import { drawNames, widest } from '../../draw/names.js';
import { drawRaster, valueIn } from '../../draw/matrix.js';
import { inksOf, isNew } from '../../draw/canvas.js';
import { hexPixel, pixelTable } from '../../draw/palette.js';
import { TOKENS } from '../../draw/theme.js';
import { pointIn } from '../../draw/pointer.js';
import { clamp, gridOfOne, isPress, moved, placeAt } from './grid.js';
import { HostWidth } from './host-width.js';
import { styled } from './style.js';
import { define } from './view.js';
import { NOTCH, Zoom } from './zoom.js';
import { StyledElement, given } from './styled-element.js';

const LARGEST_PX = 22;
const TOP_PX = 20;
const SCROLLBAR_PX = 18;
/** The value pointed at, in two lines. */
const BELOW_PX = 54;
/** Largest side of the picture, device pixels: larger ones are slow and cost memory, so that
 * the browser enlarges theirs. */
const MAX_SIDE = 2048;
/** Largest side of a canvas in any browser, device pixels: of the names. */
const MAX_NAMES = 16_384;

/** @typedef {{ i: number, j: number }} Place */
/** A row, a column, or both, round which lines are drawn.
 * @typedef {{ i: number | null, j: number | null, isHover?: boolean }} Band */

/**
 * @typedef {object} Picture
 * @property {import('../../draw/matrix.js').Strided} numbers without data, only names and bands
 *   are there
 * @property {string[]} rows names @property {string[]} columns
 * @property {number} most the value at the end of the scale
 * @property {boolean} signed the scale begins at -most; else at 0
 * @property {(value: number) => number} [scale] a value's place on the scale of colours, 0 … 1, if
 *   it is not that
 * @property {string[]} stops colours of the scale
 * @property {import('../../draw/theme.js').Scheme} scheme
 * @property {number} least edge of a cell, CSS pixels: at least this, and `largest` unless this is
 *   more
 * @property {number} largest
 * @property {Band | null} place brought into sight when it changes; keys begin there
 * @property {Band[]} bands
 * @property {string} label @property {(i: number, j: number) => string} describe
 * @property {boolean} isSaid the value pointed at stands below
 * @property {(i: number, j: number) => boolean} [allowed] others are hatched
 * @property {(i: number) => number} [end] the column that the key End leads to
 */

/** @param {Partial<Band> | null} [a] @param {Partial<Band> | null} [b] */
const differ = (a, b) => a?.i !== b?.i || a?.j !== b?.j;

/** Where a box scrolls to so that a cell is in sight. @param {number} from where it is
 * @param {number} at the cell @param {number} cell its edge @param {number} room CSS pixels */
const near = (from, at, cell, room) => Math.max(at + cell - room, Math.min(at, from));

/** From 0, or from -most, to most. @param {boolean} signed @param {number} most */
const linear = (signed, most) =>
  signed
    ? (/** @type {number} */ x) => (x / most + 1) / 2
    : (/** @type {number} */ x) => x / most;

export class Cells extends StyledElement {
  static properties = {
    ...given('picture'),
    at: { state: true },
    hover: { state: true },
  };
  static styles = styled(css`
    .scroll {
      max-block-size: min(var(--most, min(75vh, 48rem)), var(--room, 1e5px));
      overflow: auto;
      touch-action: pan-x pan-y;
      scroll-padding: 24px 0 0 2.5rem;
      max-inline-size: 100%;
      inline-size: fit-content;
    }
    .sheet {
      display: grid;
      grid-template-columns: auto auto;
      inline-size: max-content;
    }
    canvas {
      border: 0;
    }
    .top,
    .left,
    .corner {
      position: sticky;
      background: var(--pane);
      z-index: 1;
    }
    .top,
    .corner {
      inset-block-start: 0;
    }
    .left,
    .corner {
      inset-inline-start: 0;
    }
    .corner {
      z-index: 2;
    }
    .field {
      position: relative;
      cursor: crosshair;
    }
    .raster {
      image-rendering: pixelated;
      outline: 1px solid var(--line-strong);
    }
    .band,
    .focus {
      position: absolute;
      pointer-events: none;
    }
    .band {
      outline: 2px solid var(--pin);
      outline-offset: -2px;
    }
    .band.hover {
      outline-color: var(--accent);
    }
    .focus:focus-visible {
      outline: 3px solid var(--accent);
      outline-offset: 0;
    }
    .value {
      font: 400 1.0625rem/1.4 var(--serif);
      min-block-size: 2.8em;
      margin-block-start: 0.25rem;
    }
  `);

  constructor() {
    super();
    /** Given before the first drawing. @type {Picture} */
    this.picture = /** @type {any} */ (undefined);
    /** The cell that has, or had, the focus. @type {Place | null} */ this.at = null;
    /** @type {Place | null} */ this.hover = null;
    this.hostWidth = new HostWidth(this);
    this.zoom = new Zoom(this);
    /** Edge of a cell as last drawn, CSS pixels. */
    this.cell = LABEL_PX;
    /** Where the cells begin, beside and below their names, CSS pixels. */
    this.corner = { x: 0, y: TOP_PX };
    /** The cell last brought into sight. */
    this.target = '';
    this.hasFocus = false;
    this.focusNext = false;
  }

  get scroller() {
    return /** @type {HTMLElement} */ (this.find('.scroll'));
  }

  /** @returns {Place} */
  get #cursor() {
    const { numbers, place } = this.picture;
    const { rows, columns } = numbers;
    const { i, j } = this.at ?? place ?? { i: 0, j: 0 };
    return { i: clamp(i ?? 0, rows), j: clamp(j ?? 0, columns) };
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    const { place } = changed.get('picture') ?? this.picture;
    if (differ(place, this.picture.place) && !this.hasFocus) this.at = null;
  }

  render() {
    const { numbers, label, describe, isSaid } = this.picture;
    const { rows, columns } = numbers;
    if (rows === 0 || columns === 0) return nothing;
    const at = this.#cursor;
    return html`<div
        class="scroll"
        @wheel=${this.zoom.wheel}
        @touchstart=${this.zoom.touch}
        @touchmove=${this.zoom.touch}
        @touchend=${this.zoom.touch}
        @touchcancel=${this.zoom.touch}
      >
        <div class="sheet">
          <div class="corner"></div>
          <canvas class="top" aria-hidden="true"></canvas>
          <canvas class="left" aria-hidden="true"></canvas>
          <div
            class="field"
            @pointermove=${this.#onMove}
            @pointerleave=${this.#onLeave}
            @click=${this.#onClick}
          >
            <canvas class="raster" aria-hidden="true"></canvas>
            ${this.#crosses().map(
              ({ isHover }) =>
                html`<div class=${isHover ? 'band hover' : 'band'}></div>`,
            )}
            ${gridOfOne({
              label,
              rows,
              columns,
              place: at,
              cellLabel: describe(at.i, at.j),
              onKey: this.#onKey,
              onFocus: () => this.#onFocus(at),
              onBlur: this.#onBlur,
            })}
          </div>
        </div>
      </div>
      ${isSaid ? this.#value() : nothing}`;
  }

  #value() {
    const { numbers, describe } = this.picture;
    const { rows, columns } = numbers;
    const read = this.hover ?? this.at;
    return html`<p class="value number" aria-hidden="true">
      ${read && read.i < rows && read.j < columns ? describe(read.i, read.j) : ''}
    </p>`;
  }

  /** The bands inside the table, each a row or a column. @returns {Band[]} */
  #crosses() {
    const { numbers, bands } = this.picture;
    const { rows, columns } = numbers;
    const within = (/** @type {number | null} */ n, /** @type {number} */ all) =>
      n !== null && n >= 0 && n < all;
    return bands
      .flatMap((band) => [
        { ...band, j: null },
        { ...band, i: null },
      ])
      .filter(({ i, j }) => within(i, rows) || within(j, columns));
  }

  /** @param {MouseEvent} event @returns {Place | null} */
  #under(event) {
    const { x, y } = pointIn(event, event.currentTarget);
    const i = Math.floor(y / this.cell);
    const j = Math.floor(x / this.cell);
    const { rows, columns } = this.picture.numbers;
    return i >= 0 && j >= 0 && i < rows && j < columns ? { i, j } : null;
  }

  /** @param {string} name @param {Place | null} place */
  #tell(name, place) {
    this.dispatchEvent(new CustomEvent(name, { detail: place }));
  }

  /** @param {Place | null} place */
  #point(place) {
    if (!differ(place, this.hover)) return;
    this.hover = place;
    this.#tell('gf-hover', place);
  }

  #onMove(/** @type {PointerEvent} */ event) {
    this.#point(this.#under(event));
  }

  /** What a finger has shown stays when it is lifted. @param {PointerEvent} event */
  #onLeave({ pointerType }) {
    if (pointerType !== 'touch') this.#point(null);
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const place = this.#under(event);
    if (place) this.#pick(place);
  }

  /** @param {Place} place */
  #pick(place) {
    this.at = place;
    this.#tell('gf-pick', place);
  }

  /** @param {Place} place */
  #onFocus(place) {
    this.hasFocus = true;
    this.at = place;
    this.#tell('gf-hover', place);
  }

  /** Moving within the table does not leave it. */
  #onBlur() {
    if (this.focusNext) return;
    this.hasFocus = false;
    this.#tell('gf-hover', null);
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const { i, j } = this.#cursor;
    const { numbers, end } = this.picture;
    const { rows, columns } = numbers;
    const goal = moved(event, i, j, rows, columns, end?.(i));
    if (goal) {
      this.at = goal;
      this.focusNext = true;
    } else if (isPress(event)) this.#pick({ i, j });
    else if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      this.zoom.by(event.key === '+' ? NOTCH : 1 / NOTCH);
    }
  }

  updated() {
    const { picture } = this;
    const { rows, columns } = picture.numbers;
    if (rows === 0 || columns === 0 || this.hostWidth.width === 0) return;
    const ink = inksOf(this, picture.scheme);
    const font = `${LABEL_PX}px ${ink('mono')}`;
    const left = /** @type {HTMLCanvasElement} */ (this.find('.left'));
    this.corner.x = Math.ceil(widest(left, font, picture.rows)) + 8;
    const device = this.#fit();
    this.cell = device / devicePixelRatio;
    this.#drawRaster(device);
    const [width, height] = [columns * this.cell, rows * this.cell];
    const inks = { strong: ink('ink'), quiet: ink('ink-3') };
    const top = /** @type {HTMLCanvasElement} */ (this.find('.top'));
    const common = { cell: this.cell, font, inks };
    const strong = (/** @type {'i' | 'j'} */ n) => picture.bands.map((band) => band[n]);
    drawNames(top, picture.columns, width, TOP_PX, { ...common, strong: strong('j') });
    const beside = { ...common, strong: strong('i'), isColumn: true };
    drawNames(left, picture.rows, this.corner.x, height, beside);
    this.#placeMarks(width, height);
    this.#follow();
  }

  /** The edge of a cell, device pixels. */
  #fit() {
    const { numbers, least, largest, isSaid } = this.picture;
    const { rows, columns } = numbers;
    const wide = this.hostWidth.width - this.corner.x - SCROLLBAR_PX;
    const high = this.hostWidth.heightFor() - (isSaid ? BELOW_PX : 0);
    const fair = Math.floor(Math.min(wide / columns, (high - TOP_PX) / rows));
    const fitted = Math.max(least, Math.min(largest, fair));
    // Larger cells scroll: what is below stays where it is.
    const whole = this.zoom.size ? fitted * rows + TOP_PX + SCROLLBAR_PX : Infinity;
    const room = Math.min(high, whole);
    if (room < Infinity) this.scroller.style.setProperty('--room', `${room}px`);
    else this.scroller.style.removeProperty('--room');
    const device = Math.round((this.zoom.size ?? fitted) * devicePixelRatio);
    return Math.max(
      1,
      Math.min(device, Math.floor(MAX_NAMES / Math.max(rows, columns))),
    );
  }

  /** @param {number} device edge of a cell, device pixels */
  #drawRaster(device) {
    const { numbers, most: end, signed, scale, allowed, stops, scheme } = this.picture;
    const { rows, columns, data } = numbers;
    const raster = /** @type {HTMLCanvasElement} */ (this.find('.raster'));
    raster.style.width = `${columns * this.cell}px`;
    raster.style.height = `${rows * this.cell}px`;
    raster.style.visibility = data.length === 0 ? 'hidden' : '';
    const most = Math.max(1, Math.floor(MAX_SIDE / Math.max(rows, columns)));
    const cell = Math.min(device, most);
    const made = [numbers, end, signed, scale, allowed, stops, scheme, cell];
    if (!isNew(raster, ...made) || data.length === 0) return;
    drawRaster(raster, {
      ...numbers,
      cell,
      table: pixelTable(stops),
      scale: scale ?? linear(signed, end),
      allowed,
      hatch: hexPixel(TOKENS.hatch[scheme === 'light' ? 0 : 1]),
    });
  }

  /** Bands and focus, over the cells. @param {number} width @param {number} height */
  #placeMarks(width, height) {
    const { cell } = this;
    const bands = this.renderRoot.querySelectorAll('.band');
    for (const [n, { i, j }] of this.#crosses().entries()) {
      const band = /** @type {HTMLElement} */ (bands[n]);
      if (i !== null) placeAt(band, 0, i * cell, width, cell);
      else if (j !== null) placeAt(band, j * cell, 0, cell, height);
    }
    const { i, j } = this.#cursor;
    const focus = /** @type {HTMLElement} */ (this.find('.focus'));
    placeAt(focus, j * cell, i * cell, cell, cell);
  }

  /** Brings the cell with the focus, or that of the view, into sight: once, so that the reader
   * may scroll away. */
  #follow() {
    const place = this.at ?? this.picture.place;
    const { rows, columns } = this.picture.numbers;
    const target = JSON.stringify([place, rows, columns, this.cell]);
    const isOld = target === this.target;
    this.target = target;
    if (!this.zoom.settle() && !isOld && place) this.#scrollTo(place);
    if (!this.focusNext) return;
    this.focusNext = false;
    this.find('.focus')?.focus();
  }

  /** @param {Band} place */
  #scrollTo({ i, j }) {
    const { scroller, cell, corner } = this;
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller;
    if (i !== null)
      scroller.scrollTop = near(scrollTop, i * cell, cell, clientHeight - corner.y);
    if (j !== null)
      scroller.scrollLeft = near(scrollLeft, j * cell, cell, clientWidth - corner.x);
  }
}

define('gf-cells', Cells);

/**
 * In the colours of a view.
 * @param {import('./view.js').View} view
 * @param {Pick<Picture, 'numbers' | 'rows' | 'columns' | 'label'> &
 *   Partial<Omit<Picture, 'describe'>> &
 *   { id?: string, row?: number, describe: (i: number, j: number, value: number) => string,
 *   pick?: (place: Place) => unknown, point?: (place: Place | null) => unknown }} given `row`: the
 *   selected one
 */
export function cells({ state: { scheme, ramps } }, { id, pick, point, ...given }) {
  const { numbers, signed = true, row = -1, describe } = given;
  const selected = row < 0 ? null : { i: row, j: null };
  /** @type {Picture} */
  const picture = {
    ...{ most: 1, signed, least: LABEL_PX, largest: LARGEST_PX, isSaid: true },
    ...{ place: selected, bands: selected ? [selected] : [] },
    ...{ scheme, stops: ramps[signed ? 'diverging' : 'attention'] },
    ...given,
    describe: (i, j) => describe(i, j, valueIn(numbers, i, j)),
  };
  return html`<gf-cells
    id=${id ?? nothing}
    .picture=${picture}
    @gf-pick=${(/** @type {CustomEvent<Place>} */ { detail }) => pick?.(detail)}
    @gf-hover=${(/** @type {CustomEvent<Place | null>} */ { detail }) => point?.(detail)}
  ></gf-cells>`;
}
