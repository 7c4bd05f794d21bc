// SPDX-License-Identifier: MIT
// The first second: what the page shows without scripts, and the pretrained model of a plain
// visit, which gives way to whatever the reader starts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { visible } from '../../../web/i18n/format.js';
import { SAMPLE_CHARS } from '../../../web/run/samples.js';
import { inPage, until } from '../support/page-queries.js';
import { checkWithAxe } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MODEL = 'first.safetensors';
const STEPS = 2000;

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [context] */
async function visit(path, context = {}) {
  const viewport = { width: 1200, height: 1000 };
  const page = await site.newPage(null, { viewport, ...context });
  await page.goto(path);
  return page;
}

const fetched = (/** @type {Page} */ page) =>
  page.requests.map((url) => url.split('/').pop() ?? '').filter((f) => !/icon/.test(f));

test('a plain visit begins with the pretrained model, and training starts from scratch', async (t) => {
  const page = await visit('index.html');
  await until(
    page,
    'state.activations && state.headReport?.whole && state.latestSample',
  );
  const loaded = fetched(page).sort();

  await t.test('it came in one file, and is what its curve says', async () => {
    assert.deepEqual(loaded, [MODEL, 'index.html', 'page.css', 'page.js']);
    const found = await inPage(page, async ({ state, session }) => ({
      brought: state.pretrained,
      steps: session.steps,
      phase: state.phase,
      last: session.history.valLoss.at(-1),
      // Eight bits a weight cost next to nothing.
      loss: (await session.evaluate()).loss,
      kept: state.comparedRuns.length,
    }));
    const { loss, last, ...rest } = found;
    assert.deepEqual(rest, { brought: STEPS, steps: STEPS, phase: 'paused', kept: 0 });
    assert.ok(Math.abs(loss - last) < 0.01, `${loss}, when it was trained ${last}`);
  });

  await t.test('it says so, its curve too, and one head has a name', async () => {
    const note = page.locator('#first p');
    assert.match(await note.innerText(), /pretrained: 2,000 steps on “Fables/);
    assert.equal(
      await page.getByText('the loss curve of the pretrained model').count(),
      1,
    );
    const found = await inPage(page, ({ state, view }) => ({
      named: state.headReport.heads.filter((/** @type {any} */ h) => h.badge).length,
      badges: view('gf-heads').querySelectorAll('.badge:not(.none)').length,
      events: view('gf-loss').querySelector('gf-loss-events').shadowRoot.textContent,
      rung: state.samples.map((/** @type {any} */ { step, text }) => [
        step,
        text.length,
      ]),
    }));
    assert.ok(found.named > 0);
    assert.equal(found.badges, found.named);
    assert.doesNotMatch(found.events, /recognised pattern/);
    assert.deepEqual(found.rung, [[STEPS, SAMPLE_CHARS]]);
  });

  await t.test('arcs appear over a character pointed at', async () => {
    await page.locator('gf-text .cell').nth(20).hover();
    await until(page, 'state.hover?.i === 20');
    const ink = await inPage(page, async ({ settled, view }) => {
      const canvas = view('gf-text').querySelector('.arcs');
      await settled();
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      return data
        .filter((/** @type {number} */ _, /** @type {number} */ n) => n % 4 === 3)
        .some((/** @type {number} */ alpha) => alpha > 0);
    });
    assert.ok(ink);
  });

  await t.test('axe has nothing to object to', async () => {
    await checkWithAxe(page, 'trained before');
  });

  await t.test(
    'Train starts from the seed of the link; the reader’s line stays',
    async () => {
      await inPage(
        page,
        ({ app }) => void app.selection.setLine('the owl and the fox'),
      );
      // Pressed twice, as impatient people do.
      await page
        .getByRole('button', { name: 'Train on this text' })
        .evaluate((/** @type {HTMLElement} */ button) => {
          button.click();
          button.click();
        });
      await until(page, 'state.pretrained === 0 && session.steps >= 3');
      await page.getByRole('button', { name: 'Pause' }).click();
      const found = await inPage(page, async ({ app, state, session }) => ({
        line: state.line,
        first: session.history.step[0],
        kept: state.shelved,
        link: app.link,
        untrained: await session.at(0).hash(),
        note: document.querySelectorAll('#first').length,
      }));
      const other = await visit('index.html#v=1');
      await until(other, "state.phase === 'idle'");
      const { untrained, ...rest } = found;
      const line = 'the owl and the fox';
      const link = `v=1&line=${line.replaceAll(' ', '+')}`;
      assert.deepEqual(rest, { line, first: 1, kept: null, link, note: 0 });
      assert.equal(untrained, await inPage(other, ({ session }) => session.hash()));
      assert.ok(!fetched(other).includes(MODEL), 'a link asks for a model of its own');
      await other.context().close();
    },
  );

  assert.deepEqual(fetched(page).sort(), loaded, 'nothing is fetched after load');
});

