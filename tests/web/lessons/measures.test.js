// SPDX-License-Identifier: MIT
// The measures of lessons against what is counted here from the same model, by other means.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURES } from '../../../web/lessons/measures.js';
import { modelNamed, specimen } from '../support/specimens.js';

/** @import { Specimen } from '../support/specimens.js' */

const model = await modelNamed('five lines');

/** @param {string} name @param {Specimen} [of] @param {object} [state] */
const measured = (name, of = model, state = {}) =>
  MEASURES[name](of.session, { ...of.state, ...state });

/** @param {number} a @param {number} b @param {number} [by] */
const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a}, ${b}`);

/** Weights of every head over the line, [layer][head][query][key]. @param {Specimen} of */
async function weightsOf({ session, state }) {
  const { attention, L, H, n, T } = await session.runWithCache({
    text: state.line,
    attention: true,
  });
  assert.ok(attention);
  const range = (/** @type {number} */ m) => Array.from({ length: m }, (_, k) => k);
  return range(L).map((l) =>
    range(H).map((h) =>
      range(n).map((i) =>
        range(n).map((j) => attention[((l * H + h) * T + i) * T + j]),
      ),
    ),
  );
}

test('sizes and losses are those of the session', async () => {
  const { info, history } = model.session;
  assert.equal(await measured('heldOut'), history.valLoss.at(-1));
  assert.equal(await measured('firstHeldOut'), history.valLoss[0]);
  assert.notEqual(history.valLoss[0], history.valLoss.at(-1));
  assert.deepEqual(
    await Promise.all(['uniform', 'letters', 'pairs'].map((name) => measured(name))),
    [info.baselines.uniform, info.baselines.unigram, info.baselines.bigram],
  );
  const counts = [
    'nParam',
    'nVocab',
    'nTokens',
    'nTrain',
    'nVal',
    'nLayer',
    'nHead',
    'steps',
  ];
  assert.deepEqual(await Promise.all(counts.map((name) => measured(name))), [
    ...[info.nParam, info.vocabulary.length, info.nTrain + info.nVal],
    ...[info.nTrain, info.nVal, 2, 3, 100],
  ]);
  assert.equal(await measured('nExamples'), 12, 'every position of a window');
  const at = { layer: 1, head: 2, ablated: [{ layer: 0, head: 0 }] };
  const places = ['headLayer', 'headNumber', 'nOff'].map((name) =>
    measured(name, model, at),
  );
  assert.deepEqual(await Promise.all(places), [2, 3, 1]);
});

test('pairs and words of a text written that the training text has', () => {
  const state = (/** @type {string} */ text) => ({
    text: { text: 'the fox sat' },
    completion: { text },
  });
  const share = (/** @type {string} */ name, /** @type {string} */ text) =>
    measured(name, model, state(text));
  // th he e_ _a at
  assert.equal(share('pairsKnown', 'the at'), 4 / 5);
  assert.equal(share('pairsKnown', 'xyz'), 0);
  assert.equal(share('wordsKnown', 'the fox, an owl at fox'), 3 / 4);
});

test('shares of a query sum to 1, its scores are products over the root of the size', async () => {
  const pinned = { pin: { i: 6, j: null }, layer: 1, head: 1 };
  assert.equal(await measured('nShares', model, pinned), 7);
  near(await measured('sharesSum', model, pinned), 1);
  near(await measured('scoreError', model, pinned), 0, 1e-4);
  const weights = await weightsOf(model);
  const most = Math.max(...weights[1][1][6]);
  near(await measured('topShare', model, pinned), most);
  const [sharper, plain] = [await measured('topUndivided', model, pinned), most];
  assert.ok(sharper > plain, 'undivided, the softmax is sharper');
});

test('weight on later positions: none with the mask; without it as much as they have', async () => {
  assert.equal(await measured('onLater'), 0);
  const open = await modelNamed('no mask');
  const weights = (await weightsOf(open))[0];
  const later = weights.map((rows) =>
    rows.flatMap((row, i) => row.filter((_, j) => j > i)).reduce((a, b) => a + b, 0),
  );
  const mean = later.reduce((a, b) => a + b, 0) / weights.length / weights[0].length;
  near(await measured('onLater', open), mean);
  assert.ok(mean > 0.1);
});

test('rows are even in an averaging model, and in no other', async () => {
  const averaging = await specimen({
    name: 'averaging',
    text: 'the fox ran home by the old road. '.repeat(20),
    config: {
      arch: 'averaging',
      n_layer: 1,
      n_head: 1,
      n_embd: 8,
      block_size: 8,
      batch_size: 4,
    },
    steps: 0,
  });
  near(await measured('unevenRows', averaging), 0);
  const weights = (await weightsOf(model))[0][0];
  const most = Math.max(
    ...weights.flatMap((row, i) =>
      row.slice(0, i + 1).map((weight) => Math.abs(weight - 1 / (i + 1))),
    ),
  );
  near(await measured('unevenRows'), most);
});

test('how far weights of the attention have moved since step 0: the farthest of all', async () => {
  const young = await modelNamed('untrained');
  await young.session.run({ until: 5 });
  const { session, state } = young;
  const tensors = session.info.structure.attentions.flatMap(
    ({ parameters }) => parameters,
  );
  const first = await session.at(0);
  let most = 0;
  for (const name of tensors) {
    const [now, then] = await Promise.all(
      [session, first].map((each) =>
        each.runWithCache({ text: state.line, tensors: [name] }),
      ),
    );
    now.tensors[name].data.forEach((x, i) => {
      most = Math.max(most, Math.abs(x - then.tensors[name].data[i]));
    });
  }
  near(await measured('headMoved', young), most);
  assert.ok(most > 0.001);
});

test('the least difference of two heads is of two heads', async () => {
  const { data, columns } = await model.session.agreement();
  const all = Array.from(data);
  let least = Infinity;
  for (let k = 0; k < all.length; k++) {
    const [a, b] = [Math.floor(k / columns) % columns, k % columns];
    if (a !== b) least = Math.min(least, all[k]);
  }
  assert.ok(least > 0);
  assert.equal(await measured('headsDiffer'), least);
});

test('how sure the model is: after the last character, or the one pinned', async () => {
  const { session, state } = model;
  const most = async (/** @type {number} */ position) => {
    const of = { text: state.line, position, layer: 0, head: 0 };
    const { output } = await session.forwardPass(of);
    return Math.max(...output.p.data);
  };
  const end = (state.activations?.n ?? 0) - 1;
  near(await measured('sure'), await most(end), 1e-5);
  near(await measured('sure', model, { pin: { i: 2, j: null } }), await most(2), 1e-5);
});

test('a text written again from the seed before: as many characters as begin alike', async () => {
  const sampler = { ...model.state.sampler, prompt: 'The ', seed: 5, chars: 20 };
  const { text } = await model.session.sample({ ...sampler, seed: 4 });
  const same = (/** @type {string} */ of) =>
    measured('sameAgain', model, { sampler, completion: { text: of } });
  assert.equal(await same(text), 20);
  assert.equal(await same(`${text.slice(0, 7)}#${text.slice(8)}`), 7);
});

test('the most frequent character of the validation text, as a share', async () => {
  const { session, state } = model;
  const val = [...(state.text?.text ?? '')].slice(-session.info.nVal);
  const most = Math.max(...val.map((c) => val.filter((d) => d === c).length));
  near(await measured('mostFrequent'), most / val.length, 1e-9);
});

test('a string is written backwards, or not', () => {
  const of = (/** @type {string} */ text) =>
    measured('writtenBackwards', model, { completion: { prompt: 'abc', text } });
  assert.deepEqual([of('cba<EOS>'), of('cb'), of('abc')], [1, 0, 0]);
});
