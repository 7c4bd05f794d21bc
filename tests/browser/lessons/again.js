// SPDX-License-Identifier: MIT
// What the lessons state, asked of the engine again in another way.
import assert from 'node:assert/strict';
import { inPage } from '../support/page-queries.js';

/** @import { Page } from '../support/page-queries.js' */

/** @param {number} a @param {number} b @param {number} by @param {string} what */
const near = (a, b, by, what) =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a} and ${b}`);

/**
 * The claims again, from the engine's own answers. By lesson and step; each gets the
 * values the panel showed.
 * @type {Record<string, (page: Page, v: Record<string, number>) => Promise<void>>}
 */
export const AGAIN = {
  'bigram 0': async (page, v) => {
    const [first, n] = await inPage(page, ({ session }) => [
      session.history.valLoss[0],
      session.info.vocabulary.length,
    ]);
    near(v.firstHeldOut, first, 0, 'first held-out loss');
    near(v.uniform, Math.log(n), 1e-6, 'uniform');
  },
  'bigram 1': async (page, v) => {
    const { steps, evaluated, pairs } = await inPage(page, async ({ session }) => ({
      steps: session.steps,
      evaluated: await session.evaluate({ split: 'val' }),
      pairs: session.info.baselines.bigram,
    }));
    assert.equal(steps, 600);
    near(evaluated.loss, v.heldOut, 1e-6, 'all held-out windows');
    near(v.heldOut, pairs, 0.05, 'letter pairs');
  },
  'bigram 2': async (page, v) => {
    const { text, draft } = await inPage(page, ({ state }) => ({
      text: state.text.text,
      draft: state.completion.text,
    }));
    let inText = 0;
    for (let i = 1; i < draft.length; i++) {
      if (text.includes(draft.slice(i - 1, i + 1))) inText++;
    }
    near(v.pairsKnown, inText / (draft.length - 1), 1e-9, 'pairs');
    assert.ok(v.wordsKnown < 0.6);
  },
  'averaging 2': async (page) => {
    const row = await inPage(page, async ({ session, state }) => {
      const { data, columns } = await session.pattern({
        layer: 0,
        head: 0,
        text: state.line,
      });
      return [...data.slice(4 * columns, 4 * columns + 5)];
    });
    for (const weight of row) near(weight, 0.2, 1e-6, 'a fifth each');
  },
  'queries 1': async (page, v) => {
    const { shares, scores } = await inPage(page, async ({ session, state }) => {
      const { pin, line, layer, head } = state;
      const walk = await session.forwardPass({
        text: line,
        position: pin.i,
        layer,
        head,
      });
      return { shares: [...walk.shares.data], scores: [...walk.scores.data] };
    });
    const e = scores.slice(0, v.nShares).map(Math.exp);
    const sum = e.reduce(
      (/** @type {number} */ a, /** @type {number} */ b) => a + b,
      0,
    );
    for (const [j, x] of e.entries()) near(shares[j], x / sum, 1e-5, `share ${j}`);
  },
  'slip 0': async (page, v) => {
    const { attention, embedding } = await inPage(page, async ({ session, state }) => {
      const names = ['transformer.h.0.attn.c_attn.weight', 'transformer.wte.weight'];
      const asked = { text: state.line, tensors: names };
      const before = await (await session.at(0)).runWithCache(asked);
      const now = await session.runWithCache(asked);
      const same = names.map((name) =>
        now.tensors[name].data.every(
          (/** @type {number} */ x, /** @type {number} */ i) =>
            x === before.tensors[name].data[i],
        ),
      );
      return { attention: same[0], embedding: same[1] };
    });
    assert.ok(attention, 'not a bit of the head is different');
    assert.ok(!embedding, 'the embedding was trained');
    assert.ok(v.slip > 2.1);
  },
  'slip 2': async (_, v) => assert.ok(v.heldOut < v.slip - 0.05),
  'heads 0': async (page, v) => {
    const n = await inPage(page, ({ session }) =>
      session.info.parameters.reduce(
        (/** @type {number} */ sum, /** @type {any} */ { shape }) =>
          sum +
          shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1),
        0,
      ),
    );
    assert.equal(v.four, n);
    assert.equal(v.one, n);
  },
  'block 1': async (page, v) => {
    const kind = await inPage(page, ({ session }) => session.info.config.residual);
    assert.equal(kind, false);
    assert.ok(v.bare > v.pre + 0.4);
  },
  'positions 1': async (page, v) => {
    const { exactShare } = await inPage(page, ({ session }) =>
      session.evaluate({ split: 'val' }),
    );
    near(v.with, exactShare, 0.05, 'all held-out strings');
    assert.ok(v.without < 0.05);
  },
  'positions 2': async (page, v) => {
    // sin²+cos² of one angle is 1, so each place has the same length and the product of
    // two depends on their distance alone.
    const kind = await inPage(page, ({ session }) => session.info.config.positions);
    assert.equal(kind, 'sinusoidal');
    assert.ok(v.waves < 1e-3 && v.learned > 0.2);
  },
  'answer 1': async (page) => {
    const said = await inPage(page, async ({ session }) =>
      Promise.all(
        ['what is statquest <EOS>', 'statquest is what <EOS>'].map((prompt) =>
          session.sample({ prompt, chars: 2, greedy: true }),
        ),
      ),
    );
    for (const { text } of said) assert.equal(text.trim(), 'awesome <EOS>');
  },
  'cross 0': async (page, v) => {
    const mirrored = await inPage(page, async ({ session, state }) => {
      const text = 'abcdefgh\thgfedcba';
      const { layer, head } = state;
      const { data, columns } = await session.pattern({ layer, head, text });
      let sum = 0;
      for (let i = 0; i < 8; i++) sum += data[i * columns + 7 - i] / 8;
      return sum;
    });
    assert.ok(mirrored > 2 * (1 / 8), `${mirrored} on another string`);
    assert.ok(v.mirrored > v.evenSpread + 0.2);
  },
  'cross 1': async (page) => {
    const said = await inPage(page, ({ state }) => state.completion.text);
    assert.match(said, /^yssalg/);
  },
  'induction 0': async (_, v) => assert.ok(v.heldOut < v.pairs - 0.1),
  'induction 1': async (page, v) => {
    const { lines } = await inPage(page, ({ session }) => session.headReport());
    near(lines.second, v.secondCopy, 1e-9, 'second copy');
    assert.ok(v.secondCopy < v.firstCopy - 1);
    assert.ok(v.byPlace > v.byContent + 0.2);
  },
  'induction 2': async (page, v) => {
    assert.ok(v.byContent > 0.98 && v.byPlace < 0.5);
    // On one line: after the bar and b, c, what followed c is d; the fourth place has d too
    // late: by place it would be c.
    const guess = await inPage(page, async ({ session }) => {
      const { top } = await session.lens({ text: '\nabcde|bcdea\n' });
      return session.info.vocabulary[top.data[(top.rows - 1) * top.columns + 8]];
    });
    assert.equal(guess, 'd');
  },
  'induction 3': async (page, v) => {
    const { layer, head, weight } = await inPage(page, async ({ session, state }) => {
      const { layer, head } = state;
      const { data, columns } = await session.pattern({
        layer,
        head,
        text: 'cafebd|febdca',
      });
      // Positions 7 … 9 are f, e, b, which stand at 2 … 4; what followed stands one further.
      let weight = 0;
      for (let i = 7; i <= 9; i++) weight += data[i * columns + i - 4] / 3;
      return { layer, head, weight };
    });
    assert.equal(layer, 1);
    assert.ok(weight > 0.5, `head ${head}: ${weight} on a line of its own`);
    assert.ok(v.onContent > v.onPlace + 0.4);
  },
  'induction 4': async (page, v) => {
    const off = await inPage(page, ({ state }) => state.ablated);
    assert.deepEqual([off.length, off[0].layer], [1, 1]);
    assert.ok(v.byContent < 0.5);
  },
  'induction 5': async (page, v) => {
    const off = await inPage(page, ({ state }) => state.ablated);
    assert.deepEqual([off.length, off[0].layer], [1, 0]);
    assert.ok(v.byContent < 0.5);
  },
};
