// SPDX-License-Identifier: MIT
// <glass-former> in other people's pages: whatever the host's policy, origin or markup,
// there is a model that trains, or a sentence that says why not.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beaten, clearDifference } from '../../../wasm/index.js';
import {
  ELEMENT,
  FOLDER,
  READY,
  ROOT,
  SELF,
  SMALL,
  heard,
  html,
  listen,
  meta,
  openCourse,
  until,
  withElement,
  write,
} from '../support/course-page.js';
import { inPage } from '../support/page-queries.js';

const course = await openCourse();

/** @param {import('../support/course-page.js').Where} where @param {string} name */
const press = (where, name) =>
  where.getByRole('button', { name, exact: true }).first().click();

test('from another origin: a poster, then a model, and nothing is fetched', async () => {
  const page = await course.page(ELEMENT);
  await listen(page);
  assert.equal(await page.getByText('Read me.').isVisible(), true);
  const loaded = page.requests.length;
  assert.equal(loaded, 2, page.requests.join('\n'));
  assert.equal(page.workers().length, 0, 'no worker until asked');
  await press(page, 'Train on this text');
  await until(page, 'e?.session?.steps >= 5');
  await withElement(page, (e) => e.pause());
  assert.deepEqual(await heard(page, 'gf-ready'), [
    {
      mode: 'worker',
      workers: await withElement(page, (e) => e.session.workersRequested),
      simd: true,
      exact: true,
    },
  ]);
  const states = (await heard(page, 'gf-state')).map(({ state }) => state);
  assert.deepEqual(states.slice(0, 3), ['preparing', 'idle', 'running']);
  assert.equal(states.at(-1), 'paused');
  const [first] = await heard(page, 'gf-progress');
  assert.ok(first.step >= 1 && first.loss > 0 && first.tokensPerSecond > 0);
  const written = await withElement(page, (e) => e.sample({ chars: 12 }));
  assert.equal([...written.text].length, 12);
  assert.equal((await heard(page, 'gf-sample')).at(-1).text, written.text);
  assert.equal(page.requests.length, loaded, page.requests.join('\n'));
});

test('under a strict policy it trains in a worker', async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; " +
    "style-src 'self'; img-src data:";
  const page = await course.page(READY, meta(policy) + SELF);
  await listen(page);
  await until(page, "e.state === 'idle'");
  assert.equal((await heard(page, 'gf-ready'))[0]?.mode ?? 'worker', 'worker');
  await withElement(page, (e) => e.step(3));
  assert.ok(page.workers().length >= 1);
});

test('where wasm is forbidden there is a sentence, a hint and the fallback', async () => {
  const page = await course.page(
    `<glass-former><p slot="fallback">See the figure.</p></glass-former>`,
    meta("script-src 'self'; worker-src blob:") + SELF,
  );
  await listen(page);
  await press(page, 'Train on this text');
  await page.getByText('wasm-unsafe-eval').waitFor();
  assert.equal(await page.getByText('See the figure.').isVisible(), true);
  assert.equal((await heard(page, 'gf-error'))[0].code, 'no-wasm-csp');
  const failed = await withElement(page, (e) =>
    e.start().catch((/** @type {any} */ { code, hint }) => ({ code, hint })),
  );
  assert.equal(failed.code, 'no-wasm-csp');
  assert.match(failed.hint, /wasm-unsafe-eval/);
  await page.context().close();
});

const PARENT = `
  const frame = document.querySelector('iframe');
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.v === 1 && data.id === 'a1') (globalThis.news ??= []).push(data);
    if (data?.type !== 'glass-former:size' || data.v !== 1) return;
    frame.style.height = Math.min(1500, Math.max(200, Number(data.height))) + 'px';
    (globalThis.sizes ??= []).push(data);
  });`;

