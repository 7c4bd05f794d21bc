// SPDX-License-Identifier: MIT
// The large triangle: pixels, axes, cross hair, and a grid that can be walked by keys.
// Readers who do not see it meet an ARIA grid of which only the cell in focus exists.
import { css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import {
  attentionAt,
  chance,
  headOffset,
  isAllowed,
  lookedAt,
  readsAt,
  strongest,
} from '../draw/attention.js';
import {
  GUTTER_PX,
  cellAt,
  drawFrame,
  fit,
  keepInView,
  naturalCell,
} from '../draw/frame.js';
import { drawRaster, hexPixel } from '../draw/matrix.js';
import { pixelTable } from '../draw/palette.js';
import { visible } from '../format.js';
import { RAMPS, TOKENS } from '../theme.js';
import { shared } from './style.js';
import { View, define, keys } from './view.js';

/** Below this width a window onto the matrix is shown, larger (VISUALS 9). */
const PHONE_PX = 420;
const PHONE_COUNT = 24;
const MAP_PX = 72;

export class Matrix extends View {
  static watch = keys('look', 'layer', 'head', 'pin', 'hover', 'scheme', 'stretch');

  static properties = {
    ...View.properties,
    zoom: { attribute: false },
    at: { state: true },
    room: { state: true },
  };

  static styles = [
    shared,
    css`
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
    `,
  ];

  constructor() {
    super();
    /** @type {number | null} */ this.zoom = null;
    /** The cell that has, or would have, the focus. @type {{ i: number, j: number } | null} */
    this.at = null;
    this.room = 0;
    this.row0 = 0;
    this.column0 = 0;
    /** Edge of a cell and number visible, as last drawn. */
    this.cell = 12;
    this.count = 0;
    this.focusNext = false;
    /** @type {ResizeObserver | undefined} */ this.resizer;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.resizer = new ResizeObserver(() => {
      this.room = this.clientWidth;
    });
    this.resizer.observe(this);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.resizer?.disconnect();
  }

  /** @override */
  render() {
    const { t, format } = this;
    const { look, layer, head } = this.state;
    if (!look) return nothing;
    const at = this.#cursor(look);
    const name = t.head.title(format.integer(layer + 1), format.integer(head + 1));
    this.#layOut(look.T);
    return html`
      <div class="axes" aria-hidden="true">
        <span>↓ ${t.head.reads}</span><span>${t.head.lookedAt} →</span>
      </div>
      <div
        class="figure"
        @pointermove=${this.#onMove}
        @pointerleave=${() => this.app.select({ hover: null })}
        @click=${this.#onClick}
        @wheel=${this.#onWheel}
      >
        <canvas class="raster"></canvas>
        <canvas class="frame" aria-hidden="true"></canvas>
        <div
          role="grid"
          aria-label=${t.head.grid(name)}
          aria-rowcount=${look.T}
          aria-colcount=${look.T}
          @keydown=${this.#onKey}
        >
          <div role="row" aria-rowindex=${at.i + 1}>
            ${keyed(
              `${at.i},${at.j}`,
              html`<div
                class="focus"
                role="gridcell"
                tabindex="0"
                aria-colindex=${at.j + 1}
                aria-label=${this.#cellLabel(look, at)}
                @focus=${() => this.#preview(at)}
                @blur=${() => this.#leave()}
              ></div>`,
            )}
          </div>
        </div>
      </div>
      ${
        this.count < look.T
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

  /** @param {import('../types.js').Look} look */
  #cursor(look) {
    const { pin, layer, head } = this.state;
    const last = look.T - 1;
    if (this.at) return { i: Math.min(this.at.i, last), j: Math.min(this.at.j, last) };
    const i = Math.min(pin?.i ?? last, last);
    return { i, j: Math.min(pin?.j ?? strongest(look, layer, head, i)[0].j, last) };
  }

  /** @param {import('../types.js').Look} look @param {{ i: number, j: number }} at */
  #cellLabel(look, { i, j }) {
    const { t, format } = this;
    const { layer } = this.state;
    const words = {
      reads: visible(readsAt(look, layer, i)),
      looked: visible(lookedAt(look, layer, j)),
    };
    if (!isAllowed(look, layer, i, j)) return t.head.cellMasked(words);
    const value = attentionAt(look, layer, this.state.head, i, j);
    return t.head.cell({
      ...words,
      back: t.head.back(format.integer(i - j)),
      share: format.percent(value),
      times: format.times(value / chance(look, layer, i)),
    });
  }

  /** How many cells, how large, from where. @param {number} T */
  #layOut(T) {
    const room = this.room || this.clientWidth;
    const phone = room < PHONE_PX && T > PHONE_COUNT;
    const natural = phone ? (room - GUTTER_PX) / PHONE_COUNT : naturalCell(T, room);
    const { cell, count } = fit(T, room, devicePixelRatio, this.zoom ?? natural);
    const first = this.count === 0;
    this.cell = cell;
    this.count = count;
    const { hover, pin } = this.state;
    const target = this.at ?? pin ?? (hover ? null : { i: T - 1, j: T - 1 });
    const i = target?.i ?? this.row0;
    const j = target?.j ?? i;
    this.row0 = keepInView(first ? T - count : this.row0, count, i, T);
    this.column0 = keepInView(first ? T - count : this.column0, count, j, T);
  }

  /** @returns {import('../draw/frame.js').Geometry} */
  get #geometry() {
    const { cell, count, row0, column0 } = this;
    return { cell, count, row0, column0, gutter: GUTTER_PX };
  }

  /** @param {PointerEvent | MouseEvent} event */
  #under(event) {
    const box = /** @type {HTMLElement} */ (
      event.currentTarget
    ).getBoundingClientRect();
    return cellAt(this.#geometry, event.clientX - box.left, event.clientY - box.top);
  }

  #onMove(/** @type {PointerEvent} */ event) {
    const cell = this.#under(event);
    const { hover } = this.state;
    if (cell?.i === hover?.i && cell?.j === hover?.j) return;
    this.app.select({ hover: cell });
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const cell = this.#under(event);
    if (cell) this.#pin(cell);
  }

  /** @param {{ i: number, j: number }} cell a second time unpins */
  #pin(cell) {
    const { pin } = this.state;
    const again = pin?.i === cell.i && pin.j === cell.j;
    this.at = null;
    this.app.select({ pin: again ? null : cell });
  }

  #onWheel(/** @type {WheelEvent} */ event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#askZoom(event.deltaY < 0 ? 1.25 : 0.8);
  }

  #askZoom(/** @type {number} */ factor) {
    this.dispatchEvent(new CustomEvent('gf-zoom', { detail: factor }));
  }

  #onMap(/** @type {MouseEvent} */ event) {
    const { look } = this.state;
    if (!look) return;
    const share = (/** @type {number} */ offset) =>
      Math.floor((offset / MAP_PX) * look.T);
    const half = Math.floor(this.count / 2);
    this.row0 = Math.max(0, Math.min(look.T - this.count, share(event.offsetY) - half));
    this.column0 = Math.max(
      0,
      Math.min(look.T - this.count, share(event.offsetX) - half),
    );
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { look } = this.state;
    if (!look) return;
    const { i, j } = this.#cursor(look);
    const last = look.T - 1;
    const goal = {
      ArrowRight: [i, j + 1],
      ArrowLeft: [i, j - 1],
      ArrowDown: [i + 1, j],
      ArrowUp: [i - 1, j],
      Home: event.ctrlKey ? [0, 0] : [i, 0],
      // The row ends where the future begins.
      End: event.ctrlKey ? [last, last] : [i, i],
    }[event.key];
    if (goal) {
      event.preventDefault();
      const clamp = (/** @type {number} */ x) => Math.max(0, Math.min(last, x));
      this.at = { i: clamp(goal[0]), j: clamp(goal[1]) };
      this.focusNext = true;
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const { pin } = this.state;
      const again = pin?.i === i && pin.j === j;
      this.app.select({ pin: again ? null : { i, j } });
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault();
      this.app.nextLayer(event.key === 'PageDown' ? 1 : -1);
    } else if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      this.#askZoom(event.key === '+' ? 1.25 : 0.8);
    }
  }

  /** @param {{ i: number, j: number }} at */
  #preview(at) {
    this.at = at;
    this.app.select({ hover: at });
  }

  /** Leaving the grid ends the preview; moving within it does not. */
  #leave() {
    if (this.focusNext) return;
    this.at = null;
    this.app.select({ hover: null });
  }

  /** @override */
  updated() {
    const { look, layer, head, scheme, stretch } = this.state;
    if (!look) return;
    const ratio = devicePixelRatio;
    const side = this.count * this.cell;
    const figure = /** @type {HTMLElement} */ (
      this.renderRoot.querySelector('.figure')
    );
    figure.style.height = `${side + GUTTER_PX + 2}px`;
    const raster = /** @type {HTMLCanvasElement} */ (
      this.renderRoot.querySelector('.raster')
    );
    const column = scheme === 'light' ? 0 : 1;
    const common = {
      values: look.attention,
      offset: headOffset(look, layer, head),
      stride: look.T,
      table: pixelTable('attention', scheme),
      mask: hexPixel(RAMPS.attention[scheme][0]),
      allowed: (/** @type {number} */ i, /** @type {number} */ j) =>
        isAllowed(look, layer, i, j),
      scale: stretch ? Math.sqrt : undefined,
    };
    drawRaster(raster, {
      ...common,
      row0: this.row0,
      column0: this.column0,
      rows: this.count,
      columns: this.count,
      cell: Math.round(this.cell * ratio),
      hatch: hexPixel(TOKENS.hatch[column]),
    });
    const place = { left: GUTTER_PX, top: GUTTER_PX, width: side, height: side };
    for (const [name, px] of Object.entries(place)) {
      raster.style.setProperty(name, `${px}px`);
    }
    this.#drawFrame(look, side, ratio);
    this.#placeFocus(look);
    const map = /** @type {HTMLCanvasElement | null} */ (
      this.renderRoot.querySelector('.map')
    );
    if (map) this.#drawMap(map, common, look.T);
  }

  /** @param {import('../types.js').Look} look @param {number} side @param {number} ratio */
  #drawFrame(look, side, ratio) {
    const frame = /** @type {HTMLCanvasElement} */ (
      this.renderRoot.querySelector('.frame')
    );
    const edge = side + GUTTER_PX + 2;
    const device = Math.round(edge * ratio);
    if (frame.width !== device) {
      frame.width = device;
      frame.height = device;
      frame.style.width = `${edge}px`;
      frame.style.height = `${edge}px`;
    }
    const ctx = frame.getContext('2d');
    if (!ctx) return;
    const style = getComputedStyle(this);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, edge, edge);
    ctx.strokeStyle = ink('line-strong');
    ctx.lineWidth = 1;
    ctx.strokeRect(GUTTER_PX - 0.5, GUTTER_PX - 0.5, side + 1, side + 1);
    drawFrame(
      ctx,
      this.#geometry,
      {
        rows: look.attentions[this.state.layer].reads.map(visible),
        columns: look.attentions[this.state.layer].looked.map(visible),
      },
      this.state.hover,
      this.state.pin,
      {
        ink: ink('ink'),
        quiet: ink('ink-3'),
        accent: ink('accent'),
        pin: ink('pin'),
        mono: ink('mono'),
      },
    );
  }

  /** @param {import('../types.js').Look} look */
  #placeFocus(look) {
    const focus = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.focus'));
    const { i, j } = this.#cursor(look);
    focus.style.left = `${GUTTER_PX + (j - this.column0) * this.cell}px`;
    focus.style.top = `${GUTTER_PX + (i - this.row0) * this.cell}px`;
    focus.style.width = `${this.cell}px`;
    focus.style.height = `${this.cell}px`;
    if (this.focusNext) {
      focus.focus();
      this.focusNext = false;
    }
  }

  /**
   * The whole head, one pixel a cell, with the visible part framed.
   * @param {HTMLCanvasElement} map
   * @param {Omit<import('../draw/matrix.js').Raster, 'row0' | 'column0' | 'rows' | 'columns' | 'cell' | 'hatch'>} common
   * @param {number} T
   */
  #drawMap(map, common, T) {
    const { row0, column0, count } = this;
    const column = this.state.scheme === 'light' ? 0 : 1;
    drawRaster(map, {
      ...common, row0: 0, column0: 0, rows: T, columns: T, cell: 2,
      hatch: hexPixel(TOKENS.line[column]),
    }); // prettier-ignore
    const ctx = map.getContext('2d');
    if (!ctx) return;
    ctx.strokeStyle = getComputedStyle(this).getPropertyValue('--pin');
    ctx.lineWidth = 2;
    ctx.strokeRect(column0 * 2 + 1, row0 * 2 + 1, count * 2 - 2, count * 2 - 2);
  }
}

define('gf-matrix', Matrix);
