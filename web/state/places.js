// SPDX-License-Identifier: MIT
// The places of the screen: where the stage is, and with which tab each begins.
import { PANELS } from '../views/registry.data.js';

/** @typedef {import('../views/define-view.js').Place} Place */

/** @param {Place} place */
export const hasStage = (place) => place === 'stage' || place === 'learn';

/** The tab that a place begins with: where the stage is, none.
 * @param {Place} place */
export const firstPanel = (place) =>
  hasStage(place) ? '' : Object.keys(PANELS[place])[0];
