// SPDX-License-Identifier: MIT
/**
 * A sentence with values in place of its {names}; numbers as the language writes them.
 * @param {string} words
 * @param {Record<string, number | string>} values
 * @param {string} lang BCP 47
 */
export function interpolate(words, values, lang) {
  const format = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });
  return words.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? format.format(value) : value;
  });
}
