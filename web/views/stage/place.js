// SPDX-License-Identifier: MIT
// Boxes at measured places, CSS pixels. Set through the object model: a style attribute would be
// refused by a strict content security policy.
import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/** Physical, as the canvases are. @typedef {Partial<Record<
 *   'top' | 'left' | 'right' | 'bottom' | 'width' | 'height' | 'letterSpacing' |
 *   'paddingLeft' | 'fontSize' | 'lineHeight', number>>} Box */

class Place extends Directive {
  /** @param {Box} _box */
  render(_box) {
    return noChange;
  }

  /** @param {import('lit/directive.js').ElementPart} part @param {[Box]} box */
  update({ element }, [box]) {
    const { style } = /** @type {HTMLElement} */ (element);
    for (const [name, px] of Object.entries(box)) {
      const value = `${px}px`;
      const key = /** @type {keyof Box} */ (name);
      if (style[key] !== value) style[key] = value;
    }
    return noChange;
  }
}

export const place = directive(Place);
