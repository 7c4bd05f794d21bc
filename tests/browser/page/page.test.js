// SPDX-License-Identifier: MIT
// The page in a real Chromium: it trains, draws what the engine computed, writes meanwhile, stops
// and resumes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RAMPS, TOKENS } from '../../../web/draw/theme.js';
import { COUNT, SWEEPS } from '../../../web/queries/attention-timing.js';
import { inPage, press as pressAt, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';
import { idleFetched, requested } from '../support/page-files.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** Settings small enough that a test sees them learn. */
const SMALL = 'n_layer=2&n_head=2&n_embd=48&block_size=32&batch_size=16&max_steps=600';

/** The same, learning letter pairs within some 150 steps, and with more to come. */
const QUICK =
  'n_layer=1&n_head=2&n_embd=48&block_size=32&batch_size=16&max_steps=100000' +
  '&learning_rate=0.008&warmup_steps=10&eval_interval=50';

/** @param {string} [fragment] @param {import('playwright-core').BrowserContextOptions} [context] */
async function openPage(fragment = SMALL, context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  await page.goto(`views.html#v=1&${fragment}`);
  await until(page, "state.phase === 'idle'");
  // Its buttons are drawn for that, too.
  await inPage(page, ({ settled }) => settled());
  return page;
}

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('the built-in text trains below the bigram loss, and the page shows the engine’s numbers', async (t) => {
  const page = await openPage(QUICK, { reducedMotion: 'reduce' });
  await idleFetched(page, site.url);
  const loaded = requested(page, site.url);
  await press(page, 'Train');

  await t.test('the held-out loss falls under the bigram baseline', async () => {
    await until(page, 'session.history.valLoss.at(-1) < session.info.baselines.bigram');
    const [first, last, bigram] = await inPage(page, ({ session }) => [
      session.history.valLoss[0],
      session.history.valLoss.at(-1),
      session.info.baselines.bigram,
    ]);
    assert.ok(first > 4 && last < bigram, `${first} → ${last}, pairs ${bigram}`);
  });

  await t.test('writing works while it trains, and the steps go on', async () => {
    const before = await inPage(page, ({ session }) => session.steps);
    await page.getByRole('spinbutton', { name: 'Characters' }).fill('30');
    await press(page, 'Write');
    await until(
      page,
      'state.completion && !state.completion.busy && state.completion.text.length > 0',
    );
    assert.equal(
      await inPage(page, ({ state }) => [...state.completion.text].length),
      30,
    );
    await until(page, `session.steps > ${before}`);
    assert.equal(await inPage(page, ({ state }) => state.phase), 'running');
  });

  await t.test('Pause ends the run between two steps, again and again', async () => {
    const stood = await inPage(page, async ({ app, element, session }) => {
      /** @type {number[][]} */
      const stood = [];
      for (let i = 0; i < 5; i++) {
        await app.pause();
        const at = session.steps;
        // Answered between two pieces of work: training would have gone on.
        await session.evaluate({ windows: 1 });
        stood.push([at, session.steps]);
        void app.train();
        // It is at work again when the next news of a step comes.
        await new Promise((done) => {
          const off = element.session.on('progress', () => done(off()));
        });
      }
      await app.pause();
      return stood;
    });
    for (const [at, then] of stood) assert.equal(then, at, `${stood}`);
    assert.equal(await inPage(page, ({ state }) => state.phase), 'paused');
  });

  await t.test('a second press of Train goes on where it stood', async () => {
    const before = await inPage(page, ({ session }) => ({
      steps: session.steps,
      points: session.history.step.length,
    }));
    await press(page, 'Resume');
    await until(page, `session.steps > ${before.steps + 3}`);
    await press(page, 'Pause');
    const steps = await inPage(page, ({ session }) => session.history.step);
    assert.deepEqual(
      steps,
      Array.from(steps, (_, i) => i + 1),
      'every step is in the history once, in order',
    );
    assert.ok(steps.length > before.points);
  });

  assert.deepEqual(requested(page, site.url), loaded, 'nothing more is fetched');
});

test('bad input gets a sentence and changes nothing', async () => {
  const page = await openPage();
  await press(page, 'Train');
  await until(page, 'session.steps >= 5');
  await press(page, 'Pause');
  await until(page, "state.phase === 'paused'");
  const run = () =>
    inPage(page, async ({ session, state }) => ({
      hash: await session.hash(),
      steps: session.steps,
      text: state.text.name,
    }));
  const before = await run();
  const bad = await inPage(page, async ({ app, element }) => {
    /** @type {string[]} */
    const sentences = [];
    const say = () => {
      const { textProblem, notice } = element.viewState;
      sentences.push((notice ?? textProblem)?.text ?? '');
      app.dismiss();
    };
    const texts = ['', ' \n ', 'aaaaaaaaaaaa', 'a'];
    for (const text of texts) {
      await app.texts.use({ id: 'own', name: 'own', text });
      say();
    }
    await app.texts.useFile(new File([Uint8Array.of(0x41, 0xff, 0xfe, 0x42)], 'a.txt'));
    say();
    await app.checkpoint.open([Uint8Array.of(1, 2, 3)]);
    say();
    return sentences;
  });
  for (const sentence of bad) assert.match(sentence, /^\p{Lu}.{10,}[.!]$/u);
  assert.equal(new Set(bad).size >= 4, true, bad.join(' | '));
  assert.deepEqual(await run(), before);
  page.assertQuiet();

  // A text that cannot be fetched.
  await page.route('https://raw.githubusercontent.com/**', (route) => route.abort());
  await inPage(page, ({ app }) => app.texts.useSource('shakespeare'));
  const problem = await inPage(page, ({ state }) => state.textProblem.text);
  assert.match(problem, /could not be downloaded/);
  assert.deepEqual(await run(), before);
  // The browser reports the failed request.
  await page.context().close();
});

test('a run is reached, started and stopped by keyboard', async () => {
  const page = await openPage();
  await page.keyboard.press('Tab');
  for (let i = 0; i < 12; i++) {
    const label = await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.textContent?.trim();
    });
    if (label === 'Train') break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await until(page, 'session.steps >= 3');
  await page.keyboard.press('t');
  await until(page, "state.phase === 'paused'");
  await page.keyboard.press('h');
  assert.equal(await inPage(page, ({ state }) => state.head), 1);
});

