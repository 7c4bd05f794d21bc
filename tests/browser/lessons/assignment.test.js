// SPDX-License-Identifier: MIT
// An assignment worked through in the page, in both browsers; what is handed in is marked by
// the program. Assignments that cannot be opened say why.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import en from '../../../web/assignments/en.js';
import es from '../../../web/assignments/es.js';
import { run } from '../../../web/command/command.js';
import { checkWithAxe } from '../support/axe.js';
import { BROWSERS } from '../support/browsers.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

const POLL_MS = 50;
const LIMIT_MS = 40_000;

const ANSWER = JSON.parse(
  readFileSync(
    new URL('../../../web/assignments/built-in/answer.json', import.meta.url),
    'utf8',
  ),
);

/** Runs in the page with the panel's root. Passed as text: the page's policy forbids eval.
 * @param {Page} page @param {(root: ShadowRoot, argument: any) => any} work
 * @param {unknown} [argument] */
const inPanel = (page, work, argument) =>
  page.evaluate(
    `(${work})(document.querySelector('glass-assignment')?.shadowRoot, ` +
      `${JSON.stringify(argument ?? null)})`,
  );

/** @param {Page} page @param {string} selector */
async function present(page, selector) {
  const end = Date.now() + LIMIT_MS;
  while (
    !(await inPanel(page, (root, s) => Boolean(root?.querySelector(s)), selector))
  ) {
    assert.ok(Date.now() < end, `no ${selector}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** @param {Page} page @param {string} selector */
async function click(page, selector) {
  await present(page, `${selector}:not(:disabled)`);
  await inPanel(
    page,
    (root, s) => /** @type {HTMLElement} */ (root.querySelector(s)).click(),
    selector,
  );
}

/** Answers a question as typing and choosing do. @param {Page} page @param {string} id
 * @param {string | number} answer text, or the number of an option */
const say = (page, id, answer) =>
  inPanel(
    page,
    (root, [id, answer]) => {
      const question = root.querySelector(`[data-question="${id}"]`);
      const options = question?.querySelectorAll('input[type=radio]');
      if (options?.length) return /** @type {HTMLElement} */ (options[answer]).click();
      const field = /** @type {any} */ (question?.querySelector('input, textarea'));
      field.value = String(answer);
      field.dispatchEvent(new Event('change'));
    },
    [id, answer],
  );

/** @param {Page} page @param {string} selector @returns {Promise<string>} */
const textOf = (page, selector) =>
  inPanel(page, (root, s) => root.querySelector(s)?.textContent ?? '', selector);

/** To the end of the assignment; the file that would be saved. @param {Page} page */
async function work(page) {
  await present(page, '[data-question="how-many"]');
  const mayTrain = () =>
    inPanel(page, (root) => !root.querySelector('button#train:disabled'));
  assert.equal(await mayTrain(), false, 'a prediction comes first');
  await say(page, 'how-many', 1);
  await click(page, '#train');
  await present(page, '#measures');
  assert.ok(
    await inPanel(page, (root) =>
      Boolean(root.querySelector('[data-question="how-many"] input:disabled')),
    ),
    'predictions stay',
  );
  await say(page, 'below-chance', 0);
  await say(page, 'why', 'It has seen both of them; a third it would get wrong.');
  await click(page, '#hand-in');
  await present(page, '#save');
  assert.ok(
    await inPanel(page, (root) =>
      Boolean(root.querySelector('[data-question="why"] textarea:disabled')),
    ),
    'answers stay once the measures have been shown',
  );
  return textOf(page, '#file');
}

/** What the program says of files. @param {string[]} texts */
async function graded(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-hand-in-'));
  try {
    texts.forEach((text, n) => writeFileSync(join(folder, `${n}.json`), text));
    let out = '';
    let err = '';
    const streams = {
      out: (/** @type {string} */ text) => (out += text),
      err: (/** @type {string} */ text) => (err += text),
    };
    const code = await run(['grade', folder], { answer: ANSWER }, streams);
    assert.equal(code, 0, err);
    return out.trim().split('\n').slice(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @type {string[]} */
const handedIn = [];

for (const { name, missing, open } of BROWSERS) {
  test(
    `${name}: an assignment from the link to the file`,
    { skip: missing },
    async () => {
      const site = await open();
      try {
        const page = await site.newPage(
          'index.html?assign=answer&who=Zo%C3%AB&lang=en',
        );
        handedIn.push(await work(page));
        const { who, predictions, steps } = JSON.parse(handedIn.at(-1) ?? '');
        assert.deepEqual(
          { who, predictions, steps },
          {
            who: 'Zoë',
            predictions: { 'how-many': 1 },
            steps: 60,
          },
        );
        // Answers outlive a reload; the numbers say that they are from before.
        await page.goto('index.html?assign=answer&who=Zo%C3%AB&lang=es');
        await present(page, '#measures');
        assert.ok((await textOf(page, '.body')).includes(es.gone));
        page.assertQuiet();
      } finally {
        await site.close();
      }
    },
  );
}

test('what the pages hand in is the same in every byte, and passes', async () => {
  for (const file of handedIn) assert.equal(file, handedIn[0]);
  for (const row of await graded(handedIn))
    assert.match(row, /^Zoë,.*,as trained,2,1,2,/);
});

const site = await openTestSite();

test('the page asks for an ID, saves the file and the report, and leaves', async () => {
  const page = await site.newPage('index.html?assign=answer&lang=en', {
    viewport: { width: 390, height: 844 },
  });
  const panel = page.locator('glass-assignment');
  await panel.getByLabel(en.who).fill('  ana ');
  await panel.getByRole('button', { name: en.use }).click();
  assert.match(await panel.locator('#seed').innerText(), /^ana, seed \d+$/);
  const shown = await work(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: en.save }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'answer-ana.json');
  assert.equal(readFileSync(await file.path(), 'utf8'), shown);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: en.report }).click(),
  ]);
  const html = readFileSync(await report.path(), 'utf8');
  assert.match(html, /a third it would get wrong/);
  assert.doesNotMatch(html, /<script|javascript:/);
  await checkWithAxe(page, 'assignment on a phone');
  await panel.getByRole('button', { name: en.close, exact: true }).click();
  await page.locator('glass-assignment').waitFor({ state: 'detached' });
  assert.ok(!page.url().includes('assign'));
});

test('a lesson, as far as it was done, is a page to print', async () => {
  const page = await site.newPage('index.html?lesson=bigram&lang=es');
  const panel = page.locator('glass-lessons');
  await panel.locator('#do').click();
  const outcome = (await panel.locator('#outcome').innerText()).trim();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.locator('#report').click(),
  ]);
  assert.equal(file.suggestedFilename(), 'glassformer-bigram.html');
  const html = readFileSync(await file.path(), 'utf8');
  assert.ok(html.includes(outcome), outcome);
  assert.match(html, /^<!doctype html>\n<html lang="es">/);
  assert.doesNotMatch(html, /<script|undefined/);
});

test('a head switched off while it trains, and the model is another', async () => {
  const page = await site.newPage(null);
  await page.route('**/slow.json', (route) =>
    route.fulfill({ json: { ...ANSWER, name: 'slow', steps: 200_000 } }),
  );
  await page.goto('index.html?assign=slow.json&who=bo&lang=en');
  const panel = page.locator('glass-assignment');
  await present(page, '[data-question="how-many"]');
  await say(page, 'how-many', 2);
  await click(page, '#train');
  const queries = `document.querySelector('glass-former').app.queries`;
  await page.waitForFunction(() => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    return element.session?.steps > 10;
  });
  await page.evaluate(`${queries}.toggleHead(0, 0, false)`);
  await page.evaluate(`document.querySelector('glass-former').pause()`);
  await panel.getByRole('alert').waitFor();
  assert.equal(await panel.getByRole('alert').innerText(), en.problems.headsOff({}));
});

const WRONG =
  /** @type {Record<string, { assign: string, body?: string, says: string }>} */ ({
    'a name that means nothing': {
      assign: 'cirkuit',
      says: en.problems.notFound({ name: 'cirkuit' }),
    },
    'an address of another site': {
      assign: 'https://other.example/a.json',
      says: en.problems.noNetwork({ name: 'https://other.example/a.json' }),
    },
    'a file that is not JSON': {
      assign: 'x.json',
      body: '{',
      says: 'The assignment is not JSON',
    },
    'a file with a mistake': {
      assign: 'x.json',
      body: JSON.stringify({ ...ANSWER, steps: 'many' }),
      says: en.problems.wrong({ where: 'steps' }),
    },
  });

for (const [what, { assign, body, says }] of Object.entries(WRONG)) {
  test(`${what} is told in one sentence`, async () => {
    const page = await site.newPage(null);
    if (body) await page.route('**/x.json', (route) => route.fulfill({ body }));
    await page.goto(`index.html?assign=${encodeURIComponent(assign)}&lang=en`);
    const alert = page.locator('glass-assignment').getByRole('alert');
    await alert.waitFor();
    assert.ok((await alert.innerText()).startsWith(says));
    // The browser's own report of what its policy refused.
    if (assign.startsWith('https')) page.errors.length = 0;
  });
}
