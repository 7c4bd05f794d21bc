// SPDX-License-Identifier: MIT
// A note on the loss curve of the pretrained model that the page begins with, and the way back to it.
import { css, html } from 'lit';
import { pretrainedWords } from '../../i18n/pretrained.js';
import { resumeRun } from '../../run/serialization.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

class PretrainedNote extends View {
  static properties = {
    ...View.properties,
    back: { type: Boolean },
  };
  static styles = styled(css`
    :host([back]) {
      container-type: normal;
    }
    :host([back]) button {
      font-weight: 500;
    }
  `);

  constructor() {
    super();
    this.back = false;
  }

  get words() {
    return pretrainedWords.in(this.state.lang);
  }

  render() {
    return this.back ? this.#wayBack() : html`<p class="look">${this.words.curve}</p>`;
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
