// SPDX-License-Identifier: MIT
// The reading list, as links.
import { html } from 'lit';
import { WORKS } from '../../i18n/reading.js';

/** The page sends no referrer and fetches nothing: each is opened by the reader. */
export const reading = () =>
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
