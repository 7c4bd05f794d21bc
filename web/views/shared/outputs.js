// SPDX-License-Identifier: MIT
// What a model answers with, and how often it is right.
import { visible } from '../../i18n/format.js';
import { textUnit } from '../../state/selectors.js';

/** What sentences are made from, as a view has it.
 * @typedef {{ state: import('../../state/state.js').State,
 *   t: import('../../i18n/index.js').Strings,
 *   format: import('../../i18n/format.js').Format }} About */

/** Its tokens, or the labels of a tagger.
 * @param {import('../../state/types.js').Session | null} session @returns {string[]} by token */
export function outputsOf(session) {
  if (!session) return [];
  const { labels, vocabulary } = session.info;
  return labels.length > 0 ? labels : vocabulary;
}

/** What it predicts, by the name of its unit in the catalogue.
 * @param {import('../../state/types.js').Session | null} session
 * @returns {'character' | 'token' | 'label'} */
export const outputUnit = (session) =>
  (session?.info.labels.length ?? 0) > 0 ? 'label' : textUnit(session);

/** Where the residual stream is read. @param {Pick<About, 't' | 'format'>} about
 * @param {import('../../../wasm/index.js').Depth} depth */
export const depthName = ({ t, format }, { part, layer = 0 }) =>
  t.lens.parts[part](format.integer(layer + 1));

/** @param {string} name of a tensor or a part of the model, as the engine has it */
export const partName = (name) => name.replace(/^transformer\./, '');

/** The names of a unit, one and many, in the reader's language.
 * @param {Pick<About, 'state' | 't'>} about
 * @param {'text' | 'output'} [of] */
export const unitsOf = ({ state: { session }, t }, of = 'text') =>
  t.stage.units[of === 'text' ? textUnit(session) : outputUnit(session)];

/** What of a line that was typed the model does not read, in words; empty: nothing.
 * @param {About} view @param {{ unknown: string[], cut: boolean }} used as setLine() says it */
export function leftOut({ state, t, format }, { unknown, cut }) {
  const limit = format.integer(state.session?.info.blockSize ?? 0);
  return [
    unknown.length > 0 ? t.text.unknown(unknown.map(visible).join(' ')) : '',
    cut ? t.text.cut(limit, unitsOf({ state, t })[1]) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The share of right answers and labels at the last evaluation, in words.
 * @param {About} view
 * @returns {string} empty for a model of plain text, where nothing is right or wrong
 */
export function rightness(view) {
  const {
    state: { session },
    t,
    format,
  } = view;
  const exact = session?.history.valExact.at(-1);
  const right = session?.history.valAccuracy.at(-1);
  if (!session || exact === undefined || right === undefined) return '';
  if (session.info.form === 'text') return '';
  const [, units] = unitsOf(view, 'output');
  return t.loss.right(format.percent(exact), format.percent(right), units);
}
