// SPDX-License-Identifier: MIT
// The checks of every view, in either browser: what is on the screen is what the engine answers
// when it is asked again, and every view works by keyboard. One page and one trained model
// serve all checks of a browser.
//
//   node tests/browser/views/run.js attention loss --browser firefox
//
// runs those of some views; so does VIEWS=attention,loss with node --test.
import { after, before, describe, test } from 'node:test';
import { openTrained } from '../support/trained.js';
import { code } from './code.js';
import { compare } from './compare.js';
import { diagnostics } from './diagnostics/diagnostics.js';
import { interventions } from './diagnostics/interventions.js';
import { encoderForms } from './encoder-forms.js';
import { forwardPass } from './forward-pass/forward-pass.js';
import { tinyModel } from './forward-pass/tiny-model.js';
import { head } from './attention/head.js';
import { heads } from './attention/heads.js';
import { timing } from './attention/timing.js';
import { logits } from './logits.js';
import { loss } from './loss/loss.js';
import { scrubber } from './loss/scrubber.js';
import { print } from './print.js';
import { samples } from './samples.js';
import { snapshots } from './snapshots.js';
import { stage } from './stage.js';
import { stageForms } from './stage/forms.js';
import { stageLines } from './stage/lines.js';
import { stagePictures } from './stage/pictures.js';
import { stagePixels } from './stage/pixels.js';
import { tabOrder } from './tab-order.js';
import { ablatedText, text } from './text.js';
import { weights } from './weights/embeddings.js';

/** Folders of web/views, or what spans them; each leaves the page as the next expects it. */
const CHECKS = /** @type {const} */ ([
  ['stage', stageLines],
  ['stage', stagePixels],
  ['stage', stagePictures],
  ['text', text],
  ['loss', loss],
  ['loss', scrubber],
  ['attention', heads],
  ['attention', head],
  ['print', print],
  ['text', ablatedText],
  ['attention', timing],
  ['logits', logits],
  ['forward-pass', forwardPass],
  ['forward-pass', tinyModel],
  ['code', code],
  ['weights', weights],
  ['samples', samples],
  ['diagnostics', diagnostics],
  ['diagnostics', interventions],
  ['stage', stage],
  ['tab-order', tabOrder],
  ['snapshots', snapshots],
  ['compare', compare],
  ['encoder-forms', encoderForms],
  ['stage', stageForms],
]);

/** @type {readonly string[]} */
export const NAMES = [...new Set(CHECKS.map(([name]) => name))];

/** @typedef {import('../support/browsers.js').Browser} Browser */

/**
 * @param {Browser} browser
 * @param {readonly string[]} [only] default: all
 */
export function testViews(browser, only = process.env.VIEWS?.split(',') ?? NAMES) {
  const asked = CHECKS.filter(([view]) => only.includes(view));
  testChecks(
    browser,
    asked.map(([, checks]) => checks),
  );
}

/** @param {Browser} browser @param {import('../support/page-queries.js').Checks[]} list */
export function testChecks({ name, missing, open }, list) {
  describe(name, { skip: missing }, () => {
    /** @type {import('../support/browsers.js').Site} */ let site;
    /** @type {import('../support/page-queries.js').Page} */ let page;
    before(async () => {
      site = await open();
      page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });
      await openTrained(page);
    });
    after(() => site?.close());
    for (const checks of list) {
      for (const [sentence, check] of Object.entries(checks)) {
        test(`${name}: ${sentence}`, () => check(page));
      }
    }
    test(`${name}: no view reported a problem`, () => page.assertQuiet());
  });
}
