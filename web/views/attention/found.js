// SPDX-License-Identifier: MIT
// The patterns found among the heads: a button for each, which makes the others pale.
import { html, nothing } from 'lit';
import { markWords } from '../../i18n/descriptions.js';
import { button } from '../shared/controls.js';

/** @import { HeadPattern } from '../../state/types.js' */
/** @import { View } from '../shared/view.js' */
/** @typedef {View & { patterns: HeadPattern[], only: string }} Heads */

/** More are in the table. */
const MOST = 6;

/** In pictures too small for words. @type {Record<string, string>} */
const GLYPHS = {
  ...{ self: '○', first: '⇤', same: '=', next_1: '↻', next_2: '↻', next_3: '↻' },
  ...{ stripe: '↻', line: '↻', place: '↻' },
};

/** @param {HeadPattern | undefined} mark */
export function glyphOf(mark) {
  if (!mark?.badge) return '';
  return mark.pattern === 'back' ? `−${mark.offset}` : (GLYPHS[mark.pattern] ?? '');
}

/** @param {Heads} view @param {HeadPattern | undefined} mark */
export const patternName = (view, mark) =>
  mark?.badge ? markWords(view, mark).pattern : view.t.badges.none;

/** @param {Heads} view */
export function found(view) {
  const { patterns, only, format } = view;
  /** @type {Map<string, { count: number, glyph: string }>} */
  const counts = new Map();
  for (const mark of patterns) {
    const name = patternName(view, mark);
    const count = (counts.get(name)?.count ?? 0) + 1;
    counts.set(name, { count, glyph: glyphOf(mark) });
  }
  const isOne = counts.size < 2;
  const list = isOne
    ? []
    : [...counts].sort(([, a], [, b]) => b.count - a.count).slice(0, MOST);
  return html`<div
    class="found fades"
    role=${isOne ? nothing : 'group'}
    aria-label=${isOne ? nothing : view.t.badges.found}
  >
    ${list.map(([name, { count, glyph }]) =>
      button(
        html`${glyph} ${name} <b class="number">${format.integer(count)}</b>`,
        () => (view.only = name === only ? '' : name),
        { pressed: name === only },
      ),
    )}
  </div>`;
}
