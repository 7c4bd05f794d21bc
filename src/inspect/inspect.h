/* Everything that can be asked about the inside of a model, as JSON.
 *
 * A request is an object with "what"; the answer is an object. Layers, heads, positions and
 * tokens count from 0; "layer" means the attention of that number in the model, which in
 * anything but an encoder-decoder is its layer. Losses are in nats. A table stands as
 * {"shape": [rows, columns], "at": first float}, see report.h. NaN is null.
 *
 * P is the probe set: 8 held-out sequences of block_size characters, fixed for a run.
 * "text": a line to look at, of which the last block_size characters count; missing: the
 * first of P. Models of pairs read "question<TAB>answer". "over P" means: over "text"
 * instead, cut in windows, where one is given (but "ablate" only where there is no P).
 *
 * activations   one forward pass, with the values asked for               run_with_cache.c
 *   text, attention: true, logits: true, tensors: [names of parameters or activations,
 *   after "grad:" of their gradients], backward: true for gradients of the mean loss
 *   -> step, tokens, source [ids]
 *      attention  table [attentions * heads * T][T]: a square of weights after softmax for
 *                 each head, in model order; T is the longer of tokens and source, and
 *                 what an attention does not fill is 0
 *      logits     table [n][V]
 *      loss       table [1][n], NaN where nothing is predicted (with logits)
 *      tensors    [{name, values: table}]
 *
 * head_report   over P, in one pass; what accompanies a run (formulae in head_scores.h)
 *   lens, positions, importance, pairs, repeat: true for that part too; sequences: only so
 *   many of P, then without effect on badges
 *   -> step, loss
 *      classes  names
 *      heads    [{layer, head, offset, scores, chance, back: [8 offsets], classes: [excess
 *               by class], claim: {pattern, offset, score, chance}, badge}]
 *               scores and chance: back (at `offset`), self, first, same, next_1 … next_3,
 *               stripe, line, focus, choices, distance, spread, top
 *               badge: the claim is clear enough, now and in the head report before
 *      next_share   [3] share of rows that next_k could match
 *      by_distance  table [heads][T]: mean weight by distance
 *      lens         {depths, loss: [by depth], uniform: ln V}            lens.c
 *      positions    {loss: table [1][T], gain}                           position_loss.c
 *      importance   [by head], an estimate                               importance.c
 *      pair_distance                                                     pair_distance.c
 *      repeat       {first, second, gain}: losses on [s;s] (with repeat)
 *      lines        the same on lines s|s, where the text has them
 *
 * lens          what each depth would guess                              lens.c
 *   text
 *   -> depths [{part, layer}], and tables [depth][n]: top (token), top_p, p (of the true
 *      next character), rank (of it, from 1; 0: there is none)
 *
 * attribution   one logit as a sum over the parts                        attribution.c
 *   text, position (missing: last), token (its text or id; missing: the true next character,
 *   else the likeliest), rival or against: "strongest"
 *   -> position, token, rival (-1: none), shares [{part, layer, attention, head, share}],
 *      sum, logit
 *
 * ablate        a head switched off, over P                              ablate.c
 *   layer, head, mode: "zero" | "mean", text, sample: {chars, seed, temperature} (not of an
 *   encoder)
 *   -> loss, loss_off, delta; with a text: rows, table [on, off][n] of losses; with sample:
 *      sample, sample_off
 *
 * ablate_all    every head in turn
 *   sequences: of P, default 2
 *   -> loss, delta [by head]
 *
 * saliency      slope of one logit at each character                    saliency.c
 *   text, position, token
 *   -> position, token, rows: table [dot, norm][n] (source_rows for a source)
 *
 * pattern       attention of one head on a text                          patterns.c
 *   layer, head, text, show: "weights" | "scores" | "taken"
 *   -> pattern: table [n][keys]
 * rollout       text -> rollout: table [n][n]
 * agreement     of the heads in a layer, over P
 *   sequences: of P, default 2 -> divergence: table [layers * H][H], nats
 *
 * character     one character through one layer, for the eight cards     character.c
 *   text, position, layer, head
 *   -> tables of one row: token, position, embedding; norm {mean, factor, result}, x; q;
 *      k, v [keys][D]; scale, allowed (keys before this one), scores, shares; mix, head,
 *      other_heads, bias, after_attention; mlp {norm, before, hidden, after};
 *      output {norm, logits, p}. What a model does not have is missing. Beside a table that
 *      is part of an activation stands NAME_at {tensor, row, column}, for "origin"
 *
 * origin        one number as a sum, one level down                     origin.c
 *   text, tensor (name of an activation; missing: the logits), row (missing: the last),
 *   column (default 0)
 *   -> step, tensor, row, column, value, op; terms and weights: tables of one row; from
 *      {tensor, row, column, by_rows}: where the first term stands, the others follow in its
 *      row, or in its column by_rows; constant; activated: the sum went through the activation
 *      function; residual [{tensor, row, column, value}], added unchanged; character, place: of
 *      an embedding; sum
 *
 * circuits      tables of a head, apart from any text                    circuits.c
 *   layer, head
 *   -> qk, ov: tables [V][V]; copying (-1 … 1), eigen_re, eigen_im
 *
 * neurons       where hidden units are active and what they push         neurons.c
 *   layer, first (default 0), count (default 1, at most 64); over P, or "text"
 *   -> n_neuron, neurons [{neuron, mean, active (share above 0), contexts [{line, position,
 *      value, before, character, next}], raises [{token, value}], lowers}]
 *
 * patch         activations of a changed text put into this one          patch.c
 *   text, changed (position), to (token), position, token, where: "stream" | "heads"
 *   -> logit, logit_changed, position, token, effect: table [components or heads][n]
 *
 * letter_map    -> map: table [V][2], share [2] of the variance, classes [V]    letters.c
 * position_map  -> cosine: table [T][T]
 *
 * health        sizes and spreads inside, over P                         health.c
 *   -> step, hidden [{name, quiet}], stream [{part, layer, size}], score [by layer], gains
 *      [{name, mean, least, most}], parameters [{name, std, update, zeros}], weights: table
 *      [parameters][64] (histogram.h)
 *
 * update        what the next step will do to one number                 update.c
 *   parameter (name), index
 *   -> step, loss, grad_norm, clip, parameter, index, weight, gradient, clipped, m, v,
 *      new_m, new_v, new_weight, lr, decay, correct_m, correct_v, eps, parameters [{name,
 *      zeros}], gradients: table [parameters][64], batch: table [batch_size][block_size] of
 *      the tokens it learns from
 *
 * Where something does not apply to a model (no stream that the output layer could read, no
 * position vectors, …) the answer is {obstacle: {key, params, message}} instead.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_INSPECT_H
#define GF_INSPECT_INSPECT_H

#include "inspect/report.h"
#include "inspect/inspector.h"

/* Answers one request with one JSON object. GF_BAD_JSON, GF_BAD_ARGUMENT, GF_BAD_TEXT or
 * GF_OUT_OF_MEMORY with a sentence; the report is then what it was. The model is the same
 * before and after. */
enum gf_status gf_inspect(struct gf_inspector *inspector, const char *request, size_t n,
                          struct gf_report *report, struct gf_error *err);

#endif
