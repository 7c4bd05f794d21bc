// SPDX-License-Identifier: MIT
// The answer in words: because of which token, as far as two measurements agree. Pure functions.
import { ZERO } from '../../../draw/numbers.js';
import { byLoss, isItself, lostShare } from './findings.js';

/** @import { Findings, Token } from './findings.js' */
/** @typedef {typeof import('../../../i18n/en/why.js').default} WhyWords */

/**
 * @typedef {object} Words
 * @property {WhyWords} why
 * @property {import('../../../i18n/index.js').Strings} t
 * @property {import('../../../i18n/format.js').Format} format
 */

/** A cause costs at least this part of the probability when it is hidden. */
const CAUSE_FROM = 1 / 3;
/** What is needed besides carries less than this part of the largest share. */
const CARRIES_LITTLE = 0.5;
const MOST_NEEDED = 2;

/** A probability as the sentence above writes it: 47%, 6.5%; <1%. @param {Words['format']} format
 * @param {number} p */
export const chance = (format, p) => (p < ZERO ? format.chance(p) : format.share(p));

/** A token with its distance: ‘q’, 4 back. @param {Words} words @param {Findings} findings
 * @param {Token} token */
export const named = (words, findings, token) =>
  words.why.token({ token: token.text, where: whereIs(words, findings, token) });

/** @param {Words} words @param {Findings} findings @param {Token} token */
export function whereIs({ why, t, format }, { i }, { stream, j }) {
  if (stream === 'source') return why.inSource(format.integer(j + 1));
  return j > i
    ? t.head.ahead(format.integer(j - i))
    : t.head.back(format.integer(i - j));
}

/** The token that adds most, other than the one read last. @param {Findings} findings
 * @returns {Token | null} */
export function strongest(findings) {
  /** @type {Token | null} */
  let best = null;
  for (const token of findings.tokens)
    if (!isItself(findings, token) && token.share > (best?.share ?? ZERO)) best = token;
  return best;
}

/** Tokens whose hiding costs much although they carry little. @param {Findings} findings
 * @param {Token | null} cause */
export const needed = (findings, cause) =>
  byLoss(findings)
    .filter(
      (token) =>
        token !== cause &&
        lostShare(findings, token) >= CAUSE_FROM &&
        token.share < CARRIES_LITTLE * (cause?.share ?? Infinity),
    )
    .slice(0, MOST_NEEDED);

/** @param {Words} words @param {Findings} findings @param {Token} token */
const sharesOf = ({ format }, { logit, letter, p }, token) => ({
  ...{ letter, share: format.signed(token.share), logit: format.signed(logit) },
  ...{ from: chance(format, p), to: chance(format, token.left) },
});

/**
 * @param {Words} words @param {Findings} findings
 * @param {Token | null} looked one that the reader looks at
 * @param {[string, string]} unit what a token of the line is called: one, many
 * @returns {string}
 */
export function whySentence(words, findings, looked, [unit]) {
  const { why, format } = words;
  if (looked) {
    const numbers = sharesOf(words, findings, looked);
    const token = named(words, findings, looked);
    const adds = why.adds({ token, ...numbers });
    const isKnown = findings.isSettled && looked.left >= 0;
    return isKnown ? `${adds} ${why.hidden(numbers)}` : adds;
  }
  const cause = strongest(findings);
  const itself = findings.tokens.find((token) => isItself(findings, token));
  const isItselfMore = (itself?.share ?? 0) > (cause?.share ?? ZERO);
  const first = isItselfMore ? (itself ?? null) : cause;
  if (!first) return why.none;
  const most = why.most({
    token: named(words, findings, first),
    ...sharesOf(words, findings, first),
  });
  if (!findings.isSettled) return most;
  const also = needed(findings, cause)
    .map((token) =>
      why.left({
        token: named(words, findings, token),
        left: chance(format, token.left),
      }),
    )
    .join(why.and);
  const isCause = cause !== null && lostShare(findings, cause) >= CAUSE_FROM;
  const tail = also && ` ${isCause ? why.also(also) : why.needed(also)}`;
  if (cause && isCause) {
    const token = named(words, findings, cause);
    return `${why.because({ token, ...sharesOf(words, findings, cause) })}${tail}`;
  }
  return `${why.nobody(unit)} ${most}${tail}`;
}
