// SPDX-License-Identifier: MIT
// A small trained model on the page, and reading what its views have drawn.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { level, pixelTable } from '../../web/draw/palette.js';

/** @typedef {Awaited<ReturnType<typeof import('./harness.js').openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/** Not equal in any two dimensions. */
export const SMALL =
  'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=16&max_steps=600';
export const STEPS = 120;

/** In the page: three stops, so that there is a course. @param {number} steps */
export async function train(steps) {
  const { app } = /** @type {any} */ (document.querySelector('glass-former'));
  await app.ready;
  const { session } = app.store.state;
  for (const until of [steps / 4, steps / 2, steps]) await session.run({ until });
  const end = Date.now() + 60_000;
  while (app.store.state.look?.step !== steps) {
    if (Date.now() > end) throw new Error('the line is not looked at');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** What every function that runs in the page begins with. */
const PRELUDE = `
  const element = document.querySelector('glass-former');
  const { app } = element;
  const deep = (path) => path.split(' ').reduce((root, name) =>
    root && (root.shadowRoot ?? root).querySelector(name), element);
  const pixels = (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return { width, height, ratio: devicePixelRatio,
      data: Array.from(new Uint32Array(data.buffer)) };
  };
  const rows = (table) => [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.replace(/\\s+/g, ' ').trim()));
  const tensor = async (...names) => {
    const { tensors } = await app.store.state.session.inspect(
      { text: app.store.state.line, attention: false, logits: false, tensors: names });
    return names.map((name) => Array.from(tensors[name].data));
  };
  const until = async (what, ask) => {
    const end = Date.now() + 15000;
    while (!ask()) {
      if (Date.now() > end) throw new Error('still not: ' + what);
      await new Promise((done) => setTimeout(done, 30));
    }
    await new Promise((done) => setTimeout(done, 60));
  };
`;

/**
 * Runs in the page with the names of the prelude. Passed as text: the page's policy
 * forbids eval, the debugger's does not.
 * @param {Page} page
 * @param {(x: any, argument: any) => any} work
 * @param {unknown} [argument]
 * @returns {Promise<any>}
 */
export const inPage = (page, work, argument) =>
  page.evaluate(
    `(async () => { ${PRELUDE} return (${work})({ element, app, deep, pixels, rows, tensor,
      until, state: app.store.state, session: app.store.state.session },
      ${JSON.stringify(argument ?? null)}); })()`,
  );

/** Two decimals with a sign, as the page writes them. */
export const signed = (/** @type {number} */ x) =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(x);

/** The colour that cells of a table have on the page. @param {number} x @param {number} most */
export const shade = (x, most) =>
  pixelTable('diverging', 'light')[level((x / most + 1) / 2)];

/** The middle pixel of every cell. @param {any} picture @param {number} n @param {number} m */
export function cellColours({ width, height, data }, n, m) {
  const [down, across] = [height / n, width / m];
  return Array.from({ length: n * m }, (_, k) => {
    const y = Math.floor((Math.floor(k / m) + 0.5) * down);
    return data[y * width + Math.floor(((k % m) + 0.5) * across)];
  });
}

/** @param {number} a @param {number} b pixels */
export function distance(a, b) {
  return [0, 8, 16].reduce(
    (sum, shift) => sum + Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)),
    0,
  );
}

/**
 * @param {Site} site
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
export async function openTrained(site, context = {}) {
  const viewport = { width: 1200, height: 1000 };
  const page = await site.newPage(null, { viewport, ...context });
  await page.goto(`index.html#v=1&${SMALL}`);
  await page.evaluate(train, STEPS);
  return page;
}

/** Fails with what axe objects to. The page must bypass its policy. @param {Page} page @param {string} where */
export async function checkWithAxe(page, where) {
  const url = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);
  await page.addScriptTag({ content: await readFile(url, 'utf8') });
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run();
    return violations.map(
      (/** @type {any} */ v) =>
        `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).join('; ')}`,
    );
  });
  assert.deepEqual(violations, [], where);
}
