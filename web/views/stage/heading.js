// SPDX-License-Identifier: MIT
// Above the picture: the sentence, and the switch of what the stage shows.
import { html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { pinnedIndex } from '../../state/selectors.js';
import { predictionAt } from './caption.js';

/** @typedef {import('../shared/view.js').View} View */

/** @param {import('./caption.js').Part[]} parts */
export const sentence = (parts) =>
  parts.map(({ kind, text }) =>
    kind === ''
      ? text
      : kind === 'token'
        ? html`<q dir="auto">${text}</q>`
        : html`<b class=${kind}>${text}</b>`,
  );

/** @param {import('./types.js').Stage} view @param {import('./caption.js').Caption} caption
 * @param {string} note instead of its second sentence */
export function heading(view, { main, more }, note) {
  const { t, app, state } = view;
  const isInvited = state.guide?.step === 0;
  return html`<div class="caption">
    <p class="main" part="claim">${sentence(main)}</p>
    ${isInvited && view.layout?.isCompact ? nothing : modes(view)}
    ${
      isInvited
        ? html`<gf-invitation .app=${app}></gf-invitation>`
        : html`<p class="more number" title=${more}>${note || more}</p>`
    }
    ${
      state.viewedSnapshot
        ? html`<button
            type="button"
            class="small"
            id="now"
            @click=${() => app.snapshots.go(null)}
          >
            ${t.stage.now}
          </button>`
        : nothing
    }
  </div>`;
}

/** Attention, or why this prediction. @param {View} view */
function modes({ t, app, state }) {
  const i = pinnedIndex(state);
  const { activations: look, stageMode } = state;
  const guess = look && i !== null ? predictionAt(state, look, i).guess : '';
  const words = { attention: t.stage.lookAt, why: t.stage.why(visible(guess)) };
  return html`<div class="modes" role="group" aria-label=${t.stage.modes}>
    ${
      /** @type {const} */ (['attention', 'why']).map(
        (mode) =>
          html`<button
            type="button"
            id="mode-${mode}"
            aria-pressed=${mode === stageMode}
            @click=${() => app.selection.showOnStage(mode)}
          >
            ${words[mode]}
          </button>`,
      )
    }
  </div>`;
}
