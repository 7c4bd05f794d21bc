// SPDX-License-Identifier: MIT
// Fine-tuning: how long where nothing is said, what it costs on the text in use before, and the way
// back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../../support/app-in-node.js';
import { linesOf } from '../../../../web/run/texts.js';
import { part, viewWith } from '../../support/parts.js';
import { htmlOf, listenersOf, propertiesOf, rowsOf } from '../../support/render.js';

await import('../../../../web/views/fine-tune/fine-tune.js');

const { settingsFor, stepsFor } =
  await import('../../../../web/views/fine-tune/recipe.js');

const LINK =
  '#v=2&n_layer=1&n_head=2&n_embd=16&block_size=8&batch_size=2&max_steps=3&text=fables';
const OWN = 'the fox ran and the hen sat. '.repeat(20);

/** A model of a block size, with half a token for each character. @param {number} blockSize */
const sized = (blockSize) =>
  /** @type {any} */ ({
    info: {
      ...{ form: 'text', blockSize, nTrain: 45_000, nVal: 5000 },
      config: { batch_size: 16 },
    },
  });
/** @type {any} */ const IN_USE = { characters: 100_000 };

test('without a wish a text is passed through five times, in 20 to 1,000 steps', () => {
  const steps = (/** @type {number} */ blockSize, /** @type {number} */ characters) =>
    stepsFor(sized(blockSize), IN_USE, characters);
  assert.equal(steps(64, 40_960), 100);
  // No step has more than 2,048 tokens: four sequences of 512.
  assert.equal(steps(512, 40_960), 50);
  assert.deepEqual([steps(64, 100), steps(64, 1e7)], [20, 1000]);
  const { batch_size } = settingsFor(sized(512), 0, 0.001, 50);
  assert.deepEqual(
    [batch_size, settingsFor(sized(4096), 0, 0.001, 50).batch_size],
    [4, 1],
  );
  const rates = settingsFor(sized(64), 0, 0.002, 10);
  assert.deepEqual([rates.batch_size, rates.warmup_steps], [16, 10]);
  assert.ok(Math.abs(rates.muon_learning_rate - 0.02) < 1e-12);
});

/** Cross-entropy of the next character, from the logits, over the last lines of a text.
 * @param {any} model @param {{ text: string, characters: number }} text */
async function lossBy(model, { text, characters }) {
  let [sum, n] = [0, 0];
  for (const line of linesOf(text, 8, Math.ceil(characters / 10)).slice(0, 16)) {
    const { logits, tokens } = await model.runWithCache({ text: line, logits: true });
    const V = logits.length / tokens.length;
    for (let i = 0; i + 1 < tokens.length; i++, n++) {
      const row = [...logits.slice(i * V, (i + 1) * V)];
      const all = row.reduce((total, z) => total + Math.exp(z), 0);
      sum += Math.log(all) - row[tokens[i + 1]];
    }
  }
  return sum / n;
}

test('fine-tuned twice: losses on both texts, and back to the bytes before the first time', async (t) => {
  const app = await openApp(t, { link: LINK });
  const { store } = app;
  const isDone = (/** @type {any} */ state) => state.phase === 'done';
  await app.train();
  const { session: first, text } = await stateOf(app, isDone);
  const before = await first?.save();
  const view = viewWith('gf-fine-tune', app, { '#own': part({ value: OWN }) });
  Object.assign(view, { find: view.renderRoot.querySelector, steps: 2 });
  /** @param {number} n which of its buttons */
  const press = (n) => listenersOf(view, view.render(), 'click')[n]({});
  store.set({ head: 1 });
  for (const rank of [0, 2]) {
    view.rank = rank;
    const { session } = store.state;
    await press(0);
    await stateOf(app, (state) => state.session !== session && isDone(state));
    assert.equal(store.state.session?.steps, 2);
    press(1);
    while (view.busy) await new Promise((done) => setImmediate(done));
    const { session: tuned } = store.state;
    const [, ...rows] = rowsOf(htmlOf(view.render()), 'id=outcome');
    assert.ok(tuned && text);
    const { valLoss } = tuned.history;
    const models = [tuned.at(0), tuned];
    const earlier = await Promise.all(models.map((model) => lossBy(model, text)));
    assert.deepEqual(
      rows.map((cells) => cells.slice(1)),
      [[valLoss[0], Number(valLoss.at(-1))], earlier].map((row) =>
        row.map((loss) => loss.toFixed(2)),
      ),
    );
    const { layer, head, line } = store.state;
    const patterns = models.map((model) => model.pattern({ layer, head, text: line }));
    assert.deepEqual(
      propertiesOf(view.render(), 'numbers'),
      await Promise.all(patterns),
    );
    for (const label of propertiesOf(view.render(), 'label'))
      assert.match(label, /head 1\.2/);
  }
  // One step on, both losses are those of a step before.
  await app.stepOnce();
  await stateOf(app, ({ session }) => session?.steps === 3);
  const [head, ...rows] = rowsOf(htmlOf(view.render()), 'id=outcome');
  assert.equal(head.at(-1), 'after 3 steps');
  for (const row of rows) assert.match(row.at(-1) ?? '', /^\d\.\d\d \(step 2\)$/);
  await press(2);
  const { session: back } = store.state;
  assert.equal(back?.steps, 3);
  assert.deepEqual(await back?.save(), before);
  assert.equal(store.state.text?.id, text?.id);
});

test('a model without attention: all weights are trained, and samples compared', async (t) => {
  const app = await openApp(t, { link: LINK.replace('n_layer=1', 'n_layer=0') });
  const { store } = app;
  const isDone = (/** @type {any} */ state) => state.phase === 'done';
  await app.train();
  const { session } = await stateOf(app, isDone);
  const view = viewWith('gf-fine-tune', app, { '#own': part({ value: OWN }) });
  Object.assign(view, { find: view.renderRoot.querySelector, steps: 2 });
  assert.equal(htmlOf(view.render()).match(/<option/g)?.length, 1);
  const press = (/** @type {number} */ n) =>
    listenersOf(view, view.render(), 'click')[n]({});
  await press(0);
  await stateOf(app, (state) => state.session !== session && isDone(state));
  assert.equal(store.state.session?.info.config.lora_rank, 0);
  press(1);
  while (view.busy) await new Promise((done) => setImmediate(done));
  assert.equal(store.state.notice?.kind, 'info');
  assert.equal(htmlOf(view.render()).match(/class="text"/g)?.length, 2);
  assert.deepEqual(propertiesOf(view.render(), 'numbers'), []);
});
