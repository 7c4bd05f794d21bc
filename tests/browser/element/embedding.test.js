// SPDX-License-Identifier: MIT
// What is promised to host pages in writing: the description of the element, the examples,
// the worker file.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inkOn, level, ramp } from '../../../web/draw/palette.js';
import { RAMPS } from '../../../web/draw/theme.js';
import { propertyOf } from '../../../web/element/attributes.js';
import { readManifest } from '../../tools/read-manifest.js';
import { PAGE_ONLY } from '../../../web/views/registry.data.js';
import { serveFolder } from '../../tools/static-server.js';
import {
  READY,
  ROOT,
  SELF,
  SMALL,
  heard,
  listen,
  meta,
  openCourse,
  until,
  withElement,
  write,
} from '../support/course-page.js';

const course = await openCourse();

test('custom-elements.json describes attributes, members, parts and slots', async () => {
  const page = await course.idle();
  const manifest = readManifest();
  const real = await page.evaluate(() => {
    const element = /** @type {any} */ (customElements.get('glass-former'));
    const base = Object.getPrototypeOf(element);
    const { prototype } = element;
    const fields = Object.getOwnPropertyDescriptors(prototype);
    const properties = [...element.elementProperties.keys()];
    return {
      attributes: properties.flatMap((name) => {
        const { attribute, state } = element.elementProperties.get(name);
        return state ? [] : [attribute ?? name];
      }),
      members: Object.keys(fields).filter(
        (name) =>
          name !== 'constructor' &&
          !(name in base.prototype) &&
          !properties.includes(name),
      ),
      version: element.version,
      defaults: Object.fromEntries(
        properties.map((name) => [name, new element()[name]]),
      ),
      ...inside(/** @type {Element} */ (document.querySelector('glass-former'))),
    };

    /** @param {Element} host */
    function inside(host) {
      /** @type {Element[]} */
      const all = [];
      const visit = (/** @type {ParentNode} */ root) => {
        for (const e of root.querySelectorAll('*')) {
          all.push(e);
          if (e.shadowRoot) visit(e.shadowRoot);
        }
      };
      visit(/** @type {ShadowRoot} */ (host.shadowRoot));
      return {
        parts: all.flatMap((e) => [...e.part]),
        // Those of the parts inside are filled by the element itself.
        slots: all.flatMap((e) =>
          e.localName === 'slot' && e.getRootNode() === host.shadowRoot
            ? [e.getAttribute('name') ?? '']
            : [],
        ),
      };
    }
  });
  const names = (/** @type {{ name: string }[]} */ list) =>
    list.map(({ name }) => name).sort();
  assert.deepEqual(real.attributes.sort(), names(manifest.attributes));
  assert.deepEqual(
    [...real.members.filter((name) => !name.endsWith('Callback')), 'version'].sort(),
    names(manifest.members),
  );
  for (const { name, default: start = '' } of manifest.attributes) {
    assert.equal(String(real.defaults[propertyOf(name)] || ''), start, name);
  }
  assert.ok(real.parts.length > 0 && real.slots.length > 0);
  const undescribed = (/** @type {string[]} */ found, /** @type {any[]} */ list) =>
    found.filter((name) => !names(list).includes(name));
  assert.deepEqual(undescribed(real.parts, manifest.cssParts), []);
  assert.deepEqual(undescribed(real.slots, manifest.slots), []);
  await page.context().close();
});

