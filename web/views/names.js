// SPDX-License-Identifier: MIT
// The views by the names that hosts know them by.

/** What `view` and `hide` name, in reading order. */
export const VIEWS = /** @type {const} */ ([
  'run',
  'stage',
  'presets',
  'setup',
  'text',
  'loss',
  'heads',
  'samples',
  'head',
  'forward-pass',
  'lens',
  'attribution',
  'embeddings',
  'write',
  'diagnostics',
  'compare',
  'attention-timing',
  'experiments',
  'export',
  'stored-runs',
  'status',
  'keys',
]);
/** Parts that set or do something rather than show it. @type {string[]} */
export const CONTROLS = ['run', 'presets', 'setup', 'export', 'stored-runs', 'keys'];
/** Side by side where there is room. */
export const ROW = ['loss', 'heads', 'samples'];
