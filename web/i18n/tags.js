// SPDX-License-Identifier: MIT
// Language tags as pages write them: BCP 47, lists, and what is neither.

/** In which all catalogues are written, whatever the page around them is. */
export const DIRECTION = 'ltr';

/** The language alone. @param {string} lang */
export const baseOf = (lang) => lang.toLowerCase().split(/[^a-z]/)[0];

/** The tag as Intl takes it; of one that is none, the language alone. @param {string} lang */
export function tagOf(lang) {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? baseOf(lang);
  } catch {
    return baseOf(lang);
  }
}
