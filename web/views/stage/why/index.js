// SPDX-License-Identifier: MIT
// A prediction explained: what the stage draws and says instead of attention. Loaded when the
// reader first asks why.
import { whyWords } from '../../../i18n/why.js';
import { unitsOf, outputsOf } from '../../shared/outputs.js';
import { pinnedIndex } from '../../../state/selectors.js';
import { drawWhy } from './draw.js';
import { findingsOf, isAt, lookedAt } from './findings.js';
import { flows } from './flows.js';
import { ledger } from './ledger.js';
import { another, cause, predictionAt, sourceAt } from './pointing.js';
import { rows } from './rows.js';
import { chance, whySentence } from './sentence.js';

export { whyStyles } from './style.js';
export { whyWords };

/** @import { Stream } from '../scene.js' */
/** @import { View } from '../../shared/view.js' */

/**
 * The prediction at the pin, explained as far as the engine has answered.
 * @param {Pick<View, 'state' | 't' | 'format'>} view
 * @param {import('../scene.js').Scene | null} scene
 * @returns {import('../types.js').Explained | null}
 */
export function explain({ state, t, format }, scene) {
  const i = pinnedIndex(state);
  if (!scene) return null;
  const why = whyWords.in(state.lang);
  const words = { why, t, format };
  const findings = findingsOf(state, scene, i);
  const at = lookedAt(state);
  const asked = state.pin?.token ?? null;
  const letter = findings?.letter ?? letterAt(scene, i);
  const units = unitsOf({ state, t }, 'text');
  const looked = findings?.tokens.find((token) => isAt(at, token));
  /** @type {Record<Stream, Map<number, number>>} */
  const reach = { main: new Map(), source: new Map() };
  for (const { stream, j, share } of findings?.tokens ?? [])
    reach[stream].set(j, share / (findings?.most ?? 1));
  const shown = {
    findings,
    source: at?.stream === 'main' && at.j === i ? null : at,
    signed: (/** @type {number} */ x) => tenths(format, x),
    left: (/** @type {number} */ p) => why.rest(chance(format, p)),
    mlp: why.mlp,
  };
  const names = { ...why.names, shares: why.names.shares(letter) };
  /** @param {'shares' | 'lost'} gloss @param {number} top @param {number} left */
  const labelOf = (gloss, top, left) => ({
    ...{ gloss, text: names[gloss], top, left },
    kind: /** @type {const} */ ('strong'),
  });
  return {
    reach,
    asked,
    sourceAt,
    predictionAt: (layout, at) => predictionAt(scene, layout, i, at),
    cause: (by) => cause(scene, i ?? 0, at, by),
    another: (layout) => another(scene, layout, i, asked),
    isSettled: findings?.isSettled ?? false,
    names,
    glosses: why.glosses,
    marks: ['shares', 'lost', 'attention', 'mlp'],
    labels: ({ shares, lost }, left) =>
      shares && lost
        ? [
            labelOf('shares', (shares.top + shares.bottom) / 2, left),
            labelOf('lost', lost.top + 14, left),
          ]
        : [],
    sentence: findings
      ? whySentence(words, findings, looked ?? null, units)
      : why.waiting,
    draw: (drawing, building) => drawWhy(drawing, building, shown),
    flows: (stage, places) => flows(stage, places, words, findings),
    ledger: () =>
      findings &&
      ledger(
        { ...words, state, units, outputs: outputsOf(state.session).length },
        findings,
      ),
    rows: (stage, onKey, spoken) =>
      rows(stage, words, findings, { onKey, spoken, unit: units[0] }),
  };
}

/** What is predicted at the position. @param {import('../scene.js').Scene} scene
 * @param {number | null} i */
const letterAt = (scene, i) =>
  i === null ? '' : (scene.vocabulary[scene.guess(scene.final, i).token] ?? '');

/** @param {import('../../../i18n/format.js').Format} format @param {number} x */
const tenths = (format, x) => {
  const text = format.fixed(Math.abs(x), 1);
  return Number(Math.abs(x).toFixed(1)) === 0 ? text : `${x < 0 ? '−' : '+'}${text}`;
};
