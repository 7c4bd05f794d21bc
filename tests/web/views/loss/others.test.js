// SPDX-License-Identifier: MIT
// Curves of other runs in the loss chart: of the same text, and losses of the same tokens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../../support/app-in-node.js';
import { makeScreen } from '../../support/recording.js';

makeScreen(1);
const { others } = await import('../../../../web/views/loss/chart.js');

const SMALL = 'n_layer=1&n_head=1&n_embd=16&block_size=16&max_steps=20';
const TASK = `${SMALL}&task=modular&task_modulus=7`;
/** The run in use; what runs beside it differ in; those of them whose losses compare.
 * @type {Record<string, [string, string[], string[]]>} */
const BESIDE = {
  'a text': [
    SMALL,
    ['tokenizer=bpe', 'val_fraction=0.2', 'batch_size=3', 'learning_rate=0.002'],
    ['batch_size=3', 'learning_rate=0.002'],
  ],
  words: [
    `${SMALL}&tokenizer=words&vocab_limit=100`,
    ['vocab_limit=90', 'seed=2'],
    ['seed=2'],
  ],
  sums: [
    TASK,
    [
      'task=addition_plain',
      'task_modulus=11',
      'loss_on_prompt=true',
      'no_shuffle=true',
    ],
    ['no_shuffle=true'],
  ],
};

for (const [what, [used, beside, same]] of Object.entries(BESIDE))
  test(`beside a run of ${what}: the curves of runs whose losses are of the same tokens`, async (t) => {
    const app = await openApp(t, { link: `${used}&${beside[0]}` });
    const runs = [...beside, ''];
    for (const [n, difference] of runs.entries()) {
      if (n > 0) await app.applyLink(`${used}&${difference}`);
      await app.store.state.session?.step(1);
      await stateOf(app, ({ comparedRuns }) => comparedRuns[n]?.points.length);
    }
    const { store } = app;
    const all = store.state.comparedRuns;
    const found = others(/** @type {any} */ ({ app, state: store.state }));
    assert.deepEqual(
      found.map((run) => beside[all.indexOf(run)]),
      same,
    );
    app.comparedRuns.change(found[0].id, { shown: false });
    assert.deepEqual(
      others(/** @type {any} */ ({ app, state: store.state })),
      found.slice(1),
    );
  });
