// SPDX-License-Identifier: MIT
// Formula, PyTorch and C beside the cards and the settings: those of this model.
import assert from 'node:assert/strict';
import { ROOT } from '../../../web/build/bundles.js';
import { cSources } from '../../../web/build/c-source.js';
import { FUNCTIONS } from '../../../web/views/code/functions.js';
import { codeAt } from '../../../web/views/code/steps.js';
import { inPage } from '../support/page-queries.js';
import { pinByKeys } from './text.js';

/** @type {import('../support/page-queries.js').Checks} */
export const code = {};

/** Opens a fold and reads it. @param {import('../support/page-queries.js').Page} page
 * @param {string} path of the view it stands in @param {string} place @param {number} card
 * @returns {Promise<any>} what it says, and what it is about */
const readFold = (page, path, place, card = 0) =>
  inPage(
    page,
    async ({ deep, settled, session, show, state, until }, { path, place, card }) => {
      await show(path);
      const view = deep(path);
      if (place.startsWith('card')) view.card = card;
      await settled();
      /** The fold is fetched when it is first shown. @param {string} selector */
      const part = (selector) =>
        [...view.renderRoot.querySelectorAll('gf-code')]
          .find((one) => one.place === place)
          ?.renderRoot?.querySelector(selector);
      await until('the fold', () => part('summary'));
      part('summary').click();
      const text = (/** @type {string} */ id) => part(`#${id}`)?.textContent;
      await until('the panes', () => text('formula'));
      const said = { formula: text('formula'), pytorch: text('pytorch'), c: text('c') };
      part('summary').click();
      const { config, vocabulary } = session.info;
      const [V, { sampler, settings }] = [vocabulary.length, state];
      return { read: said, about: { config, V, W: V, sampler }, settings };
    },
    { path, place, card },
  );

/** @param {{ read: Record<string, string>, about: any }} found @param {string} place
 * @param {Record<string, string>} sources */
function assertFold({ read, about }, place, sources) {
  const { formula, pytorch, steps } = codeAt(place, about);
  const lines = formula.map((row) => row.filter(Boolean).join('\n    '));
  assert.equal(read.formula, lines.join('\n'), place);
  assert.equal(read.pytorch, pytorch, place);
  for (const [file, name] of steps.flatMap((step) => FUNCTIONS[step]))
    assert.ok(read.c.includes(sources[`${file} ${name}`]), `${place} ${name}`);
}

code['every card has its formula, PyTorch and C'] = async (page) => {
  const sources = await cSources(ROOT);
  await pinByKeys(page, 9);
  for (let card = 0; card < 8; card++) {
    const place = `card-${card}`;
    assertFold(await readFold(page, 'gf-forward-pass', place, card), place, sources);
  }
};

code['settings have those of the model they would make'] = async (page) => {
  await inPage(page, async ({ deep }) => {
    deep('gf-setup #model').open = true;
  });
  const found = await readFold(page, 'gf-setup gf-settings-panel', 'group-optimizer');
  await inPage(page, ({ deep }) => void (deep('gf-setup #model').open = false));
  const { config, ...about } = found.about;
  const chosen = { ...about, config: { ...config, ...found.settings } };
  assertFold({ ...found, about: chosen }, 'group-optimizer', await cSources(ROOT));
  assert.match(found.read.pytorch, /torch\.optim\.AdamW/);
};
