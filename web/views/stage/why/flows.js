// SPDX-License-Identifier: MIT
// At the edge of each pane: what its heads carry, instead of their thumbnails.
import { html } from 'lit';
import { layerName } from '../../../i18n/descriptions.js';
import { headName, isAblated } from '../../../state/selectors.js';
import { hueOf } from '../lines.js';
import { extent, place } from '../place.js';

/** @import { Stage } from '../types.js' */
/** @import { Findings } from './findings.js' */
/** @typedef {{ attention: number, box: import('../place.js').Box }} HeadPlace */

const ROW_PX = 15;
/** Columns of names: with their numbers, or without. */
const DENSITIES = ['', 'two', 'three', 'many'];
/** More columns than so many stand further into the pane. */
const MANY = 3;
const MORE_PX = 14;
/** Smaller ones are written without colour. */
const LITTLE = 0.05;

/** @param {Stage} stage @param {HeadPlace[]} places
 * @param {import('./sentence.js').Words} words @param {Findings | null} findings */
export function flows(stage, places, words, findings) {
  const { activations: look } = stage;
  if (!look || look.H === 0) return [];
  let most = 0;
  for (let a = 0; a < look.L; a++)
    for (let h = 0; h < look.H; h++)
      most = Math.max(most, Math.abs(findings?.carried(a, h) ?? 0));
  return places.map(({ attention, box }) => {
    const rows = Math.max(1, Math.floor((box.height ?? 0) / ROW_PX));
    const columns = Math.ceil(look.H / rows);
    const label = stage.t.stage.headsOf(layerName(stage, look, attention));
    const density = DENSITIES[Math.min(columns, DENSITIES.length) - 1];
    return html`<ul
      class="flows ${density}"
      aria-label=${label}
      ${place(columns > MANY ? { ...box, left: (box.left ?? 0) - MORE_PX, width: (box.width ?? 0) + MORE_PX } : box)}
    >
      ${Array.from({ length: look.H }, (_, head) =>
        flow(
          stage,
          words,
          { attention, head },
          findings?.carried(attention, head),
          most,
        ),
      )}
    </ul>`;
  });
}

/** @param {Stage} stage @param {import('./sentence.js').Words} words
 * @param {{ attention: number, head: number }} at @param {number | undefined} value
 * @param {number} most largest of all heads, whatever its sign */
function flow(stage, { why, format, t }, { attention: layer, head }, value, most) {
  const name = headName({ layer, head });
  const { ablated, isolated } = stage.state;
  const isOff = isAblated(ablated, layer, head);
  const isAside = isolated && (isolated.layer !== layer || isolated.head !== head);
  const number = value === undefined ? '' : format.signed(value);
  const size = Math.abs(value ?? 0) / (most || 1);
  const kinds = [
    hueOf(head),
    size < LITTLE || isAside ? 'little' : '',
    isOff ? 'off' : '',
    (value ?? 0) < 0 ? 'down' : '',
  ];
  return html`<li
    class=${kinds.join(' ')}
    title=${why.carried({ head: name, value: number })}
  >
    <b>${name}</b>
    <span class="track" aria-hidden="true"><i ${extent(0, size)}></i></span>
    <span class="value">${isOff ? t.badges.off : number}</span>
  </li>`;
}
