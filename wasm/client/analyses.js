// SPDX-License-Identifier: MIT
/**
 * The analyses of a model. Each method sends the engine one request and resolves to plain
 * objects; a Table is { rows, columns, data: Float32Array }. Layers, heads, positions and
 * tokens count from 0; `layer` numbers the model's attentions. Losses are in nats; an
 * undefined number is null. The model is not changed.
 *
 * P is the probe set: 8 validation sequences of block_size tokens, fixed for a run. Of a
 * `text` the last block_size tokens are used; the default is the first sequence of P.
 * Models of pairs take "question<TAB>answer". An analysis that does not apply to the model
 * answers { obstacle }, an error without a code.
 */

/** @import { Obstacle } from '../shared/errors.js' */
/** @import { Depth, Lens, Request, Table } from '../shared/types.js' */

/**
 * @typedef {object} HeadScores means over the queries i >= 8 of P; A: attention weights
 * @property {number} back A[i, i - offset]
 * @property {number} self A[i, i]
 * @property {number} first A[i, 0]
 * @property {number} same on earlier positions with the same token
 * @property {number | null} next1 on the token after an earlier occurrence of the same token;
 *   null: no query had one
 * @property {number | null} next2 after the same two tokens
 * @property {number | null} next3 after the same three tokens
 * @property {number | null} stripe A[i, i-n+1] in a text repeated once, of length n (with repeat)
 * @property {number | null} line on what followed this letter in s, in lines s|t with t a
 *   rotation of s; in lines s|s, A[i, i-n]
 * @property {number | null} place A[i, i-n] in lines s|t, t not s
 * @property {number} focus 1 - entropy / ln(number of visible keys)
 * @property {number} choices exp(entropy)
 * @property {number} distance mean, in tokens
 * @property {number} spread standard deviation of the distance
 * @property {number} top largest weight
 */

/**
 * @typedef {object} HeadStats
 * @property {number} layer
 * @property {number} head
 * @property {number} offset of the best A[i, i-k], k = 1 … 8
 * @property {HeadScores} scores
 * @property {HeadScores} chance the scores of uniform attention
 * @property {[number, ...(number | null)[]]} back by offset, from 1; null: not every row has a key
 *   so far back (the first: of windows of one token)
 * @property {number[]} classes attention to each character class, less its share of the keys
 * @property {{ pattern: string, offset: number, score: number, chance: number }} claim
 *   the score with the largest excess over chance
 * @property {boolean} badge the claim holds: at least 0.25, in two head reports in a row
 */

/**
 * @typedef {object} HeadReport
 * @property {number} step
 * @property {number} loss over P
 * @property {string[]} classes
 * @property {HeadStats[]} heads
 * @property {number[]} nextShare share of queries for which next1 … next3 exist
 * @property {Table} byDistance [heads][T] mean weight by distance
 * @property {{ depths: Depth[], loss: number[], uniform: number, obstacle?: Obstacle }} [lens]
 * @property {{ loss: Table, gain?: number }} [positions]
 * @property {number[]} [importance] first-order estimate of the loss without the head, by head
 * @property {number} [pairDistance] KL divergence from the letter pairs of the training text
 * @property {{ first: number, second: number, gain: number }} [repeat]
 * @property {{ first: number, second: number, gain: number }} [lines]
 */

/**
 * @typedef {object} Attribution
 * @property {Obstacle} [obstacle]
 * @property {number} position
 * @property {number} token
 * @property {number} rival -1: none
 * @property {{ part: 'token' | 'position' | 'head' | 'attention_bias' | 'mlp' | 'mlp_bias'
 *   | 'constant', layer?: number, attention?: number, head?: number, share: number }[]} shares
 * @property {number} sum of all shares
 * @property {number} logit of the token, less that of the rival, from the forward pass
 */

/**
 * @typedef {object} Ablation
 * @property {number} loss over P
 * @property {number} lossOff with the head off
 * @property {number} delta lossOff - loss
 * @property {Table} [rows] with a text: [on, off][n] losses; NaN where no token follows
 * @property {string} [sample] continuation of the text with the head
 * @property {string} [sampleOff] without it
 */

