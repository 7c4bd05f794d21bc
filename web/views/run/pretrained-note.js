// SPDX-License-Identifier: MIT
// A note on the pretrained model the page begins with, and on its loss curve.
import { css, html } from 'lit';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

export class PretrainedNote extends View {
  static watch = keys('pretrained');
  static properties = { ...View.properties, curve: { type: Boolean } };
  static styles = styled(css`
    p:first-child {
      margin: 0;
    }
    .row {
      padding: 0.5rem 1rem;
      background: var(--accent-soft);
      font-size: 0.875rem;
    }
    .row p {
      flex: 1 1 16rem;
    }
  `);

  constructor() {
    super();
    this.curve = false;
  }

  render() {
    const { pretrained } = this.state;
    const words = this.t.pretrained;
    if (this.curve) return html`<p class="look">${words.curve}</p>`;
    return html`<div class="row" id="first">
      <p>${words.note(this.format.integer(pretrained))}</p>
      <button class="small" @click=${() => void this.app.startAgain()}>
        ${words.untrained}
      </button>
    </div>`;
  }
}

define('gf-pretrained-note', PretrainedNote);