test('other settings, or a fresh start, replace the pretrained model', async () => {
  const page = await visit('index.html');
  await until(page, 'state.pretrained > 0');
  await page.getByRole('button', { name: 'Show it untrained' }).click();
  await until(page, 'state.pretrained === 0 && session.steps === 0');
  assert.equal(await page.locator('#first').count(), 0);
  await page.reload();
  await until(page, 'state.pretrained > 0');
  await inPage(page, ({ app }) => app.pendingConfig.set('n_layer', 1));
  await until(page, 'session.info.config.n_layer === 1');
  const found = await inPage(page, ({ app, session, state }) => [
    state.pretrained,
    session.steps,
    state.configPending,
    state.shelved,
    app.link,
  ]);
  assert.deepEqual(found, [0, 0, false, null, 'v=1&n_layer=1']);
});

test('a damaged pretrained model is reported in one sentence, and the page goes on without', async () => {
  const page = await site.newPage(null, { locale: 'es' });
  const whole = readFileSync(`${ROOT}build/web/${MODEL}`);
  /** @type {() => void} */
  let answer = () => {};
  const asked = new Promise((done) => {
    void page.route(`**/${MODEL}`, async (route) => {
      done(null);
      await new Promise((go) => (answer = () => go(null)));
      await route.fulfill({ body: whole.subarray(0, 90_000) });
    });
  });
  await page.goto('index.html');
  await asked;
  assert.ok(await page.locator('.poster .curve').isVisible(), 'until then the poster');
  answer();
  await until(page, "state.phase === 'idle'");
  const text = await page.locator('#notice p').innerText();
  assert.match(
    text,
    /^No se pudo leer el modelo preentrenado de esta página; [^.]*\.$/,
  );
  assert.deepEqual(
    await inPage(page, ({ state }) => [state.pretrained, state.line !== '']),
    [0, true],
  );
});

test('without scripts the page shows the same line, head, curve and numbers', async () => {
  const still = await visit('index.html', { javaScriptEnabled: false });
  const poster = still.locator('.poster');
  const [line, says, head, cells, curve] = [
    await poster.locator('.cells b').allInnerTexts(),
    await poster.locator('[data-words=posterSays]').innerText(),
    await poster.locator('[data-words=posterHead]').innerText(),
    await poster.locator('path[class^=a]').evaluateAll((paths) =>
      paths.flatMap((path) => {
        const level = Number(path.getAttribute('class')?.slice(1));
        const moves = path.getAttribute('d')?.matchAll(/M(\d+) (\d+)/g) ?? [];
        return [...moves].map(([, j, i]) => [Number(i), Number(j), level]);
      }),
    ),
    await poster.locator('path.curve').getAttribute('d'),
  ];
  assert.equal(await poster.locator('[style]').count(), 0);
  assert.ok(await poster.locator('.curve').isVisible());
  still.assertQuiet();

  const page = await visit('index.html');
  await until(page, 'state.activations && state.headReport');
  const [l, h] = /head (\d)\.(\d)/.exec(head)?.slice(1).map(Number) ?? [];
  const live = await inPage(
    page,
    ({ state, session }, at) => ({
      line: state.line,
      n: state.activations.n,
      share: Array.from(
        state.activations.attention.slice(
          at * state.activations.T ** 2,
          (at + 1) * state.activations.T ** 2,
        ),
      ),
      score: state.headReport.heads[at].claim.score,
      val: session.history.valLoss,
    }),
    4 * (l - 1) + h - 1,
  );
  assert.equal(line.join(''), [...live.line].map(visible).join(''));
  const T = Math.sqrt(live.share.length);
  const wanted = [];
  for (let i = 0; i < live.n; i++) {
    for (let j = 0; j <= i; j++) {
      const level = Math.round(10 * Number(live.share[i * T + j]));
      if (level > 0) wanted.push([i, j, level]);
    }
  }
  const sorted = (/** @type {number[][]} */ list) => list.map(String).sort();
  assert.ok(wanted.length > 100);
  assert.deepEqual(sorted(cells), sorted(wanted));
  assert.ok(says.includes(`a loss of ${live.val.at(-1).toFixed(2)}`), says);
  assert.ok(head.includes(`previous token ${live.score.toFixed(2)}`), head);
  assert.equal(curve?.split('L').length, live.val.length);
  await page.context().close();
  await still.context().close();
});

test('the one-file page contains the pretrained model; the element does not', async () => {
  const page = await site.newPage(null);
  await page.goto(pathToFileURL(`${ROOT}dist/glassformer.html`).href);
  await until(page, `state.pretrained === ${STEPS} && state.activations`);
  assert.equal(fetched(page).length, 1);
  page.assertQuiet();
  await page.context().close();
  for (const file of ['dist/glassformer.js', 'dist/embed.html']) {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    assert.ok(!source.includes('packedModel') && !source.includes(MODEL), file);
  }
});
