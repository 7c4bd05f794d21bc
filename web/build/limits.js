// SPDX-License-Identifier: MIT
// How large what people load may be, compressed with brotli.

/** What the page loads before anything is seen. */
export const FIRST_VISIT = 'scripts of a first visit';

/** Bytes. @type {Record<string, number>} */
export const LIMITS = {
  'dist/glassformer.js': 285 * 1024,
  'dist/lessons.js': 35 * 1024,
  [FIRST_VISIT]: 275 * 1024,
};
