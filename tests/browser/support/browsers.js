// SPDX-License-Identifier: MIT
// The browsers, opened the same way: what is tested in one of them can be in another.
import { NO_FIREFOX, openFirefoxSite } from './firefox.js';
import { openSite } from './harness.js';
import { NO_WEBKIT, openWebKitSite } from './webkit.js';

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
 * @property {(path: string | null, how?: How) => Promise<Page>} newPage
 * @property {() => Promise<void>} close
 */

/** Only Chromium can hold pictures still.
 * @typedef {{ viewport?: { width: number, height: number }, reducedMotion?: 'reduce' }} How */

/** @typedef {import('./page-queries.js').Page} Page */

/** @type {Browser} */
export const CHROMIUM = { name: 'Chromium', missing: false, open: openSite };
/** @type {Browser} */
export const FIREFOX = { name: 'Firefox', missing: NO_FIREFOX, open: openFirefoxSite };
/** @type {Browser} */
export const WEBKIT = { name: 'WebKit', missing: NO_WEBKIT, open: openWebKitSite };
