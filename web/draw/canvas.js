// SPDX-License-Identifier: MIT
// Canvas preparation, and caches that save repeated drawing and style look-ups.

/** @type {WeakMap<object, unknown[]>} */
const sources = new WeakMap();

/**
 * Whether a picture would differ from the last one drawn.
 * @param {object} picture its canvas, or another object that stands for it
 * @param {...unknown} made everything it depends on, compared by identity
 */
export function isNew(picture, ...made) {
  const before = sources.get(picture);
  sources.set(picture, made);
  return (
    before?.length !== made.length || made.some((x, n) => !Object.is(x, before[n]))
  );
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} width @param {number} height CSS pixels
 * @returns {CanvasRenderingContext2D | null} empty, its unit a CSS pixel
 */
export function prepare(canvas, width, height) {
  const ratio = devicePixelRatio;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const ctx = canvas.getContext('2d');
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, width, height);
  return ctx;
}

/** Reading a computed style makes the browser resolve all styles. */
const FRESH_MS = 1000;

/**
 * @typedef {object} Inks
 * @property {string} scheme
 * @property {number} ms when they were last read
 * @property {Record<string, string>} asked
 * @property {(name: string) => string} ink
 */

/** @type {WeakMap<Element, Inks>} */
const inks = new WeakMap();

/**
 * Colours and typefaces of theme.js as set in the host page. They are compared once a second,
 * after the frame, when styles are resolved; the host draws again when they have changed.
 * @param {import('lit').LitElement} host @param {string} scheme
 * @returns {Inks['ink']} the same function as long as they are the same
 */
export function inksOf(host, scheme) {
  const known = inks.get(host);
  const ms = performance.now();
  const style = getComputedStyle(host);
  const ask = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
  if (known?.scheme === scheme) {
    if (ms - known.ms < FRESH_MS) return known.ink;
    known.ms = ms;
    const { asked, ink } = known;
    setTimeout(() => {
      if (Object.keys(asked).every((name) => asked[name] === ask(name))) return;
      if (inks.get(host) === known) inks.delete(host);
      host.requestUpdate();
    });
    return ink;
  }
  /** @type {Record<string, string>} */
  const asked = {};
  const ink = (/** @type {string} */ name) => (asked[name] ??= ask(name));
  inks.set(host, { scheme, ms, asked, ink });
  return ink;
}