/**
 * @typedef {object} Saliency
 * @property {number} position
 * @property {number} token
 * @property {Table} rows [gradient · input, gradient norm][n]
 * @property {Table} [sourceRows] the same for the source of an encoder-decoder
 */

/**
 * The forward pass of one token through one layer and head. Tables have one row, except k
 * and v; parts that the model lacks are missing.
 * @typedef {object} ForwardPass
 * @property {Obstacle} [obstacle]
 * @property {Table} token its embedding
 * @property {Table} [position] its position's embedding
 * @property {Table} embedding their sum
 * @property {Table} x the residual stream before this layer's attention
 * @property {NormStep} [norm]
 * @property {Table} q [1][D]
 * @property {Table} k [keys][D]
 * @property {Table} v [keys][D]
 * @property {number} scale factor of the scores
 * @property {number} [slope] ALiBi: what each position of distance takes off them
 * @property {number} allowed keys before this index are visible
 * @property {Table} scores scaled
 * @property {Table} shares attention weights
 * @property {Table} mix [1][D] weighted mean of the values
 * @property {Table} head what this head adds to the residual stream
 * @property {Table} otherHeads what the other heads add
 * @property {Table} [bias]
 * @property {Table} afterAttention
 * @property {{ norm?: NormStep, before: Table, hidden: Table, after: Table }} [mlp] before
 *   and after the activation function, and the residual stream after the layer
 * @property {{ norm?: NormStep, logits: Table, p: Table }} output after the last layer
 *
 * A table `x` that is a part of an activation has the Place of its first entry as `xAt`.
 */

/** An entry of an activation; source: its row is of the source of an encoder-decoder.
 * @typedef {{ tensor: string, row: number, column: number, source?: boolean }} Place */

/**
 * value = activation(sum of terms · weights + constant) + residual
 * @typedef {object} Origin
 * @property {string} tensor
 * @property {number} row
 * @property {number} column
 * @property {boolean} source
 * @property {number} step
 * @property {number} value
 * @property {string} op linear, norm, embed, attention, attention_simple, average, rotary,
 *   head_norm, concat, add, multiply or soft_cap
 * @property {Place & { byRows: boolean }} [from] the first term; the others follow in its
 *   row (byRows) or in its column
 * @property {Table} [terms]
 * @property {Table} [weights]
 * @property {number} [constant]
 * @property {boolean} [activated] an activation function was applied to the sum
 * @property {(Place & { value: number })[]} [residual] added unchanged
 * @property {number} [character] the token's number, where op is embed
 * @property {number} [place] the position's number, where op is embed
 * @property {number} sum
 */

/** result = (x - mean) · factor · gain + bias
 * @typedef {{ mean: number, factor: number, eps: number, gain: Table, bias?: Table,
 *   result: Table }} NormStep */

/**
 * @typedef {object} Circuits
 * @property {Obstacle} [obstacle]
 * @property {Table} qk [V][V] score of the row's token as query, the column's as key
 * @property {Table} ov [V][V] attention to the row's token adds this to the column's logit
 * @property {number | null} copying -1 … 1
 * @property {number[]} eigenRe
 * @property {number[]} eigenIm
 */

/**
 * @typedef {object} Neurons
 * @property {Obstacle} [obstacle]
 * @property {number} nNeuron
 * @property {{ neuron: number, mean: number, active: number, contexts: NeuronContext[],
 *   raises: { token: number, value: number }[],
 *   lowers: { token: number, value: number }[] }[]} neurons
 */

/** @typedef {{ line: number, position: number, value: number, before: string,
 *   character: string, next?: number }} NeuronContext */

/**
 * @typedef {object} Patch
 * @property {Obstacle} [obstacle]
 * @property {number} logit of the answer
 * @property {number} logitChanged with the token changed
 * @property {number} position
 * @property {number} token
 * @property {Table} effect [depths or heads][n] of each patch on the logit
 */

/**
 * One logit, less the mean of all, with attention weights, factors of norms and gates of
 * hidden units held: logit = constant + the sum of all shares.
 * @typedef {object} Why
 * @property {Obstacle} [obstacle]
 * @property {number} position
 * @property {number} token
 * @property {Table} shares [2][n]: of each token's embedding, of its position's
 * @property {Table} [sourceShares] the same for the source of an encoder-decoder
 * @property {number} constant what all biases add
 * @property {number} sum
 * @property {number} logit before a soft cap
 * @property {Table} edges [attentions * H * T][T]: what each head carries from a key, the
 *   column, to a query, the row; T is the longer of text and source
 * @property {Table} mlps [MLPs][T]: what each MLP adds at each position
 */