test('in a frame without an origin it trains, and says how high it is', async () => {
  const page = await course.page(
    `<iframe sandbox="allow-scripts" width="700" height="150" title="Model"
       src="${course.site.url}embed.html#${SMALL}&id=a1&theme=dark&autostart=none"></iframe>
     <script>${PARENT}</script>`,
    '',
  );
  const frame = page.frames()[1];
  await until(frame, "e?.state === 'idle'");
  assert.equal(await frame.evaluate(() => origin), 'null');
  const colours = await withElement(frame, (e) =>
    [document.documentElement, e].map((each) => getComputedStyle(each).colorScheme),
  );
  assert.deepEqual(colours, ['dark', 'dark'], 'the page in the frame, too');
  await withElement(frame, (e) => e.step(3));
  assert.deepEqual(
    await withElement(frame, (e) => [
      e.theme,
      e.viewState.settings.n_embd,
      e.session.info.mode,
    ]),
    ['dark', 24, 'worker'],
  );
  await withElement(frame, (e) => {
    e.app.selection.nextHead(1);
    e.app.showProblem('A sentence.', 'A hint.', 'bad-config');
  });
  await page.waitForFunction(() =>
    /** @type {any} */ (globalThis).news.some((/** @type {any} */ each) => each.code),
  );
  /** @type {any[]} */
  const news = await page.evaluate(() => /** @type {any} */ (globalThis).news);
  const of = (/** @type {string} */ name) =>
    news.filter(({ type }) => type === `glass-former:${name}`);
  const common = { v: 1, id: 'a1' };
  assert.equal(of('state')[0].state, 'preparing');
  assert.equal(of('progress').at(-1).step, 3);
  assert.deepEqual(of('select'), [
    { type: 'glass-former:select', ...common, layer: 1, head: 2, row: null, column: null, step: 3 },
  ]); // oxfmt-ignore
  assert.deepEqual(of('error'), [
    { type: 'glass-former:error', ...common, code: 'bad-config', key: '' },
  ]);
  await page.waitForFunction(() => {
    const last = /** @type {any} */ (globalThis).sizes?.at(-1);
    return last?.height > 500;
  });
  const { sizes, height } = await page.evaluate(() => ({
    sizes: /** @type {any} */ (globalThis).sizes,
    height: document.querySelector('iframe')?.clientHeight ?? 0,
  }));
  for (const { v, id, height } of sizes) {
    assert.ok(v === 1 && id === 'a1' && Number.isInteger(height));
  }
  assert.ok(height >= 200 && height <= 1500, `clamped: ${height}`);
  // Anything else that talks to the page is not listened to.
  await page.evaluate(async () => {
    postMessage({ type: 'glass-former:size', v: 1, height: 999 }, '*');
    const { contentWindow } = /** @type {HTMLIFrameElement} */ (
      document.querySelector('iframe')
    );
    for (const data of [null, 'x', { type: 'glass-former:size', v: 2, height: 777 }]) {
      dispatchEvent(new MessageEvent('message', { data, source: contentWindow }));
    }
    // Messages to one window come in the order in which they were sent.
    const last = new Promise((done) =>
      addEventListener('message', ({ data }) => data === 'last' && done(data)),
    );
    postMessage('last', '*');
    await last;
  });
  assert.equal(await page.locator('iframe').evaluate((f) => f.clientHeight), height);
});

/** Short measurements: letter counts are passed soon. */
const MEASURED = SMALL.replace('eval_interval=500', 'eval_interval=10&eval_windows=20');

test('what the reader looks at and what a run has reached is told, once', async () => {
  const page = await course.page(
    `<glass-former autostart="none" config="${MEASURED}"></glass-former>`,
  );
  await until(page, "e?.state === 'idle' && s.activations?.n > 5");
  await listen(page);
  await withElement(page, (e) => {
    e.app.selection.nextHead(1);
    e.app.selection.select({ pin: { i: 4, j: 2 } });
    e.app.selection.select({ pin: null });
  });
  const at = { layer: 1, head: 2, step: 0 };
  assert.deepEqual(await heard(page, 'gf-select'), [
    { ...at, row: null, column: null },
    { ...at, row: 5, column: 3 },
    { ...at, row: null, column: null },
  ]);
  // What a host sets it knows.
  const links = (await heard(page, 'gf-link')).length;
  await withElement(page, (e) => {
    e.head = 1;
    return e.updateComplete;
  });
  assert.equal(await withElement(page, (e) => e.viewState.head), 0);
  assert.equal((await heard(page, 'gf-select')).length, 3);
  assert.equal((await heard(page, 'gf-link')).length, links);
  // The marks are those of the history.
  const first = async () => {
    const { history, info } = await withElement(page, ({ session }) => ({
      history: {
        step: [...session.history.valStep],
        loss: [...session.history.valLoss],
      },
      info: {
        baselines: session.info.baselines,
        nVal: session.info.nVal,
        config: session.info.config,
      },
    }));
    const clear = clearDifference(info.baselines, info.nVal, info.config);
    const n = history.loss.findIndex((/** @type {number} */ loss) =>
      beaten(loss, info.baselines, clear).includes('unigram'),
    );
    return { step: history.step[n], loss: history.loss[n] };
  };
  const marks = async () =>
    (await heard(page, 'gf-marker')).filter(({ kind }) => kind === 'unigram');
  await withElement(page, (e) => e.start());
  await until(page, "heard.some(([, detail]) => detail.kind === 'unigram')");
  await withElement(page, (e) => e.pause());
  assert.deepEqual(await marks(), [
    { kind: 'unigram', layer: null, head: null, ...(await first()) },
  ]);
  // A run that comes back to the page has told of it.
  await withElement(page, (e) => e.suspend());
  await withElement(page, (e) => e.start());
  await until(page, "e.state === 'running' && e.session.history.valLoss.at(-1) > 0");
  assert.equal((await marks()).length, 1);
});

