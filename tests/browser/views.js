// SPDX-License-Identifier: MIT
// Every view, in whichever browser is asked for: what stands on the screen is what the
// engine says when it is asked again, and each can be worked by keyboard. One page and one
// trained model serve all views of a browser; the checks stand in views/.
import { after, before, describe, test } from 'node:test';
import { openTrained } from './trained.js';
import { character } from './views/character.js';
import { experiments } from './views/experiments.js';
import { forms } from './views/forms.js';
import { head } from './views/head.js';
import { heads } from './views/heads.js';
import { hood } from './views/hood.js';
import { ladder } from './views/ladder.js';
import { letters } from './views/letters.js';
import { loss } from './views/loss.js';
import { paper } from './views/paper.js';
import { runs } from './views/runs.js';
import { strip, without } from './views/strip.js';
import { tabbing } from './views/tabbing.js';
import { tiny } from './views/tiny.js';
import { ways } from './views/ways.js';

/** In an order in which one leaves the page as the next may find it. */
const CHECKS = [
  strip, loss, heads, head, paper, without, ways, character, tiny, letters, ladder, hood, experiments, tabbing,
  runs, forms,
].flat(); // prettier-ignore

/** @param {import('./browsers.js').Browser} browser */
export function testViews({ name, missing, open }) {
  describe(name, { skip: missing }, () => {
    /** @type {import('./browsers.js').Site} */ let site;
    /** @type {import('./asking.js').Page} */ let page;
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
