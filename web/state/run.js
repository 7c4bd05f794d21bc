// SPDX-License-Identifier: MIT
// State: the configuration, the run made of it, and the other runs of the element.

import { PAGE_SETTINGS } from './recipe.js';

/** @import { Settings, TextInUse } from './types.js' */

/**
 * A run as plain data: enough to go on with the same bytes and to look the same.
 * @typedef {object} SerializedRun
 * @property {TextInUse} text
 * @property {Settings} settings
 * @property {string} preset
 * @property {Uint8Array | null} bytes weights, optimizer and step as a .safetensors file;
 *   null: untrained
 * @property {import('./types.js').Session['history']} history up to the step of the file
 * @property {import('../../wasm/index.js').Snapshot[]} [snapshots] of a suspended run only:
 *   handed over by its session
 * @property {Pick<import('../../wasm/index.js').SessionInfo, 'baselines' | 'nTrain' | 'nVal'>}
 *   [seen] of a model that was trained on another text: what the engine, which has this
 *   text only, cannot know
 * @property {boolean} [isFineTuned] as session.isFineTuned
 * @property {Partial<RunState & import('./queries.js').QueryState
 *   & import('./selection.js').SelectionState>} shown
 * @property {OtherRuns} [others] of a suspended element only
 */

/**
 * The runs of an element beside the one in use, while the element is suspended.
 * @typedef {object} OtherRuns
 * @property {ComparedRun[]} runs
 * @property {({ run?: number, stored?: StoredAs } | null | undefined)[]} ids of the run in
 *   use and of the shelved one: among those compared, and in the browser's database
 * @property {SerializedRun | null | void} shelved
 * @property {unknown} [lost] the error, where one of them could not be serialized
 */

/** A run at one step. @typedef {{ step: number, hash: string, text: string }} Point
 * `hash`: SHA-256 of all weights; `text`: a sample */

/**
 * @typedef {object} ComparedRun
 * @property {number} id
 * @property {string} name
 * @property {boolean} [isNamed] by the reader
 * @property {Settings} settings all of them, as the engine has them
 * @property {TextInUse} text
 * @property {string} prompt of its samples
 * @property {number} perChar tokens per character of its text; 0: not that kind of text
 * @property {Record<string, number[]>} history as session.history, thinned
 * @property {Point[]} points by step
 * @property {boolean} shown its curve is in the chart
 * @property {SerializedRun | null} model to go on with
 */

/**
 * A run in the browser's database.
 * @typedef {object} StoredRun
 * @property {string} id
 * @property {string} name of the text
 * @property {string} page it belongs to, and which element of it
 * @property {string} title of that page
 * @property {number} date ms since 1970
 * @property {number} step
 * @property {number} bytes of the file
 */

/** The record of a run, and its date when this tab read or wrote it last.
 * @typedef {{ id: string, date: number }} StoredAs */

/**
 * @typedef {object} StoredState
 * @property {boolean} on
 * @property {'' | 'forbidden' | 'full'} problem
 * @property {StoredRun[]} list newest first
 * @property {string[]} damaged ids of records that cannot be read
 * @property {StoredRun | null} last of the run in use
 */

/**
 * @typedef {object} RunState
 * @property {import('./types.js').SettingRow[]} schema
 * @property {import('./types.js').Preset[]} presets
 * @property {string} preset name of the chosen one, or ''
 * @property {Settings} settings as chosen, without those at their default
 * @property {Record<string, string>} settingProblems a sentence by key
 * @property {Record<string, number | string>} settingOffers values that fit instead
 * @property {{ nParam: number, memoryBytes: number, msPerStep: number } | null} estimate
 * @property {boolean} configPending text or settings wait for a fresh start
 * @property {{ preset: string, settings: Settings }} currentConfig what the run in use was
 *   made of; one that is fine-tuned, its model
 * @property {TextInUse | null} text
 * @property {{ id: string, received: number, total: number | null } | null} fetching bytes
 * @property {import('./types.js').Notice | null} textProblem
 * @property {string | null} draft the reader's own text, while its field is open; Train uses it
 * @property {import('./types.js').Session | null} session
 * @property {import('./types.js').Phase} phase
 * @property {import('./types.js').Progress | null} progress
 * @property {number} trainUntil the step at which training ends
 * @property {number} historyLength grows with session.history, which is changed in place
 * @property {number} pretrained steps of the model the page came with, until the reader
 *   trains; 0: not that model
 * @property {boolean} trainedAblated some of its steps were trained with heads off
 * @property {string} published id of the published model that was opened, or ''
 * @property {string} opened name of the model that was opened, or ''
 * @property {import('../run/link.js').LinkState | null} offered a link to one
 * @property {import('./types.js').Sample[]} samples oldest first
 * @property {import('./types.js').Sample | null} latestSample
 * @property {import('./types.js').Completion | null} completion of the reader's prompt
 * @property {{ step: number, loss: number | null } | null} shelved the run before this one
 * @property {StoredState} stored runs in the browser's database
 * @property {ComparedRun[]} comparedRuns oldest first
 */

/** @returns {RunState} */
export const runState = () => ({
  schema: [],
  presets: [],
  preset: '',
  settings: { ...PAGE_SETTINGS },
  settingProblems: {},
  settingOffers: {},
  estimate: null,
  configPending: false,
  currentConfig: { preset: '', settings: {} },
  text: null,
  fetching: null,
  textProblem: null,
  draft: null,
  session: null,
  phase: 'none',
  progress: null,
  trainUntil: 0,
  historyLength: 0,
  pretrained: 0,
  trainedAblated: false,
  published: '',
  opened: '',
  offered: null,
  samples: [],
  latestSample: null,
  completion: null,
  shelved: null,
  stored: { on: false, problem: '', list: [], damaged: [], last: null },
  comparedRuns: [],
});
