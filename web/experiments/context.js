// SPDX-License-Identifier: MIT
// What the modules of experiments need of the App, as types only: they may not import it.

/** @import { RunContext } from '../run/context.js' */
/** @import { State } from '../state/state.js' */

/** @typedef {{ id: string, name: string, text: string }} Text */

/**
 * @typedef {object} Actions
 * @property {string} lang BCP 47
 * @property {Promise<void>} closed
 * @property {() => Promise<unknown>} pause
 * @property {{ use(text: Text): Promise<boolean> }} texts
 * @property {() => Promise<unknown>} restoreShelved
 * @property {{ choose(config: Pick<State, 'preset' | 'settings'> & { layer?: number,
 *   head?: number, isExact?: boolean }): void }} pendingConfig
 */

/** @typedef {RunContext & Actions} ExperimentContext */

export {};
