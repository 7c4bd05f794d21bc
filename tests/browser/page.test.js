// SPDX-License-Identifier: MIT
// The page as a person meets it, in a real Chromium: it trains, draws what the engine
// computed, writes meanwhile, stops when told and goes on where it stood.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { level, pixelTable } from '../../web/draw/palette.js';
import { until } from './asking.js';
import { openSite } from './harness.js';

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/** @type {Site} */ let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Settings small enough that a test sees them learn. */
const SMALL = 'n_layer=2&n_head=2&n_embd=48&block_size=32&batch_size=16&max_steps=600';

/** @param {string} [fragment] @param {import('playwright-core').BrowserContextOptions} [context] */
async function openPage(fragment = SMALL, context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  await page.goto(`index.html#v=1&${fragment}`);
  await page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('glass-former'))?.app?.store.state
        .phase === 'idle',
  );
  return page;
}

/** Reads the app's state. @param {Page} page @template T @param {(state: any) => T} read */
const stateOf = (page, read) =>
  page.evaluate(`(${read})(document.querySelector('glass-former').app.store.state)`);

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('the built-in text trains below letter pairs, and everything is what it says', async (t) => {
  const page = await openPage();
  // The icon comes when the browser thinks of it.
  const fetched = () => page.requests.filter((url) => !url.endsWith('.svg')).length;
  const loaded = fetched();
  await press(page, 'Train on this text');

  await t.test('the held-out loss falls under the bigram baseline', async () => {
    await until(
      page,
      'state.session.history.valLoss.at(-1) < state.session.info.baselines.bigram',
    );
    const [first, last, bigram] = await stateOf(page, ({ session }) => [
      session.history.valLoss[0],
      session.history.valLoss.at(-1),
      session.info.baselines.bigram,
    ]);
    assert.ok(first > 4 && last < bigram, `${first} → ${last}, pairs ${bigram}`);
  });

  await t.test('writing works while it trains, and the steps go on', async () => {
    const before = await stateOf(page, ({ session }) => session.steps);
    await page.getByRole('spinbutton', { name: 'Characters' }).fill('120');
    await press(page, 'Write');
    await until(
      page,
      'state.draft && !state.draft.busy && state.draft.text.length > 0',
    );
    assert.equal(await stateOf(page, ({ draft }) => [...draft.text].length), 120);
    await until(page, `state.session.steps > ${before}`);
    assert.equal(await stateOf(page, ({ phase }) => phase), 'running');
  });

  await t.test('Pause answers within 100 ms', async () => {
    const waits = await page.evaluate(async () => {
      const app = /** @type {any} */ (document.querySelector('glass-former')).app;
      /** @type {number[]} */
      const waits = [];
      for (let i = 0; i < 5; i++) {
        const start = performance.now();
        await app.pause();
        waits.push(performance.now() - start);
        void app.train();
        await new Promise((done) => setTimeout(done, 150));
      }
      await app.pause();
      return waits.sort((a, b) => a - b);
    });
    // The median: a machine under test has other things to do now and then.
    assert.ok(waits[2] <= 100, `pauses took ${waits.map(Math.round)} ms`);
    assert.equal(await stateOf(page, ({ phase }) => phase), 'paused');
  });

  await t.test('a second press of Train goes on where it stood', async () => {
    const before = await stateOf(page, ({ session }) => ({
      steps: session.steps,
      points: session.history.step.length,
    }));
    await press(page, 'Go on');
    await until(page, `state.session.steps > ${before.steps + 3}`);
    await press(page, 'Pause');
    const steps = await stateOf(page, ({ session }) => session.history.step);
    assert.deepEqual(
      steps,
      Array.from(steps, (_, i) => i + 1),
      'every step is in the history once, in order',
    );
    assert.ok(steps.length > before.points);
  });

  await t.test('attention on screen is the tensor, pixel for pixel', () =>
    comparePixels(page),
  );

  assert.equal(fetched(), loaded, 'nothing is fetched after load');
  page.assertQuiet();
});

/** Every cell of the large head and of every tile. @param {Page} page */
async function comparePixels(page) {
  await until(
    page,
    "state.phase === 'paused' && state.look?.step === state.session.steps",
  );
  const seen = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    const { session, line, layer, head, look } = element.app.store.state;
    const engine = await session.inspect({ text: line, attention: true });
    const matrix = element.shadowRoot
      .querySelector('gf-head')
      .shadowRoot.querySelector('gf-matrix');
    const canvas = matrix.shadowRoot.querySelector('canvas.raster');
    const data = canvas
      .getContext('2d')
      .getImageData(0, 0, canvas.width, canvas.height);
    return {
      T: look.T,
      row0: matrix.row0,
      column0: matrix.column0,
      count: matrix.count,
      width: canvas.width,
      pixels: [...new Uint32Array(data.data.buffer)],
      weights: [
        ...engine.attention.subarray(
          (layer * look.H + head) * look.T * look.T,
          (layer * look.H + head + 1) * look.T * look.T,
        ),
      ],
    };
  });
  const table = pixelTable('attention', 'light');
  const { T, row0, column0, count, width, pixels, weights } = seen;
  const cell = width / count;
  let compared = 0;
  for (let i = row0; i < row0 + count; i++) {
    for (let j = column0; j <= Math.min(i, column0 + count - 1); j++) {
      const at = (i - row0) * cell * width + (j - column0) * cell;
      const middle = at + (cell >> 1) * width + (cell >> 1);
      assert.equal(
        pixels[middle],
        table[level(weights[i * T + j])],
        `row ${i}, column ${j}: ${weights[i * T + j]}`,
      );
      compared++;
    }
  }
  assert.ok(compared >= (count * (count - 1)) / 2 && count > 8);
}

