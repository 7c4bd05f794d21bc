// SPDX-License-Identifier: MIT
// Lines over steps or places, with labelled guides, and their numbers: those of the strong line
// as a table unless another is slotted, all as a file named by the element's id unless it is told
// other columns. A function of its properties, which views write by lines().
import { css, html } from 'lit';
import { inksOf } from '../../draw/canvas.js';
import { drawLevels, Plot } from '../../draw/plot.js';
import { styled } from './style.js';
import { csvButton, folded, table } from './tables.js';
import { define } from './view.js';
import { StyledElement, given } from './styled-element.js';

const HEIGHT = 220;
const TABLE_ROWS = 40;

/** @import { Column } from '../../draw/series.js' */

/**
 * @typedef {object} Line
 * @property {(number | null)[]} y
 * @property {string} [name] in the file; else that of the axis
 * @property {boolean} [strong] drawn last, in the accent colour
 */

/**
 * @typedef {object} Picture
 * @property {number[]} x
 * @property {Line[]} lines
 * @property {[string, string]} axes names of both
 * @property {string} label
 * @property {{ y: number, label: string }[]} guides
 * @property {Column[]} [file] columns of the file
 */

export class Lines extends StyledElement {
  static properties = given('app', 'picture');
  static styles = styled(css`
    .chart {
      min-block-size: 220px;
    }
  `);

  constructor() {
    super();
    /** @type {import('../../app/app.js').App} */ this.app = /** @type {any} */ (
      undefined
    );
    /** Given before the first drawing. @type {Picture} */
    this.picture = /** @type {any} */ (undefined);
    /** @type {Plot | null} */ this.plot = null;
  }

  /** The strong one last. */
  get #ordered() {
    return this.picture.lines.toSorted(
      (a, b) => (a.strong ? 1 : 0) - (b.strong ? 1 : 0),
    );
  }

  render() {
    const { axes, x, lines, label, file } = this.picture;
    const { format, t } = this.app;
    const stride = Math.ceil(x.length / TABLE_ROWS);
    // Counted from the end, so that the newest is in.
    const shown = x.map((_, n) => n).filter((n) => (x.length - 1 - n) % stride === 0);
    const strong = this.#ordered.at(-1)?.y ?? [];
    const rows = shown.map((n) => {
      const y = strong[n] ?? null;
      return [format.integer(x[n]), y === null ? '–' : format.small(y)];
    });
    return html`<div class="chart" role="img" aria-label=${label}></div>
      ${folded(t.loss.data, html`<slot>${table({ head: axes, rows })}</slot>`)}
      ${csvButton(
        t,
        this.id,
        () =>
          file ?? [
            [axes[0], x],
            ...lines.map(({ name, y }) => /** @type {Column} */ ([name ?? axes[1], y])),
          ],
      )}`;
  }

  updated() {
    const holder = /** @type {HTMLElement} */ (this.find('.chart'));
    const { format, store } = this.app;
    const { axes, x } = this.picture;
    const ordered = this.#ordered;
    const ink = inksOf(this, store.state.scheme);
    const write = (/** @type {number} */ n) => format.small(n);
    /** @type {import('../../draw/plot.js').Options} */
    const options = {
      height: HEIGHT,
      ink,
      // A single point stands in the middle.
      rangeX: (a, b) => (a === b ? [a - 1, b + 1] : [a, b]),
      rangeY: (low, high) => this.#range(low, high),
      names: axes,
      writeX: (x) => format.integer(x),
      writeY: write,
      lines: ordered.map(({ strong }) =>
        strong ? { ink: 'accent', width: 2.5 } : { ink: 'ink-3', width: 1 },
      ),
      draw: (plot) => this.#drawGuides(plot, ink),
    };
    this.plot ??= new Plot(holder, options);
    this.plot.set([x, ...ordered.map(({ y }) => y)], options);
  }

  /** From 0 unless something is below it, guides included.
   * @param {number} low @param {number} high @returns {[number, number]} */
  #range(low, high) {
    const { guides } = this.picture;
    const all = [low, high, ...guides.map(({ y }) => y)].filter(Number.isFinite);
    const bottom = Math.min(0, ...all);
    const top = Math.max(bottom, ...all);
    const room = (top - bottom) * 0.06 || 1;
    return [bottom < 0 ? bottom - room : 0, top > 0 ? top + room : 0];
  }

  /** @param {Plot} plot @param {(name: string) => string} ink */
  #drawGuides(plot, ink) {
    const ratio = devicePixelRatio;
    const { left, width } = plot.box;
    const ctx = plot.context;
    const x = left + width - 6 * ratio;
    const levels = drawLevels(plot, this.picture.guides, ink('line-strong'));
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = 4 * ratio;
    ctx.strokeStyle = ink('pane');
    ctx.fillStyle = ink('ink-2');
    for (const { y, label } of levels) {
      ctx.strokeText(label, x, y - 2 * ratio);
      ctx.fillText(label, x, y - 2 * ratio);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.plot?.destroy();
    this.plot = null;
  }
}

define('gf-lines', Lines);

/** @param {import('./view.js').View} view
 * @param {Omit<Picture, 'guides'> & Partial<Picture> & { id: string, table?: unknown }} given */
export const lines = ({ app }, { id, table: own, guides = [], ...picture }) =>
  html`<gf-lines id=${id} .picture=${{ ...picture, guides }} .app=${app}
    >${own}</gf-lines
  >`;
