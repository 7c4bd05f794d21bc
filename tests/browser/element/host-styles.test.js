// SPDX-License-Identifier: MIT
// Pages whose own styles and keys reach for the element: places that ask how wide it is, scaled
// slides, themes, inherited text styles, slide decks that listen to every key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VIEWS } from '../../../web/views/registry.data.js';
import { READY, openCourse, until, withElement } from '../support/course-page.js';
import { inPage } from '../support/page-queries.js';

const course = await openCourse();
const STAGE = READY.replace('>', ' view="stage">');

/** @param {string} body @param {string} [css] */
const idle = (body, css = '') =>
  course.idle(body, `${course.script}<style>${css}</style>`);

test('it has a width where the content decides it, and never more than there is', async () => {
  const places = {
    flex: 'display: flex; align-items: start',
    float: 'display: flow-root',
    inline: '',
    cell: 'display: table-cell',
    dialog: '',
  };
  const page = await idle(
    Object.keys(places)
      .map((name) => `<div id="${name}">${name === 'flex' ? READY : STAGE}</div>`)
      .join(''),
    `${Object.entries(places)
      .map(([name, style]) => `#${name} { ${style} }`)
      .join('')}
    #float glass-former { float: inline-start }
    #inline glass-former { display: inline-block }`,
  );
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.append(document.querySelector('#dialog glass-former') ?? '');
    document.body.append(dialog);
    dialog.show();
  });
  for (const width of [1000, 360]) {
    await page.setViewportSize({ width, height: 700 });
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('glass-former')].map((e) => e.clientWidth),
    );
    for (const [k, name] of Object.keys(places).entries())
      assert.ok(
        widths[k] >= Math.min(600, width - 40) && widths[k] <= width,
        `${name} at ${width}: ${widths[k]} pixels`,
      );
  }
});

for (const [name, style] of [
  ['a transform', 'transform: scale(0.5); transform-origin: 0 0'],
  ['zoom', 'zoom: 0.5'],
]) {
  test(`under ${name} the pointer names the character below it`, async () => {
    const page = await idle(`<div style="${style}; width: 900px">${STAGE}</div>`);
    await until(page, 's.activations');
    const places = await inPage(page, ({ deep, steady }) =>
      steady(() => {
        const { layout, shadowRoot } = deep('gf-stage');
        const { x0, starts, textTop } = layout;
        const picture = shadowRoot.querySelector('.picture');
        const { left, top, width } = picture.getBoundingClientRect();
        const scale = width / picture.offsetWidth;
        return [3, 9].map((i) => ({
          i,
          x: left + scale * (x0 + (starts[i] + starts[i + 1]) / 2),
          y: top + scale * (textTop + 12),
        }));
      }),
    );
    for (const { i, x, y } of places) {
      await page.mouse.click(x, y);
      await until(page, `s.pin?.i === ${i}`);
    }
  });
}

