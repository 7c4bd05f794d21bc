// SPDX-License-Identifier: MIT
// Models that others published: two of a list, and any by its address. Licence and size come first;
// files are fetched when the reader asks. Only in our own page.
import { css, html, nothing } from 'lit';
import { publishedWords } from '../../i18n/published.js';
import { HOSTS, SourceError, readAddress } from '../../run/published/address.js';
import {
  PUBLISHED,
  bytesOf,
  hostOf,
  publishedModel,
} from '../../run/published/models.js';
import { button } from '../shared/controls.js';
import { styled, tiles } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { libraryOf } from './model-library.js';

/** @import { PublishedModel } from '../../run/published/models.js' */

/** Of a commit, as pages show it. */
const COMMIT_LETTERS = 7;

/** What links call a model that is not of the list. @param {string} id */
function isAddress(id) {
  try {
    return id.includes('/') && Boolean(readAddress(id));
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

class Published extends View.withState({ typed: '' }) {
  static styles = styled(
    tiles,
    css`
      :host {
        margin-block-start: 0.75rem;
      }
      .kept {
        margin-block-start: 1rem;
      }
      form,
      #found {
        max-inline-size: 40rem;
        margin-block-start: 0.75rem;
      }
      label {
        display: block;
        font-size: 0.8125rem;
      }
      form .row {
        flex-wrap: nowrap;
        margin-block: 0.25rem;
      }
      input {
        flex: 1 1 0;
        min-inline-size: 0;
      }
      p {
        font-size: 0.8125rem;
        color: var(--ink-3);
        margin-block-end: 0.375rem;
        overflow-wrap: anywhere;
      }
      h4 {
        margin: 0;
        font: 600 0.875rem/1.5 var(--sans);
        overflow-wrap: anywhere;
      }
      a {
        color: inherit;
      }
      progress {
        inline-size: 100%;
        accent-color: var(--accent);
      }
    `,
  );

  /** A link's model is in the field once. */ seen = '';

  get library() {
    return libraryOf(this.app);
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(this.library);
  }

  get w() {
    return publishedWords.in(this.app.lang);
  }

  /** The model that a link was made with, while another one is in use. */
  get #offered() {
    const { offered, published } = this.state;
    const id = offered?.view?.model ?? '';
    return id === published ? '' : id;
  }

  willUpdate() {
    const id = this.#offered;
    if (id === this.seen) return;
    this.seen = id;
    if (id && !publishedModel(id) && isAddress(id)) this.typed = id;
  }

  render() {
    const { w, library } = this;
    const { failed, notKept, kept } = library;
    return html`<section>
      <h3>${w.title}</h3>
      <p>${w.about}</p>
      ${this.#offer()} ${failed ? this.#problem('failed', w.failed) : nothing}
      <div class="tiles">
        ${PUBLISHED.map((model) => this.#model(model, w.notes[model.id]))}
      </div>
      ${this.#field()}
      <p role="status" id="looked">${this.#looked()}</p>
      ${library.found ? html`<div id="found">${this.#model(library.found)}</div>` : nothing}
      ${notKept ? html`<p id="not-kept" role="status">${w.notKept}</p>` : nothing}
      ${
        kept.length === 0
          ? nothing
          : html`<h3 class="kept">${w.kept}</h3>
              <div class="tiles" id="kept">
                ${kept.map((model) => this.#kept(model))}
              </div>`
      }
    </section>`;
  }

  /** @param {string} id @param {string} sentence */
  #problem(id, sentence) {
    return html`<p class="problem" role="alert" id=${id}>${sentence}</p>`;
  }

  #offer() {
    const { w } = this;
    const id = this.#offered;
    if (!id) return nothing;
    const isKnown = publishedModel(id) ?? this.library.isKept(id);
    const [name] = id.split('@');
    const sentence = isKnown
      ? w.offer(name)
      : isAddress(id)
        ? w.offerLookUp(name)
        : w.unknown(name.slice(0, 60));
    return html`<p class="problem" id="offer">${sentence}</p>`;
  }

  #field() {
    const { w, library } = this;
    const { problem, isLooking } = library;
    const hosts = HOSTS.join(', ');
    return html`<form @submit=${this.#lookUp}>
      <label for="address">${w.address}</label>
      <div class="row">
        <input
          id="address"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          maxlength="2000"
          placeholder="owner/name"
          aria-describedby="address-hint"
          .value=${this.typed}
          @input=${(/** @type {any} */ { target }) => (this.typed = target.value)}
        />
        <button id="look-up" ?disabled=${isLooking}>${w.lookUp}</button>
      </div>
      <p id="address-hint">${w.addressHint(hosts)}</p>
      ${
        problem
          ? this.#problem(
              'problem',
              w.problems[problem.key]({ hosts, ...problem.params }),
            )
          : nothing
      }
    </form>`;
  }

  /** Heard, as the answer is seen below. */
  #looked() {
    const { w, library } = this;
    const { found, isLooking } = library;
    if (isLooking) return w.looking;
    return found
      ? html`<span class="hidden">${found.name}. ${this.#facts(found)}</span>`
      : nothing;
  }

  /** Files, bytes and licence. @param {PublishedModel} model */
  #facts(model) {
    const { w, format } = this;
    const { files, licence } = model;
    const number = w.files(files.length, format.integer(files.length));
    return html`${w.source(number, this.#bytes(model), hostOf(model))}
    ${licence ? w.licence(licence) : w.noLicence}`;
  }

  /** @param {PublishedModel} model */
  #bytes(model) {
    const bytes = bytesOf(model);
    return bytes > 0 ? this.format.bytes(bytes) : this.w.unknownSize;
  }

  /** @param {SubmitEvent} event */
  #lookUp(event) {
    event.preventDefault();
    if (!this.library.isLooking) void this.library.lookUp(this.typed);
  }

  /** @param {PublishedModel} model @param {string} [note] */
  #model(model, note) {
    const { w } = this;
    const { id, name, by, page } = model;
    const isOpen = this.state.published === id;
    const isKept = this.library.isKept(id);
    const words = isKept ? w.open(name) : w.download(name, this.#bytes(model));
    return html`<div data-model=${id}>
      <h4>${name}</h4>
      <p>
        ${note ? html`${note}<br />` : nothing}
        ${page ? html`<a href=${page} target="_blank" rel="noreferrer">${by}</a>` : by}:
        ${this.#facts(model)} ${this.#commit(id)} ${isKept ? w.isKept : nothing}
        ${isOpen ? w.inUse : nothing}
      </p>
      ${this.#actions(model, words)}
    </div>`;
  }

  /** @param {string} id */
  #commit(id) {
    const [, commit] = id.split('@');
    return commit ? this.w.commit(commit.slice(0, COMMIT_LETTERS)) : nothing;
  }

  /** @param {PublishedModel} model */
  #kept(model) {
    const { w, library } = this;
    const { id, name, licence } = model;
    return html`<div data-kept=${id}>
      <h4>${name}</h4>
      <p>
        ${this.#bytes(model)}. ${licence ? w.licence(licence) : w.noLicence}
        ${this.#commit(id)} ${this.state.published === id ? w.inUse : nothing}
        <span role="status"
          >${library.download?.id === id ? w.opening(name) : nothing}</span
        >
      </p>
      <div class="row">
        ${button(w.openKept, () => void library.open(model), { label: w.open(name), disabled: !this.#mayOpen(id) })}
        ${button(w.remove, () => void library.forget(id), { kind: 'small plain', label: w.removeNamed(name), disabled: library.download !== null })}
      </div>
    </div>`;
  }

  /** One download at a time. @param {string} id */
  #mayOpen(id) {
    const { text, readonly } = this.state;
    const { download } = this.library;
    return Boolean(text) && !readonly && (download === null || download.id === id);
  }

  /** One button, which keeps the focus: it opens, then ends what it began.
   * @param {PublishedModel} model @param {string} words */
  #actions(model, words) {
    const { w, library } = this;
    const { download } = library;
    const isUnder = download?.id === model.id;
    const act = () => (isUnder ? library.stop() : void library.open(model));
    return html`${isUnder ? html`<p class="number">${this.#progress(model)}</p>` : nothing}
      <button
        id=${isUnder ? 'stop' : nothing}
        aria-disabled=${isUnder && download.isOpening ? 'true' : nothing}
        ?disabled=${!this.#mayOpen(model.id)}
        @click=${act}
      >
        ${isUnder ? w.stop : words}
      </button>`;
  }

  /** @param {PublishedModel} model */
  #progress(model) {
    const { w, t, format, library } = this;
    const { received, seconds, isOpening } =
      /** @type {NonNullable<typeof library.download>} */ (library.download);
    const { name } = model;
    const all = bytesOf(model);
    if (isOpening) return w.opening(name);
    const left = seconds === null ? '' : `, ${t.run.left(format.duration(seconds))}`;
    return html`${w.fetching(name, format.bytes(received), this.#bytes(model))}${left}
      <progress
        max=${all || nothing}
        value=${all > 0 ? received : nothing}
        aria-label=${name}
      ></progress>`;
  }
}

define('gf-published', Published);
