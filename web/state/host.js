// SPDX-License-Identifier: MIT
// State: what the host page and the reader's system decide.
import { rampsOf } from '../draw/theme.js';

/**
 * @typedef {object} HostState
 * @property {import('../draw/theme.js').Scheme} scheme
 * @property {import('../draw/theme.js').Ramps} ramps colours of the shades
 * @property {string} lang BCP 47, of the strings
 * @property {boolean} printing light colours, and every view drawn
 * @property {boolean} readonly text and settings cannot be changed
 * @property {boolean} reducedMotion pictures change once a second
 * @property {boolean} visible some of the element is in the viewport
 * @property {boolean} background training goes on while the tab is hidden
 * @property {number} maxSteps where training first stops; Infinity: nowhere of its own
 * @property {string} announcement text of the live region
 * @property {import('./types.js').Notice | null} notice
 */

/** @returns {HostState} */
export const hostState = () => ({
  scheme: 'light',
  ramps: rampsOf('light'),
  lang: '',
  printing: false,
  readonly: false,
  reducedMotion: false,
  visible: true,
  background: false,
  maxSteps: Infinity,
  announcement: '',
  notice: null,
});
