// SPDX-License-Identifier: MIT
// What the lessons state, asked of the engine again in another way.
import assert from 'node:assert/strict';
import { MEASURES } from '../../../web/lessons/measures.js';

/** @import { Session } from '../../../web/state/types.js' */
/** @import { State } from '../../../web/state/state.js' */

/** @param {number} a @param {number} b @param {number} by @param {string} what */
const near = (a, b, by, what) =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a} and ${b}`);

/**
 * The claims again, from the engine's own answers. By lesson and step; each gets the
 * values the panel showed.
 * @type {Record<string, (asked: { session: Session, state: State },
 *   v: Record<string, number>) => unknown>}
 */
export const AGAIN = {
  async 'guess 0'({ session, state: { line } }, v) {
    const { text, probs } = await session.sample({
      ...{ prompt: line.slice(0, 19), chars: 1, greedy: true },
    });
    assert.equal(text, 'e');
    near(probs[0], v.sure, 1e-5, 'its probability');
  },
  async 'guess 2'({ session }, v) {
    const prompt = 'The bird sang in the ';
    const [one, two] = await Promise.all(
      [14, 15].map((seed) => session.sample({ prompt, chars: 30, seed })),
    );
    const n = v.sameAgain;
    assert.equal(one.text.slice(0, n), two.text.slice(0, n));
    assert.notEqual(one.text[n], two.text[n]);
  },
  'guess 4'({ session, state }, v) {
    const pages = state.text?.text.slice(-session.info.nVal) ?? '';
    near(v.mostFrequent, pages.split(' ').length / pages.length, 1e-3, 'spaces');
  },
  'bigram 0'({ session }, v) {
    near(v.firstHeldOut, session.history.valLoss[0], 0, 'first held-out loss');
    near(v.uniform, Math.log(session.info.vocabulary.length), 1e-6, 'uniform');
  },
  async 'bigram 1'({ session }, v) {
    const evaluated = await session.evaluate({ split: 'val' });
    assert.equal(session.steps, 600);
    near(evaluated.loss, v.heldOut, 1e-6, 'all held-out windows');
    near(v.heldOut, session.info.baselines.bigram, 0.05, 'letter pairs');
  },
  'bigram 2'({ state }, v) {
    const text = state.text?.text ?? '';
    const draft = state.completion?.text ?? '';
    let inText = 0;
    for (let i = 1; i < draft.length; i++) {
      if (text.includes(draft.slice(i - 1, i + 1))) inText++;
    }
    near(v.pairsKnown, inText / (draft.length - 1), 1e-9, 'pairs');
    assert.ok(v.wordsKnown < 0.6);
  },
  async 'averaging 2'({ session, state }) {
    const place = { layer: 0, head: 0, text: state.line };
    const { data, columns } = await session.pattern(place);
    for (const weight of data.slice(4 * columns, 4 * columns + 5))
      near(weight, 0.2, 1e-6, 'a fifth each');
  },
  async 'queries 1'({ session, state }, v) {
    const { pin, line, layer, head } = state;
    const position = pin?.i ?? NaN;
    const walk = await session.forwardPass({ text: line, position, layer, head });
    const shares = walk.shares.data;
    const e = Array.from(walk.scores.data.slice(0, v.nShares), Math.exp);
    const sum = e.reduce((sum, x) => sum + x, 0);
    for (const [j, x] of e.entries()) near(shares[j], x / sum, 1e-5, `share ${j}`);
  },
  async 'slip 0'({ session, state }, v) {
    const names = ['transformer.h.0.attn.c_attn.weight', 'transformer.wte.weight'];
    const asked = { text: state.line, tensors: names };
    const before = await (await session.at(0)).runWithCache(asked);
    const now = await session.runWithCache(asked);
    const [attention, embedding] = names.map((name) =>
      now.tensors[name].data.every((x, i) => x === before.tensors[name].data[i]),
    );
    assert.ok(attention, 'not a bit of the head is different');
    assert.ok(!embedding, 'the embedding was trained');
    assert.ok(v.slip > 2.1);
  },
  'slip 2'(_, v) {
    assert.ok(v.heldOut < v.slip - 0.05);
  },
  'heads 0'({ session }, v) {
    const sizes = session.info.parameters.map(({ shape }) =>
      shape.reduce((a, b) => a * b, 1),
    );
    const n = sizes.reduce((a, b) => a + b, 0);
    assert.equal(v.four, n);
    assert.equal(v.one, n);
  },
  'block 1'({ session }, v) {
    assert.equal(session.info.config.residual, false);
    assert.ok(v.bare > v.pre + 0.4);
  },
  async 'positions 1'({ session }, v) {
    const { exactShare } = await session.evaluate({ split: 'val' });
    near(v.with, exactShare ?? NaN, 0.05, 'all held-out strings');
    assert.ok(v.without < 0.05);
  },
  'positions 2'({ session }, v) {
    // sin²+cos² of one angle is 1, so each place has the same length and the product of
    // two depends on their distance alone.
    assert.equal(session.info.config.positions, 'sinusoidal');
    assert.ok(v.waves < 1e-3 && v.learned > 0.2);
  },
  async 'answer 1'({ session }) {
    for (const prompt of ['what is statquest <EOS>', 'statquest is what <EOS>']) {
      const { text } = await session.sample({ prompt, chars: 2, greedy: true });
      assert.equal(text.trim(), 'awesome <EOS>');
    }
  },
  async 'cross 0'({ session, state: { layer, head } }, v) {
    const text = 'abcdefgh\thgfedcba';
    const { data, columns } = await session.pattern({ layer, head, text });
    let mirrored = 0;
    for (let i = 0; i < 8; i++) mirrored += data[i * columns + 7 - i] / 8;
    assert.ok(mirrored > 2 * (1 / 8), `${mirrored} on another string`);
    assert.ok(v.mirrored > v.evenSpread + 0.2);
  },
  'cross 1'({ state }) {
    assert.match(state.completion?.text ?? '', /^yssalg/);
  },
  'induction 0'(_, v) {
    assert.ok(v.heldOut < v.pairs - 0.1);
  },
  async 'induction 1'({ session }, v) {
    const { lines } = await session.headReport();
    near(lines?.second ?? NaN, v.secondCopy, 1e-9, 'second copy');
    assert.ok(v.secondCopy < v.firstCopy - 1);
    assert.ok(v.byPlace > v.byContent + 0.2);
    assert.ok(v.byContent < 0.4);
  },
  async 'induction 2'({ session }, v) {
    assert.ok(v.byContent > 0.98 && v.byPlace < 0.5);
    // On one line: after the bar and b, c, what followed c is d; the fourth place has d too
    // late: by place it would be c.
    const { top } = await session.lens({ text: '\nabcde|bcdea\n' });
    const guess = top.data[(top.rows - 1) * top.columns + 8];
    assert.equal(session.info.vocabulary[guess], 'd');
  },
  async 'induction 3'({ session, state: { layer, head } }, v) {
    const text = 'cafebd|febdca';
    const { data, columns } = await session.pattern({ layer, head, text });
    // Positions 7 … 9 are f, e, b, which stand at 2 … 4; what followed stands one further.
    let weight = 0;
    for (let i = 7; i <= 9; i++) weight += data[i * columns + i - 4] / 3;
    assert.equal(layer, 1);
    assert.ok(weight > 0.5, `head ${head}: ${weight} on a line of its own`);
    assert.ok(v.onContent > v.onPlace + 0.4);
  },
  'induction 4'({ state: { ablated } }, v) {
    assert.deepEqual([ablated.length, ablated[0].layer], [1, 1]);
    assert.ok(v.byContent < 0.5);
  },
  async 'induction 5'({ session, state }, v) {
    const { ablated } = state;
    assert.deepEqual([ablated.length, ablated[0].layer], [1, 0]);
    assert.ok(v.byContent < 0.5);
    // Nothing but the head was missing.
    await session.setHead({ ...ablated[0], on: true });
    const content = await MEASURES.byContent(session, state);
    const place = await MEASURES.byPlace(session, state);
    assert.ok(content > 0.98 && place < content - 0.4, `${content}, ${place}`);
    await session.setHead({ ...ablated[0], on: false });
  },
};
