// SPDX-License-Identifier: MIT
// Nothing overlaps, and what the reader looks at stays where it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';
import { openTrained } from '../support/trained.js';

const site = await openTestSite();

test('layout: the sticky bar leaves most of a phone to the page', async () => {
  const page = await site.newPage('index.html', {
    viewport: { width: 360, height: 640 },
    locale: 'es-ES',
    hasTouch: true,
  });
  const seen = await inPage(page, async ({ app, deep, settled }) => {
    await app.ready;
    await settled();
    deep('gf-head').scrollIntoView();
    await settled();
    const box = (/** @type {string} */ path) => deep(path).getBoundingClientRect();
    return {
      bar: box('gf-run .bar').toJSON(),
      train: box('gf-run #train').toJSON(),
      note: box('gf-run gf-pretrained-note').toJSON(),
    };
  });
  assert.equal(seen.bar.top, 0, 'the bar is in sight');
  assert.ok(seen.train.top >= 0 && seen.train.bottom <= 640, 'and so is its button');
  assert.ok(seen.bar.height < 0.4 * 640, `${seen.bar.height} pixels high`);
  assert.ok(seen.note.bottom < 0, 'what is only told has gone up with the page');
});

test('layout: the summaries of text and model fit in every language and width', async () => {
  for (const locale of ['en-GB', 'es-ES']) {
    const page = await site.newPage('index.html', { locale });
    await inPage(page, ({ app }) => app.ready);
    for (const width of [320, 480, 640, 768, 900, 1024, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await inPage(page, async ({ settled, view }) => {
        await settled();
        return [...view('gf-setup').querySelectorAll('.summary')].map((summary) => {
          const box = (/** @type {string} */ part) =>
            summary.querySelector(part).getBoundingClientRect();
          const [name, facts, buttons] = ['.name', '.facts', '.buttons'].map(box);
          const over = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
            a.left < b.right &&
            b.left < a.right &&
            a.top < b.bottom &&
            b.top < a.bottom;
          return {
            lines: facts.height / parseFloat(getComputedStyle(summary).lineHeight),
            over: over(name, buttons) || over(facts, buttons) || over(facts, name),
          };
        });
      });
      for (const each of lines) {
        assert.ok(!each.over, `${locale}, ${width}: one over the other`);
        assert.ok(each.lines < 3.5, `${locale}, ${width}: ${each.lines} lines`);
      }
    }
    await page.context().close();
  }
});

test('layout: a pin moves nothing above what it opens; measured speed replaces the estimate', async () => {
  const page = await site.newPage(null, { viewport: { width: 1200, height: 900 } });
  await openTrained(
    page,
    'n_layer=2&n_head=2&n_embd=48&block_size=64&max_steps=600',
    8,
  );
  const seen = await inPage(
    page,
    async ({ app, deep, element, settled, show, until }) => {
      const top = () => deep('gf-head').offsetTop;
      await show('gf-heads gf-row-of-heads');
      await until(
        'cells',
        () =>
          deep('gf-row-of-heads gf-cells .raster')?.width > 0 ||
          deep('gf-heads gf-row-of-heads gf-cells .raster')?.width > 0,
      );
      const tops = [top()];
      for (const i of [3, 20, element.viewState.activations.n - 1]) {
        app.selection.select({ pin: { i, j: null } });
        await settled();
        tops.push(top());
      }
      const { session } = element;
      const { progress } = element.viewState;
      const words = deep('gf-setup #time').textContent;
      return {
        tops,
        words,
        ms: progress.msPerStep,
        steps: session.info.config.max_steps,
      };
    },
  );
  for (const top of seen.tops)
    assert.ok(Math.abs(top - seen.tops[0]) <= 20, `${seen.tops}`);
  const seconds = (seen.ms * seen.steps) / 1000;
  const said =
    seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
  assert.ok(seen.words.includes(`about ${said} `), `${seen.words}; ${said}`);
});

test('layout: only views that change are painted again, not those that move', async () => {
  const page = await site.newPage('index.html', {
    viewport: { width: 1200, height: 900 },
  });
  await inPage(page, async ({ answered, app, element, settled, show }) => {
    await app.ready;
    app.selection.select({ pin: { i: 3, j: null } });
    await settled();
    await show('gf-lens');
    await answered('lens', element.viewState.line);
    scrollTo(0, 0);
  });
  /** Blocks painted when one gets another height. @param {string} name */
  const paintedAfter = async (name) => {
    await site.browser.startTracing(page, { categories: ['devtools.timeline'] });
    await inPage(
      page,
      async ({ settled, view }, name) => {
        const pane = view(name).querySelector('.pane');
        pane.style.paddingBottom = '60px';
        await settled();
        await settled();
      },
      name,
    );
    const { traceEvents } = JSON.parse((await site.browser.stopTracing()).toString());
    return new Set(
      traceEvents
        .filter((/** @type {any} */ event) => event.name === 'Paint')
        .map((/** @type {any} */ event) => event.args.data.nodeName),
    );
  };
  const above = await paintedAfter('gf-text');
  assert.ok(above.has('GF-TEXT'), `${[...above]}`);
  assert.ok(!above.has('GF-LENS') && !above.has('GF-HEADS'), `${[...above]}`);
  assert.ok((await paintedAfter('gf-lens')).has('GF-LENS'));
});
