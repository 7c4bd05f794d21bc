// SPDX-License-Identifier: MIT
// The switch for loss as pitch. Off on every visit: browsers let nothing sound unasked.
// Part of the page and of frames; elements in other people's pages do without it.
import { css, html } from 'lit';
import { Tones, pitchOf } from './pitch.js';
import { shared } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

class Sound extends View {
  static watch = keys('progress', 'phase');

  /** It is heard, wherever the page has been scrolled to. */
  static unseen = true;

  static styles = [
    shared,
    css`
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  /** @type {Tones | null} */ #tones = null;
  /** @type {unknown} */ #heard;
  #hide = () => document.hidden && this.#tones?.rest();

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#hide);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#hide);
    this.#switch(false);
  }

  /** @param {boolean} on */
  #switch(on) {
    this.#tones?.end();
    this.#tones = on ? new Tones() : null;
    this.#heard = this.state.progress;
    this.requestUpdate();
  }

  /** A tone is of its step, also of a single one, and takes no time to draw.
   * @override @template T @param {() => T} work */
  inTurn(work) {
    return work();
  }

  /** @override */
  willUpdate() {
    const { progress, phase, session } = this.state;
    if (phase !== 'running' || document.hidden) this.#tones?.rest();
    else if (progress && session && progress !== this.#heard)
      this.#tones?.play(pitchOf(progress.loss, session.info.baselines));
    this.#heard = progress;
  }

  /** @override */
  render() {
    const { sound } = this.t;
    const counted = (this.state.session?.info.baselines.trigram ?? 0) > 0;
    return html`<label class="check quiet"
        ><input
          type="checkbox"
          id="sound"
          aria-describedby="heard"
          .checked=${this.#tones !== null}
          @change=${(/** @type {Event} */ event) =>
            this.#switch(/** @type {HTMLInputElement} */ (event.target).checked)}
        />${sound.on}</label
      >
      <p class="look" id="heard">
        ${sound.heard} ${counted ? sound.counted : sound.none}
      </p>`;
  }
}

define('gf-sound', Sound);
