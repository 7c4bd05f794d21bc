// SPDX-License-Identifier: MIT
// What the model writes by itself and on the reader's prompt, and the distribution behind every
// character of it.
import assert from 'node:assert/strict';
import { SAMPLE_CHARS, SAMPLE_SEED } from '../../../web/run/prompts.js';
import { inPage, press, until } from '../support/page-queries.js';
import { share, softmax, sum, visible } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const samples = {};

/** Texts are typed, or there at once. @param {Page} page @param {boolean} isStill */
const holdStill = (page, isStill) =>
  inPage(page, ({ app }, reducedMotion) => app.updateHost({ reducedMotion }), isStill);

/** What is written on a surface, once it is typed. @param {Page} page @param {string} view
 * @param {string} text */
async function typed(page, view, text) {
  await inPage(
    page,
    ({ deep, until }, { view, text }) =>
      until(
        'typed',
        () => deep(`${view} gf-written-text .text`).textContent.trim() === text.trim(),
      ),
    { view, text },
  );
}

samples['samples share prompt and seed, and the newest is the current model’s'] =
  async (page) => {
    const seen = await inPage(
      page,
      async ({ element, session, show, until }, [chars, seed]) => {
        await show('gf-samples');
        await until(
          'a sample',
          () => element.viewState.latestSample?.step === session.steps,
        );
        const { samples: kept, latestSample: latest } = element.viewState;
        const asked = { prompt: latest.prompt, chars, temperature: 0.8, seed };
        return {
          kept: kept.map((/** @type {any} */ r) => [r.step, r.prompt, r.marker]),
          latest: latest.text,
          fresh: (await session.sample(asked)).text,
          prompt: latest.prompt,
          passed: session.history.valLoss.some(
            (/** @type {number} */ x) => x < session.info.baselines.unigram,
          ),
        };
      },
      [SAMPLE_CHARS, SAMPLE_SEED],
    );
    assert.equal(seen.latest, seen.fresh);
    await typed(page, 'gf-samples', seen.prompt + seen.fresh);
    assert.equal(seen.kept[0][0], 0);
    for (const [, prompt] of seen.kept) assert.equal(prompt, seen.prompt);
    const steps = seen.kept.map((/** @type {any} */ [step]) => step);
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    const markers = seen.kept.map((/** @type {any} */ r) => r[2]).filter(Boolean);
    assert.equal(markers.includes('unigram'), seen.passed);
  };

samples['a rung of the ladder opens the sample of its step, and closes again'] = async (
  page,
) => {
  await holdStill(page, false);
  const kept = await inPage(page, ({ state, session }) =>
    state.samples
      .filter((/** @type {any} */ { step }) => step !== session.steps)
      .map((/** @type {any} */ { step, prompt, text }) => ({
        step,
        text: prompt + text,
      }))
      .reverse(),
  );
  await press(page, 'gf-samples .rung', 'Enter');
  await typed(page, 'gf-samples', kept[0].text);
  const says = await inPage(page, ({ deep }) => deep('gf-samples .then').textContent);
  assert.equal(says, `step ${kept[0].step}`);
  await press(page, 'gf-samples .rung', 'Enter');
  const latest = await inPage(
    page,
    ({ state: { latestSample: s } }) => s.prompt + s.text,
  );
  await typed(page, 'gf-samples', latest);
  await holdStill(page, true);
};

/** Clicks a character where it stands. @param {Page} page @param {string} view
 * @param {number} n */
async function clickToken(page, view, n) {
  const [x, y] = await inPage(
    page,
    async ({ deep, settled }, { view, n }) => {
      const text = deep(`${view} gf-written-text`);
      text.scrollIntoView({ block: 'center' });
      await settled();
      const spans = [...text.shadowRoot.querySelectorAll('[data-from]')];
      const span = spans.findLast((s) => Number(s.dataset.from) <= n);
      const start = text.tokens
        .slice(Number(span.dataset.from), n)
        .map((/** @type {any} */ token) => token.text)
        .join('').length;
      const range = document.createRange();
      range.setStart(span.firstChild, start);
      range.setEnd(span.firstChild, start + text.tokens[n].text.length);
      const { left, top, width, height } = range.getClientRects()[0];
      return [left + width / 2, top + height / 2];
    },
    { view, n },
  );
  await page.mouse.click(x, y);
}

/** Shares by definition, one stage after the other.
 * @param {number[]} logits @param {{ temperature: number, topK: number, topP: number }} sampler */
