// SPDX-License-Identifier: MIT
// What is promised to host pages in writing: the description of the element, the examples,
// the worker file.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, test } from 'node:test';
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
import { inPage } from '../support/page-queries.js';

const course = await openCourse();

/** What the element has, of the kinds that its description lists. Runs in the page.
 * @param {any} x */
function readElement({ element: host, inside }) {
  const element = /** @type {any} */ (customElements.get('glass-former'));
  const base = Object.getPrototypeOf(element);
  const { prototype } = element;
  const fields = Object.getOwnPropertyDescriptors(prototype);
  const properties = [...element.elementProperties.keys()];
  /** @type {Element[]} */ const all = inside(host.shadowRoot);
  return {
    attributes: properties.flatMap((/** @type {string} */ name) => {
      const { attribute, state } = element.elementProperties.get(name);
      return state ? [] : [attribute ?? name];
    }),
    members: Object.keys(fields).filter(
      (name) =>
        name !== 'constructor' &&
        !(name in base.prototype) &&
        !properties.includes(name),
    ),
    defaults: Object.fromEntries(
      properties.map((/** @type {string} */ name) => [name, new element()[name]]),
    ),
    parts: all.flatMap((e) => [...e.part]),
    // Those of the parts inside are filled by the element itself.
    slots: all.flatMap((e) =>
      e.localName === 'slot' && e.getRootNode() === host.shadowRoot
        ? [e.getAttribute('name') ?? '']
        : [],
    ),
  };
}

