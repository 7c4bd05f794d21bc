// SPDX-License-Identifier: MIT
// The attributes of <glass-former> as fields with their defaults. What each is for: the JSDoc of
// glass-former.js; what it may hold: attributes.js.
import { properties, RENDERED_NAMES } from './attributes.js';
import { StyledElement } from '../views/shared/styled-element.js';

export class AttributeFields extends StyledElement {
  static properties = properties;

  static get observedAttributes() {
    return [...super.observedAttributes, ...Object.keys(RENDERED_NAMES)];
  }

  /** @param {string} name @param {string | null} old @param {string | null} value */
  attributeChangedCallback(name, old, value) {
    const attribute = RENDERED_NAMES[name];
    if (!attribute) super.attributeChangedCallback(name, old, value);
    else if (value !== null) this.setAttribute(attribute, value);
  }

  constructor() {
    super();
    this.src = this.corpus = this.preset = this.config = '';
    /** @type {string | number} */ this.seed = '';
    this.autostart = 'click';
    this.loading = 'lazy';
    /** @type {string | number} */ this.maxSteps = '';
    /** @type {string | number} */ this.maxSeconds = '';
    /** @type {string | number} */ this.workers = 'auto';
    this.workerUrl = this.view = this.text = this.controls = this.hide = '';
    /** Counted from 1. @type {string | number} */ this.layer = '';
    /** Counted from 1. @type {string | number} */ this.head = '';
    /** The attribute `step`. @type {string | number} */ this.shownStep = 'latest';
    this.theme = 'auto';
    /** @type {string} */ this.lang = '';
    this.label = '';
    this.readonly = this.background = this.fit = false;
  }
}