function reference(logits, { temperature, topK, topP }) {
  const hot = softmax(logits, temperature);
  const order = hot.map((_, n) => n).sort((a, b) => hot[b] - hot[a]);
  const kept = topK > 0 ? order.slice(0, topK) : order;
  const mass = sum(kept.map((n) => hot[n]));
  const cut = hot.map((p, n) => (kept.includes(n) ? p / mass : 0));
  let count = 0;
  for (let sum = 0; sum < topP && count < kept.length; count++) sum += cut[kept[count]];
  const nucleus = kept.slice(0, count);
  const rest = sum(nucleus.map((n) => cut[n]));
  const last = cut.map((p, n) => (nucleus.includes(n) ? p / rest : 0));
  return [softmax(logits), hot, cut, last];
}

/** Checks the bars of a distribution, read as a table: the model's own and those drawn with.
 * @param {string[][]} table @param {number[]} logits
 * @param {{ temperature: number, topK: number, topP: number }} sampler
 * @param {string[]} vocabulary */
function checkBars(table, logits, sampler, vocabulary) {
  const want = reference(logits, sampler);
  assert.ok(table.length >= 4);
  const [own, , , last] = want;
  const names = vocabulary.map(visible);
  for (const [name, , before, after] of table.filter(
    ([name]) => name !== 'all others',
  )) {
    const isCut = name.includes('(cut off)');
    const n = names.indexOf(name.replace(/ \(.*\)$/, '').trim());
    assert.equal(before, share(own[n]), name);
    assert.equal(isCut, last[n] === 0, name);
    assert.equal(after, isCut ? '–' : share(last[n]), name);
  }
}

samples['a character of a sample shows what it was drawn from, and goes on the stage'] =
  async (page) => {
    await clickToken(page, 'gf-samples', 3);
    const seen = await inPage(
      page,
      async ({ deep, element, rows, session, until, words }) => {
        await until('the fourth', () => deep('gf-samples gf-drawn-from')?.n === 3);
        await until('drawn', () => deep('gf-samples gf-drawn-from .distribution'));
        const { latestSample: latest } = element.viewState;
        const context = latest.prompt + latest.pieces.slice(0, 3).join('');
        const look = await session.runWithCache({ text: context });
        const V = session.info.vocabulary.length;
        return {
          logits: look.logits.slice((look.n - 1) * V),
          vocabulary: session.info.vocabulary,
          drawn: latest.pieces[3],
          context,
          rows: rows(deep('gf-samples gf-drawn-from .distribution')),
          marked: words(deep('gf-samples gf-drawn-from .drawn th')),
          line: element.viewState.line,
        };
      },
    );
    const sampler = { temperature: 0.8, topK: 0, topP: 1 };
    checkBars(seen.rows, seen.logits, sampler, seen.vocabulary);
    assert.ok(seen.marked.startsWith(visible(seen.drawn)), seen.marked);
    await press(page, 'gf-samples gf-drawn-from #inside', 'Enter');
    const pin = await inPage(
      page,
      async ({ element, until }, line) => {
        await until('the line', () => element.viewState.line === line);
        return element.viewState.pin;
      },
      (seen.context + seen.drawn).slice(-40),
    );
    assert.deepEqual(pin, { i: seen.context.length - 1, j: null });
    await inPage(page, ({ app }, line) => app.selection.setLine(line), seen.line);
    await press(page, 'gf-samples gf-drawn-from #close', 'Enter');
  };

/** Sets the sampler and waits for what comes next. @param {Page} page
 * @param {object} sampler */
const setSampler = (page, sampler) =>
  inPage(
    page,
    async ({ app, element, show, until }, sampler) => {
      app.selection.setSampler(sampler);
      await show('gf-write');
      await until('the next', () => {
        const { completion } = element.viewState;
        const { next } = completion ?? {};
        return (
          next && !completion.busy &&
          next.sampler.temperature === sampler.temperature &&
          completion.prompt === sampler.prompt
        ); // oxfmt-ignore
      });
    },
    sampler,
  );

