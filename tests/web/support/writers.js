// SPDX-License-Identifier: MIT
// Numbers as the page writes them in English, and shares of logits: worked out here, without it.

/** With the minus of the page. @param {Intl.NumberFormatOptions} options */
const writer = (options) => {
  const format = new Intl.NumberFormat('en', options);
  return (/** @type {number} */ x) => format.format(x).replace('-', '−');
};

/** Two decimals, as the page writes them. */
export const two = writer({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The same with a sign. */
export const signed = writer({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** Three digits. */
export const small = writer({ maximumSignificantDigits: 3 });

/** Two digits, as shares are written. */
export const share = writer({ style: 'percent', maximumSignificantDigits: 2 });

export const percent = (/** @type {number} */ x) => `${Math.round(100 * x)}%`;

/** @param {number[]} x */
export const sum = (x) => x.reduce((a, b) => a + b, 0);

/** Shares of logits. @param {ArrayLike<number>} z @param {number} [temperature] */
export function softmax(z, temperature = 1) {
  const e = Array.from(z, (x) => Math.exp(x / temperature));
  const total = sum(e);
  return e.map((x) => x / total);
}
