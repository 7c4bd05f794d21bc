// SPDX-License-Identifier: MIT
// What a head is said to do beside the stage: a pattern, or that it has none, as in the Lab.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../../support/app-in-node.js';

const { headWords } = await import('../../../../web/views/stage/head-cards.js');

test('a head without a pattern is said to have none: a mean distance is no pattern', async (t) => {
  const app = await openApp(t, {
    link: 'v=1&n_layer=2&n_head=2&n_embd=16&batch_size=2',
  });
  app.store.set({ depths: false });
  const state = await stateOf(app, (each) =>
    Boolean(each.headReport && each.activations),
  );
  const view = /** @type {any} */ ({ app, state, t: app.t, format: app.format });
  const { headReport, activations: look } = state;
  assert.ok(headReport && look);
  /** @param {object} claim */
  const words = (claim) => {
    const [head] = headReport.heads;
    const heads = [{ ...head, claim: { ...head.claim, ...claim } }];
    view.state = { ...state, headReport: { ...headReport, heads } };
    return headWords(view, look, 0, 0);
  };
  const back = { pattern: 'back', offset: 2, score: 0.6, chance: 0.05 };
  assert.equal(words(back), '2 back');
  assert.equal(words({ ...back, score: 0.2 }), app.t.badges.none);
  assert.equal(words({ ...back, chance: 0.5 }), app.t.badges.none);
  assert.equal(words({ pattern: '' }), 'no pattern');
});