samples['the bars of the next character move with temperature, top-k and top-p'] =
  async (page) => {
    const begin = { prompt: 'the f', temperature: 1, topK: 0, topP: 1, greedy: false };
    await setSampler(page, begin);
    const read = () =>
      inPage(page, async ({ deep, element, rows, session, settled, until }) => {
        await settled();
        await until('the bars', () => deep('gf-write #next .distribution'));
        const { n, logits } = await session.runWithCache({ text: 'the f' });
        const V = session.info.vocabulary.length;
        return {
          rows: rows(deep('gf-write #next .distribution')),
          logits: logits.slice((n - 1) * V),
          sampler: element.viewState.sampler,
          vocabulary: session.info.vocabulary,
        };
      });
    const whole = await read();
    checkBars(whole.rows, whole.logits, begin, whole.vocabulary);
    assert.ok(
      whole.rows.every((/** @type {string[]} */ [name]) => !name.includes('cut off')),
    );
    // By the sliders, as they move.
    const hot = Array.from({ length: 6 }, () => 'ArrowRight');
    await press(page, 'gf-write #temperature-slider', ...hot);
    await press(page, 'gf-write #topP-slider', ...hot.map(() => 'ArrowLeft'));
    await press(page, 'gf-write #topK-slider', ...Array(40).fill('ArrowLeft'));
    const moved = await read();
    const { temperature, topP, topK } = moved.sampler;
    assert.deepEqual([temperature, topP].map((x) => Number(x.toFixed(2))), [1.3, 0.7]); // oxfmt-ignore
    assert.ok(topK > 0 && topK < whole.vocabulary.length, `${topK}`);
    checkBars(moved.rows, moved.logits, moved.sampler, moved.vocabulary);
    assert.ok(
      moved.rows.some((/** @type {string[]} */ [name]) => name.includes('cut off')),
    );
  };

samples['a prompt is typed, and what is written is the engine’s sample'] = async (
  page,
) => {
  await holdStill(page, false);
  const settings = { temperature: 1, topK: 0, topP: 1, greedy: true, chars: 40 };
  await setSampler(page, { ...settings, prompt: 'x' });
  await press(page, 'gf-write #prompt', 'Control+a');
  await page.keyboard.type('the fox');
  await press(page, 'gf-write #write', 'Enter');
  await until(
    page,
    "state.completion && !state.completion.busy && state.completion.prompt === 'the fox'",
  );
  const fresh = await inPage(page, async ({ session }) => {
    const asked = { prompt: 'the fox', chars: 40, greedy: true };
    return (await session.sample(asked)).text;
  });
  await typed(page, 'gf-write', `the fox${fresh}`);
  for (const key of ['Control', 'Meta']) {
    await setSampler(page, { ...settings, prompt: `the ${key}` });
    await until(page, 'state.completion.tokens.length === 0');
    await press(page, 'gf-write #prompt', `${key}+Enter`);
    await until(
      page,
      'state.completion.tokens.length === 40 && !state.completion.busy',
    );
  }
  // All tokens at once, as below, are in as many runs of equal tone.
  await holdStill(page, true);
};

samples['every character written opens with its own distribution and probability'] =
  async (page) => {
    const sampler = { prompt: 'the ', temperature: 1.2, topK: 8, topP: 0.9, chars: 12 };
    await setSampler(page, { ...sampler, greedy: false });
    await press(page, 'gf-write #write', 'Enter');
    await until(
      page,
      'state.completion.tokens.length === 12 && !state.completion.busy',
    );
    const { want, vocabulary } = await inPage(
      page,
      async ({ session }, sampler) => ({
        want: await session.sample({ ...sampler, seed: 1, logits: true }),
        vocabulary: session.info.vocabulary,
      }),
      sampler,
    );
    // Settings of now say nothing of what was drawn then.
    await inPage(page, ({ app }) => app.selection.setSampler({ temperature: 0.3 }));
    await clickToken(page, 'gf-write', 0);
    for (let n = 0; n < 12; n++) {
      const seen = await inPage(
        page,
        async ({ deep, rows, settled, until, words }, n) => {
          await until('opened', () => deep('gf-write gf-drawn-from')?.n === n);
          await settled();
          return {
            says: words(deep('gf-write gf-drawn-from #claim')),
            rows: rows(deep('gf-write gf-drawn-from .distribution')),
            stages: rows(deep('gf-write gf-drawn-from .guesses')),
          };
        },
        n,
      );
      const character = vocabulary[want.tokens[n]];
      const said = `‘${visible(character)}’ a probability of ${share(want.probs[n])}.`;
      assert.ok(seen.says.endsWith(said), `${seen.says} / ${said}`);
      checkBars(seen.rows, want.logits[n], sampler, vocabulary);
      const all = reference(want.logits[n], sampler);
      for (const [name, ...cells] of seen.stages.slice(0, -1)) {
        const at = vocabulary.map(visible).indexOf(name.replace(/ \(.*\)$/, '').trim());
        assert.deepEqual(
          cells,
          all.map((p) => share(p[at])),
          name,
        );
      }
      await press(page, 'gf-write gf-drawn-from #later', 'ArrowRight');
    }
    await press(page, 'gf-write gf-drawn-from #close', 'Enter');
    await inPage(page, ({ app }) =>
      app.selection.setSampler({ temperature: 0.8, topK: 0, topP: 1, seed: 1 }),
    );
  };
