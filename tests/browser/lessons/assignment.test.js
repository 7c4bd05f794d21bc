// SPDX-License-Identifier: MIT
// An assignment worked through in the page: the ID, the files that are saved, and a model changed
// on the way. tests/web/assignments/ has what goes wrong without a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../../web/assignments/en.js';
import { ANSWER, assignment, work } from '../engines/assignment.js';
import { checkWithAxe } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { focused } from '../support/page-queries.js';
import { isAtModel } from './panel.js';

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
  await page.waitForFunction(isAtModel);
});

test('a head switched off while it trains, and the model is another', async () => {
  const page = await site.newPage(null);
  await page.route('**/slow.json', (route) =>
    route.fulfill({ json: { ...ANSWER, name: 'slow', steps: 200_000 } }),
  );
  await page.goto('index.html?assign=slow.json&who=bo&lang=en');
  const panel = page.locator('glass-assignment');
  await panel.getByRole('spinbutton').fill('2');
  await panel.getByRole('spinbutton').blur();
  await panel.locator('#train').click();
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

test('a key leads from the last answer to the button that it enables', async () => {
  const page = await site.newPage(null);
  await page.goto('index.html?assign=answer&who=bo&lang=en');
  const field = page.locator('glass-assignment').getByRole('spinbutton');
  await field.focus();
  // What is 0.1 for a moment is not rewritten so.
  await page.keyboard.type('1e-10');
  assert.equal(await field.inputValue(), '1e-10');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1.25');
  assert.equal(await field.inputValue(), '1.25');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'glass-assignment #train');
});

test('a link that names no assignment says so', async () => {
  const page = await site.newPage('index.html?assign=&lang=en');
  const alert = page.locator('glass-assignment').getByRole('alert');
  assert.equal(await alert.innerText(), en.problems.unnamed({}));
});

for (const [what, check] of Object.entries(assignment)) test(what, () => check(site));
