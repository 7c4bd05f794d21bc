// SPDX-License-Identifier: MIT
// Encoder-decoders and taggers: cross attention over two lines, and labels over a text.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { openTrained, percent, weightShade } from '../support/trained.js';

/** @type {import('../support/page-queries.js').Checks} */
export const encoderForms = {};

encoderForms[
  'cross attention has the answer on one axis and the question on the other'
] = async (page) => {
  await openTrained(page, 'preset=seq2seq-reverse&eval_windows=50&eval_interval=4', 8);
  await inPage(page, async ({ app, show }) => {
    app.selection.select({ layer: 5, head: 0, pin: null });
    // Six rows of heads are above it.
    await show('gf-head');
  });
  // By keys to the next head, and to its first row.
  await press(page, 'gf-head gf-matrix gf-cells .focus', 'h');
  await until(page, 'state.head === 1');
  const seen = await inPage(page, async ({ cells, deep, session, show, state }) => {
    await show('gf-head gf-matrix');
    const look = await session.runWithCache({ text: state.line });
    const { queries, keys, causal } = look.attentions[5];
    const at = (5 * look.H + 1) * look.T * look.T;
    const canvas = deep('gf-head gf-matrix gf-cells .raster');
    const cell = Math.round(deep('gf-head gf-matrix gf-cells').cell * devicePixelRatio);
    return {
      queries,
      keys,
      causal,
      T: look.T,
      size: [canvas.height / cell, canvas.width / cell],
      cells: cells(canvas, queries.length, keys.length),
      weights: look.attention.subarray(at, at + look.T * look.T),
      lines: [...deep('gf-text .stage').querySelectorAll('.cells')].map((row) => [
        row.dataset.line,
        [...row.querySelectorAll('b')].map((b) => b.textContent),
      ]),
    };
  });
  const { queries, keys } = seen;
  assert.equal(seen.causal, false);
  assert.deepEqual(seen.size, [queries.length, keys.length]);
  seen.cells.forEach((/** @type {number} */ pixel, /** @type {number} */ n) => {
    const i = Math.floor(n / keys.length);
    const weight = seen.weights[i * seen.T + (n % keys.length)];
    assert.equal(pixel, weightShade(weight), `cell ${n}: no cell is hatched`);
  });
  assert.deepEqual(seen.lines, [
    ['source', keys],
    ['main', queries],
  ]);
};

encoderForms['the share of right answers stands beside the loss'] = async (page) => {
  const { said, exact, right } = await inPage(page, ({ deep, session }) => ({
    said:
      deep('gf-run').shadowRoot.textContent + deep('gf-loss').shadowRoot.textContent,
    exact: session.history.valExact.at(-1),
    right: session.history.valAccuracy.at(-1),
  }));
  const words = `validation examples: ${percent(exact)} of answers, ${percent(right)} of`;
  assert.equal(said.split(words).length, 3, 'once in each');
};

encoderForms['a question is typed and answered, and the answer ends by itself'] =
  async (page) => {
    await inPage(page, ({ show }) => show('gf-write'));
    await press(page, 'gf-write #greedy', ' ');
    await press(page, 'gf-write #prompt', 'Control+a');
    await page.keyboard.type('abc');
    await press(page, 'gf-write #write', 'Enter');
    await until(page, "state.completion?.prompt === 'abc' && !state.completion.busy");
    const { draft, answer } = await inPage(page, async ({ session, state }) => ({
      draft: state.completion.text,
      answer: (await session.sample({ prompt: 'abc', chars: 14, greedy: true })).text,
    }));
    assert.equal(draft, answer);
    assert.ok(!answer.includes('<EOS>') || answer.endsWith('<EOS>'), answer);
  };

encoderForms['a tagger’s labels stand over the text, wrong ones with the right one'] =
  async (page) => {
    await openTrained(page, 'preset=tagger&eval_windows=50', 4);
    const { cells, line, logits, labels } = await inPage(
      page,
      async ({ deep, session, show, state }) => {
        await show('gf-text');
        const { logits } = await session.runWithCache({ text: state.line });
        return {
          logits,
          line: state.line,
          labels: session.info.labels,
          cells: [...deep('gf-text .cells').querySelectorAll('.cell i')].map((i) => [
            i.dataset.label,
            i.querySelector('u')?.dataset.label ?? null,
          ]),
        };
      },
    );
    const right = line.split('\t')[1].split(' ');
    assert.equal(cells.length, right.length);
    cells.forEach((/** @type {any} */ [shown, corrected], /** @type {number} */ i) => {
      const row = logits.slice(i * labels.length, (i + 1) * labels.length);
      const guess = labels[row.indexOf(Math.max(...row))];
      assert.equal(shown, guess);
      assert.equal(corrected, guess === right[i] ? null : right[i]);
    });
    const writes = await inPage(page, async ({ deep, show }) => {
      await show('gf-write');
      return deep('gf-write #write') !== null;
    });
    assert.ok(!writes, 'a model that only marks offers no writing');
  };

/** An encoder looks both ways. */
encoderForms['an encoder attends both ways, a row selected by keys'] = async (page) => {
  await inPage(page, ({ app }) => app.selection.show({ shade: 'surprise' }));
  await press(page, 'gf-text [data-mode=attention]', 'Enter');
  await press(page, 'gf-text .cell', 'Home', 'ArrowRight', 'Enter');
  await until(page, 'state.pin?.i === 1');
  const { row, says } = await inPage(
    page,
    async ({ deep, session, settled, state }) => {
      await settled();
      const look = await session.runWithCache({ text: state.line });
      const at = ((state.layer * look.H + state.head) * look.T + 1) * look.T;
      return {
        row: look.attention.subarray(at, at + look.n),
        says: [...deep('gf-text .cells').querySelectorAll('.cell')].map((cell) =>
          cell.getAttribute('aria-label'),
        ),
      };
    },
  );
  assert.ok(row.length > 2 && row.at(-1) > 0);
  says.forEach((/** @type {string} */ words, /** @type {number} */ j) =>
    assert.ok(words.endsWith(percent(row[j])), `${words}: ${row[j]}`),
  );
};
