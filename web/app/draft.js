// SPDX-License-Identifier: MIT
// The reader's own text while it is written: Train and One step take what stands in its field.

/** @import { AppContext as App } from './context.js' */

/** Longer texts, in UTF-16 units, are used at once: a field takes half a minute to lay out
 * some megabytes. */
const LONGEST = 5e5;

export class Draft {
  #app;
  /** What stood in the field when it was closed. */
  #closed = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** @param {string | null} draft null: the field closes */
  edit(draft) {
    const { store } = this.#app;
    this.#closed = store.state.draft ?? this.#closed;
    store.set({ draft, textProblem: null });
  }

  /** Opens the field with what stood there before. */
  reopen() {
    this.edit(this.#app.store.state.draft ?? this.#closed);
  }

  /** A text for the field, from outside it.
   * @param {string} text
   * @returns {boolean} false: too long for a field, and used at once */
  offer(text) {
    if (text.length < LONGEST) {
      this.edit(text);
      return true;
    }
    void this.#use(text);
    return false;
  }

  /** Uses what stands in the field, if it is open.
   * @returns {Promise<boolean>} whether the text in use is what the reader meant */
  async use() {
    const { draft, text } = this.#app.store.state;
    if (draft === null || (draft.trim() === '' && text)) return true;
    return this.#use(draft);
  }

  /** @param {string} text */
  #use(text) {
    return this.#app.useText({ id: 'own', name: this.#app.t.corpus.names.own, text });
  }

  /** Takes over a paste into the field that is too long for it.
   * @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.length < LONGEST) return;
    event.preventDefault();
    void this.#use(text);
  }
}
