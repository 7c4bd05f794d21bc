// SPDX-License-Identifier: MIT
// Both browsers, opened the same way: what is tested in one of them can be in the other.
import { NO_FIREFOX, openFirefoxSite } from './firefox.js';
import { openSite } from './harness.js';

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {string | false} missing why there is none; Chromium there has to be
 * @property {(options?: { folder?: string }) => Promise<Site>} open serves build/web,
 *   or another folder
 */

/**
 * @typedef {object} Site
 * @property {string} url
 * @property {(path: string | null, how?: { viewport: { width: number, height: number } }) => Promise<Page>} newPage
 * @property {() => Promise<void>} close
 */

/** @typedef {import('./page-queries.js').Page} Page */

/** @type {Browser} */
export const CHROMIUM = { name: 'Chromium', missing: false, open: openSite };
/** @type {Browser} */
export const FIREFOX = { name: 'Firefox', missing: NO_FIREFOX, open: openFirefoxSite };

export const BROWSERS = [CHROMIUM, FIREFOX];
