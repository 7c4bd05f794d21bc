// SPDX-License-Identifier: MIT
// What is on the screen as code to copy, for each way into another page. Part of the page;
// elements in other people's pages do without it.
import { css, html, nothing } from 'lit';
import { CONTROLS, VIEWS } from '../../element/view-names.js';
import { codeFor, doorsOf, DOORS, folderOf } from './embed-code.js';
import { readPreference, writePreference } from '../../state/preferences.js';
import { shared } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

const KEY = 'glassformer.folder';
/** Shown alone: not what only sets or does something. */
const SHOWN_ALONE = VIEWS.filter(
  (part) => part !== 'status' && !CONTROLS.includes(part),
);

/** Beside this page, where it came from a server. */
const beside = () =>
  location.protocol.startsWith('http')
    ? new URL('.', location.href).href
    : 'https://YOUR.SITE/';

class Placing extends View {
  static watch = keys('text', 'settings', 'preset', 'layer', 'head', 'line', 'sampler');

  static properties = {
    ...View.properties,
    door: { state: true },
    view: { state: true },
    folder: { state: true },
  };

  static styles = [
    shared,
    css`
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
    `,
  ];

  constructor() {
    super();
    /** @type {typeof DOORS[number]} */ this.door = 'script';
    /** @type {string} */ this.view = '';
    this.folder = readPreference(KEY) ?? beside();
  }

  get w() {
    return this.t.embedCode;
  }

  /** The way chosen, or the one that has this view. */
  get #by() {
    const doors = doorsOf(this.view);
    return doors.includes(this.door) ? this.door : doors[0];
  }

  /** null: the address means nothing. */
  get #code() {
    const folder = folderOf(this.folder, location.href);
    if (folder === null) return null;
    const { viewedSnapshot, lang } = this.state;
    return codeFor(this.#by, folder, {
      link: this.app.link,
      view: this.view,
      step: viewedSnapshot ? String(viewedSnapshot.step) : '',
      lang,
      words: this.w.words,
    });
  }

  /** @override */
  render() {
    const { w } = this;
    const code = this.#code;
    const doors = doorsOf(this.view);
    return html`<details>
      <summary>${w.title}</summary>
      <div class="choices">
        <label
          >${w.door}
          <select id="door" @change=${this.#onDoor}>
            ${DOORS.map(
              (door) =>
                html`<option
                  value=${door}
                  ?disabled=${!doors.includes(door)}
                  .selected=${door === this.#by}
                >
                  ${w.doors[door]}
                </option>`,
            )}
          </select></label
        >
        <label
          >${w.view}
          <select id="view" @change=${this.#onView}>
            <option value="">${w.all}</option>
            ${SHOWN_ALONE.map(
              (part) =>
                html`<option value=${part}>${this.t.help.parts[part][0]}</option>`,
            )}
          </select></label
        >
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
        ${code === null ? w.badFolder : w.files[this.#by]}
        ${doors.length === 1 ? w.frameOnly : nothing}
      </p>
      <textarea
        id="code"
        readonly
        rows="5"
        spellcheck="false"
        aria-label=${w.code}
        .value=${code ?? ''}
      ></textarea>
      <button id="copy" ?disabled=${code === null} @click=${this.#copy}>
        ${w.copy}
      </button>
    </details>`;
  }

  /** @param {Event} event */
  #onDoor({ target }) {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    this.door = DOORS.find((door) => door === value) ?? this.door;
  }

  /** @param {Event} event */
  #onView({ target }) {
    this.view = /** @type {HTMLSelectElement} */ (target).value;
  }

  /** @param {Event} event */
  #onFolder({ target }) {
    this.folder = /** @type {HTMLInputElement} */ (target).value;
    if (folderOf(this.folder, location.href) !== null)
      writePreference(KEY, this.folder);
  }

  async #copy() {
    const { w } = this;
    try {
      await navigator.clipboard.writeText(this.#code ?? '');
      this.app.showInfo(w.copied);
    } catch {
      const code = this.renderRoot.querySelector('#code');
      /** @type {HTMLTextAreaElement} */ (code).select();
      this.app.showInfo(w.notCopied);
    }
  }
}

define('gf-embed-panel', Placing);
