// SPDX-License-Identifier: MIT
// Entries of the state that hold what is known of the inside of a model, as types only.

/** @typedef {import('../../wasm/index.js').SnapshotView} Past */
/** @typedef {{ layer: number, head: number }} HeadAt */

/**
 * The scores of all heads at one step, kept to draw their course.
 * @typedef {object} HeadScores
 * @property {number} step
 * @property {Float32Array} scores [heads][SCORES], see head-history.js
 * @property {HeadPattern[]} marks one a head
 */

/**
 * @typedef {object} HeadPattern
 * @property {string} pattern '' where nothing can be said
 * @property {number} offset
 * @property {number} score
 * @property {number} chance
 * @property {boolean} badge
 */

/**
 * A head switched off, and what that did.
 * @typedef {HeadAt & { step: number, line: string, characters: string[],
 *   result: import('../../wasm/index.js').Ablation }} AblationShown
 */

/**
 * A copy of the weights, which the session has.
 * @typedef {object} Snapshot
 * @property {number} step
 * @property {string} event baselines passed then, or ''
 * @property {{ line: string, ablated: HeadAt[], attention: Uint8Array } | null} pattern
 *   L·H·T·T, what the heads made of a line then, in 255ths
 */

/**
 * What the engine said to a question of registry.js, and when.
 * @typedef {{ key: string, step: number, value: any }} Answer
 */

/**
 * @typedef {object} DiagnosticHistory
 * @property {{ step: number, value: import('../../wasm/index.js').Health }[]} health
 * @property {{ step: number, value: import('../../wasm/index.js').Update }[]} gradients
 * @property {{ step: number, value: number }[]} pairs KL to letter pairs, nats
 */

/**
 * A step held still, before it is made and after.
 * @typedef {object} FrozenUpdate
 * @property {import('../../wasm/index.js').Update} update
 * @property {Guess} before
 * @property {(Guess & { weight: number, step: number }) | null} after what the step really did
 */

/**
 * The logits after one character of a line.
 * @typedef {object} Guess
 * @property {string} line @property {number} i @property {string[]} characters
 * @property {Float32Array} logits [V]
 */

/**
 * @typedef {object} PatchShown
 * @property {string} line @property {string[]} characters @property {number} changed
 * @property {string} to @property {number} step
 * @property {'stream' | 'heads'} where
 * @property {import('../../wasm/index.js').Depth[]} depths names of the rows of a stream
 * @property {import('../../wasm/index.js').Patch} result
 */

/**
 * @typedef {object} InspectionState
 * @property {(import('../../wasm/index.js').HeadReport & { whole: boolean, sequences: number })
 *   | null} headReport the newest; whole: its importance is of the same step; sequences of P that
 *   it is from
 * @property {HeadScores[]} headHistory oldest first
 * @property {HeadAt[]} ablated heads switched off
 * @property {AblationShown | null} ablation the last one
 * @property {Record<string, { delta: number, step: number }>} measured by "layer.head"
 * @property {Snapshot[]} snapshots oldest first
 * @property {{ step: number, session: Past } | null} viewedSnapshot the model looked at instead
 * @property {(import('../../wasm/index.js').HeadReport & { sequences: number }) | null} viewedHeadReport
 *   its heads
 * @property {{ step: number | null, activations: import('./types.js').LineActivations | null } | null} scrubPreview
 *   while the thumb is held: where (null: now), and thumbnails
 * @property {Record<string, Answer>} answers by name of the question
 * @property {{ line: string, way: import('../../wasm/index.js').Place[] } | null} origin the
 *   number whose origin is told, and the way down to it
 * @property {'nothing' | 'strongest'} attributionBaseline what the shares of a logit are told against
 * @property {{ parameter: string, index: number }} weight the one under the microscope
 * @property {{ token: number, pin: unknown } | null} chosenToken chosen although the line does not
 *   have it; holds as long as the pin is what it was then
 * @property {number} unit of the feed-forward part, on the cards of neurons
 * @property {boolean} detailed ticks measure loss by position and distance from pairs too
 * @property {DiagnosticHistory} diagnosticHistory what the hood has seen of this run, oldest first
 * @property {FrozenUpdate | null} frozenUpdate one update under the microscope
 * @property {PatchShown | null} patch the last one
 * @property {import('../../wasm/index.js').Profile | null} profile of the operations of a step
 * @property {number} pretrained steps of a model the page came with, untouched so far; 0: of none
 */

export {};
