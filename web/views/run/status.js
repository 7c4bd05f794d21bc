// SPDX-License-Identifier: MIT
// The one live region: events in words, never more than one message in five seconds, and
// none where the reader has switched it off.
import { html } from 'lit';
import { announcements } from '../../state/preferences.js';
import { shared } from '../shared/style.js';
import { View, define, keys } from '../shared/view.js';

const QUIET_MS = 5000;

class Status extends View {
  static watch = keys('spoken', 'phase');

  /** It is heard, wherever the page has been scrolled to. */
  static unseen = true;

  static properties = { ...View.properties, said: { state: true } };

  static styles = [shared];

  constructor() {
    super();
    this.said = '';
    this.lastMs = -Infinity;
    this.waiting = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer;
    this.phase = '';
    this.spoken = '';
  }

  /** @override */
  willUpdate() {
    const { phase, spoken } = this.state;
    if (phase !== this.phase) {
      this.phase = phase;
      this.#say(this.t.run.states[phase]);
    }
    if (spoken !== this.spoken) {
      this.spoken = spoken;
      this.#say(spoken);
    }
  }

  /** The newest message wins; older ones that had to wait are out of date. */
  #say(/** @type {string} */ text) {
    if (text === '') return;
    this.waiting = text;
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.lastMs + QUIET_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastMs = performance.now();
      this.said = announcements.on ? this.waiting : '';
    }, wait);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** @override */
  render() {
    return html`<p class="hidden" part="status" role="status" aria-live="polite">
      ${this.said}
    </p>`;
  }
}

define('gf-status', Status);
