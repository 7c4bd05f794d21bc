// SPDX-License-Identifier: MIT
// Every lesson, played through its panel as a reader does. What the panel states is then asked of
// the engine again in another way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../../web/lessons/en.js';
import es from '../../../web/lessons/es.js';
import { LESSONS } from '../../../web/lessons/data.js';
import { objections } from '../support/axe.js';
import { openSite, openTestSite } from '../support/harness.js';
import { inPage, until } from '../support/page-queries.js';

/** @typedef {import('../support/harness.js').Page} Page */

/** The longest step trains for 4 s of processor time. */
const STEP_MS = 45_000;

const site = await openTestSite();
const page = await openLessons();

async function openLessons(path = 'index.html?lesson=list', context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  page.setDefaultTimeout(STEP_MS);
  await page.goto(path);
  await until(page, "state.phase === 'idle'");
  return page;
}

/** A lesson that failed leaves the panel where it was. @param {Page} page */
async function list(page) {
  const back = button(page, ui.list);
  if (await back.isVisible()) await back.click();
}

const ui = en.ui;
/** @param {Page} page @param {string} name */
const button = (page, name) =>
  page.locator('glass-lessons').getByRole('button', { name, exact: true });

/** What the open lesson holds. @param {Page} page */
const progress = (page) =>
  page.evaluate(() => {
    const { lessons } = /** @type {any} */ (document.querySelector('glass-lessons'));
    return { id: lessons.id, busy: lessons.busy, ...lessons.progress };
  });

/**
 * Runs in the page with session and state. Passed as text: the page's policy forbids eval.
 * @param {Page} page @template T
 * @param {(x: { session: any, state: any }) => T} work
 * @returns {Promise<Awaited<T>>}
 */
const ask = (page, work) =>
  page.evaluate(`(${work})((() => {
    const { viewState: state, session } = document.querySelector('glass-former');
    return { state, session };
  })())`);

/** Predicts (rightly, unless told otherwise), does the step and waits for what comes. */
async function play(
  /** @type {Page} */ page,
  /** @type {string} */ id,
  /** @type {number} */ at,
  /** @type {number | undefined} */ choice = undefined,
) {
  const step = LESSONS.find((lesson) => lesson.id === id)?.steps[at];
  const words = en.lessons[id].steps[at];
  const act = button(page, words.act);
  if (step?.right !== undefined) {
    assert.ok(await act.isDisabled(), 'a prediction comes first');
    if (step.right === 'text') {
      await page.locator('glass-lessons').getByLabel(ui.typed).fill('statquest');
      await button(page, ui.keep).click();
    } else {
      const option = words.options?.[choice ?? step.right] ?? '';
      await page.locator('glass-lessons').getByLabel(option, { exact: true }).check();
    }
  }
  await act.click();
  await page.locator('glass-lessons #outcome').waitFor();
  const now = await progress(page);
  assert.equal(now.at, at);
  return now.outcomes[at];
}

