// SPDX-License-Identifier: MIT
// The data that the state holds, as types only. This file imports nothing of the page;
// types of the engine come from wasm/index.js.

/** @typedef {Awaited<ReturnType<typeof import('../../wasm/index.js').createSession>>} Session */
/** The model that analyses are made of: the one in training, or a snapshot of it.
 * @typedef {Session | import('../../wasm/index.js').SnapshotView} ModelView */
/** @typedef {Record<string, number | string | boolean>} Settings */
/** @typedef {'none' | 'preparing' | 'idle' | 'running' | 'paused' | 'done' | 'error'} Phase */

// ---------------------------------------------------------- configuration and text

/** @typedef {import('../../wasm/index.js').SchemaRow} SettingRow */

/**
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} look what to look for
 * @property {string} text id of the text it is meant for
 * @property {string | null} lines training text of its own
 * @property {Settings} config
 */

/**
 * @typedef {object} TextInUse
 * @property {string} id 'fables' | 'grimm' | 'shakespeare' | 'fierro' | 'own' | 'task'
 * @property {string} name as shown
 * @property {string} text
 * @property {number} characters code points
 * @property {number} distinct
 * @property {string} [packed] the text as links hold it; absent: links leave it out
 */

/**
 * A message to the reader.
 * @typedef {object} Notice
 * @property {'info' | 'problem'} kind
 * @property {string} [code] of a problem, see docs/embedding.md
 * @property {string} [key] of an error in errorCatalogue()
 * @property {Record<string, any>} [params] of that error
 * @property {string} text
 * @property {string} [hint]
 * @property {{ words: string, act: () => void }} [offer]
 */

// ------------------------------------------------------------------------- a run

/** @typedef {import('../../wasm/index.js').Progress} Progress */
/** @typedef {'unigram' | 'bigram' | 'trigram'} MilestoneKind */
/**
 * A marked moment of a run.
 * @typedef {object} RunEvent
 * @property {MilestoneKind | `train-${MilestoneKind}` | 'badge' | 'generalization-gap'
 *   | 'memorized'} kind
 * @property {number} step
 * @property {number} loss
 * @property {number} [head] of a badge, counted over all layers
 * @property {string} [pattern] of a badge @property {number} [offset]
 */

/**
 * A text sampled at one step.
 * @typedef {Awaited<ReturnType<Session['sample']>> & SampledWith} Sample
 * @typedef {object} SampledWith
 * @property {number | null} loss last validation loss, nats
 * @property {string} prompt
 * @property {number} temperature
 * @property {string | null} marker kind of the event it was kept for
 * @property {string} [off] names of the heads that were off, '' for none
 * @property {Sample | null} [full] the same with all heads on, where some were off
 */

/** What changes the probabilities a token is drawn with.
 * @typedef {Pick<SamplerSettings, 'temperature' | 'topK' | 'topP' | 'greedy'>} DrawnWith */

/**
 * One token that the model wrote.
 * @typedef {object} Written
 * @property {string} text
 * @property {number} token
 * @property {number} p the model's own probability of it
 * @property {Float32Array | null} logits [V] what it was drawn from; null: no longer kept
 * @property {number} step of the model that wrote it
 * @property {DrawnWith} sampler it was drawn with
 */

/**
 * What the model wrote on the reader's prompt.
 * @typedef {object} Completion
 * @property {string} prompt
 * @property {string} text
 * @property {Float32Array | null} probs one a token
 * @property {Written[]} tokens of the text
 * @property {Written | null} next drawn, and not written yet
 * @property {boolean} busy
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

// ---------------------------------------------------------------------- analyses

/**
 * What the model computes from one line of text at one step.
 * @typedef {object} LineActivations
 * @property {string} text
 * @property {string[]} characters
 * @property {number[]} tokens their ids
 * @property {number} n how many
 * @property {number} T edge of every attention's square
 * @property {import('../../wasm/index.js').AttentionInfo[]} attentions
 * @property {HeadAt[]} ablated heads switched off for it
 * @property {number} step
 * @property {number} L
 * @property {number} H
 * @property {Float32Array} attention [L][H][T][T]
 * @property {Float32Array} logits [n][V]
 * @property {Float32Array} loss [n], nats; NaN for the last
 *
 * Null unless a view wants them (query `depths`):
 * @property {import('../../wasm/index.js').Lens | null} lens or { obstacle }
 * @property {Float32Array | null} mlpNorm [layers][n], norm of what each MLP adds; null also
 *   where there is none
 * @property {Float32Array | null} sourceMlpNorm the same of an encoder-decoder's encoder
 * @property {{ logits: Float32Array, loss: Float32Array,
 *   lens: import('../../wasm/index.js').Lens | null } | null} compared the line with all
 *   heads on, by the same weights; null also while none is off
 */

