// SPDX-License-Identifier: MIT
// The gradient norm over more steps than a chart has points: of each group the largest, and each
// step in one group only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../../web/views/diagnostics/updates.js';
import { Diagnostics } from '../../../../web/queries/diagnostics.js';
import { Store } from '../../../../web/state/store.js';
import '../../../../web/views/diagnostics/single-update.js';
import {
  drawn,
  partOf,
  propertiesOf,
  rowsOf,
  templateOf,
  textOf,
} from '../../support/render.js';
import { modelNamed, specimen } from '../../support/specimens.js';

test('gradient norm: of groups of steps the largest, each step in one of them', async () => {
  const model = await modelNamed('five lines');
  const n = 1201;
  const step = Array.from({ length: n }, (_, k) => k + 1);
  // Every seventh step is clipped.
  const gradNorm = step.map((k) => (k % 7 === 0 ? 2 : k / n));
  const history = { ...model.session.history, step, gradNorm };
  const { info } = model.session;
  Object.assign(model.state, { session: { info, history } });
  const template = templateOf('gf-updates', model.app);
  const [x] = propertiesOf(template, 'x').slice(-1);
  const [[{ y }]] = propertiesOf(template, 'lines').slice(-1);
  assert.deepEqual([x.length, y.length], [401, 401]);
  assert.deepEqual(x.slice(0, 3), [1, 4, 7]);
  assert.deepEqual(y.slice(0, 4), [3 / n, 6 / n, 2, 12 / n]);
  assert.equal(y.at(-1), 1);
  const claim = partOf(drawn('gf-updates', model.app), 'id="norm-claim"');
  assert.match(claim, /1,?201.*14\s?%/);
});

test('update ratios: tensors ten times from a thousandth are counted, above it and below', async () => {
  const model = await modelNamed('five lines');
  const [near, high, low, never] = [-3.4, -1.5, -4.8, null].map((update, n) => ({
    ...{ name: `t${n}`, kind: 'weight', std: 0.02 },
    update,
  }));
  const value = { parameters: [near, high, low, never, { ...near, name: 't4' }] };
  Object.assign(model.state, {
    weight: 't0',
    diagnosticHistory: { health: [{ step: 70, value }], gradients: [] },
  });
  const claim = partOf(drawn('gf-updates', model.app), 'id="claim"');
  assert.match(
    claim,
    /^At step 70 the update of t0 is 0\.0398% .*ratio of 2 of 4 tensors/,
  );
});

test('one update of a tagger: the labels of a token, the right one of them named', async () => {
  const config = { arch: 'encoder', task: 'vowels', n_layer: 1, n_head: 1, n_embd: 8, block_size: 48, tied_head: false, task_lines: 100 }; // oxfmt-ignore
  const model = await specimen({ name: 'vowels', config, steps: 0 });
  // Labels are letters too: the token after ‘a’ is no answer.
  const state = { ...model.state, line: 'acb\tvcc' };
  const store = /** @type {any} */ (new Store(state));
  const named = async (/** @type {number} */ i) => {
    store.set({ pin: { i, j: null } });
    await new Diagnostics(store, (error) => assert.fail(String(error))).freeze();
    const html = drawn('gf-single-update', { ...model.app, store });
    const rows = rowsOf(html, 'class=guesses').map(([name]) => name);
    return [rows[0], ...rows.filter((name) => name.includes('actual')), textOf(html)];
  };
  const [head, right, text] = await named(0);
  assert.deepEqual([head, right], ['label', 'v (the actual one)']);
  assert.match(text, /Label of ‘a’ in the line/);
  assert.doesNotMatch(text, /Next character/);
  const [, last, end] = await named(2);
  assert.equal(last, 'c (the actual one)');
  assert.match(end, /Label of ‘b’ in the line/);
});