test('a host sets the colours of the shades, and values read back the same', async () => {
  const page = await course.page(
    READY.replace('>', ' view="text head">'),
    `${course.script}<style>
      glass-former {
        --gf-colormap-attention: rgb(90 0 90);
        --gf-colormap-surprise: a nonsense;
        --gf-colormap-diverging-low: #00640080;
        --gf-colormap-diverging-high: darkgreen;
      }
    </style>`,
  );
  await until(page, "e?.state === 'idle' && s.activations?.L > 0");
  const read = () =>
    withElement(page, async (e) => {
      e.app.selection.select({ layer: 0, head: 0, pin: { i: 7, j: null } });
      const frame = () => new Promise(requestAnimationFrame);
      const strip = e.shadowRoot.querySelector('gf-text');
      const cells = async (/** @type {string} */ shade) => {
        e.app.selection.show({ shade });
        strip.scrollIntoView();
        for (let n = 0; n < 4; n++) await frame();
        const all = [...strip.shadowRoot.querySelectorAll('.cell')];
        return all.map((cell) => {
          const { backgroundColor, color } = getComputedStyle(
            cell.querySelector('span'),
          );
          const n = Number(/ s(\d+)/.exec(cell.className)?.[1] ?? -1);
          return { n, backgroundColor, color };
        });
      };
      const [attention, surprise] = [await cells('attention'), await cells('surprise')];
      const { activations: look } = e.viewState;
      const matrix = e.shadowRoot
        .querySelector('gf-head')
        .shadowRoot.querySelector('gf-matrix')
        .shadowRoot.querySelector('gf-cells');
      matrix.scrollIntoView();
      for (let n = 0; n < 6; n++) await frame();
      const raster = matrix.shadowRoot.querySelector('.raster');
      const edge = raster.width / look.n;
      const picture = raster.getContext('2d');
      const drawn = [];
      for (let i = 0; i < look.n; i++) {
        for (let j = 0; j <= i; j++) {
          const at = (/** @type {number} */ k) => Math.floor((k + 0.5) * edge);
          drawn.push({
            value: look.attention[i * look.T + j],
            pixel: [...picture.getImageData(at(j), at(i), 1, 1).data].slice(0, 3),
          });
        }
      }
      const signed = Array.from({ length: 16 }, (_, n) => {
        const cell = document.createElement('i');
        cell.className = `diverging s${n}`;
        strip.shadowRoot.append(cell);
        const shade = getComputedStyle(cell).getPropertyValue('--shade');
        cell.remove();
        return shade.match(/\d+/g)?.map(Number);
      });
      return { attention, surprise, drawn, signed };
    });
  const rgb = (/** @type {number[]} */ [r, g, b]) => `rgb(${r}, ${g}, ${b})`;
  const check = (
    /** @type {any} */ seen,
    /** @type {string[]} */ attention,
    /** @type {string[]} */ surprise,
  ) => {
    for (const [cells, stops] of [
      [seen.attention, attention],
      [seen.surprise, surprise],
    ]) {
      const shaded = cells.filter((/** @type {any} */ { n }) => n >= 0);
      assert.ok(shaded.length > 4);
      for (const { n, backgroundColor, color } of shaded) {
        const shade = ramp(stops, 16)[n];
        assert.equal(backgroundColor, rgb(shade));
        assert.equal(
          color,
          inkOn(shade) === '#000' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)',
        );
      }
    }
    const colours = ramp(attention).map(String);
    assert.ok(seen.drawn.length > 20);
    for (const { value, pixel } of seen.drawn)
      assert.equal(String(pixel), colours[level(value)], String(value));
  };
  const own = await read();
  const ends = RAMPS.diverging;
  check(own, ['#ffffff', '#5a005a'], RAMPS.surprise.light);
  assert.deepEqual(own.signed, ramp([ends.light[0], ends.light[1], '#006400'], 16));
  // Another theme, other colours: of the host where it has set one.
  await withElement(page, async (e) => {
    e.style.setProperty('--gf-colormap-attention', 'gold');
    e.theme = 'dark';
    await e.updateComplete;
  });
  const dark = await read();
  check(dark, ['#14161a', '#ffd700'], RAMPS.surprise.dark);
  assert.deepEqual(dark.signed, ramp([ends.dark[0], ends.dark[1], '#006400'], 16));
  // A class of the page, or a style of the element, is enough.
  const checkDark = async (/** @type {string} */ attention) =>
    check(await read(), ['#14161a', attention], RAMPS.surprise.dark);
  await page.addStyleTag({
    content: '.night glass-former { --gf-colormap-attention: teal !important }',
  });
  await page.evaluate(() => document.body.classList.add('night'));
  await checkDark('#008080');
  await page.evaluate(() => document.body.classList.remove('night'));
  await checkDark('#ffd700');
  await withElement(page, (e) =>
    e.style.setProperty('--gf-colormap-attention', 'silver'),
  );
  await checkDark('#c0c0c0');
  // A style sheet tells nobody.
  await page.addStyleTag({
    content: 'glass-former { --gf-colormap-attention: teal !important }',
  });
  await withElement(page, (e) => {
    e.requestUpdate('theme');
    return e.updateComplete;
  });
  await checkDark('#008080');
  // The language of the page is one of its attributes too.
  await page.evaluate(() => (document.documentElement.lang = 'es'));
  await until(page, "e.app.lang === 'es'");
});