/** @param {number} a @param {number} b @param {number} by @param {string} what */
const near = (a, b, by, what) =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a} and ${b}`);

/**
 * The claims again, from the engine's own answers. By lesson and step; each gets the
 * values the panel showed.
 * @type {Record<string, (page: Page, v: Record<string, number>) => Promise<void>>}
 */
const AGAIN = {
  'bigram 0': async (page, v) => {
    const [first, n] = await ask(page, ({ session }) => [
      session.history.valLoss[0],
      session.info.vocabulary.length,
    ]);
    near(v.firstHeldOut, first, 0, 'first held-out loss');
    near(v.uniform, Math.log(n), 1e-6, 'uniform');
  },
  'bigram 1': async (page, v) => {
    const { steps, evaluated, pairs } = await ask(page, async ({ session }) => ({
      steps: session.steps,
      evaluated: await session.evaluate({ split: 'val' }),
      pairs: session.info.baselines.bigram,
    }));
    assert.equal(steps, 600);
    near(evaluated.loss, v.heldOut, 0.05, 'all held-out windows');
    near(v.heldOut, pairs, 0.15, 'letter pairs');
  },
  'bigram 2': async (page, v) => {
    const { text, draft } = await ask(page, ({ state }) => ({
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
    const row = await ask(page, async ({ session, state }) => {
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
    const { shares, scores } = await ask(page, async ({ session, state }) => {
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
    const { attention, embedding } = await ask(page, async ({ session, state }) => {
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
  'slip 1': async (_, v) => assert.ok(v.heldOut < v.slip - 0.05),
  'heads 0': async (page, v) => {
    const n = await ask(page, ({ session }) =>
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
    const kind = await ask(page, ({ session }) => session.info.config.residual);
    assert.equal(kind, false);
    assert.ok(v.bare > v.pre + 0.4);
  },
  'positions 1': async (page, v) => {
    const { exactShare } = await ask(page, ({ session }) =>
      session.evaluate({ split: 'val' }),
    );
    near(v.with, exactShare, 0.05, 'all held-out strings');
    assert.ok(v.without < 0.05);
  },
  'positions 2': async (page, v) => {
    // sin²+cos² of one angle is 1, so each place has the same length and the product of
    // two depends on their distance alone.
    const kind = await ask(page, ({ session }) => session.info.config.positions);
    assert.equal(kind, 'sinusoidal');
    assert.ok(v.waves < 1e-3 && v.learned > 0.2);
  },
  'answer 1': async (page) => {
    const said = await ask(page, async ({ session }) =>
      Promise.all(
        ['what is statquest <EOS>', 'statquest is what <EOS>'].map((prompt) =>
          session.sample({ prompt, chars: 2, greedy: true }),
        ),
      ),
    );
    for (const { text } of said) assert.equal(text.trim(), 'awesome <EOS>');
  },
  'cross 0': async (page, v) => {
    const mirrored = await ask(page, async ({ session, state }) => {
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
    const said = await ask(page, ({ state }) => state.completion.text);
    assert.match(said, /^yssalg/);
  },
  'induction 0': async (_, v) => assert.ok(v.heldOut < v.pairs - 0.1),
  'induction 1': async (page, v) => {
    const { lines } = await ask(page, ({ session }) => session.headReport());
    near(lines.second, v.secondCopy, 1e-9, 'second copy');
    assert.ok(v.secondCopy < v.firstCopy - 1);
    assert.ok(v.byPlace > v.byContent + 0.2);
  },
  'induction 2': async (page, v) => {
    assert.ok(v.byContent > 0.98 && v.byPlace < 0.5);
    // On one line: after the bar and b, c, what followed c is d; the fourth place has d too
    // late: by place it would be c.
    const guess = await ask(page, async ({ session }) => {
      const { top } = await session.lens({ text: '\nabcde|bcdea\n' });
      return session.info.vocabulary[top.data[(top.rows - 1) * top.columns + 8]];
    });
    assert.equal(guess, 'd');
  },
  'induction 3': async (page, v) => {
    const { layer, head, weight } = await ask(page, async ({ session, state }) => {
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
    const off = await ask(page, ({ state }) => state.ablated);
    assert.deepEqual([off.length, off[0].layer], [1, 1]);
    assert.ok(v.byContent < 0.5);
  },
  'induction 5': async (page, v) => {
    const off = await ask(page, ({ state }) => state.ablated);
    assert.deepEqual([off.length, off[0].layer], [1, 0]);
    assert.ok(v.byContent < 0.5);
  },
};

for (const { id, steps } of LESSONS) {
  test(`lesson ${id}: every step does what it says`, async (t) => {
    const start = performance.now();
    await list(page);
    await page.locator(`glass-lessons [data-lesson="${id}"]`).click();
    for (const at of steps.keys()) {
      const outcome = await play(page, id, at);
      assert.deepEqual(
        outcome.held,
        steps[at].claims.map(() => true),
        `${id}, step ${at}: ${JSON.stringify(outcome.values)}`,
      );
      const shown = await page.locator('glass-lessons #outcome').textContent();
      assert.doesNotMatch(shown ?? '', /undefined|NaN/);
      await AGAIN[`${id} ${at}`]?.(page, outcome.values);
      await button(page, ui.next).click();
    }
    await page.locator('glass-lessons summary').click();
    await page.getByText(en.lessons[id].answer).waitFor();
    assert.equal((await progress(page)).finished, true);
    await button(page, ui.list).click();
    t.diagnostic(`${id}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  });
}

test('progress and predictions are remembered, and a step finds its model again', async () => {
  const page = await openLessons('index.html?lesson=answer');
  await play(page, 'answer', 0);
  await button(page, ui.next).click();
  assert.match(page.url(), /lesson=answer/);
  await page.reload();
  // A page left before its icon has come.
  page.errors.splice(
    0,
    page.errors.length,
    ...page.errors.filter((e) => !/icon\.svg/.test(e)),
  );
  await page.locator('glass-lessons #where').waitFor();
  const kept = await progress(page);
  assert.deepEqual([kept.at, kept.predictions[0]], [1, 'statquest']);
  // The page begins with another model: the lesson makes its own again, and goes on.
  const outcome = await play(page, 'answer', 1, 0);
  assert.deepEqual(outcome.held, [true]);
  const shown = await page.locator('glass-lessons .result').innerText();
  assert.ok(shown.includes('None') && shown.includes(ui.miss), shown);
  assert.equal(await ask(page, ({ session }) => session.steps), 60);
});

