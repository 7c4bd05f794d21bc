// SPDX-License-Identifier: MIT
// The places of the screen, and the tabs that can be opened in each. Views are named as in
// web/views/names.js.

/** @typedef {'stage' | 'write' | 'learn' | 'lab'} Place */

export const PLACES = /** @type {const} */ (['stage', 'write', 'learn', 'lab']);

/** A closer look at what is selected on the stage.
 * @type {Record<string, string[]>} */
const CLOSER = {
  head: ['head'],
  'forward-pass': ['forward-pass'],
  lens: ['lens'],
  attribution: ['attribution'],
  embeddings: ['embeddings'],
};

/** Of these tabs the second view stands beside the first where there is room; stack: the third does,
 * the second stands below.
 * @type {Record<string, string>} */
export const PAIRS = { heads: 'pair', text: 'pair stack', compare: 'pair even' };

/** place → tab → its views, one under the other. Of the views without a tab, `run`, `presets`,
 * `stage`, `samples`, `status` and `keys` have places of their own.
 * @type {Record<Place, Record<string, string[]>>} */
export const PANELS = {
  stage: CLOSER,
  write: { write: ['write'] },
  learn: {
    ...CLOSER,
    heads: ['heads'],
    write: ['write'],
    diagnostics: ['diagnostics'],
    setup: ['setup'],
  },
  lab: {
    heads: ['heads', 'head'],
    text: ['text', 'lens', 'attribution'],
    loss: ['loss'],
    diagnostics: ['diagnostics', 'attention-timing'],
    compare: ['loss', 'compare'],
    experiments: ['experiments'],
    setup: ['presets', 'setup'],
    export: ['export', 'stored-runs'],
  },
};

/** Of all places. */
export const PANEL_NAMES = [
  ...new Set(Object.values(PANELS).flatMap((panels) => Object.keys(panels))),
];

/** @param {Place} place */
export const hasStage = (place) => place === 'stage' || place === 'learn';

/** The tab that a place begins with: where the stage is, none.
 * @param {Place} place */
export const firstPanel = (place) =>
  hasStage(place) ? '' : Object.keys(PANELS[place])[0];