/**
 * @typedef {object} Hide
 * @property {number} position
 * @property {number} token
 * @property {number} p probability of the token
 * @property {Table} hidden [1][n]: the same with each token hidden from all heads
 * @property {Table} [sourceHidden]
 */

/**
 * @typedef {object} EmbeddingMap
 * @property {Table} map [V][2], rotated to match the previous map
 * @property {number[]} share of the variance explained, by axis
 * @property {string[]} classes by token
 */

/**
 * @typedef {object} Health
 * @property {number} step
 * @property {{ name: string, quiet: number }[]} hidden quiet: share of units with |activation| below 1e-3
 * @property {(Depth & { size: number | null })[]} stream size: mean norm of the residual stream;
 *   null: it is not finite
 * @property {(number | null)[]} score largest attention score, by attention; null: as above
 * @property {{ name: string, mean: number, least: number, most: number }[]} gains
 * @property {{ name: string, std: number, update: number | null, zeros: number }[]}
 *   parameters update: log10 of the ratio of update to weight, healthy near -3
 * @property {Table} weights [parameters][64] counts of |weight|; bin b begins at 2^(b/2 - 26)
 */

/**
 * @typedef {object} Update
 * @property {Obstacle} [obstacle]
 * @property {number} step
 * @property {number} loss
 * @property {number} gradNorm
 * @property {number} clip factor of every gradient
 * @property {string} parameter
 * @property {number} index
 * @property {number} weight
 * @property {number} gradient
 * @property {number} clipped
 * @property {number} m
 * @property {number} newM
 * @property {number} newWeight
 * @property {number} lr
 * @property {number} decay
 * @property {number} v of AdamW, as are the next four
 * @property {number} newV
 * @property {number} correctM
 * @property {number} correctV
 * @property {number} eps
 * @property {number} [momentum] of a matrix that Muon moves, as are the next two
 * @property {number} [direction] element of the orthogonalised momentum
 * @property {number} [factor] sqrt(max(1, rows / columns))
 * @property {{ name: string, zeros: number }[]} parameters
 * @property {Table} gradients [parameters][64] counts, bins as of Health
 * @property {Table} batch [batch_size][block_size] tokens
 */

/**
 * @typedef {object} Dropout
 * @property {Obstacle} [obstacle]
 * @property {number} step completed
 * @property {{ name: string, p: number, heads: number }[]} sites activations with dropout;
 *   heads: of attention weights, else 0
 * @property {Table} [mask] 0 and 1 / (1 - p); like the next two missing without a site
 * @property {number} [loss] of the sequence with the masks of the next step, nats
 * @property {number} [lossEvaluated] without dropout
 */

/** @typedef {{ layer: number, head: number }} Head */
/** One logit. @typedef {{ text?: string, position?: number, token?: number | string }} Target */

/** Of P: so many sequences, and of each so many tokens; default: all.
 * @typedef {{ sequences?: number, tokens?: number }} Part */

