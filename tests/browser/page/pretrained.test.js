// SPDX-License-Identifier: MIT
// The first second: what the page shows without scripts, and the pretrained model of a plain
// visit, which gives way to whatever the reader starts.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { visible } from '../../../web/i18n/format.js';
import { unpack } from '../../../web/pretrained/packing.js';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';
import { createSession } from '../../../wasm/index.js';
import { FIRST_SETTINGS } from '../../../web/pretrained/recipe.js';
import { focused, inPage, until } from '../support/page-queries.js';
import { checkWithAxe } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { idleFetched, pageScripts, requested } from '../support/page-files.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MODEL = 'first.safetensors';
const STEPS = FIRST_SETTINGS.max_steps;

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [context] */
async function visit(path, context = {}) {
  const viewport = { width: 1200, height: 1000 };
  const page = await site.newPage(null, {
    viewport,
    reducedMotion: 'reduce',
    ...context,
  });
  await page.goto(path);
  return page;
}

const pages = readFileSync(`${ROOT}web/texts/grimm.txt`, 'utf8');
const packed = unpack(
  new Uint8Array(readFileSync(`${ROOT}web/pretrained/model.safetensors`)),
);

/** Of a fresh model of the settings on the same pages, as the engine has it in Node. */
async function untrainedHash() {
  const session = await createSession({ text: pages, config: { ...PAGE_SETTINGS } });
  const hash = await session.hash();
  await session.close();
  return hash;
}

/** Without scripts the page shows the stage that it opens with.
 * @param {Page} page with the pretrained model */
async function checkPoster(page) {
  const still = await visit('index.html', { javaScriptEnabled: false });
  const poster = still.locator('.poster');
  const svg = poster.locator('figure svg');
  assert.ok(await svg.isVisible());
  assert.equal(await poster.locator('[style]').count(), 0);
  const rows = await svg.locator('text').evaluateAll((all) => {
    const at = (/** @type {Element} */ each, /** @type {string} */ name) =>
      Number(each.getAttribute(name));
    const inOrder = all.sort((a, b) => at(a, 'x') - at(b, 'x'));
    const heights = new Set(all.map((each) => at(each, 'y')));
    return [...heights].map((y) =>
      inOrder
        .flatMap((each) => (at(each, 'y') === y ? [each.textContent] : []))
        .join(''),
    );
  });
  const paths = await svg.locator('path[stroke*=head]').count();
  // Without scripts Chromium refuses to preload them.
  const refused = pageScripts().first.map((path) => `request: ${site.url}${path} csp`);
  assert.deepEqual(still.errors.splice(0).sort(), refused.sort());

  const live = await inPage(page, ({ state, session }) => {
    const { top } = state.activations.lens;
    const { vocabulary } = session.info;
    const guesses = Array.from({ length: top.rows - 1 }, (_, depth) =>
      Array.from(
        top.data.slice(depth * top.columns, (depth + 1) * top.columns),
        (id) => vocabulary[Number(id)],
      ),
    );
    return { line: [...state.line], guesses };
  });
  const shown = new Set(rows);
  const seen = (/** @type {string[]} */ row) => shown.has(row.map(visible).join(''));
  assert.ok(seen(live.line), `${live.line.join('')} in ${rows.join(' | ')}`);
  const found = live.guesses.filter(seen).length;
  assert.ok(found >= FIRST_SETTINGS.n_layer, `${found} rows of guesses`);
  assert.ok(paths > 10, `${paths} lines`);
  await still.context().close();
}

