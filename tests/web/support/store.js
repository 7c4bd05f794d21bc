// SPDX-License-Identifier: MIT
// A store of an element without one.
import { initialState } from '../../../web/state/state.js';
import { Store } from '../../../web/state/store.js';

/** @param {object} [entries] @returns {import('../../../web/state/state.js').AppStore} */
export const storeWith = (entries = {}) =>
  new Store(/** @type {any} */ ({ ...initialState(), ...entries }));
