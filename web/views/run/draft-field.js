// SPDX-License-Identifier: MIT
// The field of the reader's own text, and what is said below it.
import { html } from 'lit';
import { inField } from '../../app/draft.js';
import { smallButton } from '../shared/controls.js';

/** @import { View } from '../shared/view.js' */

/** @param {View} view @param {string} draft */
export function draftField({ app, t }, draft) {
  const { text, isCut } = inField(draft);
  return html`<textarea
    id="own-text"
    dir="auto"
    spellcheck="false"
    aria-label=${t.corpus.pasteLabel}
    placeholder=${t.corpus.paste}
    ?readonly=${isCut}
    .value=${text}
    @input=${(/** @type {any} */ { target }) => app.draft.edit(target.value)}
    @paste=${(/** @type {ClipboardEvent} */ event) => app.draft.paste(event)}
    @keydown=${(/** @type {KeyboardEvent} */ { key }) => {
      if (key === 'Escape' && draft === '') app.draft.edit(null);
    }}
  ></textarea>`;
}

/** @param {View} view @param {string} draft */
export function draftNote({ app, t, format }, draft) {
  const { isCut } = inField(draft);
  if (!isCut) return t.corpus.privacy;
  return html`${t.corpus.cut(format.integer([...draft].length))}
  ${smallButton('clear', t.corpus.clear, () => app.draft.edit(''))}`;
}