/** Higher on the screen takes longer. @param {number[]} times of the sizes of a sweep, ms
 * @param {number[][]} line x, y of its points */
function checkHeights(times, line) {
  for (const [k, [, y]] of line.entries()) {
    for (const [other, [, yOther]] of line.entries()) {
      // Less apart than this they may round to the same number.
      if (times[k] > 1.2 * times[other]) assert.ok(y < yOther, `${times} ${line}`);
    }
  }
}

test('simple and fused attention are timed at every size', async () => {
  const page = await openPage('n_layer=1&n_head=2&n_embd=16');
  // A clock that runs fast: fewer steps are timed together.
  await page.evaluate(() => {
    const { now } = performance;
    performance.now = () => 10 * now.call(performance);
  });
  await inPage(page, ({ show }) => show('gf-attention-timing'));
  // Begun, stopped, and begun afresh.
  for (const key of ['time', 'stop-timing', 'time'])
    await pressAt(page, `gf-attention-timing #${key}`, 'Enter');
  const seen = await inPage(
    page,
    async ({ deep, rows, until }, count) => {
      const table = () => deep('gf-attention-timing table');
      const busy = () => deep('gf-attention-timing progress');
      // Each size has a wait of its own: on a busy machine all of them take a minute.
      for (let n = 1; n <= count; n++)
        await until(`timed ${n}`, () => table() && rows(table()).length >= n);
      await until('timed all', () => !busy());
      const pointsOf = (/** @type {Element} */ line) =>
        /** @type {string} */ (line.getAttribute('points'))
          .split(' ')
          .map((point) => point.split(',').map(Number));
      return {
        rows: rows(table()),
        lines: [...deep('gf-attention-timing .plots').querySelectorAll('polyline')].map(
          pointsOf,
        ),
        claim: deep('gf-attention-timing .claim').textContent,
      };
    },
    COUNT,
  );
  const sizes = SWEEPS.flatMap(({ letter, values }) =>
    values.map((v) => `${letter} ${v}`),
  );
  assert.deepEqual(
    seen.rows.map((/** @type {string[]} */ [size]) => size),
    sizes,
  );
  // On a busy machine there are thousands of them: "1,520".
  const times = seen.rows.map((/** @type {string[]} */ [, ...columns]) =>
    columns.slice(0, 2).map((ms) => Number(ms.replaceAll(',', ''))),
  );
  for (const row of times) assert.ok(row[0] > 0 && row[1] > 0, `${row}`);
  // Two lines a plot, a point a size.
  assert.equal(seen.lines.length, 2 * SWEEPS.length);
  const n = SWEEPS[0].values.length;
  for (const [i, line] of seen.lines.entries()) {
    const first = Math.floor(i / 2) * n;
    const mine = times.slice(first, first + n);
    checkHeights(
      mine.map((/** @type {number[]} */ row) => row[i % 2]),
      line,
    );
  }
  assert.match(seen.claim, /^At [CTH] \d+ a step takes/);
});

