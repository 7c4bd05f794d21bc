// SPDX-License-Identifier: MIT
// What a view is, as data: where it stands, what it asks the model, what it is called. The lists
// of views, tabs, words and files are made from it (registry.js, words.js, files.js).

/** Of the screen. */
export const PLACES = /** @type {const} */ (['stage', 'write', 'learn', 'lab']);

/** @typedef {typeof PLACES[number]} Place */

/**
 * @typedef {object} Tab of a place, with the name of the view
 * @property {number} order of the tabs of this place, from the left
 * @property {string[]} [views] that stand in it, one under the other; default: this one
 * @property {string} [layout] of them where there is room: `pair`, the second beside the first;
 *   `stack`, the third does too, and the second stands below; `even`, as wide as each other
 */

/**
 * @typedef {object} Words
 * @property {string} [tab] name of its tab, where it has one
 * @property {string} title
 * @property {string} help one or two sentences
 * @property {Record<string, string>} [sentences] with names in braces where data goes; for views
 *   in the bundle `page` (shared/say.js)
 */

/**
 * @typedef {object} Definition
 * @property {string} name that hosts and links know it by; its element is `gf-NAME`
 * @property {'first' | 'element' | 'page'} [bundle] the smallest that has it: what the screen
 *   begins with, the element, or only our own page and frame (default)
 * @property {boolean} [isControl] it sets or does something rather than show it
 * @property {boolean} [inRow] beside others of these where several views are shown
 * @property {Partial<Record<Place, Tab>>} places where it has a tab
 * @property {('model' | 'line')[]} [about] what its tab is about: `model`, of heads that are off it
 *   says so; `line`, it has the line above it
 * @property {string[]} queries of web/queries/registry.js that it and its parts ask
 * @property {string[]} [code] steps of web/views/code/steps.js whose formulas stand below it;
 *   wanted where it has a tab
 * @property {Record<string, Words> | null} words by language; null: it explains itself, and help
 *   leaves it out
 */

/** In which every view has words; others may have them in a folder of their own. */
const OF_ALL = ['en', 'es'];

/** The names in braces of a sentence. @param {string} sentence */
const dataOf = (sentence) =>
  [...sentence.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

/**
 * What a view lacks in one language.
 * @param {Definition} view @param {string} lang @param {Words | undefined} words
 * @returns {string | null}
 */
export function lackOfWords({ places, words: all }, lang, words) {
  if (!words) return `no words in “${lang}”`;
  if (!words.title) return `no title in “${lang}”`;
  if (!words.help) return `no help in “${lang}”`;
  if (Object.keys(places).length > 0 && !words.tab)
    return `no name of its tab in “${lang}”`;
  const { sentences: english = {} } = all?.en ?? {};
  const { sentences = {} } = words;
  const differs = (/** @type {string} */ key) =>
    !english[key] || !sentences[key] || dataOf(english[key]) !== dataOf(sentences[key]);
  const wrong = Object.keys({ ...english, ...sentences }).find(differs);
  return wrong
    ? `no sentence “${wrong}” in “${lang}” with the data of the English one`
    : null;
}

/** @param {Definition} view @returns {string | null} */
function lackOf(view) {
  const { name, places, queries, code, words } = view;
  if (!/^[a-z]+(-[a-z]+)*$/.test(name ?? ''))
    return 'no name of small letters and hyphens';
  if (!places) return 'no places ({}: it has no tab)';
  const wrong = Object.keys(places).find(
    (place) => !PLACES.some((each) => each === place),
  );
  if (wrong) return `no place “${wrong}”: there are ${PLACES.join(', ')}`;
  if (!queries) return 'no queries ([]: it asks the model nothing)';
  if (Object.keys(places).length > 0 && !code)
    return 'no code ([]: no formulas stand below it)';
  if (words === undefined) return 'no words (null: it explains itself)';
  if (words === null) return null;
  for (const lang of OF_ALL) {
    const lack = lackOfWords(view, lang, words[lang]);
    if (lack) return lack;
  }
  return null;
}

/** @param {Definition} view @returns {Definition} throws where something is missing */
export function defineView(view) {
  const lack = lackOf(view);
  if (lack) throw new Error(`The view “${view.name ?? ''}” has ${lack}.`);
  return view;
}
