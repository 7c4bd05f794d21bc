// SPDX-License-Identifier: MIT
// Checks that open pages of their own, in any browser.
import { after, before, describe, test } from 'node:test';

/** @import { Browser, Site } from '../support/browsers.js' */

/** By sentence. @typedef {Record<string, (site: Site) => Promise<void>>} SiteChecks */

/** @param {Browser} browser @param {SiteChecks} checks */
export function testSite({ name, missing: skip, open }, checks) {
  describe(name, { skip }, () => {
    /** @type {Site} */ let site;
    before(async () => (site = await open()));
    after(() => site?.close());
    for (const [sentence, check] of Object.entries(checks))
      test(`${name}: ${sentence}`, () => check(site));
  });
}