test('bad input gets a sentence and changes nothing', async () => {
  const page = await openPage();
  await press(page, 'Train on this text');
  await until(page, 'state.session.steps >= 5');
  await press(page, 'Pause');
  await until(page, "state.phase === 'paused'");
  const before = await page.evaluate(async () => {
    const { session, text } = /** @type {any} */ (
      document.querySelector('glass-former')
    ).app.store.state;
    return { hash: await session.hash(), steps: session.steps, text: text.name };
  });
  const bad = await page.evaluate(async () => {
    const app = /** @type {any} */ (document.querySelector('glass-former')).app;
    /** @type {string[]} */
    const sentences = [];
    const say = () => {
      const { textProblem, notice } = app.store.state;
      sentences.push((textProblem ?? notice)?.text ?? '');
      app.dismiss();
    };
    const texts = ['', ' \n ', 'aaaaaaaaaaaa', 'too short'];
    for (const text of texts) {
      await app.useText({ id: 'own', name: 'own', text });
      say();
    }
    await app.useFile(new File([Uint8Array.of(0x41, 0xff, 0xfe, 0x42)], 'a.txt'));
    say();
    app.store.set({ textProblem: null });
    await app.open(Uint8Array.of(1, 2, 3));
    say();
    return sentences;
  });
  for (const sentence of bad) assert.match(sentence, /^\p{Lu}.{10,}[.!]$/u);
  assert.equal(new Set(bad).size >= 4, true, bad.join(' | '));
  const now = await page.evaluate(async () => {
    const { session, text } = /** @type {any} */ (
      document.querySelector('glass-former')
    ).app.store.state;
    return { hash: await session.hash(), steps: session.steps, text: text.name };
  });
  assert.deepEqual(now, before);
  page.assertQuiet();
});

test('a text from the network that cannot be had says so, and the page goes on', async () => {
  const page = await openPage();
  await page.route('https://raw.githubusercontent.com/**', (route) => route.abort());
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('glass-former')).app.useSource(
      'shakespeare',
    ),
  );
  const problem = await stateOf(page, ({ textProblem }) => textProblem.text);
  assert.match(problem, /network|reached|fetch/i);
  assert.equal(await stateOf(page, ({ text }) => text.id), 'fables');
});

test('everything can be done by keyboard', async () => {
  const page = await openPage();
  await page.keyboard.press('Tab');
  for (let i = 0; i < 12; i++) {
    const label = await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.textContent?.trim();
    });
    if (label === 'Train on this text') break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await until(page, 'state.session.steps >= 3');
  await page.keyboard.press('t');
  await until(page, "state.phase === 'paused'");
  await page.keyboard.press('h');
  assert.equal(await stateOf(page, ({ head }) => head), 1);
  await page.evaluate(() => {
    const head = /** @type {any} */ (
      document.querySelector('glass-former')
    ).shadowRoot.querySelector('gf-head');
    head.shadowRoot
      .querySelector('gf-matrix')
      .shadowRoot.querySelector('.focus')
      .focus();
  });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const pin = await stateOf(page, (state) => state.pin);
  assert.equal(pin.j, 0);
  // The preview of the cell in focus, the pinned cell, the pinned row.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  assert.equal(await stateOf(page, (state) => state.pin), null);
  page.assertQuiet();
});

test('axe finds nothing to object to, in both themes and on a phone', async () => {
  const axe = await readFile(
    new URL('../../node_modules/axe-core/axe.min.js', import.meta.url),
    'utf8',
  );
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const width of [1200, 360]) {
      const page = await openPage(SMALL, {
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      await press(page, 'Train on this text');
      await until(page, 'state.session.steps >= 20 && state.look');
      await press(page, 'Pause');
      await page.addScriptTag({ content: axe });
      const violations = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (globalThis).axe.run();
        return violations.map(
          (/** @type {any} */ v) =>
            `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).join('; ')}`,
        );
      });
      assert.deepEqual(violations, [], `${colorScheme}, ${width} px`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      assert.ok(overflow <= 0, `${overflow} px too wide at ${width}`);
      page.assertQuiet();
      await page.context().close();
    }
  }
});
