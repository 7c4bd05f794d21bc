// SPDX-License-Identifier: MIT
// Above the picture: the sentence, the switch between lines seen in training and held back, and
// that of what the stage shows.
import { html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { hasBothSplits, lineSplit } from '../../run/splits.js';
import { pinnedIndex } from '../../state/selectors.js';
import { captionText, predictionAt } from './caption.js';
import { button } from '../shared/controls.js';

/** @import { View } from '../shared/view.js' */

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
export function heading(view, { main, more, invite }, note) {
  const { t, app, state } = view;
  const says = [more, invite].filter(Boolean).join(' ');
  const isInvited = state.guide?.step === 0;
  return html`<div class="caption">
    <p class="main" part="claim" title=${captionText({ main, more: '' })}>
      ${sentence(main)}
    </p>
    ${isInvited && view.layout?.isCompact ? nothing : html`${splits(view)} ${modes(view)}`}
    ${
      isInvited
        ? html`<gf-invitation .app=${app}></gf-invitation>`
        : html`<p class="more number" title=${says}>${note || says}</p>`
    }
    ${
      state.viewedSnapshot
        ? button(t.snapshots.back, () => app.snapshots.go(null), { id: 'now' })
        : nothing
    }
  </div>`;
}

/** The part of the text that the line is from, while it is from one. @param {View} view */
function splits({ t, app, state }) {
  const split = hasBothSplits(state) && lineSplit(state);
  return split
    ? choice(t.stage.line, 'split', t.stage.split, split, (other) =>
        app.selection.showSplit(other),
      )
    : nothing;
}

/** Attention, or why this prediction. @param {View} view */
function modes({ t, app, state }) {
  const i = pinnedIndex(state);
  const { activations: look, stageMode } = state;
  const guess = look && i !== null ? predictionAt(state, look, i).guess : '';
  const words = { attention: t.stage.lookAt, why: t.stage.why(visible(guess)) };
  return choice(t.stage.modes, 'mode', words, stageMode, (mode) =>
    app.selection.showOnStage(mode),
  );
}

/**
 * @template {string} T
 * @param {string} label @param {string} name @param {Record<T, string>} words
 * @param {T | null} chosen @param {(value: T) => void} choose
 */
const choice = (label, name, words, chosen, choose) =>
  html`<div class="choice ${name}s" role="group" aria-label=${label}>
    ${
      /** @type {T[]} */ (Object.keys(words)).map((value) =>
        button(words[value], () => choose(value), {
          id: `${name}-${value}`,
          kind: '',
          pressed: value === chosen,
        }),
      )
    }
  </div>`;
