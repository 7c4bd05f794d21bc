// SPDX-License-Identifier: MIT
// The colour scales as classes: `attention s3` sets --shade and --on-shade. A style attribute
// would be refused by a strict content security policy.
import { isNew } from '../../draw/canvas.js';
import { inkOn, ramp, toCss } from '../../draw/palette.js';

/** Classes s0 … s15 of each scale. */
export const SHADES = 16;

/** @param {number} value 0 … 1, anything outside is held at the end; NaN as 0 */
export const shadeAt = (value) =>
  Math.round(Math.max(0, Math.min(1, value || 0)) * (SHADES - 1));

/** @type {WeakMap<Node, CSSStyleSheet>} */
const sheets = new WeakMap();

/**
 * Defines the classes in a shadow root, once for each set of scales.
 * @param {Node} root @param {import('../../draw/theme.js').Ramps} ramps
 */
export function adoptShades(root, ramps) {
  const own = /** @type {ShadowRoot} */ (root);
  const last = sheets.get(root);
  // Into another document none comes along.
  const isThere = last && own.adoptedStyleSheets.includes(last);
  if (!isNew(root, ramps) && isThere) return;
  const { CSSStyleSheet } = own.ownerDocument?.defaultView ?? globalThis;
  const sheet = isThere ? last : new CSSStyleSheet();
  if (!isThere) own.adoptedStyleSheets = [...own.adoptedStyleSheets, sheet];
  sheets.set(root, sheet);
  const rules = Object.entries(ramps).flatMap(([name, stops]) =>
    ramp(stops, SHADES).map(
      (rgb, n) => `.${name}.s${n}{--shade:${toCss(rgb)};--on-shade:${inkOn(rgb)}}`,
    ),
  );
  sheet.replaceSync(rules.join(''));
}