/** What the reader, or the paper, gets. Runs in the page, alone. */
function readPage() {
  const e = /** @type {any} */ (document.querySelector('glass-former'));
  const within = (/** @type {string[]} */ ...path) =>
    path.reduce((root, part) => root.querySelector(part).shadowRoot, e.shadowRoot);
  const colourOf = (/** @type {Element} */ each, /** @type {any} */ property) =>
    getComputedStyle(each)[property].replace(/[^\d,]/g, '');
  const inkOf = (/** @type {HTMLCanvasElement} */ canvas) => {
    const { width, height } = canvas;
    const picture = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const { data } = picture.getImageData(0, 0, width, height);
    const found = new Set();
    for (let k = 0; k < data.length; k += 4)
      if (data[k + 3] === 255) found.add(data.slice(k, k + 3).join());
    return [...found];
  };
  const matrix = within('gf-head', 'gf-matrix', 'gf-cells');
  const pane = within('gf-head').querySelector('.pane');

  /** @type {Element[]} */ const all = [];
  const walk = (/** @type {ParentNode} */ root) => {
    for (const each of root.querySelectorAll('*')) {
      all.push(each);
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  walk(document);
  const isShown = (/** @type {Element} */ each) => each.checkVisibility();
  const isControl = (/** @type {Element} */ each) =>
    each.matches('button, output, input, select, textarea, gf-run, gf-setup, nav');
  const isAsking = (/** @type {Element} */ each) =>
    each.matches('p') && /^\s*Computing/.test(each.textContent ?? '');
  return {
    grounds: [pane, document.documentElement].map((each) =>
      colourOf(each, 'backgroundColor'),
    ),
    colours: [...matrix.querySelectorAll('canvas')].flatMap(inkOf),
    pins: [...matrix.querySelectorAll('.band:not(.hover)')].map((band) =>
      colourOf(band, 'outlineColor'),
    ),
    controls: all
      .filter((each) => isControl(each) && isShown(each))
      .map((each) => each.className || each.localName),
    asking: all.filter(isAsking).map(isShown),
    folded: isShown(within('gf-embeddings').querySelector('.pane')),
    tables: ['gf-heads', 'gf-loss'].map((part) => {
      const table = within(part).querySelector('details table');
      return Boolean(table && isShown(table) && table.clientHeight > 20);
    }),
  };
}

const [LIGHT, DARK] = [0, 1];

/** The colours of a theme, the pinned character's row and column among them.
 * @param {ReturnType<typeof readPage>} seen @param {number} theme */
function checkTheme(seen, theme) {
  const rgb = (/** @type {string} */ hex) =>
    [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join();
  const of = (/** @type {keyof typeof TOKENS} */ name) => rgb(TOKENS[name][theme]);
  assert.deepEqual(seen.grounds, [of('pane'), of('ground')]);
  assert.deepEqual(seen.pins, Array(2).fill(of('pin')), 'its row and column');
  const { light, dark } = RAMPS.attention;
  const full = /** @type {string} */ ([light, dark][theme].at(-1));
  assert.ok(seen.colours.includes(rgb(full)), 'full attention');
}

test('printed, the page is light: no controls, the pinned character, tables under the pictures', async (t) => {
  const page = await openPage(SMALL, { colorScheme: 'dark' });
  await page.evaluate(async () => {
    const e = /** @type {any} */ (document.querySelector('glass-former'));
    await e.step(3);
    e.app.selection.select({ pin: { i: 6, j: 3 } });
  });
  // It comes in a file of its own, after the page.
  await inPage(page, ({ show }) => show('gf-head'));
  await until(page, 'state.activations?.step === 3');
  const drawn = () => inPage(page, ({ settled }) => settled());
  await inPage(page, async ({ deep, settled }) => {
    deep('gf-embeddings summary').click();
    await settled();
  });

  await t.test('on the screen it is dark, with its controls', async () => {
    await drawn();
    const seen = await page.evaluate(readPage);
    checkTheme(seen, DARK);
    assert.deepEqual(seen.tables, [false, false]);
    assert.equal(seen.folded, true);
    assert.ok(seen.controls.length > 20);
  });

  await page.emulateMedia({ media: 'print' });
  await drawn();
  const paper = await page.evaluate(readPage);

  await t.test('on paper it is light, with its tables', () => {
    checkTheme(paper, LIGHT);
    assert.deepEqual(paper.tables, [true, true]);
    assert.equal(paper.folded, false);
    assert.deepEqual(
      [...new Set(paper.controls.map((name) => name.split(' ')[0]))].sort(),
      ['cell', 'importance', 'name'],
      'numbers and the name of a run',
    );
  });

  await t.test('nobody waits on paper for what is not there yet', async () => {
    // Before the first answer, which cannot come within one turn.
    /** @type {ReturnType<typeof readPage>} */
    const { asking } = await page.evaluate(`(async () => {
      const { app } = document.querySelector('glass-former');
      app.updateHost({ printing: false });
      app.store.set({ answers: {} });
      app.updateHost({ printing: true });
      for (let n = 0; n < 50; n++) await null;
      return (${readPage})();
    })()`);
    assert.ok(asking.length > 0, 'views know nothing yet');
    assert.ok(!asking.includes(true), 'nobody waits on paper');
  });

  // It waits for what is drawn in the same turn and for nothing else.
  await t.test('a real one is the same, and the screen is dark again', async () => {
    await page.emulateMedia({ media: null });
    await drawn();
    await page.evaluate(`globalThis.onPaper = null; matchMedia('print').addEventListener('change', async ({ matches }) => {
      if (!matches) return;
      for (let n = 0; n < 50; n++) await null;
      globalThis.onPaper = (${readPage})();
    })`);
    const pdf = await page.pdf();
    assert.ok(pdf.length > 20_000);
    const onPaper = await page.evaluate(() => /** @type {any} */ (globalThis).onPaper);
    checkTheme({ ...onPaper, grounds: paper.grounds }, LIGHT);
    await drawn();
    checkTheme(await page.evaluate(readPage), DARK);
  });
});