test('codes that only reject are no events, and those of events reject as well', async () => {
  // What it says is of another version: the element does without.
  write('old.js', 'postMessage({ hello: 0 })');
  const page = await course.page(READY.replace('>', ' worker-url="old.js">'));
  await listen(page);
  await until(page, "e?.state === 'idle'");
  const codes = await withElement(page, async (e) => {
    const { session } = e;
    const codeOf = (/** @type {Promise<unknown>} */ work) =>
      work.then(
        () => 'none',
        (error) => error.code,
      );
    const rejected = {
      mode: session.info.mode,
      step: await codeOf(e.step('many')),
      sample: await codeOf(e.sample({ chars: -1 })),
      at: await codeOf(session.at(99).hash()),
    };
    const writing = codeOf(e.sample({ chars: 5000 }));
    session.close();
    return {
      ...rejected,
      writing: await writing,
      closed: await codeOf(session.step()),
    };
  });
  assert.deepEqual(codes, {
    mode: 'main',
    step: 'bad-argument',
    sample: 'bad-argument',
    at: 'no-snapshot',
    writing: 'closed',
    closed: 'closed',
  });
  assert.deepEqual(await heard(page, 'gf-error'), []);
  page.assertQuiet();

  const other = await course.page(READY);
  await listen(other);
  await until(other, "e?.state === 'idle'");
  const loaded = await withElement(other, async (e) => {
    const codeOf = (/** @type {unknown} */ bytes) =>
      e.load(bytes).catch((/** @type {{ code: string }} */ { code }) => code);
    return [await codeOf('a file'), await codeOf(new Uint8Array(3)), await codeOf(5)];
  });
  assert.deepEqual(loaded, ['bad-checkpoint', 'bad-checkpoint', 'bad-argument']);
  const told = (await heard(other, 'gf-error')).map(({ code }) => code);
  assert.deepEqual(told, loaded);
  await page.context().close();
  await other.context().close();
});

