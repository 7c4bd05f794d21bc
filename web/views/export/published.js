// SPDX-License-Identifier: MIT
// Models that others published, with size, source and licence; fetched when the reader asks.
// Only in our own page.
import { css, html, nothing } from 'lit';
import { publishedWords } from '../../i18n/published.js';
import { PUBLISHED, bytesOf, fetchModel, hostOf } from '../../run/published.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

/** @import { PublishedModel } from '../../run/published.js' */

class Published extends View {
  static watch = keys('published', 'offered', 'text', 'readonly');
  static properties = View.withState('download', 'failed');
  static styles = styled(css`
    :host {
      display: block;
      margin-block-start: 0.75rem;
    }
    .models {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
      gap: 0.75rem 2rem;
      margin-block-start: 0.625rem;
    }
    p {
      font-size: 0.8125rem;
      color: var(--ink-3);
      margin-block-end: 0.375rem;
    }
    progress {
      inline-size: 100%;
      accent-color: var(--accent);
    }
  `);

  constructor() {
    super();
    /** @type {{ id: string, received: number } | null} */ this.download = null;
    this.failed = false;
    /** @type {AbortController | null} */ this.under = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.under?.abort();
  }

  get w() {
    return publishedWords.in(this.app.lang);
  }

  render() {
    const { w } = this;
    const named = this.state.offered?.view?.model;
    const isKnown = PUBLISHED.some(({ id }) => id === named);
    const isOpen = named === this.state.published;
    return html`<section>
      <h3>${w.title}</h3>
      <p>${w.about}</p>
      ${
        named && !isOpen
          ? html`<p class="problem" id="offer">
              ${isKnown ? w.offer(named) : w.unknown(named)}
            </p>`
          : nothing
      }
      ${
        this.failed
          ? html`<p class="problem" role="alert" id="failed">${w.failed}</p>`
          : nothing
      }
      <div class="models">${PUBLISHED.map((model) => this.#model(model))}</div>
    </section>`;
  }

  /** @param {PublishedModel} model */
  #model(model) {
    const { w, format, download } = this;
    const { id, by, licence } = model;
    const bytes = format.bytes(bytesOf(model));
    const isUnder = download?.id === id;
    return html`<div data-model=${id}>
      <h4>${id}</h4>
      <p>
        ${w.notes[id]}<br />
        ${by}: ${w.source(bytes, hostOf(model), licence)}.
        ${this.state.published === id ? w.inUse : nothing}
      </p>
      ${
        isUnder
          ? html`<p class="number" role="status">
                ${w.fetching(id, format.bytes(download.received), bytes)}
                <progress
                  max=${bytesOf(model)}
                  .value=${download.received}
                  aria-label=${id}
                ></progress>
              </p>
              ${button(w.stop, () => this.under?.abort(), { id: 'stop', kind: 'small' })}`
          : html`<button
              ?disabled=${download !== null || !this.state.text || this.state.readonly}
              @click=${() => void this.#use(model)}
            >
              ${w.open(id)}
            </button>`
      }
    </div>`;
  }

  /** Fetches a model and opens it. @param {PublishedModel} model */
  async #use(model) {
    const under = (this.under = new AbortController());
    const show = (/** @type {number} */ received) => {
      this.download = { id: model.id, received };
    };
    this.failed = false;
    show(0);
    try {
      const files = await fetchModel(model, show, under.signal);
      await this.app.openFiles(files, model.id);
    } catch {
      // Anything that kept the files from coming; the reader may have stopped them.
      this.failed = !under.signal.aborted;
    } finally {
      this.download = null;
    }
  }
}

define('gf-published', Published);
