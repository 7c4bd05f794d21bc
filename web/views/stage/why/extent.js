// SPDX-License-Identifier: MIT
// Bars as parts of their box. Set through the object model: a style attribute would be refused
// by a strict content security policy.
import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

class Extent extends Directive {
  /** @param {number} _from @param {number} _size */
  render(_from, _size) {
    return noChange;
  }

  /** @param {import('lit/directive.js').ElementPart} part @param {[number, number]} extent */
  update({ element }, [from, size]) {
    const { style } = /** @type {HTMLElement} */ (element);
    style.insetInlineStart = `${(100 * from).toFixed(2)}%`;
    style.inlineSize = `${(100 * size).toFixed(2)}%`;
    return noChange;
  }
}

/** Where a bar begins and how long it is, in parts of its box. */
export const extent = directive(Extent);

class Height extends Directive {
  /** @param {number} _px */
  render(_px) {
    return noChange;
  }

  /** @param {import('lit/directive.js').ElementPart} part @param {[number]} height */
  update({ element }, [px]) {
    /** @type {HTMLElement} */ (element).style.blockSize = `${Math.round(px)}px`;
    return noChange;
  }
}

/** Height of a bar, CSS pixels. */
export const high = directive(Height);
