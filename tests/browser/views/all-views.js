// SPDX-License-Identifier: MIT
// Every view, in whichever browser is asked for: what stands on the screen is what the
// engine says when it is asked again, and each can be worked by keyboard. One page and one
// trained model serve all views of a browser; the checks stand in views/.
import { after, before, describe, test } from 'node:test';
import { openTrained } from '../support/trained.js';
import { character } from './forward-pass.js';
import { experiments } from './experiments.js';
import { forms } from './encoder-forms.js';
import { head } from './head.js';
import { heads } from './heads.js';
import { hood } from './diagnostics.js';
import { ladder } from './samples.js';
import { letters } from './embeddings.js';
import { loss } from './loss.js';
import { paper } from './paper.js';
import { runs } from './runs.js';
import { strip, without } from './text.js';
import { tabbing } from './tabbing.js';
import { tiny } from './tiny-model.js';
import { ways } from './attention-timing.js';

/** In an order in which one leaves the page as the next may find it. */
const CHECKS = [
  strip, loss, heads, head, paper, without, ways, character, tiny, letters, ladder, hood, experiments, tabbing,
  runs, forms,
].flat(); // prettier-ignore

/** @param {import('../support/browsers.js').Browser} browser */
export function testViews({ name, missing, open }) {
  describe(name, { skip: missing }, () => {
    /** @type {import('../support/browsers.js').Site} */ let site;
    /** @type {import('../support/page-queries.js').Page} */ let page;
    before(async () => {
      site = await open();
      page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });
      await openTrained(page);
    });
    after(() => site?.close());
    for (const [sentence, check] of CHECKS) {
      test(`${name}: ${sentence}`, () => check(page));
    }
    test(`${name}: no view had anything to complain of`, () => page.assertQuiet());
  });
}
