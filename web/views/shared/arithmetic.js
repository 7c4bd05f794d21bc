// SPDX-License-Identifier: MIT
// Sums as a reader can check them: computing with the digits printed gives the digits printed.

/** Digits of an operand: as few as will do, and more than a float32 has. */
const [FEWEST, MOST] = [3, 9];

/**
 * One line of arithmetic.
 * @typedef {object} Equation
 * @property {(x: number[]) => number} of the operands
 * @property {number} value what it gives
 * @property {(x: number) => string} write
 */

/**
 * How many digits of the operands are enough for all equations.
 * @param {number[]} operands @param {Equation[]} equations
 * @param {(x: number, digits: number) => string} [rounded] default: significant digits
 * @param {number} [fewest]
 */
export function digitsFor(
  operands,
  equations,
  rounded = (x, digits) => x.toPrecision(digits),
  fewest = FEWEST,
) {
  const isEnough = (/** @type {number} */ digits) => {
    const shown = operands.map((x) => Number(rounded(x, digits)));
    return equations.every(({ of, value, write }) => write(of(shown)) === write(value));
  };
  let digits = fewest;
  while (digits < MOST && !isEnough(digits)) digits++;
  return digits;
}

/** A number below a power or after a minus: one that has a sign in brackets. @param {string} x */
export const bracketed = (x) => (x.startsWith('−') ? `(${x})` : x);

/** The operands with these digits.
 * @param {import('../../i18n/format.js').Format} format
 * @param {number[]} operands @param {Equation[]} equations @returns {string[]} */
export function operandsOf(format, operands, equations) {
  const digits = digitsFor(operands, equations);
  return operands.map((x) => format.precise(x, digits));
}
