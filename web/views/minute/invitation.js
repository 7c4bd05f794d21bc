// SPDX-License-Identifier: MIT
// One line below the headline of a first visit: what to try, and the first minute.
import { css, html } from 'lit';
import { minuteOf } from '../../app/minute.js';
import { visible } from '../../i18n/format.js';
import { minuteWords } from '../../i18n/minute.js';
import { pinnedIndex } from '../../state/selectors.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { predictionAt } from '../stage/caption.js';
import { button } from '../shared/controls.js';

const SEPARATOR = ' · ';
export const CLOSE = html`<span aria-hidden="true">✕</span>`;

class Invitation extends View {
  static styles = styled(css`
    :host {
      grid-row: 2;
      grid-column: 1 / -1;
      container-type: normal;
      margin-block-start: -4px;
    }
    div {
      display: flex;
      align-items: center;
      gap: 0 0.25rem;
      font-size: 0.8125rem;
      line-height: 1.125rem;
      color: var(--ink-2);
    }
    p {
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    button {
      flex: none;
      min-block-size: 24px;
      padding: 0 0.5rem;
      border: 0;
      border-radius: 12px;
      background: none;
      color: var(--accent);
      font: 600 0.8125rem/1.125rem var(--sans);
    }
    #why {
      display: none;
    }
    #own {
      padding: 0;
      font-weight: 500;
      text-decoration: underline;
      text-underline-offset: 2px;
    }
    .close {
      min-inline-size: 24px;
      padding: 0;
      color: var(--ink-3);
    }
    @media (pointer: coarse) {
      :host {
        margin-block-start: -24px;
      }
      button {
        min-block-size: 44px;
      }
      .close {
        min-inline-size: 44px;
      }
    }
    @container (max-width: 619.98px) {
      :host {
        grid-area: 2 / 1 / 4 / -1;
        margin: 0;
      }
      /* The choice of what the stage shows has no room beside it. */
      div {
        display: grid;
        grid-template-columns: repeat(3, auto) 1fr;
      }
      :is(#show, #why) {
        display: block;
        padding-inline: 0.75rem;
        border: 1px solid var(--accent);
        border-radius: 22px;
      }
      p {
        grid-column: 1 / -1;
        overflow: visible;
        white-space: normal;
      }
      /* Larger to hit than to see. */
      #own {
        margin-block: -13px;
      }
    }
  `);

  render() {
    const { state, t } = this;
    const words = minuteWords.in(state.lang);
    const others = words.invite.split(SEPARATOR);
    const ownText = others.pop();
    const i = pinnedIndex(state);
    const { activations: look } = state;
    const guess = look && i !== null ? predictionAt(state, look, i).guess : '';
    return html`<div role="group" aria-label=${words.title}>
      <p>
        ${others.join(SEPARATOR)}${SEPARATOR}${button(ownText, this.#toText, { id: 'own', kind: '' })}
      </p>
      ${button(words.show, () => void minuteOf(this.app).begin(), { id: 'show', kind: '' })}
      ${button(t.stage.why(visible(guess)), () => this.app.selection.showOnStage('why'), { id: 'why', kind: '' })}
      ${button(CLOSE, () => this.app.store.set({ guide: null }), { id: 'dismiss', kind: 'close', label: words.dismiss, title: words.dismiss })}
    </div>`;
  }

  #toText = () => {
    const stage = /** @type {ShadowRoot} */ (this.getRootNode()).host;
    const screen = /** @type {ShadowRoot} */ (stage.getRootNode());
    const choice = /** @type {import('../run/text-choice.js').TextChoice | null} */ (
      screen.querySelector('gf-text-choice')
    );
    void choice?.open();
  };
}

define('gf-invitation', Invitation);