test('custom-elements.json describes attributes, members, parts and slots', async () => {
  const page = await course.idle();
  const manifest = readManifest();
  const real = await inPage(page, readElement);
  const names = (/** @type {{ name: string }[]} */ list) =>
    list.map(({ name }) => name).sort();
  assert.deepEqual(real.attributes.sort(), names(manifest.attributes));
  assert.deepEqual(
    [
      ...real.members.filter(
        (/** @type {string} */ name) => !name.endsWith('Callback'),
      ),
      'version',
    ].sort(),
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
});

/** Colours of shaded characters, of the attention drawn beside its weights, and of signed shades.
 * Runs in the page. @param {any} e the element */
async function readShades(e) {
  e.app.selection.select({ layer: 0, head: 0, pin: { i: 7, j: null } });
  const frames = async (/** @type {number} */ count) => {
    for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame);
  };
  const strip = e.shadowRoot.querySelector('gf-text');
  const cells = async (/** @type {string} */ shade) => {
    e.app.selection.show({ shade });
    strip.scrollIntoView();
    await frames(4);
    return [...strip.shadowRoot.querySelectorAll('.cell')].map((cell) => {
      const { backgroundColor, color } = getComputedStyle(cell.querySelector('span'));
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
  await frames(6);
  const raster = matrix.shadowRoot.querySelector('.raster');
  const middle = (/** @type {number} */ k) =>
    Math.floor(((k + 0.5) * raster.width) / look.n);
  const picture = raster.getContext('2d');
  const drawn = [];
  for (let i = 0; i < look.n; i++) {
    for (let j = 0; j <= i; j++) {
      const { data } = picture.getImageData(middle(j), middle(i), 1, 1);
      drawn.push({
        value: look.attention[i * look.T + j],
        pixel: [...data].slice(0, 3),
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
}

const rgb = (/** @type {number[]} */ [r, g, b]) => `rgb(${r}, ${g}, ${b})`;

/** Every shade lies on its ramp, with ink that can be read on it.
 * @param {any} seen what `readShades` returned
 * @param {string[]} attention @param {string[]} surprise stops of the ramps */
function checkShades(seen, attention, surprise) {
  for (const [cells, stops] of [
    [seen.attention, attention],
    [seen.surprise, surprise],
  ]) {
    const shaded = cells.filter((/** @type {any} */ { n }) => n >= 0);
    assert.ok(shaded.length > 4);
    for (const { n, backgroundColor, color } of shaded) {
      const shade = ramp(stops, 16)[n];
      assert.equal(backgroundColor, rgb(shade));
      const ink = inkOn(shade) === '#000' ? [0, 0, 0] : [255, 255, 255];
      assert.equal(color, rgb(ink));
    }
  }
  const colours = ramp(attention).map(String);
  assert.ok(seen.drawn.length > 20);
  for (const { value, pixel } of seen.drawn)
    assert.equal(String(pixel), colours[level(value)], String(value));
}

test('a host sets the colours of the shades, and values read back the same', async (t) => {
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
  const read = () => withElement(page, readShades);
  const { diverging, surprise } = RAMPS;
  const checkDark = async (/** @type {string} */ attention) => {
    const seen = await read();
    checkShades(seen, ['#14161a', attention], surprise.dark);
    return seen;
  };

  await t.test(
    'those that it sets well; of others the element has its own',
    async () => {
      const own = await read();
      const [low, middle] = diverging.light;
      checkShades(own, ['#ffffff', '#5a005a'], surprise.light);
      assert.deepEqual(own.signed, ramp([low, middle, '#006400'], 16));
    },
  );

  await t.test(
    'another theme, other colours: of the host where it has set one',
    async () => {
      await withElement(page, async (e) => {
        e.style.setProperty('--gf-colormap-attention', 'gold');
        e.theme = 'dark';
        await e.updateComplete;
      });
      const { signed } = await checkDark('#ffd700');
      const [low, middle] = diverging.dark;
      assert.deepEqual(signed, ramp([low, middle, '#006400'], 16));
    },
  );

  await t.test(
    'a class of the page, or a style of the element, is enough',
    async () => {
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
    },
  );

  await t.test('a style sheet tells nobody; the next update finds it', async () => {
    await page.addStyleTag({
      content: 'glass-former { --gf-colormap-attention: teal !important }',
    });
    await withElement(page, (e) => {
      e.requestUpdate('theme');
      return e.updateComplete;
    });
    await checkDark('#008080');
  });

  await t.test('the language of the page is one of its attributes too', async () => {
    await page.evaluate(() => (document.documentElement.lang = 'es'));
    await until(page, "e.app.lang === 'es'");
  });
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
      string: await codeOf(e.sample('the')),
      unknown: await codeOf(e.sample({ length: 3 })),
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
    string: 'bad-argument',
    unknown: 'bad-argument',
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

test('another fragment of a frame is all that it goes by; what is of another site is named', async () => {
  const page = await course.site.newPage(null);
  const frame = `${course.site.url}embed.html#${SMALL}`;
  await page.goto(`${frame}&autostart=none&view=loss&readonly&src=https://b.example/a`);
  await until(page, "e?.state === 'idle'");
  assert.match(
    await withElement(page, (e) => e.viewState.notice.text),
    /ignored: src\.$/,
  );
  await page.evaluate((hash) => void (location.hash = hash), `${SMALL}&view=heads`);
  await until(page, "e.view === 'heads'");
  const left = await withElement(page, (e) => [e.readonly, e.autostart, e.src]);
  assert.deepEqual(left, [false, 'click', '']);
});

/** What an element shows, once it is begun. @param {any} where a page or a frame */
async function whatIsThere(where) {
  await until(where, 'e?.prepare');
  await withElement(where, (e) => e.prepare());
  await until(where, "s?.phase === 'idle'");
  return withElement(where, (e) => {
    const { session } = e;
    const { layer, head, line, sampler, place } = e.viewState;
    const views = [...e.shadowRoot.querySelectorAll('.app > *, .row-a > *')];
    const settings = { config: session.info.config, layer, head, line, sampler, place };
    const names = views.map(({ localName }) => localName);
    return {
      settings: { ...settings, lang: e.app.lang },
      views: names.filter((name) => name.startsWith('gf-')),
    };
  });
}

/** The part of the embed panel. @param {any} page @param {string} selector */
const panelPart = (page, selector) => page.locator(`gf-embed-panel ${selector}`);

/** Code of the embed panel, by its own button. @param {any} page in Spanish
 * @param {string} door @param {string} view */
async function copiedCode(page, door, view) {
  await panelPart(page, '#view').selectOption(view);
  await panelPart(page, '#door').selectOption(door);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await panelPart(page, '#copy').click();
  await until(page, "s.notice?.text === 'Código copiado.'");
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await panelPart(page, '#code').inputValue(), code);
  return code;
}

/** Where copied code is pasted, by door: what is there then. */
const PASTED = {
  async script(/** @type {string} */ code) {
    const tagged = await course.page(code, '');
    const words = tagged.getByText(/transformer aprende/);
    await words.first().waitFor();
    return tagged;
  },
  async frame(/** @type {string} */ code) {
    const framed = await course.page(code, '');
    await framed.locator('iframe').scrollIntoViewIfNeeded();
    return framed.frames()[1];
  },
  /** What a notebook does with it: Python's strings here are JSON's. */
  async notebook(/** @type {string} */ code) {
    const value = (/** @type {string} */ quoted) => JSON.parse(quoted);
    const [, module] = /_esm = (".*")\n/.exec(code) ?? [];
    const traits = [...code.matchAll(/(\w+) = traitlets\.Unicode\((".*")\)/g)].map(
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
    return notebook;
  },
};

test('code to copy brings what is on the screen into another page, by each door', async (t) => {
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
  await withElement(page, (e) => e.app.selection.openView('export'));
  await panelPart(page, 'summary').click();

  const ofPage = PAGE_ONLY.map((name) => `gf-${name}`);
  const lean = here.views.filter((/** @type {string} */ v) => !ofPage.includes(v));
  const ofHead = ['gf-run', 'gf-notice', 'gf-run-notes', 'gf-head', 'gf-status'];
  for (const [door, paste] of Object.entries(PASTED))
    for (const view of ['', 'head'])
      await t.test(`${door}: ${view || 'everything'}`, async () => {
        const place = await paste(await copiedCode(page, door, view));
        const all = door === 'frame' ? here.views : lean;
        assert.deepEqual(await whatIsThere(place), {
          settings: here.settings,
          views: view ? ofHead : all,
        });
      });

  await t.test('a view that only the frame has', async () => {
    assert.match(
      await copiedCode(page, 'frame', 'attention-timing'),
      /^<iframe src=".*&amp;view=attention-timing&amp;/,
    );
    assert.ok(await panelPart(page, '#door option[value=script]').isDisabled());
  });

  await t.test('a folder elsewhere, and an address that means nothing', async () => {
    await panelPart(page, '#folder').fill('https://other.example/files');
    assert.match(
      await panelPart(page, '#code').inputValue(),
      /"https:\/\/other\.example\/files\/embed/,
    );
    await panelPart(page, '#folder').fill('javascript:alert(1)');
    assert.equal(await panelPart(page, '#code').inputValue(), '');
    assert.ok(await panelPart(page, '#copy').isDisabled());
    assert.match(await panelPart(page, '#needs').innerText(), /Ninguna página/);
  });
});

const project = await serveFolder(ROOT);
after(() => project.close());

/** @param {string} name */
async function openExample(name) {
  const page = await course.site.newPage(null);
  await page.goto(`${project.url}examples/${name}.html`);
  return page;
}

const EXAMPLES = ['plain', 'view', 'csp', 'iframe', 'many', 'anywidget', 'classic'];

for (const name of EXAMPLES) {
  test(`examples/${name}.html works`, async () => {
    const page = await openExample(name);
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
      const traits = await page.evaluate(() => /** @type {any} */ (globalThis).traits);
      assert.equal(traits.state, 'paused');
      assert.ok(traits.progress.loss > 0);
    }
  });
}

test('examples/lms.html: a step of a lesson becomes a statement of xAPI', async () => {
  const page = await openExample('lms');
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
});

test('examples/index.html shows each of them, and a slide of its own', async () => {
  const page = await openExample('index');
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((e) => e.getAttribute('src')),
  );
  const inFrames = ['lms-lesson.html', 'index.html', 'offline.html'];
  const pages = readdirSync(`${ROOT}examples`).filter((name) => name.endsWith('.html'));
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
});

test('examples/offline.html leads to the page in one file', async () => {
  const page = await course.site.newPage(null);
  await page.goto(pathToFileURL(`${ROOT}examples/offline.html`).href);
  await page.getByRole('link').click();
  // With the model it brings along.
  await until(page, "e?.state === 'paused' && s.pretrained > 0");
});