test('a paused step can be left and completed later', async () => {
  const page = await openLessons('index.html?lesson=slip');
  const { steps } = en.lessons.slip;
  const panel = page.locator('glass-lessons');
  const pause = async () => {
    await panel.getByLabel(steps[0].options?.[0] ?? '', { exact: true }).check();
    // At once: the step may be done before a hand is there.
    await inPage(page, ({ element }) => {
      const pause = () => {
        element.removeEventListener('gf-progress', pause);
        void element.pause();
      };
      element.addEventListener('gf-progress', pause);
    });
    await button(page, steps[0].act).click();
    await panel.getByText(ui.paused).waitFor();
  };
  await pause();
  await button(page, ui.next).click();
  assert.deepEqual(await progress(page).then(({ at, busy }) => [at, busy]), [1, '']);
  await button(page, ui.back).click();
  await pause();
  await button(page, ui.again).click();
  assert.deepEqual(
    await progress(page).then(({ predictions, busy }) => [predictions, busy]),
    [{}, ''],
  );
  await pause();
  await button(page, ui.list).click();
  await page.locator('glass-lessons [data-lesson="bigram"]').click();
  assert.equal((await progress(page)).id, 'bigram');
});

test('the lessons are in Spanish and print, and axe reports nothing', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await openLessons('index.html?lesson=slip&lang=es', {
      colorScheme,
      viewport: { width: 360, height: 800 },
    });
    const panel = page.locator('glass-lessons');
    await panel.getByText(es.lessons.slip.title).waitFor();
    await panel.getByLabel(es.lessons.slip.steps[0].options?.[1] ?? '').check();
    assert.deepEqual(await objections(page), [], `a lesson, ${colorScheme}`);
    await panel.locator('#list').click();
    await panel.locator('#handout').click();
    await panel.getByText(es.lessons.induction.answer).waitFor();
    assert.ok(await page.locator('glass-former').isHidden());
    assert.deepEqual(await objections(page), [], `the handout, ${colorScheme}`);
    await panel.locator('#close-handout').click();
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText('Una actualización de todos los pesos.')
      .waitFor();
    assert.deepEqual(await objections(page), [], `help, ${colorScheme}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    page.assertQuiet();
    await page.context().close();
  }
});

test('the lessons are a file of their own that works beside any element', async () => {
  const dist = await openSite({ folder: 'dist' });
  const page = await dist.newPage(null);
  page.setDefaultTimeout(STEP_MS);
  await page.route('**/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body:
        '<!doctype html><html lang="en"><title>Course</title>' +
        '<link rel="icon" href="data:,">' +
        '<script type="module" src="glassformer.js"></script>' +
        '<script type="module" src="lessons.js"></script>' +
        '<glass-former id="other"></glass-former>' +
        '<glass-former id="model" view="run write"></glass-former>' +
        '<glass-lessons for="model" lesson="answer"></glass-lessons></html>',
    }),
  );
  await page.goto('course.html');
  const outcome = await play(page, 'answer', 0);
  assert.deepEqual(outcome.held, [true]);
  const presets = await page.evaluate(() =>
    [...document.querySelectorAll('glass-former')].map(
      (element) => /** @type {any} */ (element).viewState?.preset ?? null,
    ),
  );
  assert.deepEqual(presets, [null, 'statquest'], 'the element that is named, no other');
  const looks = () =>
    page.evaluate(() => {
      const panel = document.querySelector('glass-lessons');
      const ground = panel?.shadowRoot?.querySelector('.panel') ?? document.body;
      return [
        document.querySelector('glass-former')?.getAttribute('data-scheme'),
        panel?.getAttribute('data-scheme'),
        getComputedStyle(ground).backgroundColor,
      ];
    });
  const light = await looks();
  await page.evaluate(() => document.body.setAttribute('data-theme', 'dark'));
  await page.waitForFunction(
    () => document.querySelector('glass-lessons[data-scheme=dark]') !== null,
  );
  const dark = await looks();
  assert.deepEqual(light.slice(0, 2), ['light', 'light']);
  assert.deepEqual(dark.slice(0, 2), ['dark', 'dark'], 'as the site switches');
  assert.notEqual(dark[2], light[2]);
  page.assertQuiet();
  await dist.close();
});