test('a worker file of the site does where blob: workers are forbidden', async () => {
  write('worker.js', readFileSync(`${ROOT}dist/worker.js`, 'utf8'));
  const policy = meta("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
  const mode = async (/** @type {string} */ attributes) => {
    const body = `<glass-former autostart="none" ${attributes} config="${SMALL}"></glass-former>`;
    const page = await course.page(body, policy + SELF);
    await until(page, "e?.state === 'idle'");
    await withElement(page, (e) => e.step(2));
    const mode = await withElement(page, (e) => e.session.info.mode);
    // Said as long as it trains.
    const said = page.getByText('runs on the page’s own thread');
    const isSaid = await said.isVisible();
    await page.context().close();
    return [mode, isSaid];
  };
  assert.deepEqual(await mode('worker-url="worker.js"'), ['worker', false]);
  assert.deepEqual(await mode(''), ['main', true]);
});

/** What an element shows, once it is begun. @param {any} where a page or a frame */
async function whatIsThere(where) {
  await until(where, 'e?.prepare');
  await withElement(where, (e) => e.prepare());
  await until(where, "s?.phase === 'idle'");
  return withElement(where, (e) => {
    const { session } = e;
    const { layer, head, line, sampler } = e.viewState;
    const views = [...e.shadowRoot.querySelectorAll('.app > *, .row-a > *')];
    const settings = { config: session.info.config, layer, head, line, sampler };
    const names = views.map(({ localName }) => localName);
    return {
      settings: { ...settings, lang: e.app.lang },
      views: names.filter((name) => name.startsWith('gf-')),
    };
  });
}

test('code to copy brings what is on the screen into another page, by each door', async () => {
  const page = await course.site.newPage(null, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(
    `${course.site.url}glassformer.html?lang=es#${SMALL}&n_embd=32&seed=7` +
      `&layer=1&head=2&line=%22A+fox%22+I&temperature=0.5`,
  );
  const here = await whatIsThere(page);
  const { config, head, line, sampler, lang } = here.settings;
  assert.deepEqual([config.n_embd, config.seed, head], [32, 7, 1]);
  assert.deepEqual([line, sampler.temperature, lang], ['"A fox" I', 0.5, 'es']);
  const part = (/** @type {string} */ id) => page.locator(`gf-embed-panel ${id}`);
  await withElement(page, (e) => e.app.selection.openView('export'));
  await part('summary').click();

  const copied = async (/** @type {string} */ door, /** @type {string} */ view) => {
    await part('#view').selectOption(view);
    await part('#door').selectOption(door);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await part('#copy').click();
    await until(page, "s.notice?.text === 'Código copiado.'");
    const code = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await part('#code').inputValue(), code);
    return code;
  };
  const ofPage = PAGE_ONLY.map((name) => `gf-${name}`);
  for (const view of ['', 'head']) {
    const wanted = (/** @type {string[]} */ views) =>
      view ? ['gf-run', 'gf-notice', 'gf-run-notes', 'gf-head', 'gf-status'] : views;
    const lean = here.views.filter((/** @type {string} */ v) => !ofPage.includes(v));

    const tagged = await course.page(await copied('script', view), '');
    await tagged
      .getByText(/transformer aprende/)
      .first()
      .waitFor();
    assert.deepEqual(await whatIsThere(tagged), {
      settings: here.settings,
      views: wanted(lean),
    });
    await tagged.context().close();

    const framed = await course.page(await copied('frame', view), '');
    await framed.locator('iframe').scrollIntoViewIfNeeded();
    const [, frame] = framed.frames();
    assert.deepEqual(await whatIsThere(frame), {
      settings: here.settings,
      views: wanted(here.views),
    });
    await framed.context().close();

    // What a notebook does with it: Python's strings here are JSON's.
    const cell = await copied('notebook', view);
    const value = (/** @type {string} */ quoted) => JSON.parse(quoted);
    const [, module] = /_esm = (".*")\n/.exec(cell) ?? [];
    const traits = [...cell.matchAll(/(\w+) = traitlets\.Unicode\((".*")\)/g)].map(
      ([, name, quoted]) => [name, value(quoted)],
    );
    const notebook = await course.page('<main></main>', '');
    await notebook.evaluate(
      async ([module, traits]) => {
        const { default: widget } = await import(module);
        const el = document.querySelector('main');
        const get = (/** @type {string} */ name) => Object.fromEntries(traits)[name];
        const model = { get, set() {}, save_changes() {}, on() {} };
        widget.render({ model, el });
        // The way of a cell that goes: MyST's model has no `off`.
        widget.render({ model, el })();
      },
      /** @type {[string, any]} */ ([value(module), traits]),
    );
    assert.deepEqual(await whatIsThere(notebook), {
      settings: here.settings,
      views: wanted(lean),
    });
    await notebook.context().close();
  }

  // A view that only the frame has, and an address that means nothing.
  assert.match(
    await copied('frame', 'attention-timing'),
    /^<iframe src=".*&amp;view=attention-timing&amp;/,
  );
  assert.ok(await part('#door option[value=script]').isDisabled());
  await part('#folder').fill('https://other.example/files');
  assert.match(
    await part('#code').inputValue(),
    /"https:\/\/other\.example\/files\/embed/,
  );
  await part('#folder').fill('javascript:alert(1)');
  assert.equal(await part('#code').inputValue(), '');
  assert.ok(await part('#copy').isDisabled());
  assert.match(await part('#needs').innerText(), /Ninguna página/);
});

const EXAMPLES = ['plain', 'view', 'csp', 'iframe', 'many', 'anywidget', 'classic'];

for (const name of EXAMPLES) {
  test(`examples/${name}.html works`, async () => {
    const server = await serveFolder(ROOT);
    const page = await course.site.newPage(null);
    try {
      await page.goto(`${server.url}examples/${name}.html`);
      const frame = name === 'iframe' ? page.frames()[1] : page;
      await until(frame, 'e?.shadowRoot');
      await withElement(frame, (e) => e.start());
      await until(frame, 'e?.session?.steps >= 3');
      await withElement(frame, (e) => e.pause());
      if (name === 'iframe') {
        await page.waitForFunction(
          () => (document.querySelector('iframe')?.clientHeight ?? 0) > 400,
        );
      }
      if (name === 'many') {
        const said = await page.locator('output').textContent();
        assert.match(said ?? '', /^narrow: step \d+, loss \d\.\d\d$/);
      }
      if (name === 'anywidget') {
        const traits = await page.evaluate(
          () => /** @type {any} */ (globalThis).traits,
        );
        assert.equal(traits.state, 'paused');
        assert.ok(traits.progress.loss > 0);
      }
      page.assertQuiet();
    } finally {
      await page.context().close();
      await server.close();
    }
  });
}

test('examples/lms.html: a step of a lesson becomes a statement of xAPI', async () => {
  const server = await serveFolder(ROOT);
  const page = await course.site.newPage(null);
  try {
    await page.goto(`${server.url}examples/lms.html`);
    const lesson = page.frameLocator('iframe').locator('glass-lessons');
    await lesson.locator('#do').click();
    await page.locator('li').waitFor();
    const statement = JSON.parse((await page.locator('li').textContent()) ?? '');
    assert.deepEqual(Object.keys(statement), ['actor', 'verb', 'object', 'result']);
    assert.equal(statement.verb.id, 'http://adlnet.gov/expapi/verbs/answered');
    assert.match(statement.object.id, /lms-lesson\.html\?lesson=bigram#step-1$/);
    assert.ok(!('success' in statement.result), 'nothing was asked');
    const [measures] = Object.values(statement.result.extensions);
    assert.ok(measures.firstHeldOut > measures.uniform);
    // The next step asks.
    await lesson.locator('#next').click();
    await lesson.getByRole('radio').nth(1).check();
    await lesson.locator('#do').click();
    await page.locator('li').nth(1).waitFor();
    const second = JSON.parse((await page.locator('li').nth(1).textContent()) ?? '');
    assert.equal(second.result.success, false);
    assert.equal(second.result.response, '2');
    page.assertQuiet();
  } finally {
    await page.context().close();
    await server.close();
  }
});

test('examples/index.html shows each of them, and a slide of its own', async () => {
  const server = await serveFolder(ROOT);
  const page = await course.site.newPage(null);
  try {
    await page.goto(`${server.url}examples/index.html`);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('iframe')].map((e) => e.getAttribute('src')),
    );
    const inFrames = ['lms-lesson.html', 'index.html', 'offline.html'];
    const pages = readdirSync(`${ROOT}examples`).filter((name) =>
      name.endsWith('.html'),
    );
    assert.deepEqual(
      shown.sort(),
      pages.filter((name) => !inFrames.includes(name)),
    );
    await until(page, 'e?.shadowRoot');
    await withElement(page, (e) => e.step(2));
    const bottoms = await withElement(page, (e) =>
      [e, e.parentElement].map((each) => each.getBoundingClientRect().bottom),
    );
    assert.ok(Math.abs(bottoms[0] - bottoms[1]) < 1, `${bottoms}`);
    await page.loaded();
    page.assertQuiet();
  } finally {
    await page.context().close();
    await server.close();
  }
});

test('examples/offline.html leads to the page in one file', async () => {
  const page = await course.site.newPage(null);
  await page.goto(pathToFileURL(`${ROOT}examples/offline.html`).href);
  await page.getByRole('link').click();
  // With the model it brings along.
  await until(page, "e?.state === 'paused' && s.pretrained > 0");
});