/**
 * @typedef {object} Analyses
 * @property {(options?: { text?: string, lens?: boolean,
 *   positions?: boolean, importance?: boolean, pairs?: boolean, repeat?: boolean } & Part)
 *   => Promise<HeadReport>} headReport scores of all heads over P beside what uniform attention
 *   would score, and the other parts requested, in the same pass. Costs about eight forward
 *   passes; repeat adds eight, importance a backward pass to each. Call it every 10 to 25 steps:
 *   a badge needs two calls in a row that agree. Fewer sequences are faster but give no badges
 * @property {(options?: { text?: string, first?: number, count?: number })
 *   => Promise<Lens>} lens of `count` depths from `first` on; default: all
 * @property {(options?: Target & { rival?: number | string, against?: 'nothing' | 'strongest' })
 *   => Promise<Attribution>} attribution
 * @property {(options: Head & { mode?: 'zero' | 'mean', text?: string,
 *   sample?: { chars?: number, seed?: number, temperature?: number } } & Part)
 *   => Promise<Ablation>} ablate
 * @property {(options?: { sequences?: number })
 *   => Promise<{ loss: number, delta: number[] }>} ablateAll delta: by head; 2 sequences by default
 * @property {(options?: { text?: string }) => Promise<number[]>} importance by head
 * @property {(options?: Target) => Promise<Saliency>} saliency
 * @property {(options: Head & { text?: string, show?: 'weights' | 'scores' | 'taken',
 *   unmasked?: boolean, padded?: boolean })
 *   => Promise<Table>} pattern [n][keys]
 * @property {(options?: { text?: string }) => Promise<Table>} rollout [n][n]
 * @property {(options?: { text?: string } & Part)
 *   => Promise<Table>} agreement [L·H][H] divergence between heads, in nats; 2 sequences by default
 * @property {(options: Head & { text?: string, position?: number })
 *   => Promise<ForwardPass>} forwardPass of one token
 * @property {(options: { text?: string } & Partial<Place>) => Promise<Origin>} origin one
 *   activation as a sum
 * @property {(options: Head) => Promise<Circuits>} circuits
 * @property {(options: { layer: number, first?: number, count?: number, text?: string } & Part)
 *   => Promise<Neurons>} neurons
 * @property {(options: { text: string, changed: number, to: number | string,
 *   position?: number, token?: number | string, where?: 'stream' | 'heads' })
 *   => Promise<Patch>} patch
 * @property {(options?: Target) => Promise<Why>} why one logit as a sum over the tokens of the text
 * @property {(options?: Target & { first?: number, count?: number }) => Promise<Hide>} hide its
 *   probability without each of `count` tokens from `first` on, NaN for others; default: all. A
 *   pass each, and one
 * @property {() => Promise<EmbeddingMap>} embeddingMap PCA of the token embeddings
 * @property {() => Promise<{ table: Table, cosine: Table, obstacle?: Obstacle }>} positionMap
 *   position embeddings, cosine similarity
 * @property {(options?: { text?: string } & Part) => Promise<Health>} health statistics of
 *   activations and weights, over P
 * @property {(options?: { parameter?: string, index?: number })
 *   => Promise<Update>} nextUpdate the next optimizer update of one weight, and all gradients of
 *   its batch; costs about a step
 * @property {(options?: { site?: number, head?: number, sequence?: number })
 *   => Promise<Dropout>} dropout of the next step
 */

/** The engine's request behind each method.
 * @type {Record<keyof Analyses, Request>} */
const REQUESTS = {
  headReport: { what: 'head_report' },
  lens: { what: 'lens' },
  attribution: { what: 'attribution' },
  ablate: { what: 'ablate' },
  ablateAll: { what: 'ablate_all' },
  importance: { what: 'head_report', importance: true },
  saliency: { what: 'saliency' },
  why: { what: 'why' },
  hide: { what: 'hide' },
  pattern: { what: 'pattern' },
  rollout: { what: 'rollout' },
  agreement: { what: 'agreement' },
  forwardPass: { what: 'forward_pass' },
  origin: { what: 'origin' },
  circuits: { what: 'circuits' },
  neurons: { what: 'neurons' },
  patch: { what: 'patch' },
  embeddingMap: { what: 'embedding_map' },
  positionMap: { what: 'position_map' },
  health: { what: 'health' },
  nextUpdate: { what: 'next_update' },
  dropout: { what: 'dropout' },
};

/** The field of the answer that a method resolves to; the others resolve to all of it.
 * @type {Partial<Record<keyof Analyses, string>>} */
const RESULTS = {
  importance: 'importance',
  pattern: 'pattern',
  rollout: 'rollout',
  agreement: 'divergence',
};

/** The analyses of one model as methods.
 * @param {(request: Request) => Promise<any>} analyze sends a request
 * @returns {Analyses} */
export function analysesBy(analyze) {
  const names = /** @type {(keyof Analyses)[]} */ (Object.keys(REQUESTS));
  const methods = names.map((name) => {
    const method = async (/** @type {object} */ options) => {
      const answer = await analyze({ ...options, ...REQUESTS[name] });
      const field = RESULTS[name];
      return field ? answer[field] : answer;
    };
    return [name, method];
  });
  return /** @type {any} */ (Object.fromEntries(methods));
}
