// SPDX-License-Identifier: MIT
// The replay of a run: what it shows is what the model of each step writes and predicts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { softmax } from '../../../web/draw/sampling.js';
import { smooth } from '../../../web/draw/series.js';
import { trainingText } from '../../../web/run/splits.js';
import { momentAt, SECONDS } from '../../../web/views/replay/draw.js';
import { obstacleTo, replayOf, stepsOf } from '../../../web/views/replay/moments.js';
import { saidOf, saidOn } from '../../../web/views/replay/said.js';
import { openApp, viewOf } from '../support/app-in-node.js';
import { LINK, POEM } from '../support/memorized.js';
import { specimen } from '../support/specimens.js';

const app = await openApp({ after }, { link: LINK });
await app.texts.use({ id: 'own', name: 'Two poems', text: POEM });
const state = () => app.store.state;
const session = () =>
  /** @type {NonNullable<ReturnType<typeof state>['session']>} */ (state().session);
const how = { signal: new AbortController().signal, onProgress() {} };
const view = () => viewOf(app);

test('the steps shown: the nearest kept to each share of the run, none twice', () => {
  const kept = [0, 10, 20, 40, 80, 160, 320, 640].map((step) => ({ step }));
  assert.deepEqual(stepsOf(kept, 1200), [0, 40, 80, 160, 320, 1200]);
  assert.deepEqual(stepsOf(kept, 641), [0, 20, 40, 80, 320, 641]);
  assert.deepEqual(stepsOf([{ step: 0 }], 5), [0, 5]);
  assert.deepEqual(stepsOf([], 0), [0]);
});

test('the film: each moment in its time, the last held for two seconds', () => {
  const TABLE = [
    [0, 6, 0, 0], [1.6, 6, 1, 0], [2.4, 6, 1, 0.5], [8, 6, 5, 0], [9, 6, 5, 0.5],
    [SECONDS, 6, 5, 1], [4, 2, 0, 0.5], [8, 2, 1, 0],
  ]; // oxfmt-ignore
  for (const [seconds, n, at, share] of TABLE) {
    const moment = momentAt(seconds, n);
    assert.equal(moment.at, at, `${seconds} s of ${n}`);
    assert.ok(
      Math.abs(moment.share - share) < 1e-9,
      `${seconds} s of ${n}: ${moment.share}`,
    );
  }
});

test('what is in the way of a replay', async () => {
  assert.equal(obstacleTo({ ...state(), session: null }), 'noText');
  assert.equal(obstacleTo(state()), 'tooEarly');
  await session().run({ until: 400 });
  assert.equal(obstacleTo(state()), '');
  assert.equal(
    obstacleTo({ ...state(), ablated: [{ layer: 0, head: 1 }] }),
    'headsOff',
  );
  const later = { ...state(), snapshots: state().snapshots.slice(1) };
  assert.equal(obstacleTo(later), 'tooEarly', 'its beginning is not kept');
});

test('every moment is what the model of its step writes and predicts', async () => {
  const replay = await replayOf(state(), how);
  const { losses, moments, prompt } = replay;
  assert.ok(moments.length >= 4);
  assert.deepEqual([moments[0].step, moments[moments.length - 1].step], [0, 400]);
  for (const { step, written, guesses } of moments) {
    const model = step === 400 ? session() : session().at(step);
    const { temperature } = state().sampler;
    const sample = await model.sample({ prompt, seed: 1, chars: 130, temperature });
    assert.equal(written.map(({ text }) => text).join(''), sample.text, `step ${step}`);
    const { n, tokens, logits } = await model.runWithCache({ text: state().line });
    const V = /** @type {Float32Array} */ (logits).length / n;
    assert.equal(guesses.length, n - 1);
    guesses.forEach(({ p, isRight }, i) => {
      const shares = softmax(
        /** @type {Float32Array} */ (logits).subarray(i * V, (i + 1) * V),
      );
      assert.equal(p, Math.max(...shares), `step ${step}, ${i}`);
      assert.equal(isRight, shares[tokens[i + 1]] === p, `step ${step}, ${i}`);
    });
  }
  // Copies: every 15 characters in a row that stand in what was trained on, and no others.
  for (const { written } of moments) {
    const text = written.map((token) => token.text).join('');
    const copied = Array.from(text, () => false);
    for (let at = 0; at + 15 <= text.length; at++)
      if (trainingText(state()).includes(text.slice(at, at + 15)))
        copied.fill(true, at, at + 15);
    assert.deepEqual(
      written.map(({ isCopied }) => isCopied),
      copied,
    );
  }
  assert.equal(replay.hash, await session().hash());
  assert.equal(losses.step[losses.step.length - 1], 400);
  const { history } = session();
  assert.deepEqual(losses.train, [...smooth(history.loss, history.step)]);
  assert.deepEqual(losses.val, history.valLoss);
  const said = saidOn(view(), replay);
  assert.equal(said.bytes, `same bytes everywhere: ${replay.hash.slice(0, 8)}`);
  app.store.set({ trainedAblated: true });
  assert.equal(saidOn(view(), replay).bytes, '', 'nobody can make these bytes again');
  app.store.set({ trainedAblated: false });
  const right = moments[0].guesses.filter(({ isRight }) => isRight).length;
  assert.equal(
    said.right(moments[0]),
    `${right} of ${moments[0].guesses.length} right in this line`,
  );
  assert.ok(replay.isMemorized, 'the test needs a text that is memorised');
  const n = app.format.integer(session().info.nParam);
  assert.equal(
    said.claim,
    `learned by heart by a transformer of ${n} parameters, in a browser tab`,
  );
  assert.ok(
    saidOf(view(), { ...replay, isMemorized: false }).includes(
      'learned to write like it',
    ),
  );
});

test('while training goes on, a replay ends with the last weights that are kept', async () => {
  const run = session().run({ until: 100000 });
  const { hash, moments } = await replayOf(state(), how);
  await session().pause();
  await run;
  const { step = NaN } = moments.at(-1) ?? {};
  assert.ok(step < session().steps, `${step} of ${session().steps}`);
  assert.equal(hash, await session().at(step).hash());
  assert.notEqual(hash, await session().hash());
});

test('a replay that is given up ends at once', async () => {
  const gone = new AbortController();
  const onProgress = () => gone.abort();
  await assert.rejects(
    replayOf(state(), { signal: gone.signal, onProgress }),
    /abort/i,
  );
});

test('of a line longer than a row has room for, all predictions are counted', async () => {
  const model = await specimen({
    ...{ name: 'long', text: POEM.repeat(3), steps: 20 },
    config: { n_layer: 1, n_head: 1, n_embd: 8, block_size: 64, batch_size: 1, eval_windows: 1 },
  }); // oxfmt-ignore
  const line = POEM.slice(0, 60);
  const { moments } = await replayOf({ ...model.state, line }, how);
  for (const { guesses } of moments) assert.equal(guesses.length, 59);
});
