// SPDX-License-Identifier: MIT
// Numbers as the language of the page writes them.

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** Visible substitutes for invisible characters. */
const INVISIBLE = new Map([
  [' ', '␣'],
  ['\n', '⏎'],
  ['\t', '⇥'],
  ['\u00a0', '⍽'],
  ['\u200c', 'ZWNJ'],
  ['\u200d', 'ZWJ'],
]);

/** Of others the code point: U+0007. @param {string} character */
const substitute = (character) =>
  INVISIBLE.get(character) ??
  `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;

/** A token as it can be shown; a combining mark gets a dotted circle to stand on.
 * @param {string} token */
export const visible = (token) =>
  INVISIBLE.get(token) ??
  token
    .replace(/^\p{C}+$|\p{Cc}/gu, (all) => [...all].map(substitute).join(''))
    .replace(/^\p{M}/u, '\u25cc$&');

/** Below it there is nothing to separate, not even of a percentage; Intl is faster then. */
const SMALL = 9;

/** As wide as a plus; Intl writes a hyphen. */
const MINUS = '−';

/**
 * Intl chooses the group separator by country; here it follows the language.
 * @param {Intl.NumberFormat} format
 * @param {string} group
 */
const grouped = (format, group) => ({
  format: (/** @type {number} */ x) => {
    const text =
      Math.abs(x) < SMALL
        ? format.format(x)
        : format
            .formatToParts(x)
            .map(({ type, value }) => (type === 'group' ? group : value))
            .join('');
    return x < 0 ? text.replace('-', MINUS) : text;
  },
});

/** The number that Format.loss() writes: what is said of it beside it then agrees with it.
 * @param {number} x */
export const asLoss = (x) => Math.round(x * 100) / 100;

export class Format {
  #integer;
  #loss;
  #signed;
  #two;
  #one;
  #percent;
  #share;
  #small;
  /** @type {Map<string, { format(x: number): string }>} */
  #precise = new Map();
  #make;
  /** @type {import('./index.js').Strings['units']} */ #units;

  /**
   * @param {string} lang BCP 47
   * @param {import('./index.js').Strings['units']} units
   */
  constructor(lang, units) {
    // What rounds to zero has no sign.
    const make = (/** @type {Intl.NumberFormatOptions} */ o) =>
      grouped(
        new Intl.NumberFormat(lang, {
          signDisplay: /** @type {any} */ ('negative'),
          ...o,
        }),
        units.group,
      );
    this.#make = make;
    this.#integer = make({ maximumFractionDigits: 0 });
    this.#loss = make({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.#signed = make({
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    });
    this.#two = make({ minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
    this.#one = make({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#share = make({ style: 'percent', maximumSignificantDigits: 2 });
    this.#percent = make({ style: 'percent', maximumFractionDigits: 0 });
    this.#small = make({ maximumSignificantDigits: 3 });
    this.#units = units;
  }

  /** 1,240 */
  integer(/** @type {number} */ x) {
    return this.#integer.format(x);
  }

  /** 1.93 */
  loss(/** @type {number} */ x) {
    return this.#loss.format(x);
  }

  /** A change: +0.38, −0.02 */
  signed(/** @type {number} */ x) {
    return this.#signed.format(x);
  }

  /** 6.9, 58, 10^12 */
  perplexity(/** @type {number} */ x) {
    if (x > 1e6) return `10^${Math.round(Math.log10(Math.min(x, 1e308)))}`;
    return x < 10 ? this.#one.format(x) : this.#integer.format(x);
  }

  /** 0.00098, 12.3 */
  small(/** @type {number} */ x) {
    return this.#small.format(x);
  }

  /** @param {string} name @param {Intl.NumberFormatOptions} options */
  #kept(name, options) {
    const known = this.#precise.get(name) ?? this.#make(options);
    this.#precise.set(name, known);
    return known;
  }

  /** With up to so many significant digits. */
  precise(/** @type {number} */ x, /** @type {number} */ digits) {
    const options = { maximumSignificantDigits: digits };
    return this.#kept(`precise ${digits}`, options).format(x);
  }

  /** With so many decimals. */
  fixed(/** @type {number} */ x, /** @type {number} */ decimals) {
    const options = {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    };
    return this.#kept(`fixed ${decimals}`, options).format(x);
  }

  /** A change of any size, in two digits: +0.0041, −12 */
  change(/** @type {number} */ x) {
    /** @type {Intl.NumberFormatOptions} */
    const options = { maximumSignificantDigits: 2, signDisplay: 'exceptZero' };
    return this.#kept('change', options).format(x);
  }

  /** 47% */
  percent(/** @type {number} */ x) {
    return this.#percent.format(x);
  }

  /** A probability: 47%; <1% when it is small and not 0 */
  chance(/** @type {number} */ x) {
    return x > 0 && x < 0.005 ? `<${this.percent(0.01)}` : this.percent(x);
  }

  /** 47%, 0.31%: small shares keep two digits; <0.01% when it is smaller and not 0 */
  share(/** @type {number} */ x) {
    const { format } = this.#share;
    return x > 0 && x < 1e-4 ? `<${format(1e-4)}` : format(x);
  }

  /** Factors: 0.4, 1.9, 19 */
  times(/** @type {number} */ x) {
    return x < 10 ? this.#one.format(x) : this.#integer.format(x);
  }

  /** Rates: 8.3, 43, 31,000; two significant digits */
  rate(/** @type {number} */ x) {
    return x < 100 ? this.#two.format(x) : this.integer(Number(x.toPrecision(2)));
  }

  /** 512 KB, 4.7 MB */
  bytes(/** @type {number} */ x) {
    if (x < 1e6) return `${this.integer(x / 1e3)} KB`;
    if (x < 1e9)
      return `${x < 1e7 ? this.#one.format(x / 1e6) : this.integer(x / 1e6)} MB`;
    return `${this.#one.format(x / 1e9)} GB`;
  }

  /** 40 s, 3 min, 1.5 h */
  duration(/** @type {number} */ seconds) {
    if (seconds < 90 * SECOND)
      return this.#units.seconds(this.integer(Math.ceil(seconds)));
    if (seconds < 90 * MINUTE)
      return this.#units.minutes(this.integer(seconds / MINUTE));
    return this.#units.hours(this.#one.format(seconds / HOUR));
  }
}
