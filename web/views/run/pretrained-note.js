// SPDX-License-Identifier: MIT
// A note on the pretrained model the page begins with, and on its loss curve; and the way back to it.
import { css, html } from 'lit';
import { pretrainedWords } from '../../i18n/pretrained.js';
import { resumeRun } from '../../run/serialization.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

export class PretrainedNote extends View {
  static watch = keys('pretrained');
  static properties = {
    ...View.properties,
    curve: { type: Boolean },
    back: { type: Boolean },
  };
  static styles = styled(css`
    p:first-child {
      margin: 0;
    }
    .row {
      padding: 0.5rem 1rem;
      background: var(--accent-soft);
      font-size: 0.875rem;
    }
    :host([back]) {
      container-type: normal;
    }
    :host([back]) button {
      font-weight: 500;
    }
    .row p {
      flex: 1 1 16rem;
    }
  `);

  constructor() {
    super();
    this.curve = false;
    this.back = false;
  }

  get words() {
    return pretrainedWords.in(this.state.lang);
  }

  render() {
    const { pretrained } = this.state;
    const { words } = this;
    if (this.back) return this.#wayBack();
    if (this.curve) return html`<p class="look">${words.curve}</p>`;
    return html`<div class="row" id="first">
      <p>${words.note(this.format.integer(pretrained))}</p>
      ${button(words.untrained, () => void this.app.startAgain())}
    </div>`;
  }

  /** The run in use is shelved. */
  #wayBack() {
    const { pretrainedRun: run } = this.app;
    return button(this.words.back, () => void (run && resumeRun(this.app, run)), {
      id: 'pretrained',
      kind: 'small plain',
    });
  }
}

define('gf-pretrained-note', PretrainedNote);
