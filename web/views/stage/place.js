// SPDX-License-Identifier: MIT
// Boxes at measured places, CSS pixels. Set through the object model: a style attribute would be
// refused by a strict content security policy.
import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/** Physical, as the canvases are. @typedef {Partial<Record<
 *   'top' | 'left' | 'right' | 'bottom' | 'width' | 'height' | 'letterSpacing' |
 *   'paddingLeft' | 'fontSize' | 'lineHeight' | 'blockSize', number>>} Box */
/** @typedef {{ insetInlineStart: string, inlineSize: string }} Part of the box around it */

class Place extends Directive {
  /** @param {Box | Part} _box */
  render(_box) {
    return noChange;
  }

  /** @param {import('lit/directive.js').ElementPart} part @param {[Box | Part]} box */
  update({ element }, [box]) {
    const { style } = /** @type {HTMLElement} */ (element);
    for (const [name, size] of Object.entries(box)) {
      const value = typeof size === 'number' ? `${size}px` : size;
      const key = /** @type {keyof Box} */ (name);
      if (style[key] !== value) style[key] = value;
    }
    return noChange;
  }
}

export const place = directive(Place);

const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(2)}%`;

/** A bar as a part of its box. @param {number} from @param {number} size */
export const extent = (from, size) =>
  place({ insetInlineStart: percent(from), inlineSize: percent(size) });
