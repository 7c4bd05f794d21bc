// SPDX-License-Identifier: MIT
// The views by the names that hosts know them by.

/** What `view` and `hide` name, in reading order. */
export const PARTS = /** @type {const} */ ([
  'run', 'time', 'presets', 'setup', 'strip', 'loss', 'heads', 'ladder', 'head',
  'walk', 'lens', 'said', 'letters', 'write', 'hood', 'compare', 'ways', 'files', 'saved', 'status',
  'keys',
]); // prettier-ignore
/** Parts that set or do something rather than show it. @type {string[]} */
export const CONTROLS = ['run', 'time', 'presets', 'setup', 'files', 'saved', 'keys'];
/** Side by side where there is room. */
export const ROW = ['loss', 'heads', 'ladder'];