test('a plain visit begins with the pretrained model, and training starts from scratch', async (t) => {
  const page = await visit('index.html');
  await until(
    page,
    'state.activations?.lens && state.headReport && state.latestSample',
  );
  await idleFetched(page, site.url);
  const loaded = requested(page, site.url);

  await t.test(
    'its scripts are those of the build: at once, and when it is idle',
    () => {
      const { first, idle } = pageScripts();
      const typefaces = ['inter', 'source-code-pro', 'source-serif-4'].map(
        (name) => `fonts/${name}.woff2`,
      );
      const others = [...typefaces, MODEL, 'index.html', 'page.css', 'first.js'];
      assert.deepEqual(loaded, [...others, ...first, ...idle].sort());
      const html = readFileSync(`${ROOT}build/web/index.html`, 'utf8');
      const preloaded = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)];
      assert.deepEqual(preloaded.map(([, path]) => path).sort(), first);
      // The page waits for none of the others.
      const order = page.requests.map((url) => url.slice(site.url.length));
      const last = Math.max(...first.map((path) => order.indexOf(path)));
      for (const path of idle) assert.ok(order.indexOf(path) > last, path);
      // Spanish, assignments and lessons of one's own are fetched where they are wanted.
      const all = readdirSync(`${ROOT}build/web/chunks`);
      assert.ok(all.length > [...first, ...idle].length);
    },
  );

  await t.test('it came in one file, and is what its curve says', async () => {
    const found = await inPage(page, async ({ state, session }) => ({
      brought: state.pretrained,
      steps: session.steps,
      phase: state.phase,
      kept: state.comparedRuns.length,
      layers: session.info.config.n_layer,
      last: session.history.valLoss.at(-1),
      loss: (await session.evaluate()).loss,
    }));
    const { loss, last, ...rest } = found;
    const { n_layer: layers } = FIRST_SETTINGS;
    const wanted = { brought: STEPS, steps: STEPS, phase: 'paused', kept: 0, layers };
    assert.deepEqual(rest, wanted);
    assert.equal(last, Number(packed.history.valLoss.at(-1)));
    assert.ok(Math.abs(loss - last) < 0.15, `${loss}, when it was trained ${last}`);
  });

  await t.test(
    'it has not seen its text, and is compared with what it has',
    async () => {
      const found = await inPage(page, ({ deep, state, session }) => ({
        ...{ text: state.text.text, line: state.line, nVal: session.info.nVal },
        ...{ nTrain: session.info.nTrain, baselines: session.info.baselines },
        says: deep('gf-run .where').textContent,
        rung: state.samples.map((/** @type {any} */ { step }) => step),
      }));
      assert.equal(found.text, pages);
      assert.ok(pages.includes(found.line));
      assert.deepEqual([found.nTrain, found.nVal], [0, pages.length]);
      assert.deepEqual(found.baselines, packed.baselines);
      assert.match(found.says, /step 10,000.*Pretrained\./s);
      assert.deepEqual(found.rung, [STEPS]);
    },
  );

  await t.test('without scripts the page shows the same stage', () =>
    checkPoster(page),
  );

  await t.test('axe has nothing to object to', async () => {
    await checkWithAxe(page, 'trained before');
  });

  await t.test('Train starts a model of the settings on these pages', async () => {
    // Nothing on the pages has a Z; the context of the new model ends after 64.
    const typed = `Z${'the owl and the fox '.repeat(4)}`;
    await inPage(page, ({ app }, text) => void app.selection.setLine(text), typed);
    // Pressed twice, as impatient people do.
    await page
      .getByRole('button', { name: 'Train', exact: true })
      .evaluate((/** @type {HTMLElement} */ button) => {
        button.click();
        button.click();
      });
    await until(page, 'state.pretrained === 0 && session?.steps >= 3');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const found = await inPage(page, async ({ app, state, session }) => ({
      ...{ line: state.line, first: session.history.step[0], kept: state.shelved },
      ...{ link: app.link, untrained: await session.at(0).hash() },
    }));
    const line = typed.slice(1, 65);
    const link = `v=2&text=grimm&line=${line.replaceAll(' ', '+')}`;
    const { untrained, ...rest } = found;
    assert.deepEqual(rest, { line, first: 1, kept: null, link });
    assert.equal(untrained, await untrainedHash());
  });

  await t.test('the pretrained model comes back, and the own run is kept', async () => {
    const steps = await inPage(page, ({ session }) => session.steps);
    await page.getByRole('button', { name: 'Back to the pretrained model' }).click();
    await until(page, `state.pretrained === ${STEPS} && session?.steps === ${STEPS}`);
    const back = page.locator('gf-pretrained-note[back]');
    await back.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await until(page, `state.pretrained === 0 && session?.steps === ${steps}`);
    await back.waitFor();
  });

  assert.deepEqual(requested(page, site.url), loaded, 'nothing more is fetched');
});

test('a model of one’s own stops at no character by itself, whenever the stage first shows it', async () => {
  const page = await visit('index.html#v=2&place=lab');
  await until(page, "state.phase === 'idle'");
  await inPage(page, async ({ app, session, settled }) => {
    await session.step(300);
    app.selection.openPlace('stage');
    await settled();
  });
  await until(
    page,
    'state.activations?.step >= 300 && state.activations.text === state.line',
  );
  const pin = await inPage(page, async ({ state, settled }) => {
    await settled();
    return state.pin;
  });
  assert.equal(pin, null);
});

