// SPDX-License-Identifier: MIT
// Options, facts and events of a session, as types only. Their meaning: session.js.

/** @import { Config } from '../shared/types.js' */
/** @import { WasmSource } from '../engine/loading.js' */
/** @typedef {'idle' | 'running' | 'paused' | 'done' | 'error' | 'closed'} SessionState */
/** @typedef {'worker' | 'main'} Mode */

/**
 * @typedef {object} SessionOptions
 * @property {string | Uint8Array} text
 * @property {Config} [config]
 * @property {Mode | 'auto'} [mode]
 * @property {WasmSource} [wasm]
 * @property {string} [workerUrl]
 * @property {number | 'auto'} [workers]
 * @property {boolean} [gradientWorkers]
 */

/**
 * @typedef {object} SessionInfo
 * @property {Record<string, number | boolean | string>} config every setting
 * @property {number} nParam
 * @property {number} nTrained of them; the others are frozen (LoRA)
 * @property {import('../shared/types.js').Structure} structure
 * @property {string[]} vocabulary one entry per token id
 * @property {'text' | 'answer' | 'continue' | 'tagging'} form a text to
 *   continue, or how pairs of question and answer are learned
 * @property {string[]} labels classes of a tagging encoder; empty for other forms
 * @property {string[]} examples validation pairs, tab-separated; empty for a text
 * @property {number} blockSize
 * @property {number} nTrain tokens, or pairs
 * @property {number} nVal tokens, or pairs
 * @property {number} nValChars characters of those tokens; 0: pairs
 * @property {{ uniform: number, unigram: number, bigram: number, trigram: number }} baselines
 *   nats, on the validation text
 * @property {number} memoryBytes
 * @property {number} flopsPerStep
 * @property {Mode} mode
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {string} version of the engine
 * @property {boolean} exact the same results on every machine
 */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} loss mean over the step's batch, nats
 * @property {number} [valLoss] on the validation text, if measured since the last event
 * @property {number} [accuracy] with valLoss: share of tokens predicted correctly
 * @property {number} [exactShare] with valLoss: share of sequences without an error
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
 * @property {boolean} [logits] return the logits each token was drawn from
 * @property {(chunk: string, full: string,
 *   part: import('../shared/protocol.js').SamplePart) => void} [onText]
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} Sample
 * @property {string} text
 * @property {string[]} pieces text of each token
 * @property {Int32Array} tokens
 * @property {Float32Array} probs probability the model gave to each token
 * @property {Float32Array[]} logits [V] for each token; empty unless asked for
 * @property {number} step optimizer steps completed when the last token was drawn
 */

/**
 * @typedef {object} SessionEvents
 * @property {Progress} progress
 * @property {{ state: SessionState }} state
 * @property {{ code: string, message: string, hint: string }} error
 * @property {{ workers: number }} workers that can share a step now
 * @property {{ snapshots: import('../shared/protocol.js').SnapshotMark[] }} snapshots
 */

export {};
