// SPDX-License-Identifier: MIT
// Words for places that several views speak of: what an attention layer is, and where in
// its line a character that was looked at stands.

/** @typedef {import('./types.js').Look} Look */
/** @typedef {{ t: import('./strings/index.js').Strings, format: import('./format.js').Format }} Words */

/** Two decoder attentions follow the encoder's one, layer by layer. @param {Look} look */
const isTranslator = (look) => look.attentions.some(({ kind }) => kind === 'cross');

/**
 * "Layer 2", or for an encoder-decoder what reads there: "Question 1", "Answer 1 → question".
 * @param {Words} words @param {Look} look @param {number} layer
 */
export function layerName({ t, format }, look, layer) {
  if (!isTranslator(look)) return t.heads.layer(format.integer(layer + 1));
  const { kind } = look.attentions[layer];
  const encoder = look.L / 3;
  const n = layer < encoder ? layer : Math.floor((layer - encoder) / 2);
  return t.looks.kinds[kind](format.integer(n + 1));
}

/**
 * How far back, or ahead, or where in the question.
 * @param {Words} words @param {Look} look @param {number} layer
 * @param {number} i reads @param {number} j looked at
 */
export function distance({ t, format }, look, layer, i, j) {
  if (look.attentions[layer].kind === 'cross')
    return t.looks.inQuestion(format.integer(j + 1));
  return j > i
    ? t.looks.ahead(format.integer(j - i))
    : t.head.back(format.integer(i - j));
}

/** The sentence of a row, which for a line read as a whole is not about what comes next.
 * @param {Words} words @param {Look} look @param {number} layer @param {Record<string, string>} x */
export const claim = ({ t }, look, layer, x) =>
  look.attentions[layer].kind === 'encoder' ? t.looks.claimReading(x) : t.head.claim(x);

/** Long tokens on axes. @param {string} token */
export const short = (token) =>
  [...token].length > 4 ? `${[...token].slice(0, 3).join('')}…` : token;
