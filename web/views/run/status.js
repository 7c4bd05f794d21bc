// SPDX-License-Identifier: MIT
// The live region: events in words, at most one message in five seconds, none where the reader
// has switched it off.
import { html } from 'lit';
import { announcements } from '../../state/preferences.js';
import { define, keys, View } from '../shared/view.js';

const QUIET_MS = 5000;

class Status extends View {
  static watch = keys('announcement', 'phase');
  static unseen = true;
  static properties = View.withState('message');
  constructor() {
    super();
    this.message = '';
    this.lastMs = -Infinity;
    this.queued = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer;
    this.phase = '';
    this.spoken = '';
  }

  willUpdate() {
    const { phase, announcement } = this.state;
    if (phase !== this.phase) {
      this.phase = phase;
      this.#announce(this.t.run.states[phase]);
    }
    if (announcement !== this.spoken) {
      this.spoken = announcement;
      this.#announce(announcement);
    }
  }

  /** A message that had to wait is replaced by the next. */
  #announce(/** @type {string} */ text) {
    if (text === '') return;
    this.queued = text;
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.lastMs + QUIET_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastMs = performance.now();
      this.message = announcements.on ? this.queued : '';
    }, wait);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  render() {
    return html`<p class="hidden" part="status" role="status" aria-live="polite">
      ${this.message}
    </p>`;
  }
}

define('gf-status', Status);
