// SPDX-License-Identifier: MIT
// The live region: events in words, at most one message in five seconds, none where the reader
// has switched it off.
import { html } from 'lit';
import { announcements } from '../../state/preferences.js';
import { define, View } from '../shared/view.js';
import { Announcer } from './announcer.js';

class Status extends View.withState({ message: '' }) {
  static unseen = true;
  #announcer = new Announcer((text) => {
    this.message = announcements.on ? text : '';
  });

  spokenIn = '';
  phase = '';
  spoken = '';

  willUpdate() {
    const { lang, phase, announcement } = this.state;
    // What was said in another language is no message of the page any more.
    if (lang !== this.spokenIn) {
      this.spokenIn = lang;
      this.#announcer.stop();
      this.message = '';
    }
    if (phase !== this.phase) {
      this.phase = phase;
      this.#announcer.announce(this.t.run.states[phase]);
    }
    if (announcement !== this.spoken) {
      this.spoken = announcement;
      this.#announcer.announce(announcement);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#announcer.stop();
  }

  render() {
    return html`<p class="hidden" part="status" role="status" aria-live="polite">
      ${this.message}
    </p>`;
  }
}

define('gf-status', Status);
