// SPDX-License-Identifier: MIT
// At the end of the screen's tabs, or below the bar: a run that can be restored or continued, and
// the link to what is shown.
import { css, html, nothing } from 'lit';
import { button } from '../shared/controls.js';
import { HostWidth } from '../shared/host-width.js';
import { whereOffered } from '../shared/render-view.js';
import { copyLink } from '../shared/save.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { runButtons } from './run-bar.js';

const CONFIRMED_MS = 2500;

/** A sentence and what can be done about it. @param {string} id @param {string} text
 * @param {[string, () => void, string?][]} buttons the last: spoken name */
const note = (id, text, buttons) =>
  html`<div class="note" id=${id} title=${text}>
    <span>${text}</span>
    ${buttons.map(([words, press, label]) => button(words, press, { kind: 'small plain', label }))}
  </div>`;

class RunNotes extends View.withState({ copied: false }) {
  static unseen = true;
  // Where the tabs reach as far as they do, they are shorter.
  static styles = styled(css`
    :host {
      container-type: normal;
    }
    :host([frame='fit']) {
      display: none;
    }
    /* Below a bar that has all buttons. */
    :host(:not([frame='column'])) :is(#link, #step, #again) {
      display: none;
    }
    :host(:not([frame])) .notes {
      justify-content: flex-start;
    }
    .notes {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: flex-end;
      gap: 0 0.75rem;
      min-block-size: 46px;
      font-size: 0.8125rem;
      color: var(--ink-3);
    }
    .note {
      display: flex;
      align-items: center;
      gap: 0.125rem;
    }
    button.plain {
      font-weight: 500;
    }
    #link {
      display: inline-grid;
      place-content: center;
      justify-items: center;
      border-radius: 1rem;
      padding-inline: 0.875rem;
    }
    /* As wide as the longer of its two labels. */
    #link::after {
      content: attr(data-other);
      block-size: 0;
      overflow: hidden;
      visibility: hidden;
    }
    :is(#step, #again) {
      display: none;
    }
    @container (min-width: 1180.02px) and (max-width: 1500px) {
      :is(#offer, #kept) span {
        display: none;
      }
    }
    /* Two lines are no higher than the tabs: the screen ends with the window. */
    @container (min-width: 1180.02px) and (max-width: 1310px) {
      .notes {
        overflow-y: clip;
      }
      .notes > * {
        margin-block: -3px;
      }
      @media (pointer: fine) {
        #link {
          min-block-size: 1.5rem;
          margin-block: -1px 0;
        }
      }
    }
    /* What the bar has no room for. */
    @container (max-width: 1180px) {
      .notes {
        row-gap: 0.5rem;
      }
      #again {
        display: inline-block;
      }
    }
    @container (max-width: 900px) {
      #step {
        display: inline-block;
      }
    }
  `);

  hostWidth = new HostWidth(this);
  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer;

  render() {
    const { t, format, app } = this;
    const { shelved, session } = this.state;
    const offer = app.storedRuns.offer;
    const words = [t.screen.copyLink, t.screen.copied];
    return html`<div class="notes number">
      ${
        offer
          ? note('offer', t.screen.stored(format.integer(offer.step)), [
              [
                t.screen.goOnStored,
                () => void app.storedRuns.open(offer.id),
                t.stored.goOn(format.integer(offer.step)),
              ],
            ])
          : nothing
      }
      ${
        shelved
          ? note('kept', t.screen.shelved(format.integer(shelved.step)), [
              [t.screen.restore, () => void app.restoreShelved()],
              [t.screen.discard, () => void app.discardShelved()],
            ])
          : nothing
      }
      ${this.wayBack ? whereOffered('pretrained-note', () => html`<gf-pretrained-note back .app=${this.app}></gf-pretrained-note>`) : nothing}
      ${session?.info.mode === 'main' ? html`<div class="note"><span>${t.run.mainThread}</span></div>` : nothing}
      ${runButtons(this)}
      <button
        class="small"
        id="link"
        ?disabled=${!session}
        data-other=${words[Number(!this.copied)]}
        @click=${() => void this.#copyLink()}
      >
        ${words[Number(this.copied)]}
      </button>
    </div>`;
  }

  /** To the pretrained model, from another. */
  get wayBack() {
    return this.app.pretrainedRun && !this.state.pretrained;
  }

  /** Below a bar it takes room only for what there is to say. */
  updated() {
    const { shelved, session } = this.state;
    const isSaying =
      shelved || this.app.storedRuns.offer || session?.info.mode === 'main';
    this.hidden = this.getAttribute('frame') !== 'column' && !isSaying;
    const { width } = this.hostWidth;
    this.parentElement?.style.setProperty('--notes', `${width}px`);
  }

  async #copyLink() {
    this.copied = await copyLink(this.app);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.copied = false), CONFIRMED_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.copied = false;
  }
}

define('gf-run-notes', RunNotes);