/** In the step of a first minute: axe has nothing to object to what it shows.
 * @param {Page} page @param {number} step */
async function inStep(page, step) {
  await page.locator(`gf-minute [data-step="${step}"]`).waitFor();
  await inPage(page, ({ settled }) => settled());
  await checkWithAxe(page, `step ${step}`, 'gf-minute', 'gf-stage gf-minute-marks');
}

/** @param {Page} page */
async function openMinute(page) {
  await page.getByRole('button', { name: 'Show me, in a minute' }).click();
  await inStep(page, 1);
}

test('a first minute: offered once, by keys alone, and everything is as before', async () => {
  const page = await visit('index.html', { viewport: { width: 1440, height: 900 } });
  await until(page, 'state.pretrained > 0 && state.pin && state.latestSample');
  const before = await inPage(page, ({ state }) => [
    state.line,
    state.pin,
    state.ablated,
  ]);
  await checkWithAxe(page, 'the invitation', 'gf-stage');
  await openMinute(page);
  assert.equal(await focused(page), 'gf-minute-marks input');
  const shown = await inPage(page, ({ state, deep, words }) => ({
    ...{ line: state.line, i: state.pin.i, asked: words(deep('gf-minute .says p')) },
    letters: words(deep('gf-stage gf-minute-marks .cover')).replaceAll(' ', ''),
    text: deep('gf-stage').shadowRoot.textContent,
    hidden: getComputedStyle(deep('gf-text-choice')).visibility,
    box: deep('gf-minute').getBoundingClientRect().height,
  }));
  const { line, i } = shown;
  assert.equal(
    shown.letters,
    [...line]
      .slice(0, i + 1)
      .map(visible)
      .join(''),
  );
  assert.ok(!shown.asked.includes(line.slice(i - 2, i + 3)), shown.asked);
  assert.ok(!shown.text.includes(line.slice(i - 2, i + 3)), 'nothing gives it away');
  assert.equal(shown.hidden, 'hidden');
  assert.ok(shown.box <= 68);

  // T is Train elsewhere.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('t');
  await inStep(page, 2);
  assert.equal(await inPage(page, ({ state }) => state.phase), 'paused');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(page), 'gf-minute #back');
  await page.keyboard.press('Enter');
  await inStep(page, 1);
  await page.keyboard.type(line[i + 1]);
  await inStep(page, 2);
  const title = page.locator('gf-minute h2');
  assert.match(await title.innerText(), /^You and the model agree: ‘.’ \(\d+%\)\.$/);
  assert.equal(await page.locator('gf-minute-marks .you').innerText(), 'you');
  assert.equal(await focused(page), 'gf-minute #next');

  await page.keyboard.press('Enter');
  await inStep(page, 3);
  assert.equal(await focused(page), 'gf-minute #switch');
  const old = await inPage(page, ({ state }) => state.latestSample.text);
  await page.keyboard.press('Enter');
  await page.locator('gf-samples gf-both-samples #full').waitFor();
  const off = await inPage(page, ({ state, deep, words }) => ({
    ...{ ablated: state.ablated, fresh: state.latestSample.text },
    ringed: words(deep('gf-stage .ringed b')),
    old: words(deep('gf-samples gf-both-samples #full .model')),
    written: words(deep('gf-samples gf-both-samples #new .model')),
    marked: deep('gf-samples gf-both-samples #new .new') !== null,
  }));
  const flat = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();
  assert.deepEqual(off, {
    ...{ ablated: [{ layer: 0, head: 2 }], ringed: '1.3', marked: true },
    ...{ fresh: off.fresh, old: flat(old), written: flat(off.fresh) },
  });
  assert.match(await title.innerText(), /^Without head 1\.3: worse than/);
  await checkWithAxe(page, 'written again', 'gf-samples', 'gf-minute');

  await page.keyboard.press('Escape');
  await page.locator('gf-minute').waitFor({ state: 'detached' });
  await until(page, 'state.ablated.length === 0');
  const after = await inPage(page, ({ state }) => [
    state.line,
    state.pin,
    state.ablated,
  ]);
  assert.deepEqual(after, before);
  await page.reload();
  await until(page, 'state.pretrained > 0 && state.pin');
  await idleFetched(page, site.url);
  await page.getByRole('button', { name: 'Help' }).click();
  assert.equal(await page.locator('gf-invitation').count(), 0);
  await page.getByRole('button', { name: 'A first minute on the stage' }).click();
  await inStep(page, 1);
});

