// SPDX-License-Identifier: MIT
// A message over the screen, or what is wrong with a text while the column that says so is out of
// sight (web/element/screen-style.js). It keeps to the lower edge of the window, where it covers
// neither the sentence above the stage nor the numbers beside it.
import { css, html, nothing } from 'lit';
import { button } from '../shared/controls.js';
import { screenOnly, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

class NoticeView extends View {
  static unseen = true;
  static styles = styled(css`
    :host {
      display: flex;
      align-items: flex-end;
      justify-content: flex-end;
      position: absolute;
      inset: 0;
      z-index: 6;
      pointer-events: none;
    }
    .note {
      position: sticky;
      inset-block-end: var(--below);
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0.75rem;
      max-inline-size: min(40rem, 100% - 2rem);
      max-block-size: 50vh;
      overflow: auto;
      margin: 0 1rem var(--below);
      padding: 0.5rem 0.5rem 0.5rem 1rem;
      border: 1px solid var(--line-strong);
      border-radius: 10px;
      background: var(--pane);
      box-shadow: 0 4px 20px rgb(0 0 0 / 0.14);
      font-size: 0.875rem;
      pointer-events: auto;
    }
    .warn {
      border-color: var(--warn);
      background: var(--warn-soft);
      color: var(--warn);
    }
    .of-text {
      display: var(--text-problem, flex);
    }
    p {
      flex: 1 1 12rem;
      overflow-wrap: anywhere;
    }
    button {
      flex: none;
    }
    ${screenOnly}
  `);

  /** Else it would lie over the screen. Not before it is drawn: what is hidden has lost the focus. */
  updated() {
    this.hidden = !this.#message;
  }

  get #message() {
    return this.state.notice ?? this.state.textProblem;
  }

  render() {
    if (!this.#message) return nothing;
    const { kind, text, hint, offer } = this.#message;
    const isProblem = kind === 'problem';
    const isOfText = !this.state.notice;
    // Both, as one may say the same as the other.
    const dismiss = () => {
      this.app.dismiss();
      this.app.store.set({ textProblem: null });
    };
    const take = () => {
      dismiss();
      offer?.act();
    };
    return html`<div
      class="note ${isProblem ? 'warn' : ''} ${isOfText ? 'of-text' : ''}"
      id="notice"
      role=${isProblem ? 'alert' : 'status'}
    >
      <p>${text}${hint ? html` ${hint}` : nothing}</p>
      ${offer ? button(offer.words, take, { id: 'offer' }) : nothing}
      ${button(this.t.notice.dismiss, dismiss, { kind: 'small plain' })}
    </div>`;
  }
}

define('gf-notice', NoticeView);
