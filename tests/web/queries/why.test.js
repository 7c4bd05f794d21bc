// SPDX-License-Identifier: MIT
// When the engine is asked about a prediction: never unless the stage explains one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUERIES } from '../../../web/queries/registry.js';
import { stateOf } from '../views/stage/states.js';

const PIN = { i: 5, j: null };

/** @param {object} [changes] @param {import('../views/stage/states.js').Shape} [shape] @returns {any} */
const about = (changes, shape) => ({
  ...{ ...stateOf(shape), stageMode: 'why', pin: PIN },
  ...changes,
});

test('why: nothing is asked while the stage shows attention, or without a pin', () => {
  for (const { dependsOn } of [QUERIES.why, QUERIES.hide]) {
    assert.ok(dependsOn(about()));
    assert.equal(dependsOn(about({ stageMode: 'attention' })), null);
    assert.equal(dependsOn(about({ pin: null })), null);
    assert.equal(dependsOn(about({ activations: null })), null);
  }
});

test('why: both ask for the most probable token at the pin', async () => {
  const state = about();
  const { logits, n } = state.activations;
  const V = logits.length / n;
  const row = [...logits.subarray(5 * V, 6 * V)];
  const wanted = {
    text: state.line,
    position: 5,
    token: row.indexOf(Math.max(...row)),
  };
  /** @type {any} */
  const session = {
    why: async (/** @type {object} */ asked) => ({ asked }),
    hide: async (/** @type {object} */ asked) => ({ asked }),
  };
  for (const query of [QUERIES.why, QUERIES.hide]) {
    assert.deepEqual(query.dependsOn(state), Object.values(wanted));
    // The line belongs to the answer: another may be shown when it comes.
    const answer = { line: state.line, asked: wanted };
    assert.deepEqual(await query.ask(session, state), answer);
  }
});

test('why: what takes long is hidden some tokens at a time, until it is no longer wanted', async () => {
  const state = about({ progress: { msPerStep: 1e9 } });
  const n = state.activations.n;
  Object.assign(state.session, { workers: 1 });
  Object.assign(state.session.info, { form: 'text', flopsPerStep: 1 });
  /** @type {any} */
  const session = {
    info: { form: 'text' },
    hide: async ({ first = 0, count = n }) => ({
      hidden: {
        columns: n,
        data: Float32Array.from({ length: n }, (_, j) =>
          j >= first && j < first + count ? j : NaN,
        ),
      },
    }),
  };
  const known = (/** @type {any} */ { hidden: { data } }) =>
    [...data].filter((x) => x >= 0).length;
  /** @type {number[]} */
  const told = [];
  const whole = await QUERIES.hide.ask(
    session,
    state,
    (part) => told.push(known(part)) > 0,
  );
  assert.deepEqual(
    told,
    Array.from({ length: n - 1 }, (_, j) => j + 1),
  );
  assert.equal(known(whole), n);
  assert.equal(known(await QUERIES.hide.ask(session, state, () => false)), 1);
});

test('why: hiding needs heads, and costs a pass for each token', () => {
  const { dependsOn, sequences } = QUERIES.hide;
  for (const arch of ['bigram', 'averaging']) {
    const state = about({}, { arch, n_layer: 1, n_head: 1, hasLens: false });
    assert.equal(dependsOn(state), null);
    // The engine says itself that such a model has no sum, or has one.
    assert.ok(QUERIES.why.dependsOn(state));
  }
  const state = about();
  assert.equal(sequences?.(state.session, state), state.activations.n + 2);
});
