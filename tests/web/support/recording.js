// SPDX-License-Identifier: MIT
// A canvas for Node that writes down what is drawn on it: one line for each mark, with the place
// that it has on the canvas and what differs from the mark before in colour, opacity, width or
// typeface. What no picture may do fails at once: numbers that are none, a colour that is not
// there, marks outside of the canvas, a state that is not given back.
//
//   const canvas = recordingCanvas(300, 200);
//   draw(canvas.getContext('2d'), ink);
//   sameAsRecorded('name', linesOf(canvas));
import assert from 'node:assert/strict';
import { makeBrowser } from './browser.js';

/** Longer paths are written as their box, their length and a sum of all they are made of. */
const LONG = 26;
/** Marks may reach over the edge by half the width of a line. */
const EDGE_PX = 3;
/** A letter is this part of its size wide. */
const LETTER = 0.6;

const DEFAULTS = {
  fillStyle: '#000',
  strokeStyle: '#000',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
};

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ shape: string, style: Record<string, string> }} Mark */
/** @typedef {[string, ...number[]]} Step of a path, in pixels of the canvas */
/** @typedef {typeof DEFAULTS & { dash: number[], clip: Box | null, matrix: number[] }} Style */

/** To a tenth of a pixel. @param {number} x */
const short = (x) => String(Math.round(x * 10) / 10 + 0);

/** @param {Iterable<number>} bytes */
function sumOf(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(36);
}

/** @param {string} text */
const sumOfText = (text) => sumOf(Buffer.from(text));

/** @returns {Style} */
const initial = () => ({
  ...DEFAULTS,
  ...{ dash: [], clip: null, matrix: [1, 0, 0, 1, 0, 0] },
});

/** @param {number[]} x */
const assertNumbers = (...x) =>
  assert.ok(x.every(Number.isFinite), `drawn at ${x.join(', ')}`);

/** What of a step are points; the rest are sizes and angles. @type {Record<string, number>} */
const POINTS = { M: 1, L: 1, C: 3, A: 1, R: 1, O: 1, Z: 0 };

class Recording {
  /** What is on the canvas. @type {Mark[]} */ marks = [];
  #canvas;
  /** @type {Step[]} */ #path = [];
  /** @type {Style} */ #style = initial();
  /** @type {Style[]} */ #saved = [];