test('a first minute on a phone: a sheet with the switch and both texts, then an own text', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  // A language in the address is no reason not to offer it.
  const page = await visit('index.html?lang=en', phone);
  await until(page, 'state.pretrained > 0 && state.pin && state.latestSample');
  await openMinute(page);
  const sheet = () =>
    inPage(page, ({ deep }) => {
      const boxOf = (/** @type {string} */ path) => {
        const { top, bottom } = deep(path)?.getBoundingClientRect() ?? {};
        return { top, bottom };
      };
      const paths = ['gf-minute', 'nav.foot', 'gf-stage gf-minute-marks .last'];
      const [own, foot, last] = paths.map(boxOf);
      return { own, foot, last, field: boxOf('gf-text-choice #own-text') };
    });
  const first = await sheet();
  assert.ok(Math.abs(first.own.bottom - first.foot.top) <= 1);
  assert.ok(first.last.bottom <= first.own.top && first.last.top > 52);
  await page.getByRole('button', { name: 'q', exact: true }).tap();
  await inStep(page, 2);
  const title = page.locator('gf-minute h2');
  assert.match(
    await title.innerText(),
    /^You said ‘q’\. The model gives it less than 1%/,
  );
  await page.locator('gf-minute #next').tap();
  await inStep(page, 3);
  await page.locator('gf-minute #switch').tap();
  await page.locator('gf-minute .writing .new').first().waitFor();
  await inStep(page, 3);
  assert.equal(await page.locator('gf-minute .writing h3').count(), 2);
  await page.locator('gf-minute #next').tap();
  await inStep(page, 4);
  await until(page, 'state.ablated.length === 0');
  const last = await sheet();
  assert.ok(last.field.top > 52 && last.field.bottom < last.own.top);
  await page.locator('gf-minute #train').tap();
  assert.match(
    await page.locator('gf-minute .problem').innerText(),
    /^The field is empty/,
  );
  await page
    .locator('#own-text')
    .fill('The owl and the hare met at the well. '.repeat(20));
  await page.locator('gf-minute #train').tap();
  await page.locator('gf-minute').waitFor({ state: 'detached' });
  await until(page, "state.text.id === 'own' && session?.steps > 0");
});

test('other settings replace the pretrained model', async () => {
  const other = await visit('index.html');
  await until(other, 'state.pretrained > 0');
  await inPage(other, ({ app }) => app.pendingConfig.set('n_layer', 1));
  await until(other, 'session?.info.config.n_layer === 1');
  const found = await inPage(other, ({ app, state, session }) => [
    ...[state.pretrained, session.steps, state.configPending, state.shelved],
    app.link,
  ]);
  assert.deepEqual(found, [0, 0, false, null, 'v=2&text=grimm&n_layer=1']);
});

test('links: without a text they mean the fables; a fresh start replaces the pretrained model', async () => {
  const page = await visit('index.html');
  await until(page, 'state.pretrained > 0');
  await page.evaluate(() => void (location.hash = 'v=2&n_layer=1'));
  await until(page, "state.text.id === 'fables' && state.phase === 'idle'");
  await page.goBack();
  await until(page, `state.pretrained === ${STEPS}`);
  const open = 'v=2&text=grimm&pretrained=1&place=write&pin=9';
  const other = await visit(`index.html#${open}`);
  await until(other, 'state.pretrained > 0 && state.pin?.i === 8');
  assert.equal(await inPage(other, ({ app }) => app.link), open);
  await other.getByRole('button', { name: 'Restart' }).click();
  await until(other, 'state.pretrained === 0 && session?.steps === 0');
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
  // Until then the poster.
  await page.locator('.poster figure svg').waitFor();
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

test('the one-file page contains the pretrained model; the element does not', async () => {
  const page = await site.newPage(null);
  await page.goto(pathToFileURL(`${ROOT}dist/glassformer.html`).href);
  await until(page, `state.pretrained === ${STEPS} && state.activations`);
  assert.equal(requested(page, site.url).length, 1);
  page.assertQuiet();
  await page.context().close();
  for (const file of ['dist/glassformer.js', 'dist/embed.html']) {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    assert.ok(!source.includes('packedModel') && !source.includes(MODEL), file);
  }
});