test('from file://: the page in one file, a page that holds the module, a classic script', async () => {
  const module = readFileSync(`${ROOT}dist/glassformer.js`, 'utf8').replaceAll(
    '</script',
    '<\\/script',
  );
  write('inline.html', html(READY, `<script type="module">${module}</script>`));
  const script = pathToFileURL(`${ROOT}dist/glassformer.iife.js`).href;
  // Nothing names its encoding, and it speaks Spanish without another file.
  write(
    'classic.html',
    `<script defer src="${script}"></script>${READY.replace('>', ' lang="es">')}`,
  );
  for (const [file, path] of [
    ['dist/glassformer.html', `#${SMALL}`],
    [`${FOLDER}/inline.html`, ''],
    [`${FOLDER}/classic.html`, ''],
  ]) {
    const page = await course.site.newPage(null);
    await page.goto(pathToFileURL(`${ROOT}${file}`).href + path);
    await until(page, "e?.state === 'idle'");
    await withElement(page, (e) => e.step(2));
    assert.equal(await withElement(page, (e) => e.session.info.mode), 'worker', file);
    if (file.endsWith('classic.html'))
      await page.getByText('validación').first().waitFor();
  }
});

test('on an insecure page it works as well', async () => {
  const page = await course.site.newPage(null);
  await page.route('http://insecure.test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({
          path: `${ROOT}dist/glassformer.js`,
          contentType: 'text/javascript',
        })
      : route.fulfill({ body: html(READY, SELF), contentType: 'text/html' }),
  );
  await page.goto('http://insecure.test/');
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await until(page, "e?.state === 'idle'");
  await withElement(page, (e) => e.step(2));
});

test('imported where there is no page it touches nothing', () => {
  const module = pathToFileURL(`${ROOT}dist/glassformer.js`).href;
  const code =
    `const before = Object.getOwnPropertyNames(globalThis).length;` +
    `const { GlassFormer } = await import('${module}');` +
    `console.log(GlassFormer.version, typeof document, typeof customElements,` +
    ` typeof HTMLElement)`;
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const output = execFileSync('node', ['--input-type=module', '-e', code]);
  assert.equal(`${output}`.trim(), `${version} undefined undefined undefined`);
});

test('without JavaScript what the host wrote can be read', async () => {
  const context = { javaScriptEnabled: false };
  const page = await course.page(
    `<glass-former><p>Read me.</p><p slot="caption">Figure 1</p></glass-former>`,
    course.script,
    context,
  );
  assert.equal(await page.getByText('Read me.').isVisible(), true);
  assert.equal(await page.getByText('Figure 1').isVisible(), true);
  await page.goto(`${course.site.url}embed.html`);
  assert.equal(await page.getByText('learns a text in this frame').isVisible(), true);
  await page.goto(`${course.site.url}glassformer.html`);
  assert.equal(await page.getByText('shows its work').isVisible(), true);
});

test('properties set before the element is defined survive', async () => {
  const page = await course.page('<glass-former></glass-former>', '');
  await page.evaluate(
    ([url, config]) => {
      const element = /** @type {any} */ (document.querySelector('glass-former'));
      Object.assign(element, { config, autostart: 'none', seed: 7, head: 2 });
      const script = document.createElement('script');
      script.type = 'module';
      script.src = `${url}glassformer.js`;
      document.head.append(script);
    },
    [course.site.url, SMALL],
  );
  await until(page, "e?.state === 'idle'");
  const [width, seed, head, attribute] = await withElement(page, (e) => [
    e.viewState.settings.n_embd,
    e.session.info.config.seed,
    e.viewState.head,
    e.getAttribute('head'),
  ]);
  assert.deepEqual([width, seed, head, attribute], [24, 7, 1, '2']);
});

