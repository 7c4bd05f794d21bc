// SPDX-License-Identifier: MIT
// The sum beside the picture, term by term, and what hiding each token costs.
import { html, nothing } from 'lit';
import { canHide, headNames, shownStep } from '../../../state/selectors.js';
import { extent } from '../place.js';
import { byLoss, byShare, isAt, isItself, lookedAt, lostShare } from './findings.js';
import { chance, whereIs } from './sentence.js';

/** @import { Findings, Token } from './findings.js' */
/** @import { Words } from './sentence.js' */

/**
 * One term of the sum.
 * @typedef {{ kind: 'token' | 'others' | 'itself' | 'fixed' | 'total', value: number,
 *   token?: Token, count?: number }} Term  value: as shown, two decimals; count: of the others
 */

/** Tokens with a line of their own; in the second list. */
const FEW = 5;
const FEW_HIDDEN = 4;
/** Less is not worth a line in the second list. */
const LEAST_LOST = 0.05;

/** @param {number} x */
const rounded = (x) => Math.round(100 * x) / 100;

/**
 * The sum, strongest first. The others are what is missing from the digits of the rest, so that
 * a reader who adds them up finds the total.
 * @param {Findings} findings @returns {Term[]}
 */
export function termsOf(findings) {
  const { tokens, fixed, logit } = findings;
  const itself = tokens.find((token) => isItself(findings, token));
  const ranked = byShare(
    tokens.filter((token) => token !== itself && token.share !== 0),
  );
  const few = ranked.slice(0, FEW);
  /** @type {Term[]} */
  const terms = few.map((token) => ({
    kind: 'token',
    token,
    value: rounded(token.share),
  }));
  if (itself)
    terms.push({ kind: 'itself', token: itself, value: rounded(itself.share) });
  const count = ranked.length - few.length;
  // A model whose positions turn queries and keys may have neither.
  if (rounded(fixed) !== 0 || count === 0)
    terms.push({ kind: 'fixed', value: rounded(fixed) });
  const total = rounded(logit);
  const rest = rounded(terms.reduce((left, { value }) => left - value, total));
  if (count > 0) terms.splice(few.length, 0, { kind: 'others', count, value: rest });
  else terms[terms.length - 1].value = rounded(terms[terms.length - 1].value + rest);
  return [...terms, { kind: 'total', value: total }];
}

/**
 * @param {Words & { state: import('../../../state/state.js').State, units: [string, string],
 *   outputs: number }} about
 * @param {Findings} findings
 */
export function ledger(about, findings) {
  const { why, format, state } = about;
  const { letter, logit } = findings;
  const terms = termsOf(findings);
  const up = Math.max(...terms.map(({ value }) => value), 0);
  const down = Math.max(...terms.map(({ value }) => -value), 0);
  const off = state.ablated.length > 0 ? why.sum.off(headNames(state.ablated)) : '';
  return html`<section class="ledger" aria-labelledby="sum-title">
      <h2 id="sum-title">${why.sum.title(letter)}</h2>
      <p class="look">
        ${why.sum.note({ logit: format.signed(logit), n: format.integer(about.outputs) })}
      </p>
      <ul class="sum">
        ${terms.map((term) => termRow(about, findings, term, up, down))}
      </ul>
      <p class="look">
        ${why.sum.held} ${why.sum.measured(format.integer(findings.step))} ${off}
      </p>
    </section>
    ${hiddenList(about, findings)}`;
}

/** @param {Parameters<typeof ledger>[0]} about @param {Findings} findings @param {Term} term
 * @param {number} up largest of all @param {number} down */
function termRow(about, findings, { kind, token, value, count = 0 }, up, down) {
  const { why, format, state } = about;
  const zero = down / (up + down || 1);
  const size = Math.abs(value) / (up + down || 1);
  const isLooked = token && isAt(lookedAt(state), token);
  const label = {
    others: () => why.sum.others(format.integer(count)),
    fixed: () => why.sum.fixed,
    total: () => why.sum.total(findings.letter),
  };
  return html`<li class="${kind} ${isLooked ? 'looked' : ''}">
    ${
      token
        ? tokenName(about, findings, token)
        : html`<span class="what">${label[/** @type {'total'} */ (kind)]()}</span>`
    }
    <span class="track" aria-hidden="true"
      ><i
        class=${value < 0 ? 'down' : 'up'}
        ${extent(value < 0 ? zero - size : zero, size)}
      ></i
      ><b ${extent(zero, 0)}></b
    ></span>
    <span class="value">${format.signed(value)}</span>
  </li>`;
}

/** @param {Words} words @param {Findings} findings @param {Token} token */
const tokenName = (words, findings, token) =>
  html`<span class="what"
    ><q dir="auto">${token.text}</q>
    <span class="where">${whereIs(words, findings, token)}</span></span
  >`;

/** @param {Parameters<typeof ledger>[0]} about @param {Findings} findings */
function hiddenList(about, findings) {
  const { why, format, state, units } = about;
  if (!canHide(state)) return nothing;
  const { p, letter } = findings;
  const tokens = byLoss(findings)
    .filter((token) => lostShare(findings, token) >= LEAST_LOST)
    .slice(0, FEW_HIDDEN);
  const isOld = p >= 0 && findings.hideStep !== shownStep(state);
  return html`<section class="ledger" aria-labelledby="hide-title">
    <h2 id="hide-title">${why.hide.title}</h2>
    <p class="look">
      ${p >= 0 ? why.hide.note({ letter, p: chance(format, p) }) : why.hide.waiting}
    </p>
    <ul class="hide">
      ${tokens.map(
        (token) =>
          html`<li class=${isAt(lookedAt(state), token) ? 'looked' : ''}>
            ${tokenName(about, findings, token)}
            <span class="track" aria-hidden="true"
              ><i class="up" ${extent(0, token.left)}></i
              ><i class="down" ${extent(token.left, Math.max(0, p - token.left))}></i
            ></span>
            <span class="value">${why.rest(chance(format, token.left))}</span>
          </li>`,
      )}
    </ul>
    ${
      p >= 0
        ? html`<p class="look">
            ${isOld ? why.hide.earlier(format.integer(findings.hideStep)) : nothing}
            ${tokens.length > 0 ? why.hide.differs(units[0]) : why.hide.none(units[0])}
          </p>`
        : nothing
    }
  </section>`;
}
