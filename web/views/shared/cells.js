// SPDX-License-Identifier: MIT
// A table of numbers as coloured cells, with names on both sides that stay in sight, and a grid
// for the keyboard. A function of its properties; fires `gf-pick`. Views write it by cells().
import { LitElement, css, html, nothing } from 'lit';
import { LABEL_PX } from '../../draw/frame.js';
import { drawRaster, hexPixel, wholeTable } from '../../draw/matrix.js';
import { inksOf, prepare } from '../../draw/canvas.js';
import { pixelTable } from '../../draw/palette.js';
import { RAMPS, TOKENS } from '../../draw/theme.js';
import { pointIn } from '../../draw/pointer.js';
import { clamp, gridOfOne, isPress, moved, placeAt } from './grid.js';
import { HostWidth } from './host-width.js';
import { styled } from './style.js';
import { define } from './view.js';

const LARGEST_PX = 22;
const TOP_PX = 20;
/** The value pointed at, in two lines. */
const BELOW_PX = 54;
/** Largest side of the picture, device pixels: larger ones are slow and cost memory. */
const MAX_SIDE = 4096;

/** @typedef {{ i: number, j: number }} Place */

export class Cells extends LitElement {
  static properties = {
    numbers: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    most: { attribute: false },
    least: { attribute: false },
    largest: { attribute: false },
    signed: { attribute: false },
    scheme: { attribute: false },
    stops: { attribute: false },
    row: { attribute: false },
    label: { attribute: false },
    describe: { attribute: false },
    allowed: { attribute: false },
    at: { state: true },
    hover: { state: true },
  };
  static styles = styled(css`
    .scroll {
      max-block-size: min(75vh, 48rem);
      overflow: auto;
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
      display: block;
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
    }
    .band,
    .focus {
      position: absolute;
    }
    .band {
      outline: 2px solid var(--pin);
      outline-offset: -2px;
      pointer-events: none;
    }
    .focus {
      pointer-events: none;
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
    /** @type {import('../../draw/numbers.js').Numbers} */
    this.numbers = { rows: 0, columns: 0, data: new Float32Array() };
    /** Names. @type {string[]} */ this.rows = [];
    /** @type {string[]} */ this.columns = [];
    /** The value at the end of the scale. */
    this.most = 1;
    /** The scale begins at -most; else at 0. */
    this.signed = true;
    /** Edge of a cell, CSS pixels: at least `least`, and `largest` unless `least` is more. */
    this.least = LABEL_PX;
    this.largest = LARGEST_PX;
    /** @type {import('../../draw/theme.js').Scheme} */ this.scheme = 'light';
    /** Colours of the scale. */ this.stops = RAMPS.diverging.light;
    /** The row that is selected, -1: none. */
    this.row = -1;
    this.label = '';
    /** @type {(i: number, j: number) => string} */ this.describe = () => '';
    /** Others are hatched. @type {((i: number, j: number) => boolean) | undefined} */
    this.allowed = undefined;
    /** @type {Place | null} */ this.at = null;
    /** @type {Place | null} */ this.hover = null;
    this.hostWidth = new HostWidth(this);
    /** Edge of a cell as last drawn, CSS pixels. */
    this.cell = LABEL_PX;
    this.focusNext = false;
  }

  /** @returns {Place} */
  get #cursor() {
    const { rows, columns } = this.numbers;
    const { i, j } = this.at ?? { i: Math.max(0, this.row), j: 0 };
    return { i: clamp(i, rows), j: clamp(j, columns) };
  }

  render() {
    const { rows, columns } = this.numbers;
    if (rows === 0 || columns === 0) return nothing;
    const at = this.#cursor;
    const read = this.hover ?? this.at;
    return html`<div class="scroll">
        <div class="sheet">
          <div class="corner"></div>
          <canvas class="top" aria-hidden="true"></canvas>
          <canvas class="left" aria-hidden="true"></canvas>
          <div
            class="field"
            @pointermove=${this.#onMove}
            @pointerleave=${() => (this.hover = null)}
            @click=${this.#onClick}
          >
            <canvas class="raster" aria-hidden="true"></canvas>
            <div class="band"></div>
            ${gridOfOne({
              label: this.label,
              rows,
              columns,
              place: at,
              cellLabel: this.describe(at.i, at.j),
              onKey: this.#onKey,
              onFocus: () => (this.at = at),
            })}
          </div>
        </div>
      </div>
      <p class="value number" aria-hidden="true">
        ${read && read.i < rows && read.j < columns ? this.describe(read.i, read.j) : ''}
      </p>`;
  }

  /** @param {MouseEvent} event @returns {Place | null} */
  #under(event) {
    const { x, y } = pointIn(event, event.currentTarget);
    const i = Math.floor(y / this.cell);
    const j = Math.floor(x / this.cell);
    const { rows, columns } = this.numbers;
    return i >= 0 && j >= 0 && i < rows && j < columns ? { i, j } : null;
  }

  #onMove(/** @type {PointerEvent} */ event) {
    const place = this.#under(event);
    if (place?.i === this.hover?.i && place?.j === this.hover?.j) return;
    this.hover = place;
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const place = this.#under(event);
    if (place) this.#pick(place);
  }

  /** @param {Place} place */
  #pick(place) {
    this.at = place;
    this.dispatchEvent(new CustomEvent('gf-pick', { detail: place }));
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const { i, j } = this.#cursor;
    const { rows, columns } = this.numbers;
    const goal = moved(event, i, j, rows, columns);
    if (goal) {
      this.at = goal;
      this.focusNext = true;
    } else if (isPress(event)) this.#pick({ i, j });
  }

  updated() {
    const { rows, columns } = this.numbers;
    const room = this.hostWidth.width;
    if (rows === 0 || columns === 0 || room === 0) return;
    const ratio = devicePixelRatio;
    const ink = inksOf(this, this.scheme);
    const font = `${LABEL_PX}px ${ink('mono')}`;
    const left = /** @type {HTMLCanvasElement} */ (this.#find('.left'));
    const margin = Math.ceil(widest(left, font, this.rows)) + 8;
    const high = this.hostWidth.heightFor() - TOP_PX - BELOW_PX;
    const fair = Math.floor(Math.min((room - margin - 18) / columns, high / rows));
    const wanted = Math.max(this.least, Math.min(this.largest, fair)) * ratio;
    const most = Math.floor(MAX_SIDE / Math.max(rows, columns));
    const device = Math.max(1, Math.min(Math.round(wanted), most));
    this.cell = device / ratio;
    const raster = /** @type {HTMLCanvasElement} */ (this.#find('.raster'));
    const { most: end, signed } = this;
    drawRaster(raster, {
      ...wholeTable(this.numbers),
      cell: device,
      table: pixelTable(this.stops),
      scale: signed ? (x) => (x / end + 1) / 2 : (x) => x / end,
      allowed: this.allowed,
      hatch: hexPixel(TOKENS.hatch[this.scheme === 'light' ? 0 : 1]),
    });
    const [width, height] = [columns * this.cell, rows * this.cell];
    raster.style.width = `${width}px`;
    raster.style.height = `${height}px`;
    const inks = { strong: ink('ink'), quiet: ink('ink-3') };
    const top = /** @type {HTMLCanvasElement} */ (this.#find('.top'));
    this.#names(top, this.columns, width, TOP_PX, font, inks, false);
    this.#names(left, this.rows, margin, height, font, inks, true);
    const { i, j } = this.#cursor;
    const focus = this.#find('.focus');
    placeAt(focus, j * this.cell, i * this.cell, this.cell, this.cell);
    const band = this.#find('.band');
    band.hidden = this.row < 0 || this.row >= rows;
    placeAt(band, 0, this.row * this.cell, width, this.cell);
    if (!this.focusNext) return;
    this.focusNext = false;
    focus.focus();
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector(selector));
  }

  /**
   * @param {HTMLCanvasElement} canvas @param {string[]} names
   * @param {number} width @param {number} height CSS pixels
   * @param {string} font @param {{ strong: string, quiet: string }} inks
   * @param {boolean} down
   */
  #names(canvas, names, width, height, font, inks, down) {
    const ctx = prepare(canvas, width, height);
    if (!ctx) return;
    ctx.font = font;
    ctx.textAlign = down ? 'right' : 'center';
    ctx.textBaseline = 'middle';
    const need = down ? LABEL_PX : widest(canvas, font, names) + 2;
    const stride = Math.max(1, Math.ceil(need / this.cell));
    names.forEach((name, n) => {
      if (n % stride !== 0) return;
      const middle = (n + 0.5) * this.cell;
      ctx.fillStyle = down && n === this.row ? inks.strong : inks.quiet;
      if (down) ctx.fillText(name, width - 5, middle);
      else ctx.fillText(name, middle, height / 2);
    });
  }
}

/** @param {HTMLCanvasElement} canvas @param {string} font @param {string[]} names */
function widest(canvas, font, names) {
  const ctx = canvas.getContext('2d');
  if (!ctx) return 0;
  ctx.font = font;
  const longest = names.reduce((a, b) => (b.length > a.length ? b : a), '');
  return ctx.measureText(longest).width;
}

define('gf-cells', Cells);

/**
 * In the colours of a view.
 * @param {import('./view.js').View} view
 * @param {Pick<Cells, 'numbers' | 'rows' | 'columns' | 'label'> &
 *   Partial<Pick<Cells, 'most' | 'signed' | 'least' | 'largest' | 'row' | 'allowed'>> &
 *   { id?: string, describe: (i: number, j: number, value: number) => string,
 *   pick?: (place: Place) => unknown }} picture what Cells takes
 */
export function cells({ state: { scheme, ramps } }, picture) {
  const { numbers, signed = true, describe, pick } = picture;
  return html`<gf-cells
    id=${picture.id ?? nothing}
    .numbers=${numbers}
    .rows=${picture.rows}
    .columns=${picture.columns}
    .most=${picture.most ?? 1}
    .signed=${signed}
    .least=${picture.least ?? LABEL_PX}
    .largest=${picture.largest ?? LARGEST_PX}
    .row=${picture.row ?? -1}
    .allowed=${picture.allowed}
    .scheme=${scheme}
    .stops=${ramps[signed ? 'diverging' : 'attention']}
    .label=${picture.label}
    .describe=${(/** @type {number} */ i, /** @type {number} */ j) =>
      describe(i, j, numbers.data[i * numbers.columns + j])}
    @gf-pick=${(/** @type {CustomEvent<Place>} */ { detail }) => pick?.(detail)}
  ></gf-cells>`;
}
