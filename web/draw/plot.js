// SPDX-License-Identifier: MIT
// Lines over a common x, on canvas: axes, any number of lines, a cursor. Everything else is
// drawn by the owner.
import { prepare } from './canvas.js';

const FONT_PX = 12;
/** Margins for the axes, CSS pixels. */
const SIDE_PX = 54;
const BELOW_PX = 44;
const ABOVE_PX = 8;
const AXES = { side: SIDE_PX, above: ABOVE_PX, below: BELOW_PX };
/** Least distance between labels, CSS pixels. */
const APART_X = 64;
const APART_Y = 34;
/** Least distance between points, CSS pixels. */
const DOTS_PX = 14;

/** @typedef {(number | null)[]} Column */

/**
 * @typedef {object} Options
 * @property {number | null} height CSS pixels; null: that of the holder
 * @property {(name: string) => string} ink of theme.js
 * @property {boolean} [logX]
 * @property {(a: number, b: number) => [number, number]} [rangeX] around the data
 * @property {(a: number, b: number) => [number, number]} rangeY
 * @property {[string, string]} names below and at the left
 * @property {number} [unit] of the left axis, in units of the lines
 * @property {(x: number) => string} writeX
 * @property {(y: number) => string} writeY
 * @property {Scale} [right] a second scale
 * @property {{ side: number, above: number, below: number }} [room] CSS pixels around the
 *   plotting area where the owner draws instead of axes
 * @property {{ ink: string, width: number, points?: boolean }[]} lines
 * @property {(plot: Plot) => void} [draw] called after the lines
 */

/**
 * @typedef {object} Scale
 * @property {string} name
 * @property {(y: number) => string} write
 * @property {(low: number, high: number, n: number) => number[]} ticks of its own
 */

/**
 * Round numbers between two bounds, at most n of them.
 * @param {number} low @param {number} high @param {number} n
 */
export function ticks(low, high, n) {
  if (!(high > low)) return [];
  const fair = (high - low) / Math.max(1, n);
  const power = 10 ** Math.floor(Math.log10(fair));
  const step = power * ([1, 2, 5].find((k) => k * power >= fair) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Multiples of a fraction carry its rounding; ten digits are more than a label shows.
  return Array.from({ length: count }, (_, k) =>
    Number(((first + k) * step).toPrecision(10)),
  );
}

/** Round perplexities between two losses, as losses: 1, 2 and 5 times powers of ten, or, on a
 * narrow scale, equal steps. @param {number} low @param {number} high @param {number} n */
export function perplexityTicks(low, high, n) {
  const [from, to] = [Math.exp(low), Math.exp(high)];
  const round = decades(from / 10, to).flatMap((ten) => [ten, 2 * ten, 5 * ten]);
  const shown = round.filter((x) => x >= from && x <= to);
  const every = Math.ceil(shown.length / Math.max(1, n));
  const fair = shown.length > 1 ? shown : ticks(from, to, n);
  return fair.filter((_, k) => k % every === 0).map(Math.log);
}

/** Powers of ten between two bounds, all above 0. @param {number} low @param {number} high */
function decades(low, high) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, k) => 10 ** (first + k),
  );
}

/** Ticks with their words; of ticks that read the same, the first.
 * @param {number[]} at @param {(x: number) => string} write
 * @returns {[number, string][]} */
const labelled = (at, write) =>
  at
    .map((x) => /** @type {[number, string]} */ ([x, write(x)]))
    .filter(([, words], n, all) => n === 0 || words !== all[n - 1][1]);

/** Dashed lines across a chart. @template {{ y: number }} T
 * @param {Pick<Plot, 'context' | 'box' | 'atY'>} plot @param {T[]} levels @param {string} ink
 * @returns {T[]} those within it, their heights in device pixels */
