// SPDX-License-Identifier: MIT
// What the views share, as types only. The session's own types come from wasm/index.js.

/** @typedef {Awaited<ReturnType<typeof import('../../wasm/index.js').createSession>>} Session */
/** What views ask: the model in training, or one that was.
 * @typedef {Session | import('../../wasm/index.js').SnapshotView} Eye */
/** @typedef {Record<string, number | string | boolean>} Settings */

/**
 * One line of the engine's table of settings.
 * @typedef {object} SettingRow
 * @property {string} key
 * @property {string} type 'int' | 'float' | 'bool' | 'enum'
 * @property {number} [min]
 * @property {number} [max]
 * @property {number | string | boolean} default
 * @property {string[]} [choices]
 * @property {string} group 'model' | 'training'
 * @property {string} help
 */

/**
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} look what to look for
 * @property {string} text what it is meant for
 * @property {string | null} lines a text that comes with it
 * @property {Settings} config
 */

/**
 * @typedef {object} TextInUse
 * @property {string} id 'fables' | 'shakespeare' | 'fierro' | 'own' | 'task'
 * @property {string} name as shown
 * @property {string} text
 * @property {number} characters code points, what the model counts in
 * @property {number} distinct
 * @property {string} [packed] goes into links: it came in one, or the reader wants it so
 */

/**
 * What the engine says of one line of text at one step.
 * @typedef {object} LineActivations
 * @property {string} text
 * @property {string[]} characters
 * @property {number} n of them
 * @property {number} T edge of every attention's square
 * @property {import('../../wasm/index.js').AttentionInfo[]} attentions
 * @property {number} step
 * @property {number} L
 * @property {number} H
 * @property {Float32Array} attention L·H·T·T
 * @property {Float32Array} logits n·V
 * @property {Float32Array} loss n, nats; NaN for the last
 */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} loss
 * @property {number} [valLoss]
 * @property {number} [accuracy]
 * @property {number} [exactShare]
 * @property {number} learningRate
 * @property {number} gradNorm
 * @property {number} tokensPerSecond
 * @property {number} msPerStep
 * @property {number} etaSeconds
 */

/**
 * A sample kept from one moment of the run.
 * @typedef {object} Sample
 * @property {number} step
 * @property {number | null} loss held-out loss last measured, nats
 * @property {string} prompt what it began with
 * @property {string} text what the model added
 * @property {Float32Array} probs one a token added
 * @property {string[]} pieces of the text, one a token
 * @property {Int32Array} tokens
 * @property {Float32Array[]} logits what each was drawn from, one row a token
 * @property {string | null} marker the event it was kept for
 */

/**
 * @typedef {object} SamplerSettings
 * @property {string} prompt
 * @property {number} chars
 * @property {number} temperature
 * @property {number} topK 0: no cut
 * @property {number} topP 1: no cut
 * @property {boolean} greedy
 * @property {number} seed
 */

/** @typedef {'weights' | 'excess' | 'taken' | 'scores' | 'change'} HeadMode  what the cells of
 * the large head hold */

/** @typedef {{ i: number, j: number | null }} Cell  row that reads, column looked at */

/**
 * @typedef {object} Notice
 * @property {'info' | 'problem'} kind
 * @property {string} [code] of the error
 * @property {string} text
 * @property {string} [hint]
 * @property {string} [code] of a problem, for the host page: see docs/embedding.md
 */

/**
 * @typedef {object} Showing
 * @property {HeadMode} mode of the large head
 * @property {boolean} transposed columns read
 * @property {number} since the step 'change' is told against
 * @property {'surprise' | 'attention' | 'saliency' | 'ablation'} shade of the line
 * @property {boolean} sorted heads by what hangs on them
 * @property {number} race the score whose course stands under each head, of SCORES in
 *   ticks.js; -1: of its nearest pattern
 */

/** @typedef {OwnState & import('./inspection-types.js').InspectionState} State */

/**
 * @typedef {object} OwnState
 * @property {import('../draw/theme.js').Scheme} scheme
 * @property {import('../draw/theme.js').Ramps} ramps of the shades, as the host page has them
 * @property {string} lang of the strings; every view watches it
 * @property {boolean} printing on its way to paper: light, and all views drawn
 * @property {boolean} readonly the host page allows no other text and settings
 * @property {boolean} reducedMotion the reader asked for reduced motion
 * @property {SettingRow[]} schema
 * @property {Preset[]} presets
 * @property {string} preset name of the one chosen, or ''
 * @property {TextInUse | null} text
 * @property {{ id: string, received: number, total: number | null } | null} fetching
 * @property {Notice | null} textProblem
 * @property {Settings} settings wanted, only what differs from the defaults
 * @property {{ preset: string, settings: Settings }} currentConfig what the run in use was made
 *   of, whatever is wanted by now
 * @property {Record<string, string>} settingProblems
 * @property {{ nParam: number, memoryBytes: number, msPerStep: number } | null} estimate
 * @property {boolean} visible some of the element can be seen
 * @property {boolean} background training goes on while the tab is hidden
 * @property {boolean} configPending text or settings wait for a fresh start
 * @property {Session | null} session
 * @property {'none' | 'preparing' | 'idle' | 'running' | 'paused' | 'done' | 'error'} phase
 * @property {Progress | null} progress
 * @property {number} historyLength grows with session.history; views watch it
 * @property {number} throttle factor on the pauses between questions, see cost.js
 * @property {string} line the text looked at
 * @property {string} firstLine the one looked at unless another is asked for
 * @property {LineActivations | null} activations
 * @property {Sample[]} samples oldest first
 * @property {Sample | null} latestSample the newest sample, still changing
 * @property {SamplerSettings} sampler
 * @property {{ text: string, probs: Float32Array | null, prompt: string, busy: boolean } | null} completion
 * @property {number} layer 0-based
 * @property {number} head 0-based
 * @property {Showing} showing
 * @property {boolean} sqrtScale attention drawn by its square root, to show small values
 * @property {Cell | null} pin
 * @property {Cell | null} hover
 * @property {{ step: number, loss: number | null } | null} shelved the run before this one
 * @property {Notice | null} notice
 * @property {import('../run/stored-runs.js').StoredState} stored runs kept in the browser
 * @property {import('../run/compared-runs.js').ComparedRun[]} comparedRuns to compare, oldest first
 * @property {string} announcement what the live region says
 */

/** @typedef {import('./store.js').Store<State>} AppStore */

export {};
