// SPDX-License-Identifier: MIT
// Language of the page: from the address, the reader's earlier choice, or the browser.
// Imported before the element is defined, as the element reads the document's language when
// it is upgraded.
import { LANGUAGES } from '../i18n/all.js';
import { Part, speaks } from '../i18n/languages.js';
import { tagOf } from '../i18n/tags.js';
import { readPreference, writePreference } from '../state/preferences.js';

const KEY = 'glassformer.lang';

/** The English texts of the page. @type {Map<Element, string>} */
const originals = new Map();
/** English is in the page itself. */
const pageWords = new Part(
  /** @type {Record<string, string>} */ ({}),
  (lang) => import(`../i18n/${lang}/page.js`),
);

/** @returns {string} BCP 47 */
function wanted() {
  const { search, hash } = location;
  // That of a frame is in the fragment.
  const requested = [hash, search].map((part) =>
    new URLSearchParams(part.slice(1)).get('lang'),
  );
  const all = [...requested, readPreference(KEY), ...navigator.languages];
  return tagOf(all.find((lang) => lang && speaks(lang)) ?? 'en');
}

/** Translates the page around the element. @param {string} lang */
async function speak(lang) {
  document.documentElement.lang = lang;
  const loading = pageWords.load(lang);
  if (loading) await loading;
  // Another one was chosen meanwhile.
  if (document.documentElement.lang !== lang) return;
  const words = pageWords.in(lang);
  for (const place of document.querySelectorAll('[data-words]')) {
    const name = attributeOf(place);
    const own = name ? place.getAttribute(name) : place.textContent;
    const english = originals.get(place) ?? own ?? '';
    originals.set(place, english);
    const said = words[/** @type {HTMLElement} */ (place).dataset.words ?? ''];
    if (name) place.setAttribute(name, said ?? english);
    else place.textContent = said ?? english;
  }
}

/** The attribute that has the words; none: they are its text. @param {Element} place */
const attributeOf = (place) =>
  ['content', 'aria-label'].find((each) => place.hasAttribute(each));

/** The language of the page in two letters. */
export const shortName = () => document.documentElement.lang.slice(0, 2).toUpperCase();

/** Fills a list of languages; the choice is remembered.
 * @param {HTMLSelectElement} list @param {(lang: string) => void} choose */
export function offerLanguages(list, choose) {
  const base = document.documentElement.lang.split('-')[0];
  for (const [lang, { name }] of Object.entries(LANGUAGES)) {
    const option = new Option(name, lang, lang === base, lang === base);
    option.lang = lang;
    list.add(option);
  }
  list.addEventListener('change', () => {
    writePreference(KEY, list.value);
    void speak(list.value);
    choose(list.value);
  });
}

void speak(wanted());
