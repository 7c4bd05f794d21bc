// SPDX-License-Identifier: MIT
// The logit lens and direct logit attribution against the model's own numbers.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { percent, sum, two, visible } from '../support/trained.js';
import { pinByKeys } from './text.js';

/** @type {import('../support/page-queries.js').Checks} */
export const logits = {};

logits['the logit lens is the engine’s, and its last depth is the output'] = async (
  page,
) => {
  await pinByKeys(page, 9);
  const seen = await inPage(
    page,
    async ({ answered, deep, rows, session, show, state }) => {
      await show('gf-lens');
      await answered('lens', state.line);
      await show('gf-lens');
      const { logits, loss, n } = await session.runWithCache({ text: state.line });
      return {
        lens: await session.lens({ text: state.line }),
        logits,
        loss,
        n,
        vocabulary: session.info.vocabulary,
        ladder: rows(deep('gf-lens #ladder')),
        grid: rows(deep('gf-lens #grid')),
        claim: deep('gf-lens #claim').textContent,
      };
    },
  );
  const { n, vocabulary, ladder, grid } = seen;
  const depths = seen.lens.depths.length;
  const [top, topP, p, rank] = ['top', 'topP', 'p', 'rank'].map(
    (name) => seen.lens[name].data,
  );
  assert.equal(ladder.length, depths);
  for (let d = 0; d < depths; d++) {
    const at = d * n + 9;
    assert.equal(ladder[d][1], `${visible(vocabulary[top[at]])} ${percent(topP[at])}`);
    assert.equal(ladder[d][2], percent(p[at]));
    assert.equal(ladder[d][4], String(rank[at]));
    for (let i = 0; i + 1 < n; i++) {
      const k = d * n + i;
      assert.equal(grid[d][1 + i], visible(vocabulary[top[k]]) + rank[k]);
    }
  }
  const V = vocabulary.length;
  for (let i = 0; i + 1 < n; i++) {
    const at = (depths - 1) * n + i;
    // Two orders of the same additions in single precision.
    assert.ok(Math.abs(-Math.log(p[at]) - seen.loss[i]) < 1e-4, `character ${i}`);
    const row = seen.logits.slice(i * V, (i + 1) * V);
    assert.equal(top[at], row.indexOf(Math.max(...row)));
  }
  assert.match(seen.claim, new RegExp(`rank ${rank[9]} after the embedding`));
};

logits['the contributions sum to the logit'] = async (page) => {
  await pinByKeys(page, 12);
  const seen = await inPage(
    page,
    async ({ answered, deep, session, show, state, words }) => {
      await show('gf-attribution');
      const said = await answered('attribution', state.line, 12, 'nothing');
      await show('gf-attribution');
      const { logits, characters } = await session.runWithCache({ text: state.line });
      const V = session.info.vocabulary.length;
      const y = session.info.vocabulary.indexOf(characters[13]);
      const lines = deep('gf-attribution #shares').querySelectorAll('tbody tr');
      return {
        said,
        y,
        logit: logits[12 * V + y],
        rows: [...lines].map((row) => {
          const bar = row.querySelector('.plus, .minus');
          return {
            share: row.lastElementChild.textContent,
            width: Number(bar.getAttribute('width')),
            right: bar.getAttribute('x') === '50',
          };
        }),
        sum: words(deep('gf-attribution #sum')),
      };
    },
  );
  const { logit, rows, said } = seen;
  assert.equal(said.token, seen.y);
  assert.ok(Math.abs(said.sum - logit) < 1e-4, `${said.sum} and ${logit}`);
  const shares = said.shares.map((/** @type {any} */ { share }) => share);
  assert.ok(Math.abs(sum(shares) - logit) < 1e-4, 'the shares themselves add up');
  assert.equal(seen.sum, `sum ${two(logit)} = logit ${two(logit)}`);
  const shown = rows.map((/** @type {any} */ r) => Number(r.share.replace('−', '-')));
  assert.ok(Math.abs(sum(shown) - logit) <= 0.005 * (rows.length + 1), 'rounded');
  const widest = Math.max(...rows.map((/** @type {any} */ r) => r.width));
  assert.ok(Math.abs(widest - 50) < 1e-9);
  for (const { share, right } of rows)
    assert.ok(right || /^[-−]|^0/.test(share), share);
};

logits['a head is selected among the contributions and a rival subtracted, by keys'] =
  async (page) => {
    await pinByKeys(page, 12);
    await inPage(page, async ({ answered, app, deep, show, state }) => {
      app.selection.select({ layer: 0, head: 0 });
      await show('gf-attribution');
      await answered('attribution', state.line, 12, 'nothing');
      await show('gf-attribution');
      deep('gf-attribution #shares').querySelectorAll('th button')[4].focus();
    });
    await page.keyboard.press('Enter');
    await until(page, 'state.layer === 1 && state.head === 1');
    // Against the rival, the sum is a difference of two logits.
    await press(page, 'gf-attribution #rival', ' ');
    const { said, logits, V } = await inPage(
      page,
      async ({ answered, session, state }) => ({
        said: await answered('attribution', state.line, 12, 'strongest'),
        logits: (await session.runWithCache({ text: state.line })).logits,
        V: session.info.vocabulary.length,
      }),
    );
    assert.ok(said.rival >= 0);
    const gap = logits[12 * V + said.token] - logits[12 * V + said.rival];
    assert.ok(Math.abs(said.sum - gap) < 1e-4, `${said.sum} and ${gap}`);
    await page.keyboard.press(' ');
    await inPage(page, ({ answered, state }) =>
      answered('attribution', state.line, 12, 'nothing'),
    );
  };
