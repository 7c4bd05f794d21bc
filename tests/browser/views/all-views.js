// SPDX-License-Identifier: MIT
// The checks of every view, in any browser: what is on the screen is what the engine answers
// when it is asked again, and every view works by keyboard. One page and one trained model
// serve the checks of a file; after one that failed the next gets a page of its own.
//
//   node tests/browser/views/run.js attention loss --browser firefox
//
// runs those of some views.
import { after, before, describe, test } from 'node:test';
import { openTrained } from '../support/trained.js';
import { code } from './code.js';
import { compare } from './compare.js';
import { diagnostics } from './diagnostics/diagnostics.js';
import { interventions } from './diagnostics/interventions.js';
import { encoderForms } from './encoder-forms.js';
import { experiments } from './experiments.js';
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
import { stageReplay } from './stage/replay.js';
import { stageWhy } from './stage/why.js';
import { tabOrder } from './tab-order.js';
import { ablatedText, text } from './text.js';
import { weights } from './weights/embeddings.js';

/** Folders of web/views, or what spans them; each leaves the page as the next expects it. */
const CHECKS = /** @type {const} */ ([
  ['stage', stageLines],
  ['stage', stagePixels],
  ['stage', stagePictures],
  ['stage', stageReplay],
  ['stage', stageWhy],
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
  ['experiments', experiments],
  ['encoder-forms', encoderForms],
  ['stage', stageForms],
]);

/** @type {readonly string[]} */
export const NAMES = [...new Set(CHECKS.map(([name]) => name))];

/** @import { Browser, Site } from '../support/browsers.js' */
/** @import { Checks, Page } from '../support/page-queries.js' */

/**
 * @param {Browser} browser
 * @param {readonly string[]} [only] default: all
 */
export function testViews(browser, only = NAMES) {
  const asked = CHECKS.filter(([view]) => only.includes(view));
  testChecks(browser, Object.assign({}, ...asked.map(([, checks]) => checks)));
}

/** Some of all checks. @param {Browser} browser @param {readonly string[]} sentences */
export function testSome(browser, sentences) {
  /** @type {Checks} */
  const all = Object.assign({}, ...CHECKS.map(([, checks]) => checks));
  const unknown = sentences.filter((sentence) => !all[sentence]);
  if (unknown.length > 0) throw new Error(`no check “${unknown.join('”, “')}”`);
  testChecks(browser, Object.fromEntries(sentences.map((each) => [each, all[each]])));
}

/** @param {Browser} browser @param {Checks} checks */
function testChecks({ name, missing, open }, checks) {
  describe(name, { skip: missing }, () => {
    /** @type {Site} */ let site;
    /** @type {Page | null} */ let page = null;
    /** One that works as it should, with the model. */
    async function ready() {
      if (page) return page;
      const fresh = await site.newPage(null, {
        viewport: { width: 1200, height: 1000 },
        reducedMotion: 'reduce',
      });
      await openTrained(fresh);
      return (page = fresh);
    }
    before(async () => (site = await open()));
    after(() => site?.close());
    for (const [sentence, check] of Object.entries(checks)) {
      test(`${name}: ${sentence}`, async () => {
        const used = await ready();
        try {
          await check(used);
          used.assertQuiet();
        } catch (error) {
          page = null;
          await used.close();
          throw error;
        }
      });
    }
  });
}
