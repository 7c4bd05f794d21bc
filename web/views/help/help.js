// SPDX-License-Identifier: MIT
// Help in a dialog: the views, the glossary, the keys.
import { css, html, unsafeCSS } from 'lit';
import { tokensCss } from '../../draw/tokens.data.js';
import { helpWords } from '../../i18n/help.js';
import { catalogue } from '../../i18n/index.js';
import { LANGUAGES } from '../../i18n/all.js';
import { WORKS } from '../../i18n/reading.js';
import { withWords } from '../../i18n/languages.js';
import { button, select } from '../shared/controls.js';
import { dialog, styled } from '../shared/style.js';
import { define } from '../shared/view.js';
import { switches } from './switches.js';
import { StyledElement } from '../shared/styled-element.js';

/** The reading list. The page sends no referrer and fetches nothing: each is opened by the reader. */
const reading = () =>
  html`<ul class="reading">
    ${WORKS.map(
      ([authors, title, address]) =>
        html`<li>
          ${authors},
          <a href=${address} target="_blank" rel="noopener noreferrer" lang="en"
            >${title}</a
          >
        </li>`,
    )}
  </ul>`;

export class Help extends StyledElement {
  static properties = { lang: { reflect: true }, theme: { reflect: true } };
  static styles = styled(
    unsafeCSS(tokensCss),
    dialog,
    css`
      dialog {
        max-inline-size: min(52rem, 94vw);
        max-block-size: 86vh;
      }
      h3 {
        font: 400 1.0625rem/1.3 var(--serif);
        margin-block: 1rem 0.375rem;
      }
      dl {
        columns: 2 20rem;
        column-gap: 2rem;
      }
      dt {
        font-weight: 600;
        break-after: avoid;
      }
      .reading {
        margin: 0;
        padding-inline-start: 1.25rem;
      }
      .reading a {
        display: inline-block;
        min-block-size: 1.5rem;
        color: var(--accent);
      }
      dd {
        margin-block-end: 0.5rem;
        break-inside: avoid;
      }
    `,
  );

  constructor() {
    super();
    this.lang = 'en';
    this.theme = 'auto';
  }

  scheduleUpdate() {
    return withWords(this.lang, () => super.scheduleUpdate());
  }

  render() {
    const { strings } = catalogue(this.lang);
    const { keys } = strings;
    const t = helpWords.in(this.lang);
    const list = (/** @type {[string, string][]} */ rows) =>
      html`<dl>
        ${rows.map(
          ([name, what]) =>
            html`<dt>${name}</dt>
              <dd>${what}</dd>`,
        )}
      </dl>`;
    return html`<dialog aria-labelledby="title">
      <div class="row spread">
        <h2 id="title">${t.title}</h2>
        <div class="row">
          ${select({
            id: 'language',
            label: t.language,
            value: this.lang.split('-')[0],
            options: Object.entries(LANGUAGES).map(([lang, { name }]) => [lang, name]),
            change: (lang) => this.#choose(lang),
          })}
          ${button(t.minute, () => this.#showMinute(), { id: 'minute', kind: '' })}
          ${button(t.close, () => this.#dialog.close(), { kind: 'primary' })}
        </div>
      </div>
      <h3>${t.views}</h3>
      ${list(Object.values(t.parts))}
      <h3>${t.glossary}</h3>
      ${list(t.words)}
      <h3>${t.keys}</h3>
      ${list(keys.list)}
      <p class="look">${keys.note}</p>
      <div class="row">${switches(strings)}</div>
      <h3>${t.reading}</h3>
      ${reading()}
    </dialog>`;
  }

  /** The page speaks it too. @param {string} lang */
  #choose(lang) {
    this.lang = lang;
    this.dispatchEvent(new CustomEvent('gf-language', { detail: { lang } }));
  }

  #showMinute() {
    this.#dialog.close();
    this.dispatchEvent(new CustomEvent('gf-minute'));
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.find('dialog'));
  }

  async open() {
    await this.updateComplete;
    this.#dialog.showModal();
  }
}

define('gf-help', Help);
