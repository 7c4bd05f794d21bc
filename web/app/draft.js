// SPDX-License-Identifier: MIT
// The reader's own text while it is written: Train and One step take what stands in its field.

/** @import { AppContext as App } from './context.js' */

/** A field takes half a minute to lay out some megabytes: of texts of so many UTF-16 units it
 * shows the beginning, and nothing can be typed into them. */
const LONGEST = 5e5;
const BEGINNING = 2000;

/** What of a draft stands in its field. @param {string} draft
 * @returns {{ text: string, isCut: boolean }} */
export function inField(draft) {
  const isCut = draft.length >= LONGEST;
  return { text: isCut ? `${draft.slice(0, BEGINNING)}…` : draft, isCut };
}

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

  /** Uses a text from a file, unless it would take the place of an imported model: then it waits
   * in the field.
   * @param {File} file @returns {Promise<boolean>} whether it is in use */
  async takeFile(file) {
    const app = this.#app;
    if (!app.store.state.session?.isLoaded) return app.texts.useFile(file);
    const text = await app.texts.read(file);
    if (typeof text !== 'string') return false;
    this.edit(text);
    app.showInfo(app.t.corpus.asks);
    return false;
  }

  /** Uses what stands in the field, if it is open.
   * @returns {Promise<boolean>} whether the text in use is what the reader meant */
  async use() {
    const { draft, text } = this.#app.store.state;
    if (draft === null || (draft.trim() === '' && text)) return true;
    const name = this.#app.t.corpus.names.own;
    return this.#app.texts.use({ id: 'own', name, text: draft });
  }

  /** Takes over a paste that is too long for the field, or over a text that is.
   * @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    const isOver = inField(this.#app.store.state.draft ?? '').isCut;
    if (text === '' || !(isOver || inField(text).isCut)) return;
    event.preventDefault();
    this.edit(text);
  }
}
