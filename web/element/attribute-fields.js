// SPDX-License-Identifier: MIT
// The attributes of <glass-former> as fields with their defaults. What each is for: the JSDoc of
// glass-former.js; what it may hold: attributes.js.
import { LitElement } from 'lit';
import { properties } from './attributes.js';

export class AttributeFields extends LitElement {
  static properties = properties;

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
    this.readonly = this.background = false;
  }
}
