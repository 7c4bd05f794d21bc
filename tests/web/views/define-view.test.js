// SPDX-License-Identifier: MIT
// What a view has to say of itself: one that lacks something is refused with one sentence, and the
// lists made from the definitions hold what their elements are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../support/browser.js';
import { QUERIES } from '../../../web/queries/registry.js';
import { ALL, loadAll } from '../../../web/views/all.js';
import { defineView } from '../../../web/views/define-view.js';
import { PANELS, VIEWS } from '../../../web/views/registry.data.js';
import { helpIn, sentencesIn, tabsIn } from '../../../web/views/words.js';

makeBrowser();

const WORDS = {
  en: {
    tab: 'Map',
    title: 'A map',
    help: 'Where it is.',
    sentences: { at: 'At {x}.' },
  },
  es: { tab: 'Mapa', title: 'Un mapa', help: 'Dónde.', sentences: { at: 'En {x}.' } },
};
const MAP = {
  name: 'a-map',
  places: { lab: { order: 1 } },
  queries: [],
  code: [],
  words: WORDS,
};

/** @param {object} changes */
const refusal = (changes) => {
  try {
    defineView(/** @type {any} */ ({ ...MAP, ...changes }));
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
};
/** @param {object} spanish */
const spoken = (spanish) => ({
  words: { en: WORDS.en, es: { ...WORDS.es, ...spanish } },
});

test('defineView: a view that lacks something is refused with one sentence that says what', () => {
  assert.equal(refusal({}), '');
  /** @type {[object, string][]} */
  const lacking = [
    [{ name: 'A map' }, 'The view “A map” has no name of small letters and hyphens.'],
    [{ name: undefined }, 'The view “” has no name of small letters and hyphens.'],
    [{ places: undefined }, 'The view “a-map” has no places ({}: it has no tab).'],
    [{ places: { attic: {} } }, 'The view “a-map” has no place “attic”: there are stage, write, learn, lab.'],
    [{ queries: undefined }, 'The view “a-map” has no queries ([]: it asks the model nothing).'],
    [{ code: undefined }, 'The view “a-map” has no code ([]: no formulas stand below it).'],
    [{ words: undefined }, 'The view “a-map” has no words (null: it explains itself).'],
    [{ words: { en: WORDS.en } }, 'The view “a-map” has no words in “es”.'],
    [{ words: { es: WORDS.es } }, 'The view “a-map” has no words in “en”.'],
    [spoken({ title: '' }), 'The view “a-map” has no title in “es”.'],
    [spoken({ help: '' }), 'The view “a-map” has no help in “es”.'],
    [spoken({ tab: '' }), 'The view “a-map” has no name of its tab in “es”.'],
    [spoken({ sentences: {} }), 'The view “a-map” has no sentence “at” in “es” with the data of the English one.'],
    [spoken({ sentences: { at: 'En {y}.' } }), 'The view “a-map” has no sentence “at” in “es” with the data of the English one.'],
    [spoken({ sentences: { ...WORDS.es.sentences, by: 'Al lado.' } }), 'The view “a-map” has no sentence “by” in “es” with the data of the English one.'],
  ]; // oxfmt-ignore
  for (const [changes, sentence] of lacking) assert.equal(refusal(changes), sentence);
});

test('defineView: names are used once, and a tab shows views that there are', () => {
  assert.equal(new Set(VIEWS).size, VIEWS.length);
  for (const panels of Object.values(PANELS))
    for (const [tab, views] of Object.entries(panels)) {
      assert.ok(VIEWS.includes(tab), tab);
      for (const view of views) assert.ok(VIEWS.includes(view), view);
    }
  for (const place of ['stage', 'write', 'learn', 'lab']) {
    const orders = ALL.flatMap(
      ({ places }) => /** @type {any} */ (places)[place]?.order ?? [],
    );
    assert.equal(new Set(orders).size, orders.length, place);
  }
});

test('defineView: what a view says it asks, its elements ask, and every analysis is shown by one', async () => {
  for (const bundle of /** @type {const} */ (['first', 'element', 'page']))
    await loadAll(bundle);
  const known = [...Object.keys(QUERIES), 'depths'];
  for (const { name, queries } of ALL) {
    const made = /** @type {any} */ (globalThis.customElements.get(`gf-${name}`));
    assert.ok(made, `no element gf-${name}`);
    for (const query of made.queries ?? [])
      assert.ok(queries.includes(query), `${name}: ${query}`);
    for (const query of queries) assert.ok(known.includes(query), `${name}: ${query}`);
  }
  const shown = new Set(ALL.flatMap(({ queries }) => queries));
  assert.deepEqual([...shown].sort(), known.sort());
});

test('words of views: a language has them in the definitions or in its own folder, or it is refused', () => {
  assert.throws(() => tabsIn('xx'), {
    message: 'The view “run” has no words in “xx”.',
  });
  const own = Object.fromEntries(
    ALL.flatMap(({ name, words }) => (words ? [[name, words.es]] : [])),
  );
  assert.deepEqual(tabsIn('xx', own), tabsIn('es'));
  assert.deepEqual(helpIn('xx', own), helpIn('es'));
  assert.deepEqual(sentencesIn('xx', own), sentencesIn('es'));
});
