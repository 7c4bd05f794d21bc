// SPDX-License-Identifier: MIT
// The choice of text: the project's own, two public ones, or the reader's.
import { css, html, nothing } from 'lit';
import { SOURCES } from '../../run/texts.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';
import { draftField, draftNote } from './draft-field.js';
import { button, fileField } from '../shared/controls.js';

const EXCERPT_CHARS = 420;

export class TextPanel extends View {
  static watch = keys('text', 'fetching', 'textProblem', 'draft');
  static styles = styled(css`
    .columns {
      display: grid;
      grid-template-columns: minmax(0, 15rem) minmax(0, 1fr);
      gap: 1.25rem 2rem;
    }
    .choices {
      display: flex;
      flex-direction: column;
      gap: 0.375rem;
    }
    .choices button {
      text-align: start;
      display: block;
      padding: 0.5rem 0.75rem;
      border-color: var(--line);
    }
    .choices button[aria-checked='true'] {
      border-color: var(--accent);
    }
    .choices small {
      display: block;
      font: 400 0.8125rem/1.35 var(--sans);
      color: var(--ink-3);
    }
    blockquote {
      margin: 0.375rem 0 0;
      font: 400 1rem/1.5 var(--serif);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      max-block-size: 13.5em;
      overflow: hidden;
      color: var(--ink-2);
      mask-image: linear-gradient(to bottom, #000 65%, transparent);
    }
    textarea {
      margin-block: 0.375rem 0.75rem;
      min-block-size: 10rem;
    }
    progress {
      inline-size: 100%;
      accent-color: var(--accent);
    }
    .message {
      margin-block-end: 0.75rem;
    }
    @container (max-width: 620px) {
      .columns {
        grid-template-columns: 1fr;
      }
    }
  `);

  render() {
    const { t } = this;
    const { textProblem, fetching, draft } = this.state;
    return html`
      <div class="pane">
        <div class="columns">
          <div
            class="choices"
            role="radiogroup"
            aria-label=${t.corpus.choose}
            @keydown=${this.#onKey}
          >
            ${[...SOURCES.map(({ id }) => id), 'own'].map((id) => this.#choice(id))}
          </div>
          <div>
            ${
              textProblem
                ? html`<p class="message problem" role="alert" id="text-problem">
                    ${textProblem.text}${textProblem.hint ? ` ${textProblem.hint}` : ''}
                  </p>`
                : nothing
            }
            ${fetching ? this.#fetching(fetching) : nothing}
            ${draft === null ? this.#excerpt() : this.#ownText(draft)}
          </div>
        </div>
      </div>
    `;
  }

  get #chosen() {
    return this.state.draft !== null ? 'own' : (this.state.text?.id ?? 'fables');
  }

  /** @param {string} id */
  #choice(id) {
    const checked = id === this.#chosen;
    return html`<button
      role="radio"
      aria-checked=${checked}
      tabindex=${checked ? 0 : -1}
      data-source=${id}
      @click=${() => void this.choose(id)}
    >
      ${this.t.corpus.names[id]}<small>${this.t.corpus.notes[id]}</small>
    </button>`;
  }

  /** @param {{ id: string, received: number, total: number | null }} fetching */
  #fetching({ id, received, total }) {
    const { t, format } = this;
    return html`<p class="message" role="status">
      ${t.corpus.fetching(t.corpus.names[id], format.bytes(received), format.bytes(total ?? 0))}
      <progress
        max=${total ?? 1}
        .value=${received}
        aria-label=${t.corpus.names[id]}
      ></progress>
    </p>`;
  }

  #excerpt() {
    const { text } = this.state;
    if (!text) return nothing;
    return html`<h3>${this.t.corpus.beginning}</h3>
      <blockquote dir="auto">
        ${[...text.text.slice(0, EXCERPT_CHARS)].join('')}
      </blockquote>`;
  }

  /** @param {string} draft */
  #ownText(draft) {
    const { t } = this;
    return html`<div>
      <label for="own">${t.corpus.pasteLabel}</label>
      ${draftField(this, draft, 'own')}
      <div class="row">
        ${button(t.corpus.use, () => void this.#useOwn(), { id: 'use', kind: 'primary' })}
        ${button(t.corpus.openFile, this.#openFile, { id: 'open-file', kind: '' })}
        <span class="quiet">${draftNote(this, draft)}</span>
      </div>
      ${fileField({ id: 'file', accept: '.txt,.md,text/*', take: ([file]) => this.#takeFile(file) })}
    </div>`;
  }

  /** @param {string} id */
  async choose(id) {
    if (id === 'own') {
      this.app.draft.reopen();
      await this.updateComplete;
      this.find('#own')?.focus();
    } else if (await this.app.useSource(id)) this.app.draft.edit(null);
  }

  async #useOwn() {
    if (await this.app.draft.use()) this.#fireUsed();
  }

  #openFile() {
    this.find('#file')?.click();
  }

  /** @param {File} file */
  async #takeFile(file) {
    if (await this.app.draft.takeFile(file)) this.#fireUsed();
  }

  #fireUsed() {
    this.dispatchEvent(new CustomEvent('gf-text-used'));
  }

  /** Arrow keys move within the choices, as in any group of radio buttons. */
  #onKey(/** @type {KeyboardEvent} */ event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([
      ...this.renderRoot.querySelectorAll('[role=radio]'),
    ]);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    // Moving the focus does not choose: two of the choices use the network.
    all[(at + step + all.length) % all.length].focus();
  }
}

define('gf-text-panel', TextPanel);
