// SPDX-License-Identifier: MIT
// An assignment worked through in the page of any browser; what is handed in is what Node makes
// of it, in every byte, and is marked by the program.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '../../../wasm/index.js';
import { carryOut, completed, recipeOf } from '../../../web/assignments/assignment.js';
import es from '../../../web/i18n/es/assignments.js';
import { handInOf, textOf as fileOf } from '../../../web/assignments/hand-in.js';
import { run } from '../../../web/command/command.js';
import { until } from '../support/page-queries.js';

/** @import { Page } from '../support/browsers.js' */

export const ANSWER = JSON.parse(
  readFileSync(
    new URL('../../../web/assignments/built-in/answer.json', import.meta.url),
    'utf8',
  ),
);
const SAID = {
  'how-many': 1,
  'below-chance': 0,
  why: 'It has seen both of them; a third it would get wrong.',
};

/** Runs in the page with the panel's root. Passed as text: the page's policy forbids eval.
 * @param {Page} page @param {(root: ShadowRoot, argument: any) => any} work
 * @param {unknown} [argument] */
const inPanel = (page, work, argument) =>
  page.evaluate(
    `(${work})(document.querySelector('glass-assignment')?.shadowRoot, ` +
      `${JSON.stringify(argument ?? null)})`,
  );

/** @param {Page} page @param {string} selector */
const present = (page, selector) =>
  until(
    page,
    `document.querySelector('glass-assignment')?.shadowRoot?.querySelector(` +
      `${JSON.stringify(selector)})`,
  );

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
export async function work(page) {
  await present(page, '[data-question="how-many"]');
  const mayTrain = () =>
    inPanel(page, (root) => !root.querySelector('button#train:disabled'));
  assert.equal(await mayTrain(), false, 'a prediction comes first');
  await say(page, 'how-many', SAID['how-many']);
  await click(page, '#train');
  await present(page, '#measures');
  assert.ok(
    await inPanel(page, (root) =>
      Boolean(root.querySelector('[data-question="how-many"] input:disabled')),
    ),
    'predictions stay',
  );
  await say(page, 'below-chance', SAID['below-chance']);
  await say(page, 'why', SAID.why);
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

/** The file of a learner who says the same, made here. @param {string} who */
async function madeHere(who) {
  const assignment = completed(ANSWER);
  const { text, settings } = await recipeOf(assignment, who);
  const session = await createSession({
    text: text.text,
    config: settings,
    mode: 'main',
  });
  const outcome = await carryOut(session, assignment).finally(() => session.close());
  assert.ok(outcome);
  return fileOf(await handInOf(assignment, who, SAID, outcome));
}

/** The rows of what the program says of files. @param {string[]} texts */
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

/** @type {import('./checks.js').SiteChecks} */
export const assignment = {
  'an assignment from the link to the file': async (site) => {
    const page = await site.newPage('index.html?assign=answer&who=Zo%C3%AB&lang=en');
    const file = await work(page);
    const { who, predictions, steps } = JSON.parse(file);
    assert.deepEqual(
      { who, predictions, steps },
      { who: 'Zoë', predictions: { 'how-many': 1 }, steps: 60 },
    );
    assert.equal(file, await madeHere('Zoë'), 'the same in every byte');
    const [row] = await graded([file]);
    assert.match(row, /^Zoë,.*,as trained,2,1,2,/);
    // Answers outlive a reload; the numbers say that they are from before.
    await page.goto('index.html?assign=answer&who=Zo%C3%AB&lang=es');
    await present(page, '#measures');
    assert.ok((await textOf(page, '.body')).includes(es.gone));
    page.assertQuiet();
    await page.close();
  },
};