  /** @param {{ width: number, height: number }} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    for (const name of /** @type {(keyof typeof DEFAULTS)[]} */ (Object.keys(DEFAULTS)))
      Object.defineProperty(this, name, {
        get: () => this.#style[name],
        set: (value) => {
          this.#set(name, value);
        },
      });
  }

  /** @param {keyof typeof DEFAULTS} name @param {string | number} value */
  #set(name, value) {
    const isRight =
      typeof DEFAULTS[name] === 'number'
        ? typeof value === 'number' && Number.isFinite(value)
        : typeof value === 'string' && !/^$|undefined|NaN|null/.test(value);
    assert.ok(isRight, `${name} is ${value}`);
    /** @type {Record<string, unknown>} */ (this.#style)[name] = value;
  }

  /** A canvas of another size is empty and has no style. */
  reset() {
    this.marks = [];
    this.#path = [];
    this.#style = initial();
    this.#saved = [];
  }

  assertRestored() {
    assert.equal(this.#saved.length, 0, 'saved, and not restored');
  }

  // ---- state

  save() {
    const { dash, clip, matrix } = this.#style;
    this.#saved.push({ ...this.#style, dash, clip, matrix });
  }

  restore() {
    const before = this.#saved.pop();
    assert.ok(before, 'restored, and not saved');
    this.#style = before;
  }

  /** @param {number[]} x */
  setTransform(...x) {
    assertNumbers(...x);
    this.#style.matrix = x;
  }

  /** @param {number[]} by */
  #transform(...by) {
    assertNumbers(...by);
    const [a, b, c, d, e, f] = this.#style.matrix;
    const [g, h, i, j, k, l] = by;
    this.#style.matrix = [
      ...[a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j],
      ...[a * k + c * l + e, b * k + d * l + f],
    ];
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.#transform(1, 0, 0, 1, x, y);
  }

  /** @param {number} x @param {number} y */
  scale(x, y) {
    this.#transform(x, 0, 0, y, 0, 0);
  }

  /** @param {number} by */
  rotate(by) {
    this.#transform(Math.cos(by), Math.sin(by), -Math.sin(by), Math.cos(by), 0, 0);
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    assertNumbers(...dash);
    this.#style.dash = dash;
  }

  /** @param {string} text */
  measureText(text) {
    const size = Number(/([\d.]+)px/.exec(this.#style.font)?.[1]);
    return { width: [...text].length * size * LETTER };
  }

  // ---- paths

  /** On the canvas. @param {number} x @param {number} y @returns {[number, number]} */
  #at(x, y) {
    const [a, b, c, d, e, f] = this.#style.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  get #scale() {
    const [a, b] = this.#style.matrix;
    return Math.hypot(a, b);
  }

  /** @param {string} name @param {number[]} x points first */
  #step(name, ...x) {
    assertNumbers(...x);
    const points = POINTS[name];
    const at = Array.from({ length: points }, (_, n) =>
      this.#at(x[2 * n], x[2 * n + 1]),
    );
    const sizes = x.slice(2 * points).map((size) => size * this.#scale);
    this.#path.push([name, ...at.flat(), ...sizes]);
  }

  beginPath() {
    this.#path = [];
  }

  closePath() {
    this.#step('Z');
  }

  /** @param {[number, number]} at */
  moveTo(...at) {
    this.#step('M', ...at);
  }

  /** @param {[number, number]} at */
  lineTo(...at) {
    this.#step(this.#path.length > 0 ? 'L' : 'M', ...at);
  }

  /** @param {number[]} points */
  bezierCurveTo(...points) {
    assert.equal(points.length, 6);
    this.#step('C', ...points);
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to */
  arc(x, y, r, from, to) {
    assert.ok(r >= 0, `a radius of ${r}`);
    assert.ok(from === 0 && Math.abs(to - 2 * Math.PI) < 1e-6, 'a whole circle');
    this.#step('A', x, y, r);
  }

  /** @param {[number, number, number, number]} box */
  rect(...box) {
    this.#step('R', ...box);
  }

  /** @param {[number, number, number, number, number]} box */
  roundRect(...box) {
    this.#step('O', ...box);
  }

  clip() {
    const box = boxOf(this.#path);
    const { clip } = this.#style;
    this.#style.clip = clip && box ? common(clip, box) : box;
  }

  // ---- marks

  /** @param {string} shape @param {'fill' | 'stroke'} by @param {Box | null} box
   * @param {Record<string, string>} [more] */
  #mark(shape, by, box, more = {}) {
    const style = this.#style;
    const { width, height } = this.#canvas;
    const seen = box && style.clip ? common(box, style.clip) : box;
    if (seen && seen.left <= seen.right && seen.top <= seen.bottom)
      assert.ok(
        seen.left >= -EDGE_PX &&
          seen.top >= -EDGE_PX &&
          seen.right <= width + EDGE_PX &&
          seen.bottom <= height + EDGE_PX,
        `outside of ${width} × ${height}: ${shape}`,
      );
    const { dash, globalCompositeOperation: how } = style;
    const isLine = by === 'stroke';
    this.marks.push({
      shape,
      style: {
        colour: isLine ? style.strokeStyle : style.fillStyle,
        opacity: String(Math.round(style.globalAlpha * 1000) / 1000),
        over: how === 'source-over' ? '' : how,
        clip: style.clip ? Object.values(style.clip).map(short).join(' ') : '',
        ...(isLine && {
          width: short(style.lineWidth * this.#scale),
          dash: dash.map((x) => short(x * this.#scale)).join(),
          ends: style.lineCap,
        }),
        ...more,
      },
    });
  }

  /** @param {{ d: string }} [path] a Path2D */
  fill(path) {
    if (path) {
      const [x, y] = this.#at(0, 0);
      this.#mark(`fill ${path.d} at ${short(x)} ${short(y)}`, 'fill', null);
    } else this.#mark(`fill ${written(this.#path)}`, 'fill', boxOf(this.#path));
  }

  stroke() {
    this.#mark(`line ${written(this.#path)}`, 'stroke', boxOf(this.#path));
  }

  /** @param {[number, number, number, number]} box */
  fillRect(...box) {
    this.#box('box', 'fill', box);
  }

  /** @param {[number, number, number, number]} box */
  strokeRect(...box) {
    this.#box('frame', 'stroke', box);
  }

  /** @param {string} name @param {'fill' | 'stroke'} by @param {[number, number, number, number]} box */
  #box(name, by, [x, y, width, height]) {
    assertNumbers(x, y, width, height);
    const [left, top] = this.#at(x, y);
    const [right, bottom] = this.#at(x + width, y + height);
    const place = [left, top, right - left, bottom - top].map(short).join(' ');
    this.#mark(`${name} ${place}`, by, { left, top, right, bottom });
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} [most] */
  fillText(text, x, y, most) {
    this.#text('text', 'fill', text, x, y, most);
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.#text('outline', 'stroke', text, x, y);
  }

  /** @param {string} name @param {'fill' | 'stroke'} by @param {string} text @param {number} x
   * @param {number} y @param {number} [most] width */
  #text(name, by, text, x, y, most) {
    assertNumbers(x, y, most ?? 0);
    assert.ok(!/undefined|NaN|null|Infinity|∞/.test(text), `written: ${text}`);
    // Blanks leave no mark.
    if (text.trim() === '') return;
    const [left, top] = this.#at(x, y);
    const { font, textAlign, textBaseline, matrix } = this.#style;
    const place = [left, top, ...(most === undefined ? [] : [most])].map(short);
    const turned = matrix[1] === 0 ? '' : ' turned';
    this.#mark(
      `${name} ‘${text}’ ${place.join(' ')}${turned}`,
      by,
      { left, top, right: left, bottom: top },
      { font, align: textAlign, line: textBaseline },
    );
  }

  // ---- images

  /** @param {number} width @param {number} height */
  createImageData(width, height) {
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }

  /** @param {ImageData} image @param {number} x @param {number} y */
  putImageData({ width, height, data }, x, y) {
    const size = `${width}×${height}`;
    this.marks.push({
      shape: `image ${size} #${sumOf(data)} at ${short(x)} ${short(y)}`,
      style: {},
    });
  }

  /** @param {ReturnType<typeof recordingCanvas>} source @param {number[]} boxes of the source,
   * if only a part is drawn, and of the canvas */
  drawImage({ width, height, context }, ...boxes) {
    const [left, top, w, h] = boxes.splice(-4);
    const part = boxes.length > 0 ? `${boxes.map(short).join(' ')} of a ` : '';
    const sum = sumOfText(context.marks.map(whole).join('\n'));
    this.#box(`${part}canvas of ${width}×${height} #${sum}`, 'fill', [left, top, w, h]);
  }

  /** @param {[number, number, number, number]} box */
  clearRect(...[x, y, width, height]) {
    const [left, top] = this.#at(x, y);
    const [right, bottom] = this.#at(x + width, y + height);
    const isAll =
      Math.max(left, top) <= 0 &&
      right >= this.#canvas.width - 1 &&
      bottom >= this.#canvas.height - 1;
    assert.ok(isAll, 'all of the canvas is cleared');
    this.marks = [];
  }
}

/** @param {Box} a @param {Box} b @returns {Box} */
const common = (a, b) => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Around the points of a path. @param {Step[]} path @returns {Box | null} */
function boxOf(path) {
  const [xs, ys] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (const [name, ...x] of path) {
    for (let n = 0; n < POINTS[name]; n++) {
      xs.push(x[2 * n]);
      ys.push(x[2 * n + 1]);
    }
    if (name !== 'R' && name !== 'O') continue;
    xs.push(x[0] + x[2]);
    ys.push(x[1] + x[3]);
  }
  if (xs.length === 0) return null;
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return { left, right, top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** @param {Step[]} path */
function written(path) {
  const text = path.map(([name, ...x]) => name + x.map(short).join(' ')).join(' ');
  const n = path.reduce((sum, step) => sum + step.length - 1, 0);
  if (n <= LONG) return text || 'nothing';
  const { left, top, right, bottom } = /** @type {Box} */ (boxOf(path));
  const [x, y] = [`${short(left)}…${short(right)}`, `${short(top)}…${short(bottom)}`];
  return `${path.length} steps in ${x} × ${y} #${sumOfText(text)}`;
}

/** @param {number} [width] @param {number} [height] @returns {any} in place of a canvas */
export function recordingCanvas(width = 0, height = 0) {
  const size = { width, height };
  const context = new Recording(size);
  const set = (/** @type {'width' | 'height'} */ name, /** @type {number} */ value) => {
    assert.ok(Number.isInteger(value) && value >= 0, `${name} of a canvas: ${value}`);
    size[name] = value;
    context.reset();
  };
  return {
    context,
    hidden: false,
    style: /** @type {Record<string, string>} */ ({}),
    getContext: () => context,
    get width() {
      return size.width;
    },
    set width(value) {
      set('width', value);
    },
    get height() {
      return size.height;
    },
    set height(value) {
      set('height', value);
    },
    remove() {},
  };
}

/** @param {Mark} mark */
const whole = ({ shape, style }) => `${shape} ${JSON.stringify(style)}`;

/** @param {readonly Mark[]} marks */
function asLines(marks) {
  /** @type {Record<string, string>} */
  let last = {};
  return marks.map(({ shape, style }) => {
    const changed = Object.keys(style).filter((key) => style[key] !== last[key]);
    last = { ...last, ...style };
    const words = changed.map((key) =>
      key === 'colour' ? style[key] : `${key}:${style[key] || 'none'}`,
    );
    return [shape, ...words].join(' ');
  });
}

/** What is on a canvas, in the order in which it was drawn.
 * @param {ReturnType<typeof recordingCanvas>} canvas @returns {string[]} */
export function linesOf({ context, width, height }) {
  context.assertRestored();
  assert.ok(context.marks.length > 0, 'nothing is drawn');
  return [`${width} × ${height}`, ...asLines(context.marks)];
}

/** The same against another picture: only the marks that it does not have, the count of those
 * that are gone, and a sum of all in their order.
 * @param {ReturnType<typeof recordingCanvas>} canvas
 * @param {ReturnType<typeof recordingCanvas>} before @returns {string[]} */
export function changesOn(canvas, before) {
  const { context, width, height } = canvas;
  linesOf(canvas);
  /** @type {Map<string, number>} */
  const had = new Map();
  for (const mark of before.context.marks)
    had.set(whole(mark), (had.get(whole(mark)) ?? 0) + 1);
  const fresh = context.marks.filter((/** @type {Mark} */ mark) => {
    const left = had.get(whole(mark)) ?? 0;
    had.set(whole(mark), left - 1);
    return left <= 0;
  });
  const gone = [...had.values()].reduce((sum, left) => sum + Math.max(0, left), 0);
  const sum = sumOfText(context.marks.map(whole).join('\n'));
  const kept = context.marks.length - fresh.length;
  return [
    `${width} × ${height}, ${kept} marks as before, ${gone} gone, all #${sum}`,
    ...asLines(fresh),
  ];
}

/** Names of colours and typefaces for themselves. @param {string} name */
export const ink = (name) => name;

/** The globals of a browser that drawing asks for. @param {number} [ratio] */
export function makeScreen(ratio = 1) {
  makeBrowser();
  const { document: page = /** @type {any} */ ({}) } = globalThis;
  Object.assign(page, {
    createElement: (/** @type {string} */ name) =>
      name === 'canvas' ? recordingCanvas() : {},
  });
  Object.assign(globalThis, {
    document: page,
    devicePixelRatio: ratio,
    getComputedStyle: () => ({
      getPropertyValue: (/** @type {string} */ name) => name.slice(2),
    }),
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
    ImageData: class {
      /** @param {number} width @param {number} height */
      constructor(width, height) {
        Object.assign(this, { width, height });
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
    Path2D: class {
      /** @param {string} d */
      constructor(d) {
        this.d = d;
      }
    },
  });
}
