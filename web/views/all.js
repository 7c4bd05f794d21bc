// SPDX-License-Identifier: MIT
// All views in reading order: a line for each, the path of its element. For what the build makes of
// them; the page has that alone.

/** @import { Definition } from './define-view.js' */

const PATHS = [
  'run/run-bar',
  'stage/stage',
  'run/presets',
  'run/setup',
  'text/text',
  'loss/loss-chart',
  'attention/heads',
  'samples/samples',
  'attention/head',
  'forward-pass/forward-pass',
  'logits/lens',
  'logits/attribution',
  'weights/embeddings',
  'samples/write',
  'diagnostics/diagnostics',
  'calibration/calibration',
  'guessing/guessing',
  'compare/compare',
  'attention/timing',
  'experiments/experiments',
  'export/export',
  'export/stored-runs',
  'run/status',
  'help/keys',
];

/** @type {(Definition & { path: string })[]} */
export const ALL = await Promise.all(
  PATHS.map(async (path) => {
    const { default: view } = await import(`./${path}.view.js`);
    return { bundle: 'page', ...view, path };
  }),
);

/** Defines the elements of a bundle. @param {Definition['bundle']} bundle */
export const loadAll = (bundle) =>
  Promise.all(
    ALL.filter((view) => view.bundle === bundle).map(
      ({ path }) => import(`./${path}.js`),
    ),
  );
