// SPDX-License-Identifier: MIT
// The switch for loss as pitch. Off on every visit: browsers play nothing unasked.
import '../../i18n/diagnostics.js';
import { css, html } from 'lit';
import { Tones, pitchOf } from './pitch.js';
import { textUnit } from '../../state/selectors.js';
import { checkbox } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

class Sound extends View {
  static watch = keys('progress', 'phase');
  static unseen = true;
  static styles = styled(css`
    .check {
      color: var(--ink-3);
    }
    @media print {
      :host {
        display: none;
      }
    }
  `);

  /** @type {Tones | null} */ #tones = null;
  /** @type {unknown} */ #heard;
  #hide = () => document.hidden && this.#tones?.rest();

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#hide);
  }

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

  /** A tone belongs to its step and takes no time to draw.
   * @template T @param {() => T} work */
  inTurn(work) {
    return work();
  }

  willUpdate() {
    const { progress, phase, session } = this.state;
    if (phase !== 'running' || document.hidden) this.#tones?.rest();
    else if (progress && session && progress !== this.#heard)
      this.#tones?.play(pitchOf(progress.loss, session.info.baselines));
    this.#heard = progress;
  }

  render() {
    const { sound } = this.t;
    const counted = (this.state.session?.info.baselines.trigram ?? 0) > 0;
    return html`${checkbox({
        id: 'sound',
        label: sound.on,
        describedBy: 'heard',
        checked: this.#tones !== null,
        change: (on) => this.#switch(on),
      })}
      <p class="look" id="heard">
        ${sound.heard}
        ${counted ? sound.counted[textUnit(this.state.session)] : sound.none}
      </p>`;
  }
}

define('gf-sound', Sound);
