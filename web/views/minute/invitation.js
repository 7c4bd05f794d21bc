// SPDX-License-Identifier: MIT
// One line below the headline of a first visit: what to try, and the first minute.
import { css, html } from 'lit';
import { minuteOf } from '../../app/minute.js';
import { minuteWords } from '../../i18n/minute.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

class Invitation extends View {
  static watch = keys('guide');
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
      div {
        flex-wrap: wrap;
      }
      #show {
        padding-inline: 1rem;
        border: 1px solid var(--accent);
        border-radius: 22px;
      }
      p {
        flex: 1 1 100%;
        white-space: normal;
      }
    }
  `);

  render() {
    const words = minuteWords.in(this.state.lang);
    return html`<div role="group" aria-label=${words.title}>
      <p>${words.invite}</p>
      <button id="show" @click=${() => void minuteOf(this.app).begin()}>
        ${words.show}
      </button>
      <button
        class="close"
        id="dismiss"
        aria-label=${words.dismiss}
        title=${words.dismiss}
        @click=${() => this.app.store.set({ guide: null })}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </div>`;
  }
}

define('gf-invitation', Invitation);