test('a text comes from where the host says, or the reason why not', async () => {
  write('a.txt', 'the cat sat on the mat. '.repeat(60));
  const page = await course.page(
    `<glass-former autostart="none" src="a.txt" config="${SMALL}"></glass-former>`,
  );
  await listen(page);
  await until(page, "e?.state === 'idle'");
  const { name, characters } = await withElement(page, (e) => e.viewState.text);
  assert.deepEqual([name, characters], ['a.txt', 1440]);
  assert.ok(page.requests.some((url) => url === `${course.url}a.txt`));
  page.assertQuiet();
  const body = 'to be or not to be, that is it. '.repeat(40);
  await page.route('**/odd%FF', (route) => route.fulfill({ body }));
  await withElement(page, (e) => (e.src = 'odd%FF'));
  await until(page, "s.text.name === 'odd%FF' && s.textProblem === null");
  // Another one: fetched, and the sentence when it cannot be; the model stays.
  await withElement(page, async (e) => {
    e.src = 'missing.txt';
    await e.updateComplete;
  });
  await until(page, 's.textProblem');
  assert.equal((await heard(page, 'gf-error')).at(-1).code, 'no-network');
  assert.equal(await withElement(page, (e) => e.viewState.text.name), 'odd%FF');
  await withElement(page, (e) => {
    e.src = '';
    e.corpus = 'aaaa';
  });
  await until(page, "s.textProblem?.code === 'bad-text'");
  await withElement(
    page,
    (e) => (e.corpus = 'to be or not to be, that is it. '.repeat(40)),
  );
  await until(page, 's.text.characters === 1280 && s.textProblem === null');
  await page.context().close();
});

test('an address that holds no text leaves the built-in one, and says so', async () => {
  const page = await course.page(
    `<glass-former autostart="none" src="none.txt" config="${SMALL}"></glass-former>`,
  );
  await until(page, "e?.state === 'idle' && s.textProblem");
  assert.equal(await withElement(page, (e) => e.viewState.text.id), 'fables');
  assert.equal(
    await page.getByText('could not be downloaded').first().isVisible(),
    true,
  );
  await page.context().close();
});

test('attributes that mean nothing are named once and have no effect', async () => {
  const page = await course.page(
    `<glass-former autostart="none" view="loss nonsense" workers="99" layer="-3"
       theme="pink" config="${SMALL}"></glass-former>`,
  );
  await until(page, "s?.notice?.code === 'bad-config'");
  const said = await withElement(page, (e) => e.viewState.notice.text);
  for (const name of ['view=', 'workers=', 'layer=', 'theme=']) {
    assert.ok(said.includes(name), said);
  }
  await until(page, "e.state === 'idle'");
  // A view that this file does not have is one of them, and where it is to be had.
  await withElement(page, (e) => {
    e.app.dismiss();
    e.view = 'loss diagnostics';
  });
  await until(page, "s.notice?.text.includes('view=')");
  const { hint } = await withElement(page, (e) => e.viewState.notice);
  assert.ok(hint?.includes('embed.html have these views: diagnostics.'), hint);
  assert.equal(await page.locator('gf-loss').count(), 1);
  // Set later it is told too, whatever the property is called.
  for (const name of ['max-steps', 'step', 'workers']) {
    await withElement(page, (e) => e.app.dismiss());
    await withElement(page, (e, name) => e.setAttribute(name, 'many'), name);
    await until(page, `s.notice?.text.includes('${name}="many"')`);
  }
});

