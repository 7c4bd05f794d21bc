// SPDX-License-Identifier: MIT
// What is said of a run that is kept aside or compared: a loss belongs to the step it was measured at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';
import { drawn, rowsOf } from '../support/render.js';

await import('../../../web/views/compare/compare.js');

const SMALL =
  'v=1&n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2&eval_interval=20&max_steps=60';

test('a validation loss is said of its own step alone', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.store.state.session?.step(5);
  await app.startAgain();
  assert.deepEqual(app.store.state.shelved, { step: 5, loss: null });
  await app.store.state.session?.run({ until: 40 });
  const { history } = app.store.state.session ?? assert.fail();
  await app.startAgain();
  assert.deepEqual(app.store.state.shelved, { step: 40, loss: history.valLoss.at(-1) });
  const rows = rowsOf(drawn('gf-compare', app), 'id=runs').slice(1);
  assert.deepEqual(
    rows.map(([, step]) => step),
    ['5', '40'],
  );
  assert.match(rows[0][2], /^\d\.\d\d \(step 0\)$/);
  assert.match(rows[1][2], /^\d\.\d\d$/);
});

test('a run that was removed from the comparison while it was shelved is in it again', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { store } = app;
  const ids = () => store.state.comparedRuns.map(({ id }) => id);
  await store.state.session?.step(5);
  await app.startAgain();
  await store.state.session?.step(3);
  await stateOf(app, ({ comparedRuns }) => comparedRuns.length === 2);
  const [first, second] = ids();
  app.comparedRuns.remove(first);
  assert.deepEqual(ids(), [second]);
  await app.restoreShelved();
  await store.state.session?.step(1);
  await stateOf(app, ({ comparedRuns }) => comparedRuns.length === 2);
  assert.deepEqual(ids(), [second, first]);
  assert.equal(app.comparedRuns.current?.name, 'Run 1');
  assert.equal(app.comparedRuns.current?.settings.n_embd, 8);
});

test('bits per character are said of runs that cut their text into different pieces', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { store } = app;
  const table = () => rowsOf(drawn('gf-compare', app), 'id=runs');
  /** Trains, until the run is one of so many. @param {number} n */
  const train = async (n) => {
    await store.state.session?.run({ until: 20 });
    await stateOf(app, ({ comparedRuns }) => comparedRuns.length === n);
  };
  await train(1);
  assert.ok(!table()[0].includes('Bits per character'));
  await app.applyLink(`${SMALL}&tokenizer=bpe`);
  await train(2);
  const [head, ...rows] = table();
  assert.equal(head[3], 'Bits per character');
  const { comparedRuns, session, text } = store.state;
  const { nTrain, nVal, vocabulary } = session?.info ?? assert.fail();
  assert.ok(vocabulary.some((token) => [...token].length > 1));
  const perChar = (nTrain + nVal) / [...(text?.text ?? '')].length;
  assert.ok(perChar < 0.9, `${perChar}`);
  const losses = [comparedRuns[0].history.valLoss, session?.history.valLoss ?? []];
  const said = losses.map((valLoss, n) => {
    const loss = Number(valLoss.at(-1));
    const bits = (loss * (n === 0 ? 1 : perChar)) / Math.LN2;
    return [loss.toFixed(2), bits.toFixed(2)];
  });
  assert.deepEqual(
    rows.map((row) => row.slice(2, 4)),
    said,
  );
  assert.match(drawn('gf-compare', app), /With different tokenizers only bits/);
});
