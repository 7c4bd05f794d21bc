// SPDX-License-Identifier: MIT
// The list of keys, with switches for the letter keys and the live region, in a dialog.
import { css, html } from 'lit';
import { dialog, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { switches } from './switches.js';
import { button } from '../shared/controls.js';

export class Keys extends View {
  static styles = styled(
    dialog,
    css`
      dialog {
        max-inline-size: min(30rem, 92vw);
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.3125rem 1.25rem;
        margin-block: 0.75rem;
      }
      dt {
        font: 600 0.875rem/1.5 var(--mono);
        white-space: nowrap;
      }
    `,
  );

  render() {
    const { t } = this;
    return html`<dialog aria-labelledby="title">
      <h2 id="title">${t.keys.title}</h2>
      <dl>
        ${t.keys.list.map(
          ([key, what]) =>
            html`<dt>${key}</dt>
              <dd>${what}</dd>`,
        )}
      </dl>
      <p class="look">${t.keys.note}</p>
      <div class="row spread">
        ${switches(t)} ${button(t.keys.close, () => this.toggle(), { kind: 'primary' })}
      </div>
    </dialog>`;
  }

  toggle() {
    const dialog = /** @type {HTMLDialogElement} */ (this.find('dialog'));
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }
}

define('gf-keys', Keys);