test('a view alone can be paused; what is hidden or read-only is not there', async () => {
  const page = await course.idle(
    `<glass-former autostart="none" view="loss" config="${SMALL}"></glass-former>`,
  );
  const parts = () =>
    page.$eval('glass-former', (e) =>
      [.../** @type {ShadowRoot} */ (e.shadowRoot).querySelectorAll('*')]
        .map(({ localName }) => localName)
        .filter((name) => name.startsWith('gf-')),
    );
  /** @param {Record<string, unknown>} values */
  const after = async (values) => {
    await withElement(
      page,
      (e, values) => Object.assign(e, values).updateComplete,
      values,
    );
    return parts();
  };
  assert.deepEqual(await parts(), [
    ...['gf-run', 'gf-notice', 'gf-run-notes', 'gf-loss', 'gf-status'],
  ]);
  assert.deepEqual(await after({ controls: 'none' }), [
    'gf-notice',
    'gf-loss',
    'gf-status',
  ]);
  const whole = await after({ controls: '', view: '' });
  const forReaders = ['gf-run', 'gf-stage', 'gf-loss', 'gf-samples', 'gf-inspector'];
  const forWriters = ['gf-text-choice', 'gf-model-choice'];
  for (const name of [...forReaders, ...forWriters])
    assert.ok(whole.includes(name), name);
  const fixed = await after({ readonly: true });
  for (const name of forReaders) assert.ok(fixed.includes(name), name);
  for (const name of forWriters) assert.ok(!fixed.includes(name), name);
  const bare = await after({ readonly: false, hide: 'controls lens' });
  assert.ok(!bare.includes('gf-run') && bare.includes('gf-stage'));
  const tabs = await withElement(page, (e) =>
    [
      ...e.shadowRoot
        .querySelector('gf-inspector')
        .shadowRoot.querySelectorAll('[role=tab]'),
    ].map(({ id }) => id),
  );
  assert.ok(tabs.includes('tab-head') && !tabs.includes('tab-lens'), `${tabs}`);
});

test('a view of spaces is none: the screen is there', async () => {
  const page = await course.idle(READY.replace('>', ' view=" ">'));
  await until(page, "e.shadowRoot.querySelector('.screen gf-stage')");
});

test('its place is kept before there is a model', async () => {
  const page = await course.page(
    `<div id="far"></div><glass-former autostart="none" config="${SMALL}"></glass-former>`,
    `${course.script}<style>#far { block-size: 9000px }</style>`,
  );
  await until(page, 'e?.shadowRoot');
  const seen = () =>
    withElement(page, (e) => ({
      state: e.state,
      ...e.getBoundingClientRect().toJSON(),
    }));
  const before = await seen();
  assert.equal(before.state, 'none');
  assert.ok(before.height > 400, `${before.height}`);
  await withElement(page, (e) => e.prepare());
  await until(page, "e.state === 'idle'");
  assert.equal((await seen()).height, before.height);
});

test('a host can dress it, and names reach through all shadow roots', async () => {
  const page = await course.idle(
    READY.replace('>', ' view="loss">'),
    `${course.script}<style>
      glass-former { --gf-fg: rgb(1, 2, 3); --gf-radius: 3px }
      glass-former::part(toolbar) { border-style: dotted }
      glass-former::part(chart) { padding: 33px }
    </style>`,
  );
  const seen = await withElement(page, (e) => {
    const style = (/** @type {string} */ tag, /** @type {string} */ inner) =>
      getComputedStyle(e.shadowRoot.querySelector(tag).shadowRoot.querySelector(inner));
    const bar = style('gf-run', '.bar');
    const chart = style('gf-loss', '.pane');
    return [bar.borderTopStyle, bar.borderTopLeftRadius, chart.paddingTop, chart.color];
  });
  assert.deepEqual(seen, ['dotted', '3px', '33px', 'rgb(1, 2, 3)']);
});

test('the first definition stays, and one warning names both versions', async () => {
  const page = await course.page(READY, `${course.script}`);
  /** @type {string[]} */
  const warnings = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await until(page, "e?.state === 'idle'");
  const isFirst = await page.evaluate(async (url) => {
    const first = customElements.get('glass-former');
    await import(url);
    return customElements.get('glass-former') === first;
  }, `${course.site.url}glassformer.js?again`);
  assert.equal(isFirst, true);
  const ours = warnings.filter((text) => text.includes('glass-former'));
  assert.equal(ours.length, 1, warnings.join('\n'));
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  assert.equal(ours[0].split(version).length, 3, ours[0]);
});

test('a text that is too short gets its sentence, and the state is an error', async () => {
  const page = await course.page(
    '<glass-former autostart="none" corpus="a" view="stage"></glass-former>',
  );
  await until(page, "e?.state === 'error'");
  const seen = await inPage(page, ({ element, inside }) =>
    [element, ...inside(element.shadowRoot)]
      .map(({ shadowRoot }) => shadowRoot?.textContent)
      .join(''),
  );
  assert.match(seen, /repeats one single character/);
  assert.doesNotMatch(seen, /stays in use/, 'there is none');
  assert.doesNotMatch(seen, /Getting the engine ready/);
  await withElement(page, (e) => void (e.corpus = 'the fox saw the hen. '.repeat(9)));
  await until(page, "e.state === 'idle' && e.session");
});