/** @typedef {{ layer: number, head: number }} HeadAt */
/** @typedef {{ i: number, j: number | null, stream?: 'source', token?: number }} Cell row that
 *   reads, column looked at; stream: column j is one of the source; token: the prediction asked
 *   about, where it is not the most probable */

/**
 * The scores of all heads at one step.
 * @typedef {object} HeadScores
 * @property {number} step
 * @property {Float32Array} scores [heads][SCORES], see head-history.js
 * @property {HeadPattern[]} marks one per head
 */

/**
 * @typedef {object} HeadPattern
 * @property {string} pattern '': none applies
 * @property {number} offset
 * @property {number} score
 * @property {number} chance
 * @property {boolean} badge
 */

/** @typedef {import('../../wasm/index.js').HeadReport & { sequences: number, tokens?: number }} HeadReport
 * `sequences`: how many of the probe it is from; `tokens`: only so many of each */

/**
 * The effect of switching one head off.
 * @typedef {HeadAt & { step: number, line: string, characters: string[],
 *   result: import('../../wasm/index.js').Ablation }} AblationShown
 */

/** A copy of the weights that the session keeps.
 * @typedef {import('../../wasm/index.js').SnapshotMark} Snapshot */

/** The answer to a query of registry.js. @typedef {{ key: string, step: number, value: any }} Answer */

/**
 * @typedef {object} DiagnosticHistory
 * @property {{ step: number, value: import('../../wasm/index.js').Health }[]} health
 * @property {{ step: number, value: import('../../wasm/index.js').Update }[]} gradients
 * @property {{ step: number, value: number }[]} pairs KL divergence from letter pairs, nats
 */

/**
 * One update, before it is made and after.
 * @typedef {object} FrozenUpdate
 * @property {import('../../wasm/index.js').Update} update
 * @property {Guess} before
 * @property {(Guess & { weight: number, step: number }) | null} after
 */

/**
 * The logits after one character of a line.
 * @typedef {object} Guess
 * @property {string} line
 * @property {number} i
 * @property {string[]} characters
 * @property {Float32Array} logits [V]
 * @property {number} truth the right answer; -1: unknown
 */

/**
 * @typedef {object} PatchShown
 * @property {string} line
 * @property {string[]} characters
 * @property {number} changed index of the replaced character
 * @property {string} to
 * @property {number} step
 * @property {'stream' | 'heads'} where
 * @property {import('../../wasm/index.js').Depth[]} depths names of the rows of a stream
 * @property {import('../../wasm/index.js').Patch} result
 */

// ------------------------------------------------------------------ presentation

/**
 * A first minute on the stage, see web/app/minute.js.
 * @typedef {object} Guide
 * @property {0 | 1 | 2 | 3 | 4} step 0: it is offered
 * @property {number} i the character whose successor is asked for
 * @property {HeadAt} head the one that matters most
 * @property {string} guess of the reader, '' for none
 */

/** @typedef {'weights' | 'excess' | 'taken' | 'scores' | 'change'} HeadMode what the cells of
 * the large head hold */

/**
 * @typedef {object} Showing
 * @property {HeadMode} mode of the large head
 * @property {boolean} transposed columns read
 * @property {number} since the step that mode 'change' compares with
 * @property {'surprise' | 'attention' | 'saliency' | 'ablation'} shade of the line
 * @property {boolean} sorted heads by importance
 * @property {number} race index in SCORES of head-history.js of the score plotted under
 *   each head; -1: that of its nearest pattern
 * @property {string} guesses a round of the guessing game, and what came of it, as links hold it
 */

export {};
