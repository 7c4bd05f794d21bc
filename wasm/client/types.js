// SPDX-License-Identifier: MIT
// What a session takes and tells, as types only.

/** @typedef {import('../shared/types.js').Config} Config */
/** @typedef {import('../engine/loading.js').WasmSource} WasmSource */
/** @typedef {'idle' | 'running' | 'paused' | 'done' | 'error' | 'closed'} SessionState */
/** @typedef {'worker' | 'main'} Mode */

/**
 * @typedef {object} SessionOptions
 * @property {string | Uint8Array} text
 * @property {Config} [config]
 * @property {Mode | 'auto'} [mode]
 * @property {WasmSource} [wasm]
 * @property {boolean | WasmSource} [fast] fused multiply-add where it can be had
 * @property {string} [workerUrl]
 * @property {number | 'auto'} [workers] to share each step among, 1 … 8
 * @property {boolean} [gradientWorkers] false: none are started before setMaxWorkers() is called
 */

/**
 * @typedef {object} SessionInfo
 * @property {Record<string, number | boolean | string>} config every setting
 * @property {number} nParam
 * @property {import('../shared/types.js').Structure} structure
 * @property {string[]} vocabulary one entry per token id
 * @property {'text' | 'answer' | 'continue' | 'tagging'} form a text is read on; or how pairs
 *   of question and answer are learned
 * @property {string[]} labels what an encoder writes; empty for the others
 * @property {string[]} examples held-out pairs, a tab between; empty for a text
 * @property {number} blockSize
 * @property {number} nTrain tokens, or pairs
 * @property {number} nVal tokens, or pairs
 * @property {{ uniform: number, unigram: number, bigram: number, trigram: number }} baselines
 *   nats, on the held-out text
 * @property {number} memoryBytes
 * @property {number} flopsPerStep
 * @property {Mode} mode
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {string} version of the engine
 * @property {boolean} exact the same bytes everywhere; false: the fast engine
 */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} loss mean over the step's batch, nats
 * @property {number} [valLoss] on the held-out text, if measured since the last event
 * @property {number} [accuracy] with it: share of its characters guessed right
 * @property {number} [exactShare] with it: share of its sequences without a wrong one
 * @property {number} learningRate
 * @property {number} gradNorm
 * @property {number} tokensPerSecond
 * @property {number} msPerStep
 * @property {number} etaSeconds
 */

/**
 * @typedef {object} SampleOptions
 * @property {string} [prompt]
 * @property {number} [chars]
 * @property {boolean} [pauseTraining]
 * @property {boolean} [logits] with what each character was drawn from
 * @property {(chunk: string, full: string) => void} [onText]
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} Sample
 * @property {string} text
 * @property {Int32Array} tokens
 * @property {Float32Array} probs probability the model gave to each token
 * @property {Float32Array[]} logits [V] for each token; empty unless asked for
 * @property {number} step optimizer steps completed when it was written
 */

/**
 * @typedef {object} SessionEvents
 * @property {Progress} progress
 * @property {{ state: SessionState }} state
 * @property {{ code: string, message: string, hint: string }} error
 * @property {{ workers: number }} workers how many there are now
 * @property {{ snapshots: import('../shared/protocol.js').SnapshotMark[] }} snapshots
 */

export {};
