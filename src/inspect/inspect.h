/* The analyses of a model: requests and answers as JSON.
 *
 * A request is an object with "what", the name of an analysis; the answer is an object.
 * Below, each analysis has its arguments and, after "->", its answer.
 *
 * Conventions
 *   Layers, heads, positions and tokens count from 0. "layer" is the number of an attention
 *   in model order, which in all but an encoder-decoder is the layer.
 *   Losses are in nats. NaN is null. A table is {"shape": [rows, columns], "at": first
 *   float}; see report.h.
 *   T is the context length, V the vocabulary, H the heads of an attention, D the width of a
 *   head, n the tokens of the text.
 *
 * Data
 *   P, the probe set: 8 validation sequences of T tokens, of a text 256 at most, the same for
 *   a whole run. Padding does not count.
 *   "text": the text to analyze, of which the last T tokens count; default: the first
 *   sequence of P. Models of question-answer pairs read "question<TAB>answer".
 *   Where an analysis runs over P, "text" replaces P and is cut into windows; "ablate" does
 *   so only where there is no P. "sequences": only so many of P, or of the windows; "tokens":
 *   only so many of each.
 *
 * An analysis that does not apply to the model answers {obstacle: {key, params, message}}.
 *
 * ---- one forward pass -----------------------------------------------------------------
 *
 * activations    the values of a forward pass                           run_with_cache.c
 *   text, attention: true, logits: true, tensors: names of parameters or activations, a list
 *   or one ("grad:NAME" for their gradients), backward: true to compute gradients of the
 *   mean loss, lens: true, norms: true, all_on: true to leave no head out, also of those
 *   switched off
 *   -> step, tokens, source [ids]
 *      attention  table [attentions * H * T'][T']: for each head, in model order, a square
 *                 of attention weights before dropout; T' is the longer of tokens and
 *                 source; entries outside an attention's rows and columns are 0
 *      logits     table [n][V]
 *      loss       table [1][n], NaN where there is no target (with logits)
 *      lens       what "lens" answers, of the same pass
 *      mlp_norm   table [MLPs][n] (with norms): Euclidean norm of what each MLP adds at each
 *                 position; source_mlp_norm: the same in the encoder of an
 *                 encoder-decoder; missing where there is no MLP
 *      tensors    [{name, values: table}]
 *
 * forward_pass   every number of one token's way through one layer      forward_pass.c
 *   text, position, layer, head
 *   -> tables of one row: token, position, embedding; norm {mean, factor, eps, gain,
 *      bias, result}, x; q;
 *      k, v [keys][D]; scale, allowed (number of visible keys), scores, shares (attention
 *      weights); mix, head, other_heads, bias, after_attention; mlp {norm, before, hidden,
 *      after}; output {norm, logits, p}. Parts that the model does not have are missing. A
 *      table NAME that is part of an activation has its place in NAME_at {tensor, row,
 *      column, source}, as "origin" takes it; source: the row is of the source of an
 *      encoder-decoder
 *
 * origin         one number as a weighted sum of its inputs             origin.c
 *   text, tensor (name of an activation; default: the logits), row (default: the last),
 *   column (default 0)
 *   -> step, tensor, row, column, source, value, op; terms, weights: tables of one row;
 *      from {tensor, row, column, source, by_rows}: place of the first term; the others
 *      follow in its row, or with by_rows in its column; constant; activated: the activation
 *      function was applied to the sum; residual [{tensor, row, column, source, value}]:
 *      added unchanged; character, place: the two terms of an embedding; sum
 *
 * pattern        attention of one head                                  patterns.c
 *   text, layer, head, show: "weights" | "scores" | "taken" (norm-weighted), unmasked: true
 *   for the head without its masks, padded: true to fill the text up to T with padding, as
 *   in training
 *   -> pattern: table [n][keys]
 * rollout        attention rollout
 *   text -> rollout: table [n][n]
 *
 * ---- explaining a prediction ----------------------------------------------------------
 *
 * lens           logit lens: the prediction after each component        lens.c
 *   text; first, count: of the components, default all
 *   -> depths [{part, layer}]; tables [depth][n]: top (likeliest token), top_p, p (of the
 *      true next token), rank (of the true next token, from 1; 0 without one)
 *
 * attribution    direct logit attribution                               attribution.c
 *   text, position (default: last), token (text or id; default: the true next token, else
 *   the likeliest), rival: a token, or against: "strongest", for a logit difference
 *   -> position, token, rival (-1: none), shares [{part, layer, attention, head, share}],
 *      sum, logit
 *
 * saliency       gradient of one logit with respect to the embeddings   saliency.c
 *   text, position, token
 *   -> position, token, rows: table [gradient times input, norm][n]; source_rows: the same
 *      for the source of an encoder-decoder
 *
 * why            one logit as an exact sum over the tokens of the text      why.c
 *   text, position, token
 *   -> position, token; shares: table [of the token, of its position][n]; source_shares: the
 *      same for the source of an encoder-decoder; constant: what all biases add; sum; logit,
 *      less the mean of all logits and before a soft cap; edges: table [attentions * H *
 *      T'][T'], as "attention" of activations: what each head carries from key to query;
 *      mlps: table [MLPs][T']: what each MLP adds at each position
 * hide           one token hidden from all heads                        why.c
 *   text, position, token; first, count: of the tokens, default all; NaN for others
 *   -> position, token, p: its probability; hidden: table [1][n]: the same with each token
 *      of the text hidden, one at a time; source_hidden
 *
 * patch          activation patching                                    patch.c
 *   text, changed (position), to (token), position, token, where: "stream" | "heads"
 *   -> logit, logit_changed, position, token, effect: table [components or heads][n]
 *
 * ---- heads ----------------------------------------------------------------------------
 *
 * head_report    scores of all heads in one pass over P                 head_report.c
 *   lens, positions, importance, pairs, repeat: true to add that part; sequences and tokens
 *   have no effect on badges
 *   -> step, loss
 *      classes        names of the classes of characters
 *      heads          [{layer, head, offset, scores, chance, back: [8 offsets, NaN where
 *                     not every row has a key so far back], classes:
 *                     [excess by class], claim: {pattern, offset, score, chance}, badge}]
 *                     scores, chance: back (at `offset`), self, first, same, next_1, next_2,
 *                     next_3, stripe, line, focus, choices, distance, spread, top; formulae
 *                     in heads/head_scores.h
 *                     badge: the claim is clear, in this report and the one before
 *      next_share     [3] share of rows with a key that next_k could match
 *      by_distance    table [heads][T]: mean weight by distance
 *      lens           {depths, loss: [by depth], uniform: ln V}
 *      positions      {loss: table [1][T of P], gain}                   position_loss.c
 *      importance     [by head], a first-order estimate                 importance.c
 *      pair_distance  KL divergence from letter pairs (bigram)          pair_distance.c
 *      repeat         {first, second, gain}: losses on a sequence repeated, [s;s]
 *      lines          the same for lines s|t, where the text has them; t: s, begun at any
 *                     of its letters
 *
 * ablate         loss over P with one head switched off                 ablate.c
 *   layer, head, mode: "zero" | "mean", text, sequences, sample: {chars, seed, temperature}
 *   (not for an encoder)
 *   -> loss, loss_off, delta; with text, rows: table [on, off][n] of losses; with sample,
 *      sample, sample_off
 * ablate_all     the same for every head
 *   sequences: of P, default 2
 *   -> loss, delta [by head; none without attention]
 *
 * agreement      divergence between the heads of a layer, over P        patterns.c
 *   sequences: of P, default 2 -> divergence: table [layers * H][H], nats
 *
 * circuits       QK and OV circuits of a head, unless outputs are labels  circuits.c
 *   layer, head
 *   -> qk, ov: tables [V][V]; copying (-1 to 1), eigen_re, eigen_im
 *
 * ---- weights and training -------------------------------------------------------------
 *
 * embedding_map  token embeddings in two dimensions (PCA)               embedding_map.c
 *   -> map: table [V][2], share [2] of the variance, classes [V]
 * position_map   position embeddings and their cosine similarity
 *   -> cosine: table [T][T], table: the embeddings, [T][C]
 *
 * neurons        hidden units of an MLP, over P                         neurons.c
 *   layer, first (default 0), count (default 1, at most 64)
 *   -> n_neuron, neurons [{neuron, mean, active (share above 0), contexts [{line, position,
 *      value, before, character, next}], raises [{token, value}], lowers}]
 *
 * health         norms, dead units and update ratios, over P            health.c
 *   -> step, hidden [{name, quiet}], stream [{part, layer, size}], score [by layer], gains
 *      [{name, mean, least, most}], parameters [{name, std, update, zeros}], weights: table
 *      [parameters][64] (histogram.h)
 *
 * next_update    the next optimizer step of one parameter               next_update.c
 *   parameter (name), index
 *   -> step, loss, grad_norm, clip, parameter, index, weight, gradient, clipped, m, v,
 *      new_m, new_v, new_weight, lr, decay, correct_m, correct_v, eps; of a matrix that Muon
 *      moves momentum, direction, factor instead of v, new_v, correct_m, correct_v, eps;
 *      parameters [{name, zeros}], gradients: table [parameters][64], batch: table [batch_size][T] of tokens
 *
 * dropout        masks of the next step                                 dropout.c
 *   site (number of an activation with dropout, default 0), head, sequence (of the batch)
 *   -> step, sites [{name, p, heads: of attention weights, else 0}]; mask: table of 0 and
 *      1 / (1 - p), loss: of the sequence, in training, loss_evaluated: without dropout;
 *      these three are missing where there is no site
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_INSPECT_H
#define GF_INSPECT_INSPECT_H

#include "inspect/inspector.h"
#include "inspect/report.h"

/* Answers one request with one JSON object. The model does not change. On failure
 * (GF_BAD_JSON, GF_BAD_ARGUMENT, GF_BAD_TEXT or GF_OUT_OF_MEMORY) the report is unchanged. */
enum gf_status gf_inspect(struct gf_inspector *inspector, const char *request, size_t n,
                          struct gf_report *report, struct gf_error *err);

#endif
