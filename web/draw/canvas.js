// SPDX-License-Identifier: MIT
// A canvas made ready, and what need not be done again: pictures of the same things, and
// asking for colours.

/** @type {WeakMap<object, unknown[]>} */
const drawn = new WeakMap();

/**
 * Whether a picture would differ from the one that was drawn last.
 * @param {object} picture its canvas
 * @param {...unknown} made everything it is made of, compared by identity
 */
export function isNew(picture, ...made) {
  const before = drawn.get(picture);
  drawn.set(picture, made);
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

/** Whoever asks for a colour makes the browser settle all styles first. */
const FRESH_MS = 1000;

/**
 * @typedef {object} Inks
 * @property {string} scheme
 * @property {number} ms when they were last asked for
 * @property {Record<string, string>} asked
 * @property {(name: string) => string} ink
 */

/** @type {WeakMap<Element, Inks>} */
const inks = new WeakMap();

/**
 * Colours and typefaces of theme.js as the host page has them, compared once a second:
 * after the frame, when styles are settled. The host draws again when they are others.
 * @param {import('lit').LitElement} host
 * @param {string} scheme
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
