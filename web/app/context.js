// SPDX-License-Identifier: MIT
// What the modules of this room need of the App, as types only: they may not import it.

/** Resolves to the problem shown, if there was one.
 * @typedef {Promise<import('../state/types.js').Notice | null | void>} Outcome */

/**
 * @typedef {object} TextChoice
 * @property {string} id of SOURCES, 'own' or 'task'
 * @property {string} name as shown
 * @property {string} text
 * @property {string} [packed] the text as links hold it
 */

/**
 * @typedef {object} AppActions
 * @property {import('./selection.js').Selection} selection
 * @property {import('../queries/scheduler.js').QueryScheduler} queries
 * @property {import('./pending-config.js').PendingConfig} pendingConfig
 * @property {number} applying how many changes of the host page are being applied
 * @property {number} stopAt the step that a link looks at: training stops there first
 * @property {import('./texts.js').Texts} texts
 * @property {import('./draft.js').Draft} draft
 * @property {() => Promise<boolean>} applySettings
 */

/** @typedef {import('../run/context.js').RunContext & AppActions} AppContext */

export {};
