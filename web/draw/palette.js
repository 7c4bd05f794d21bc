// SPDX-License-Identifier: MIT
// Colour arithmetic and the 256-entry tables the canvases draw with.
// OKLab: B. Ottosson, "A perceptual color space for image processing", 2020.
/** @typedef {[number, number, number]} Triple */

export const LEVELS = 256;

/** @param {string} hex "#rrggbb" @returns {Triple} 0..255 each */
export function parseHex(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** @param {number} c 0..255 @returns {number} linear light, 0..1 */
function toLinear(c) {
  const x = c / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

/** @param {number} x linear light @returns {number} 0..255, rounded */
function fromLinear(x) {
  const clipped = Math.min(1, Math.max(0, x));
  const c =
    clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(c * 255);
}

/** @param {Triple} rgb 0..255 @returns {Triple} L, a, b */
export function toOklab([r, g, b]) {
  const [lr, lg, lb] = [toLinear(r), toLinear(g), toLinear(b)];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** @param {Triple} lab @returns {Triple} 0..255 */
function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/**
 * @param {readonly string[]} stops at least two colours, evenly spaced
 * @param {number} n entries wanted, at least 2
 * @returns {Triple[]}
 */
export function ramp(stops, n = LEVELS) {
  const labs = stops.map((hex) => toOklab(parseHex(hex)));
  return Array.from({ length: n }, (_, k) => {
    const at = (k / (n - 1)) * (labs.length - 1);
    const lower = Math.min(labs.length - 2, Math.floor(at));
    const f = at - lower;
    const mix = labs[lower].map((x, c) => x + f * (labs[lower + 1][c] - x));
    return fromOklab(/** @type {Triple} */ (mix));
  });
}

/** @param {Triple} rgb @returns {number} relative luminance of WCAG 2 */
function luminance([r, g, b]) {
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** @param {Triple} a @param {Triple} b @returns {number} 1..21 */
export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

/** Black or white, whichever has more contrast: at least 4.58:1 on any colour. */
export function inkOn(/** @type {Triple} */ rgb) {
  return contrast(rgb, [0, 0, 0]) >= contrast(rgb, [255, 255, 255]) ? '#000' : '#fff';
}

/** @param {Triple} rgb @returns {string} */
export const toCss = ([r, g, b]) => `rgb(${r} ${g} ${b})`;

/** One pixel as ImageData stores it on the little-endian machines browsers run on. */
const toPixel = (/** @type {Triple} */ [r, g, b]) =>
  ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

/** @param {string} hex "#rrggbb" */
export const hexPixel = (hex) => toPixel(parseHex(hex));

/** @type {WeakMap<readonly string[], Uint32Array>} */
const tables = new WeakMap();

/** @param {readonly string[]} stops
 * @returns {Uint32Array} LEVELS pixels, index = round(255 · value) */
export function pixelTable(stops) {
  let table = tables.get(stops);
  if (!table) tables.set(stops, (table = Uint32Array.from(ramp(stops), toPixel)));
  return table;
}

/** What reads colours. @type {CanvasRenderingContext2D | null | undefined} */
let reader;

/**
 * A colour as a style sheet writes it: a name, #…, rgb(), hsl() or hwb().
 * @param {string} written
 * @returns {string} "#rrggbb"; '' for an invalid or translucent colour
 */
export function hexOf(written) {
  reader ??= document.createElement('canvas').getContext('2d');
  if (!reader) return '';
  // An invalid colour leaves the previous one; only opaque colours read back as six digits.
  reader.fillStyle = '#0000';
  reader.fillStyle = written;
  return reader.fillStyle.length === 7 ? reader.fillStyle : '';
}

/** @param {number} value 0..1, anything outside is held at the end */
export const level = (value) =>
  Math.max(0, Math.min(LEVELS - 1, Math.round(value * (LEVELS - 1))));