export function drawLevels(plot, levels, ink) {
  const { context: ctx, box } = plot;
  const ratio = devicePixelRatio;
  const shown = levels
    .map((level) => ({ ...level, y: Math.round(plot.atY(level.y)) }))
    .filter(({ y }) => y <= box.top + box.height);
  ctx.lineWidth = ratio;
  ctx.strokeStyle = ink;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  for (const { y } of shown) {
    ctx.beginPath();
    ctx.moveTo(box.left, y);
    ctx.lineTo(box.left + box.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  return shown;
}

export class Plot {
  #holder;
  /** @type {Options} */ #options;
  #canvas = document.createElement('canvas');
  #resizer = new ResizeObserver(([{ contentRect }]) => {
    const { width, height } = contentRect;
    const isFilled = this.#options.height === null && height !== this.#height;
    if (width === this.width && !isFilled) return;
    this.width = width;
    this.#height = height;
    this.#draw();
  });
  /** Of the holder as last observed, CSS pixels: reading it forces a layout. */
  width = 0;
  #height = 0;
  /** x first. @type {Column[]} */ #data = [];
  /** Of the last picture. @type {[number, number]} */ #x = [0, 1];
  /** @type {[number, number]} */ #y = [0, 1];
  /** The plotting area, device pixels. */
  box = { left: 0, top: 0, width: 1, height: 1 };

  /** @param {HTMLElement} holder emptied @param {Options} options */
  constructor(holder, options) {
    this.#holder = holder;
    this.#options = options;
    holder.replaceChildren(this.#canvas);
    this.#resizer.observe(holder);
  }

  /** @param {Column[]} data x, and one column a line; null: nothing there
   * @param {Options} [options] others from now on */
  set(data, options = this.#options) {
    this.#options = options;
    this.#data = data;
    this.#draw();
  }

  destroy() {
    this.#resizer.disconnect();
    this.#canvas.remove();
  }

  get context() {
    return /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
  }

  /** A logarithmic axis has no 0: its first x stands for it.
   * @param {number} x @returns {number} device pixels from the canvas' left */
  atX(x) {
    const [a, b] = this.#x;
    const at = (/** @type {number} */ v) =>
      this.#options.logX ? Math.log(Math.max(a, v)) : v;
    const share = (at(x) - at(a)) / (at(b) - at(a) || 1);
    return this.box.left + share * this.box.width;
  }

  /** The last x of the axis. */
  get end() {
    return this.#x[1];
  }

  /** @param {number} y @returns {number} device pixels from the top */
  atY(y) {
    const [a, b] = this.#y;
    return this.box.top + (1 - (y - a) / (b - a || 1)) * this.box.height;
  }

  #range() {
    const { rangeX, rangeY } = this.#options;
    const [x, ...columns] = this.#data;
    const known = x.filter((v) => v !== null);
    const ends = /** @type {[number, number]} */ ([known[0], known.at(-1)]);
    this.#x = rangeX ? rangeX(...ends) : ends;
    let [low, high] = [Infinity, -Infinity];
    for (const y of columns.flat()) {
      if (y === null || !Number.isFinite(y)) continue;
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    this.#y = rangeY(low, high);
  }

  #draw() {
    const { ink, lines, right, room, draw } = this.#options;
    const width = (this.width ||= this.#holder.clientWidth);
    const height = this.#options.height ?? (this.#height ||= this.#holder.clientHeight);
    if (width === 0 || height === 0 || this.#data.length === 0) return;
    const ratio = devicePixelRatio;
    const ctx = this.context;
    prepare(this.#canvas, width, height);
    // Its unit is a device pixel.
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const { side, above, below } = room ?? AXES;
    const end = room ? side : right ? SIDE_PX : ABOVE_PX;
    this.box = {
      left: side * ratio,
      top: above * ratio,
      width: (width - side - end) * ratio,
      height: (height - above - below) * ratio,
    };
    this.#range();
    ctx.font = `${FONT_PX * ratio}px ${ink('sans')}`;
    if (!room) this.#axes(ctx, ratio);
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    const { left, top, width: w, height: h } = this.box;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top - ratio, w + 2 * ratio, h + 2 * ratio);
    ctx.clip();
    lines.forEach((line, n) => this.#line(ctx, this.#data[n + 1], line, ratio));
    ctx.restore();
    draw?.(this);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Column} column
   * @param {Options['lines'][number]} line @param {number} ratio */
  #line(ctx, column, { ink, width, points }, ratio) {
    const x = this.#data[0];
    ctx.strokeStyle = ctx.fillStyle = this.#options.ink(ink);
    ctx.lineWidth = width * ratio;
    ctx.beginPath();
    /** @type {[number, number][]} */
    const dots = [];
    column.forEach((y, n) => {
      if (y === null || !Number.isFinite(y)) return;
      const at = /** @type {[number, number]} */ ([
        this.atX(Number(x[n])),
        this.atY(y),
      ]);
      ctx.lineTo(...at);
      dots.push(at);
    });
    ctx.stroke();
    if (!points && dots.length > 1) return;
    let last = -Infinity;
    for (const [px, py] of dots) {
      // So many that they touch would make a thick line of it.
      if (px - last < DOTS_PX * ratio) continue;
      last = px;
      ctx.beginPath();
      ctx.arc(px, py, 2.5 * ratio, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  /** @param {CanvasRenderingContext2D} ctx @param {number} ratio */
  #axes(ctx, ratio) {
    const { ink, logX, names, right, writeX, writeY, unit = 1 } = this.#options;
    const { left, top, width, height } = this.box;
    const bottom = top + height;
    const end = left + width;
    ctx.strokeStyle = ink('line');
    ctx.fillStyle = ink('ink-2');
    ctx.lineWidth = ratio;
    const line = (
      /** @type {[number, number, number, number]} */ ...[x, y, dx, dy]
    ) => {
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + dx, y + dy);
      ctx.stroke();
    };
    line(left, bottom, width, 0);
    // Steps and positions are whole numbers.
    const xs = logX
      ? decades(...this.#x)
      : ticks(...this.#x, Math.floor(width / ratio / APART_X)).filter(Number.isInteger);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (const [x, label] of labelled(xs, writeX)) {
      line(this.atX(x), bottom, 0, 5 * ratio);
      const last = this.#canvas.width - ctx.measureText(label).width / 2;
      ctx.fillText(label, Math.min(this.atX(x), last), bottom + 8 * ratio);
    }
    ctx.fillText(names[0], left + width / 2, bottom + 25 * ratio);
    ctx.textBaseline = 'middle';
    const [low, high] = this.#y;
    const n = Math.floor(height / ratio / APART_Y);
    const ys = ticks(low / unit, high / unit, n).map((y) => y * unit);
    /** @type {[number, number, CanvasTextAlign, string, [number, string][]][]} */
    const sides = [[left, -1, 'right', names[1], labelled(ys, writeY)]];
    if (right) {
      const marks = labelled(right.ticks(low, high, n), right.write);
      sides.push([end, 1, 'left', right.name, marks]);
    }
    for (const [at, sign, align, name, marks] of sides) {
      line(at, top, 0, height);
      ctx.textAlign = align;
      for (const [y, label] of marks) {
        line(at, this.atY(y), 5 * sign * ratio, 0);
        ctx.fillText(label, at + 8 * sign * ratio, this.atY(y));
      }
      ctx.save();
      ctx.translate(at + sign * 46 * ratio, top + height / 2);
      ctx.rotate((sign * Math.PI) / 2);
      ctx.textAlign = 'center';
      ctx.fillText(name, 0, 0);
      ctx.restore();
    }
  }
}
