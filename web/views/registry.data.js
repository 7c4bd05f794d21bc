// SPDX-License-Identifier: MIT
// What the page knows of all views, from their definitions: the build runs this module and bundles
// what it exports.
import { ALL } from './all.js';
import { PLACES } from './define-view.js';

/** @import { Definition, Place } from './define-view.js' */

/** @param {(view: Definition) => unknown} has */
const namesOf = (has) => ALL.filter(has).map(({ name }) => name);

/** What `view` and `hide` name, in reading order. */
export const VIEWS = namesOf(() => true);
/** Parts that set or do something rather than show it. */
export const CONTROLS = namesOf(({ isControl }) => isControl);
/** Side by side where there is room. */
export const ROW = namesOf(({ inRow }) => inRow);
/** Only our own page and frame have them. */
export const PAGE_ONLY = namesOf(({ bundle }) => bundle === 'page');
/** The screen begins without them. */
export const LATER = namesOf(({ bundle }) => bundle !== 'first');
/** What help explains. */
export const EXPLAINED = namesOf(({ words }) => words);
/** Tabs whose numbers change when a head is switched off. */
export const OF_THE_MODEL = namesOf(({ about }) => about?.includes('model'));
/** Tabs about the line looked at, which has no row of its own in them. */
export const OF_THE_LINE = namesOf(({ about }) => about?.includes('line'));

export { PLACES };

/** @param {Place} place */
const tabsOf = (place) =>
  ALL.flatMap(({ name, places: { [place]: tab } }) =>
    tab ? [{ name, ...tab }] : [],
  ).sort((a, b) => a.order - b.order);

/** place → tab → its views, one under the other. Of the views without a tab, `run`, `presets`,
 * `stage`, `samples`, `status` and `keys` have places of their own. */
export const PANELS = /** @type {Record<Place, Record<string, string[]>>} */ (
  Object.fromEntries(
    PLACES.map((place) => [
      place,
      Object.fromEntries(
        tabsOf(place).map(({ name, views = [name] }) => [name, views]),
      ),
    ]),
  )
);

/** tab with several views → how they stand */
export const LAYOUTS = /** @type {Record<string, string>} */ (
  Object.fromEntries(
    PLACES.flatMap(tabsOf).flatMap(({ name, layout }) =>
      layout ? [[name, layout]] : [],
    ),
  )
);
