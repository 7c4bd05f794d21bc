// SPDX-License-Identifier: MIT
/**
 * Words with numbers in their places.
 * @param {string} words with {name} where a value belongs
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