test('auto follows the page: its color-scheme, the theme of its root, the reader’s system', async () => {
  const page = await idle(`<div id="around">${STAGE}</div>`);
  const wears = (/** @type {string} */ scheme, why = 'at first') =>
    until(page, `/* ${why} */ e.dataset.scheme === '${scheme}'`);
  /** @param {string} name @param {string} value */
  const setRoot = (name, value) =>
    page.evaluate(
      ([name, value]) => document.documentElement.setAttribute(name, value),
      [name, value],
    );
  await wears('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await wears('dark', 'as the system');
  await setRoot('data-theme', 'light');
  await wears('light', 'Docusaurus, Starlight');
  await setRoot('data-theme', '');
  await page.emulateMedia({ colorScheme: 'light' });
  await setRoot('class', 'dark');
  await wears('dark', 'VitePress, Tailwind');
  await setRoot('class', 'highlight');
  await wears('light', 'another word');
  await page.evaluate(() =>
    document.body.setAttribute('data-md-color-scheme', 'slate'),
  );
  await wears('dark', 'Material for MkDocs');
  await page.evaluate(() => {
    document.body.removeAttribute('data-md-color-scheme');
    document.documentElement.style.colorScheme = 'dark';
  });
  await wears('dark', 'the CSS property');
  await withElement(page, (e) => void (e.theme = 'light'));
  await wears('light', 'its own attribute');
});

test('what the page passes on does not change what the model writes', async () => {
  const page = await idle(
    STAGE.replace('view="stage"', 'view="samples"'),
    `body { text-transform: uppercase; letter-spacing: 5px; text-indent: 3em;
       white-space: nowrap; text-align: center; word-spacing: 1em }
     glass-former { font-size: 8px }`,
  );
  const wanted = {
    textTransform: 'none',
    letterSpacing: 'normal',
    textIndent: '0px',
    whiteSpace: 'normal',
    textAlign: 'start',
    wordSpacing: '0px',
  };
  const [size, style] = await withElement(
    page,
    (e, names) => {
      const own = getComputedStyle(e.shadowRoot.querySelector('gf-samples'));
      const seen = names.map((/** @type {any} */ name) => [name, own[name]]);
      return [getComputedStyle(e).fontSize, Object.fromEntries(seen)];
    },
    Object.keys(wanted),
  );
  assert.equal(size, '15px');
  assert.deepEqual(style, wanted);
});

test('keys that it takes do not turn a slide; those of the page go on', async () => {
  const page = await idle(STAGE);
  await page.evaluate(() => {
    /** @type {string[]} */ const keys = [];
    Object.assign(globalThis, { keys });
    document.addEventListener('keydown', ({ key }) => keys.push(key));
  });
  await until(page, 's.activations');
  await page.getByRole('slider').first().focus();
  for (const key of ['ArrowRight', ' ', 'h', 'Escape', 'Tab'])
    await page.keyboard.press(key);
  // A button does nothing with an arrow.
  await page.locator('gf-run #train').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('h');
  const keys = await page.evaluate(() => /** @type {any} */ (globalThis).keys);
  assert.deepEqual(keys, ['Escape', 'Tab', 'ArrowLeft']);
});

test('its bar stays below what the page keeps at the top, which lies above it', async () => {
  const page = await idle(
    `<header></header>${READY}<p style="height: 3000px">`,
    `header { position: sticky; top: 0; height: 60px; z-index: 1; background: #abc }
     glass-former { --gf-sticky-top: 60px }`,
  );
  await page.evaluate(() => scrollTo(0, 300));
  const seen = await withElement(page, (e) => {
    const bar = e.shadowRoot.querySelector('gf-run');
    const { top } = bar.getBoundingClientRect();
    e.style.setProperty('--gf-sticky-top', '0px');
    const above = document.elementFromPoint(400, 30)?.localName;
    return { top, above };
  });
  assert.deepEqual(seen, { top: 60, above: 'header' });
});

test('no text is below 12 px where the root of the page is small', async () => {
  const page = await idle(
    READY.replace('>', ' view="run samples">'),
    'html { font-size: 8px }',
  );
  const { n, least } = await inPage(page, ({ element, inside }) => {
    const isText = (/** @type {Node} */ node) =>
      node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
    /** @type {Element[]} */ const all = inside(element.shadowRoot);
    const sizes = all
      .filter((each) => !each.matches('style') && [...each.childNodes].some(isText))
      .map((each) => parseFloat(getComputedStyle(each).fontSize));
    return { n: sizes.length, least: Math.min(...sizes) };
  });
  assert.ok(n > 5 && least >= 12, `${n} texts, the least of ${least} px`);
});

test('names of the stage stand apart where the root of the page is large', async () => {
  const page = await idle(
    `<div style="inline-size: 900px">${STAGE}</div>`,
    'html { font-size: 24px }',
  );
  const over = await inPage(page, async ({ deep, until }) => {
    const { shadowRoot } = deep('gf-stage');
    await until('names', () => shadowRoot.querySelector('.label.strong'));
    const boxes = [...shadowRoot.querySelectorAll('.label')].map((label) => {
      const range = new Range();
      range.selectNodeContents(label);
      return { words: label.textContent.trim(), box: range.getBoundingClientRect() };
    });
    const meet = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
      a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
    return boxes.flatMap(({ words, box }, n) =>
      boxes
        .slice(0, n)
        .flatMap((other) => (meet(box, other.box) ? [[words, other.words]] : [])),
    );
  });
  assert.deepEqual(over, []);
});

test('its words keep their direction on a page that is written from the right', async () => {
  const words = READY.replace('>', ' view="run">');
  const page = await idle(`<main dir="rtl" lang="ar">${words}</main>`);
  const directions = await withElement(page, (host) => {
    const run = host.shadowRoot.querySelector('gf-run').shadowRoot;
    return [host, run.querySelector('.where')].map(
      (each) => getComputedStyle(each).direction,
    );
  });
  assert.deepEqual(directions, ['rtl', 'ltr']);
});

/** Whose picture takes the room there is; the others are text, and may scroll. */
const PICTURES = ['stage', 'loss', 'heads', 'head', 'embeddings'];

test('with `fit`, and nothing around it that has a height, it can be seen', async () => {
  const page = await idle(STAGE.replace('>', ' fit>'));
  const height = await withElement(page, (e) => e.offsetHeight);
  assert.equal(height, 160, '10 rem');
});

test('in a narrow box with `fit` no button is cut, and a head has the width', async () => {
  const page = await idle(
    `<div id="slide">${STAGE.replace('view="stage"', 'view="head" lang="de"').replace('>', ' fit>')}</div>`,
    '#slide { inline-size: 280px; block-size: 600px }',
  );
  await page.getByRole('button', { name: 'Neu beginnen' }).waitFor();
  await page.locator('gf-matrix gf-cells .raster').waitFor({ state: 'visible' });
  await withElement(page, (e) => e.step(1));
  await page.locator('gf-head .side').waitFor({ state: 'visible' });
  const { cut, right, picture, side } = await inPage(page, ({ deep }) => {
    const buttons = [...deep('gf-run').shadowRoot.querySelectorAll('button')];
    const raster = deep('gf-head gf-matrix gf-cells .raster');
    const box = raster.getBoundingClientRect();
    return {
      cut: buttons.filter((each) => each.scrollWidth > each.clientWidth).length,
      right: Math.max(...buttons.map((each) => each.getBoundingClientRect().right)),
      picture: [box.width, box.bottom],
      side: deep('gf-head .side').getBoundingClientRect().top,
    };
  });
  assert.deepEqual([cut, right <= 288], [0, true], `${cut} cut, to ${right}`);
  assert.ok(picture[0] > 140, `${picture[0]} px wide`);
  assert.ok(side >= picture[1], `the table begins at ${side}, above ${picture[1]}`);
});

test('in a box of 320 × 240 with `fit` views of a character show one, and nothing is cut or overlaps', async () => {
  for (const lang of ['en', 'de']) {
    const page = await idle(
      `<div id="slide">${STAGE.replace('>', ` fit lang="${lang}">`)}</div>`,
      '#slide { inline-size: 320px; block-size: 240px }',
    );
    await withElement(page, (e) => e.step(1));
    for (const view of ['lens', 'attribution', 'forward-pass', 'loss']) {
      await withElement(page, (e, view) => void (e.view = view), view);
      const drawn = view === 'loss' ? 'canvas' : ':is(table, .scroll, .card)';
      await page.locator(`gf-${view} ${drawn}`).first().waitFor();
    }
    assert.equal(await withElement(page, (e) => e.app.store.state.pin.j), null);
    // An earlier step has longer words, and a way back.
    await withElement(page, (e) => e.app.snapshots.go(0));
    await page.locator('gf-loss #return').waitFor();
    const { cut, overlap } = await inPage(page, ({ deep, steady }) =>
      steady(() => {
        const box = (/** @type {Element} */ each) => each.getBoundingClientRect();
        const bar = deep('gf-run').shadowRoot;
        const cut = [...bar.querySelectorAll('.where p > span')].filter((each) => {
          const [own, line] = [box(each), box(each.parentElement)];
          const isShown = own.width > 0 && own.top < line.bottom - 1;
          return isShown && (own.left < line.left - 1 || own.right > line.right + 1);
        });
        const of = (/** @type {string} */ selector) => [
          ...deep('gf-loss').shadowRoot.querySelectorAll(selector),
        ];
        const [keys] = of('.keys');
        const bottoms = (/** @type {Element[]} */ all) =>
          Math.max(...all.map((each) => box(each).bottom));
        return {
          cut: cut.map(({ textContent }) => textContent),
          overlap: [
            bottoms(of('.head > *')) > box(keys).top + 1,
            bottoms(of('.keys > *')) > box(of('.chart')[0]).top + 1,
          ],
        };
      }),
    );
    assert.deepEqual([cut, overlap], [[], [false, false]], lang);
  }
});

test('in a box of 600 × 400 a view with `fit` stays inside, and the pointer meets its cells', async () => {
  const page = await idle(
    `<div id="slide">${STAGE.replace('>', ' fit>')}</div>`,
    '#slide { inline-size: 600px; block-size: 400px }',
  );
  await until(page, 's.activations');
  await withElement(page, (e) => e.app.selection.select({ pin: { i: 9, j: 4 } }));
  const kinds = await page.evaluate(
    (names) => names.filter((name) => customElements.get(`gf-${name}`)),
    VIEWS.filter((name) => !['run', 'status', 'keys'].includes(name)),
  );
  assert.ok(kinds.length > 12, `${kinds}`);
  for (const view of kinds) {
    await withElement(page, (e, view) => void (e.view = view), view);
    await until(page, `e.shadowRoot.querySelector('gf-${view}')`);
    const isPicture = PICTURES.includes(view);
    if (isPicture)
      await page.locator(`gf-${view} canvas`).first().waitFor({ state: 'visible' });
    const seen = await inPage(page, inBox, view);
    const { outside, least, app, lowest, height } = seen;
    assert.deepEqual(outside, [], view);
    assert.deepEqual(app, [600, 400], view);
    assert.ok(least >= 12, `${view}: text of ${least} px`);
    assert.ok(height > 300, `${view}: ${height} px for it`);
    if (isPicture) assert.ok(lowest <= 400, `${view}: down to ${lowest}`);
  }
  // The smallest box, and a large slide: all of the stage's picture.
  await withElement(page, (e) => void (e.view = 'stage'));
  for (const [width, height] of [
    [320, 240],
    [480, 270],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width: width + 40, height: height + 40 });
    const size = `inline-size: ${width}px; block-size: ${height}px`;
    await page.evaluate((css) => {
      const slide = /** @type {HTMLElement} */ (document.querySelector('#slide'));
      slide.style.cssText = css;
    }, size);
    await until(page, `e.offsetHeight === ${height}`);
    const { outside, least, lowest, lines } = await inPage(page, inBox, 'stage');
    assert.deepEqual(outside, [], size);
    assert.ok(least >= 12, `${size}: text of ${least} px`);
    assert.ok(lines >= 20, `${size}: ${lines} px for the lines of a layer`);
    assert.ok(lowest <= height + 1, `${size}: down to ${lowest}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => document.querySelector('#slide')?.removeAttribute('style'));
  // The mouse gives the focus to no button: some decks would turn no slide.
  await page.locator('gf-run button').nth(1).click();
  await until(
    page,
    'e.session.steps === 1 && document.activeElement === document.body',
  );
  await withElement(page, (e) => void (e.view = 'head'));
  await until(page, "e.shadowRoot.querySelector('gf-head')");
  await page.locator('gf-matrix gf-cells .raster').waitFor({ state: 'visible' });
  const [x, y] = await inPage(page, ({ deep, steady }) =>
    steady(() => {
      const { cell, shadowRoot } = deep('gf-head gf-matrix gf-cells');
      const { left, top } = shadowRoot.querySelector('.raster').getBoundingClientRect();
      return [left + 3.5 * cell, top + 12.5 * cell];
    }),
  );
  await page.mouse.click(x, y);
  await until(page, 's.pin?.i === 12 && s.pin?.j === 3');
});

/** In the page: what of an element is where, in pixels from the corner of its box.
 * @param {any} x @param {string} view */
function inBox({ element: e, inside, steady }, view) {
  return steady(() => {
    const box = e.parentElement.getBoundingClientRect();
    const { width, height } = box;
    const at = (/** @type {Element} */ each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { left: left - box.left, top: top - box.top, right: right - box.left, bottom: bottom - box.top }; // oxfmt-ignore
    };
    const isIn = (/** @type {Element} */ each) => {
      const { left, top, right, bottom } = at(each);
      return (
        left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5
      );
    };
    const own = e.shadowRoot.querySelector(`gf-${view}`);
    const bar = e.shadowRoot.querySelector('gf-run').shadowRoot.querySelector('.bar');
    /** @type {HTMLElement[]} */ const all = inside(own.shadowRoot);
    const shown = all.filter((each) => each.checkVisibility?.() ?? each.offsetParent);
    const texts = shown.filter((each) =>
      [...each.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      ),
    );
    const canvases = shown.filter((each) => each.localName === 'canvas');
    // Not legends.
    const most = Math.max(...canvases.map((each) => each.clientHeight));
    const pictures = canvases.filter((each) => each.clientHeight > most / 2);
    const { offsetWidth, offsetHeight } = e;
    return {
      outside: [e, own, bar]
        .filter((each) => !isIn(each))
        .map((each) => each.localName),
      app: [offsetWidth, offsetHeight],
      lines: own.layout?.bands[0].bottom - own.layout?.bands[0].top,
      height: own.clientHeight,
      least: Math.min(
        ...texts.map((each) => parseFloat(getComputedStyle(each).fontSize)),
      ),
      lowest: Math.max(0, ...pictures.map((each) => at(each).bottom)),
    };
  });
}

test('in the document of a frame and back again it and its views have their styles', async () => {
  const page = await course.idle(`<iframe srcdoc=""></iframe>${READY}`);
  const bare = await withElement(page, async (e) => {
    const { contentDocument } = /** @type {any} */ (document.querySelector('iframe'));
    const { session } = e;
    /** @param {ParentNode} root @returns {string[]} elements without, or without shades */
    const unstyled = (root) =>
      [...root.querySelectorAll('*')].flatMap(({ localName, shadowRoot }) => {
        if (!shadowRoot) return [];
        const rules = shadowRoot.adoptedStyleSheets.flatMap((s) => [...s.cssRules]);
        const isStyled = rules.some(({ cssText }) =>
          cssText.includes(localName === 'gf-text' ? '.attention.s3' : ':host'),
        );
        return [...(isStyled ? [] : [localName]), ...unstyled(shadowRoot)];
      });
    const seen = [];
    for (const [view, body] of [
      ['text', contentDocument.body],
      ['text', document.body],
      ['loss text', contentDocument.body],
      ['loss text', document.body],
    ]) {
      body.append(e);
      e.view = view;
      await e.updateComplete;
      const text = e.shadowRoot.querySelector('gf-text');
      await text.updateComplete;
      seen.push(...unstyled(body));
    }
    if (e.session !== session) seen.push('another session');
    return seen;
  });
  assert.deepEqual(bare, []);
});
