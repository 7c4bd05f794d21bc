// SPDX-License-Identifier: MIT
// What is on the screen as code to embed in another page. Only in our own page.
import '../../i18n/diagnostics.js';
import { css, html, nothing } from 'lit';
import { helpWords } from '../../i18n/help.js';
import { CONTROLS, EXPLAINED } from '../registry.data.js';
import { codeFor, folderOf, FORMS, formsOf } from './embed-code.js';
import { readPreference, writePreference } from '../../state/preferences.js';
import { button, select } from '../shared/controls.js';
import { copyText } from '../shared/save.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

const KEY = 'glassformer.folder';
/** Views that can be shown alone. */
const SHOWN_ALONE = EXPLAINED.filter((part) => !CONTROLS.includes(part));

/** The folder of this page, if it came from a server. */
const beside = () =>
  location.protocol.startsWith('http')
    ? new URL('.', location.href).href
    : 'https://YOUR.SITE/';

class EmbedPanel extends View.withState({
  /** @type {import('./embed-code.js').Form} */ form: 'script',
  view: '',
  folder: '',
}) {
  static styles = styled(css`
    .choices {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
      gap: 0.5rem 1rem;
      margin-block: 0.5rem;
    }
    .choices label {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 0.25rem;
    }
    textarea {
      font: 0.8125rem/1.5 var(--mono);
      margin-block-end: 0.5rem;
    }
    p {
      font-size: 0.8125rem;
      margin-block-end: 0.5rem;
    }
  `);

  constructor() {
    super();
    this.folder = readPreference(KEY) ?? beside();
  }

  get w() {
    return this.t.embedCode;
  }

  /** The form chosen, or one that has this view. */
  get #form() {
    const forms = formsOf(this.view);
    return forms.includes(this.form) ? this.form : forms[0];
  }

  /** null: not a valid address. */
  get #code() {
    const folder = folderOf(this.folder, location.href);
    if (folder === null) return null;
    const { viewedSnapshot, lang } = this.state;
    // Readers of the other page begin on the stage, not with this panel.
    const link = new URLSearchParams(this.app.link);
    for (const key of ['place', 'panel']) link.delete(key);
    return codeFor(this.#form, folder, {
      link: link.toString(),
      view: this.view,
      step: viewedSnapshot ? String(viewedSnapshot.step) : '',
      lang,
      words: this.w.words,
    });
  }

  render() {
    const { w } = this;
    const code = this.#code;
    const forms = formsOf(this.view);
    const parts = (/** @type {string} */ part) =>
      /** @type {[string, string]} */ ([
        part,
        helpWords.in(this.app.lang).parts[part][0],
      ]);
    return html`<details>
      <summary>${w.title}</summary>
      <div class="choices">
        ${select({
          id: 'door',
          label: w.door,
          value: this.#form,
          options: FORMS.map((form) => [form, w.doors[form], !forms.includes(form)]),
          change: (form) => (this.form = form),
        })}
        ${select({
          id: 'view',
          label: w.view,
          value: this.view,
          options: [['', w.all], ...SHOWN_ALONE.map(parts)],
          change: (view) => (this.view = view),
        })}
        <label
          >${w.folder}
          <input
            id="folder"
            type="url"
            spellcheck="false"
            .value=${this.folder}
            aria-describedby="needs"
            aria-invalid=${code === null}
            @input=${this.#onFolder}
        /></label>
      </div>
      <p id="needs" class=${code === null ? 'problem' : ''} aria-live="polite">
        ${code === null ? w.badFolder : w.files[this.#form]}
        ${forms.length === 1 ? w.frameOnly : nothing}
      </p>
      <textarea
        id="code"
        readonly
        rows="5"
        spellcheck="false"
        aria-label=${w.code}
        .value=${code ?? ''}
      ></textarea>
      ${button(w.copy, this.#copy, { id: 'copy', kind: '', disabled: code === null })}
    </details>`;
  }

  /** @param {Event} event */
  #onFolder({ target }) {
    this.folder = /** @type {HTMLInputElement} */ (target).value;
    if (folderOf(this.folder, location.href) !== null)
      writePreference(KEY, this.folder);
  }

  async #copy() {
    const { w } = this;
    const isCopied = await copyText(this.#code ?? '');
    if (!isCopied) /** @type {HTMLTextAreaElement} */ (this.find('#code')).select();
    this.app.showInfo(isCopied ? w.copied : w.notCopied);
  }
}

define('gf-embed-panel', EmbedPanel);
