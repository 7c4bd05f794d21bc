// SPDX-License-Identifier: MIT
// What the modules of runs need of the App, as types only: they may not import it.

/**
 * Makes a fresh model; see Run.prepare().
 * @callback Prepare
 * @param {import('../state/types.js').TextInUse} text
 * @param {import('../state/types.js').Settings} settings
 * @param {(session: import('../state/types.js').Session) => Promise<unknown>} [fill]
 * @param {Partial<import('../state/state.js').State>} [initial]
 * @param {number} [ticket]
 * @returns {Promise<boolean>}
 */

/**
 * @typedef {object} RunContext
 * @property {import('../state/state.js').AppStore} store
 * @property {import('../i18n/index.js').Strings} t
 * @property {import('../i18n/format.js').Format} format
 * @property {Prepare} prepare
 * @property {() => number} claim see Run.claim()
 * @property {() => Promise<unknown>} startAgain
 * @property {{ describe(): Promise<unknown>, reset(): void }} pendingConfig
 * @property {(error: unknown) => void} report
 * @property {(text: string, hint?: string, code?: string) => void} showProblem
 * @property {(text: string, offer?: import('../state/types.js').Notice['offer']) => void} showInfo
 */

export {};
