// SPDX-License-Identifier: MIT
// Arguments and results of the engine, as types only. They cross between threads, so
// engine, worker and client all use them.

/** @typedef {string | BufferSource | Uint8Array} Bytes  a string is encoded as UTF-8 */
/** A file of a model: a Blob, which a File is, is read when it is needed.
 * @typedef {Blob | BufferSource | Uint8Array} ModelFile */
/** @typedef {Record<string, unknown>} Config */

/** first … last - 1: shards of a step, windows of an evaluation.
 * @typedef {[first: number, last: number]} Range */

/**
 * @typedef {object} StepResult
 * @property {number} step optimizer steps completed
 * @property {number} loss mean over the step's batch, nats, with dropout
 * @property {number} gradNorm before clipping
 * @property {number} learningRate
 */

/**
 * @typedef {object} Sampling
 * @property {number} [temperature] at least 0, default 1; 0 is greedy
 * @property {number} [topK] keep the k most probable tokens; 0: all
 * @property {number} [topP] of these keep the fewest that reach this probability; 1: all
 * @property {number} [minP] then those with at least this share of the likeliest one's
 *   probability; 0: all
 * @property {number} [repetitionPenalty] divides positive logits of tokens in the context,
 *   multiplies negative ones; default 1
 * @property {boolean} [greedy] always the most probable token
 * @property {number} [seed]
 * @property {boolean} [cache] false: reads the whole window again for every token, instead of
 *   keeping keys and values; the same text, slower
 */

/**
 * @typedef {object} SchemaRow
 * @property {string} key
 * @property {'int' | 'float' | 'bool' | 'enum'} type
 * @property {number | boolean | string} default
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [choices]
 * @property {string} group
 * @property {string} help
 */

/** The sequence an attention or a residual stream belongs to: the source of an
 * encoder-decoder, or the text itself. @typedef {'main' | 'source'} Stream */

/**
 * The structure of a model, from the engine's graph.
 * @typedef {object} Structure
 * @property {{ kind: 'self' | 'encoder' | 'cross', layer: number, causal: boolean,
 *   stream: Stream, keys: Stream, parameters: string[] }[]} attentions in model order;
 *   stream is that of the queries, parameters are the names of its projections' weights
 * @property {number} heads of each attention
 * @property {number} kv_heads heads of keys and values that they share; 0: none
 * @property {{ layer: number, stream: Stream, units: number }[]} mlps in model order, with
 *   their hidden units
 * @property {(Depth & { stream: Stream })[]} residual what adds to the residual stream, in order;
 *   empty where the parts do not add up to one stream
 * @property {string} logits name of the tensor
 * @property {number} end_token id of the token that ends an answer; -1: none
 * @property {number} pad_token id of the token that fills sequences up; -1: none
 * @property {number} begin_token id of the token that begins every text, of vocabularies that
 *   came with a model of another program; -1: none
 */

/**
 * What a file of a model holds.
 * @typedef {object} SaveOptions
 * @property {boolean} [training] default true: training continues exactly; false: the weights
 *   alone, a third of the size, from which a new run begins
 * @property {'merged' | 'adapter'} [form] of a model trained by LoRA: a whole model with the
 *   changes merged, or the changes alone, to be loaded together with the model they were
 *   trained for
 */

/**
 * @typedef {object} EngineInfo
 * @property {string} version
 * @property {boolean} exact false: a * b + c may be rounded once (native-fast in Makefile)
 * @property {Record<string, number | boolean | string>} config every setting
 * @property {number} n_param
 * @property {number} n_trained of them; less than n_param with LoRA
 * @property {number} memory_bytes
 * @property {number} flops_per_step
 * @property {number} step
 * @property {boolean} can_train
 * @property {number} [n_train]
 * @property {number} [n_val]
 * @property {number} [n_val_chars]
 * @property {{ uniform: number, unigram: number, bigram: number, trigram: number }} [baselines]
 * @property {'text' | 'answer' | 'continue' | 'tagging'} form how the data is used
 * @property {string[]} vocabulary
 * @property {string[]} labels classes of a tagging encoder
 * @property {string[]} [examples] validation pairs, tab-separated
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {string[]} tensors names of activations
 * @property {Structure} structure
 * @property {number} n_shard
 * @property {number} lanes
 */

/** An analysis to run (src/inspect/inspect.h).
 * @typedef {{ what: string, [key: string]: unknown }} Request */
/** @typedef {{ rows: number, columns: number, data: Float32Array<ArrayBuffer> }} Table */

/** A sublayer that writes to the residual stream.
 * @typedef {{ part: 'embedding' | 'attention' | 'cross' | 'mlp', layer?: number }} Depth */

/**
 * The logit lens: what the model would predict if it ended after each sublayer. Tables
 * [depth][n].
 * @typedef {object} Lens
 * @property {import('./errors.js').Obstacle} [obstacle] why the model has none; the other
 *   members are then missing
 * @property {Depth[]} depths
 * @property {Table} top token
 * @property {Table} topP its probability
 * @property {Table} p of the true next token; NaN where there is none
 * @property {Table} rank of it, from 1; 0 where there is none
 */

/**
 * @typedef {object} ProfileRow
 * @property {string} name of the operation: its output tensor
 * @property {string} kind 'linear', 'attention', 'norm', 'embed', 'cross_entropy', …; and
 *   after the operations 'optimizer' and 'packing' (of weights), whose time is forwardMs
 * @property {number} forwardMs
 * @property {number} backwardMs
 * @property {number} flops of its matrix products, forward and backward, over the batch; 0
 *   without. flops_per_step is their sum and what no row has: the products of Muon, and for a
 *   bigram table the logits it looks up
 */

/**
 * @typedef {object} Profile
 * @property {number} step optimizer steps completed before the measured one
 * @property {number} stepMs sum of the times below
 * @property {ProfileRow[]} ops in model order
 * @property {number} otherMs assembling the batch, adding gradients, gradient norm
 */

export {};
