/* Sampling, and activations of a text: text to tokens and back.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "api/lab.h"

/* ---- encoding ---------------------------------------------------------------------- */

static enum gf_status reserve(struct gf_lab *lab, size_t n, struct gf_error *err)
{
    if (n <= lab->prompt_capacity) return GF_OK;
    size_t capacity = 2 * n > 4096 ? 2 * n : 4096;
    int32_t *grown = gf_arena_array(&lab->arena, capacity, sizeof *grown);
    if (!grown) {
        lab->arena.failed = false; /* nothing else depends on this block */
        return gf_fail(err, GF_E_no_memory);
    }
    lab->prompt = grown;
    lab->prompt_capacity = capacity;
    return GF_OK;
}

/* Plain text: the beginning of a document, as a text that stands alone. */
static enum gf_status encode_text(struct gf_lab *lab, const char *text, size_t n,
                                  int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    return lab->form == GF_FORM_TEXT
               ? gf_tokenizer_encode_document(&lab->tokenizer, text, n, ids, n_ids, err)
               : gf_tokenizer_encode(&lab->tokenizer, text, n, ids, n_ids, err);
}

/* An empty text follows the end of a document; where there is none, it is a line break, or
 * the first token if the vocabulary has none. */
static size_t encode_empty(struct gf_lab *lab, int32_t *ids)
{
    size_t n = 0;
    int32_t end = gf_tokenizer_document(&lab->tokenizer).end;
    if (end >= 0) {
        ids[0] = end;
    } else if (gf_tokenizer_encode(&lab->tokenizer, "\n", 1, ids, &n, NULL) != GF_OK ||
               n == 0) {
        ids[0] = 0;
    }
    return 1;
}

/* source, <START>, answer: those that the form has. */
enum gf_status gf_lab_encode(struct gf_lab *lab, const char *text, size_t n,
                             struct gf_encoded_text *r, struct gf_error *err)
{
    enum gf_status status = reserve(lab, n + 2, err);
    if (status != GF_OK) return status;
    bool pairs = lab->form != GF_FORM_TEXT;
    const char *tab = pairs && n > 0 ? memchr(text, '\t', n) : NULL;
    size_t n_first = tab ? (size_t)(tab - text) : n, n_source = 0, n_answer = 0;
    int32_t *ids = lab->prompt;
    status = encode_text(lab, text, n_first, ids, &n_source, err);
    size_t at = n_source;
    if (pairs && lab->form != GF_FORM_TAGGING && lab->start >= 0) {
        ids[at++] = lab->start;
    }
    if (status == GF_OK && tab && lab->form != GF_FORM_TAGGING) {
        status = gf_tokenizer_encode(&lab->tokenizer, tab + 1, n - n_first - 1,
                                     ids + at, &n_answer, err);
        at += n_answer;
    }
    bool apart = lab->form == GF_FORM_ANSWER;
    *r = (struct gf_encoded_text){.ids = apart ? ids + n_source : ids,
                                  .n_ids = apart ? at - n_source : at,
                                  .source = apart ? ids : NULL,
                                  .n_source = apart ? n_source : 0};
    if (status == GF_OK && apart && n_source == 0) {
        status = gf_fail(err, GF_E_no_question);
    }
    if (status == GF_OK && r->n_ids == 0) {
        r->n_ids = encode_empty(lab, ids + at);
    }
    return status;
}

/* ---- sampling ---------------------------------------------------------------------- */

enum gf_status gf_lab_prompt(struct gf_lab *lab, const char *prompt, size_t n,
                             size_t keep, struct gf_error *err)
{
    struct gf_encoded_text r;
    enum gf_status status = gf_lab_encode(lab, prompt, n, &r, err);
    if (status == GF_OK && !lab->generator.model) {
        status = gf_generator_begin(&lab->generator, &lab->model, err);
    }
    if (status == GF_OK) {
        status = gf_generator_reserve(&lab->generator, r.n_ids, err);
    }
    if (status == GF_OK) {
        gf_generator_source(&lab->generator, r.source, r.n_source);
        gf_generator_start(&lab->generator, r.ids, r.n_ids, keep);
    }
    return status;
}

enum gf_status gf_lab_write(struct gf_lab *lab, const struct gf_sampling *opts,
                            struct gf_written *written, struct gf_error *err)
{
    struct gf_generator *gen = &lab->generator;
    if (gen->n == 0) return gf_fail(err, GF_E_no_prompt);
    enum gf_status status = gf_sampling_check(opts, err);
    if (status == GF_OK) status = gf_generator_reserve(gen, gen->n + 1, err);
    if (status != GF_OK) return status;
    int32_t previous = gf_generator_last(gen);
    int32_t id = gf_generator_next(gen, opts);
    lab->piece.arena = &lab->arena;
    lab->piece.n = 0;
    status = gf_tokenizer_append(&lab->tokenizer, previous, id, &lab->piece, err);
    struct gf_document document = gf_tokenizer_document(&lab->tokenizer);
    *written = (struct gf_written){.id = id,
                                   .text = lab->piece.data,
                                   .n_text = lab->piece.n,
                                   .p = gen->p,
                                   .is_end = id == lab->end || id == document.begin ||
                                             id == document.end};
    return status;
}

enum gf_status gf_lab_guess(struct gf_lab *lab, struct gf_view *view,
                            struct gf_error *err)
{
    if (lab->generator.n == 0) return gf_fail(err, GF_E_no_prompt);
    *view = (struct gf_view){.data = gf_generator_logits(&lab->generator),
                             .rows = 1,
                             .columns = gf_config_outputs(&lab->model.config)};
    return GF_OK;
}

/* ---- activations ------------------------------------------------------------------- */

enum gf_status gf_lab_run_with_cache(struct gf_lab *lab, const char *text, size_t n,
                                     bool backward, size_t *n_tokens,
                                     struct gf_error *err)
{
    struct gf_encoded_text r = {0};
    size_t T = (size_t)lab->model.config.block_size;
    enum gf_status status = gf_lab_encode(lab, text, n, &r, err);
    if (status == GF_OK && backward && !lab->can_train) {
        status = gf_fail(err, GF_E_no_training_text);
    }
    if (status == GF_OK && !lab->activations.model) {
        status = gf_activations_begin(&lab->activations, &lab->model, err);
    }
    *n_tokens = r.n_ids < T ? r.n_ids : T;
    if (status == GF_OK) {
        status = gf_activations_reserve(
            &lab->activations, *n_tokens,
            backward ? GF_OF_PARAMETERS_TOO : GF_NO_GRADIENTS, err);
    }
    if (status == GF_OK) {
        gf_activations_source(&lab->activations, r.source, r.n_source);
        gf_activations_run(&lab->activations, r.ids + r.n_ids - *n_tokens, *n_tokens,
                           backward);
    }
    return status;
}

const int32_t *gf_lab_tokens(const struct gf_lab *lab, enum gf_stream stream, size_t *n)
{
    bool main_stream = stream == GF_STREAM_MAIN;
    *n = main_stream ? lab->activations.n : lab->activations.n_source;
    return main_stream ? lab->activations.tokens : lab->activations.source;
}

enum gf_status gf_lab_attention_shape(const struct gf_lab *lab, size_t attention,
                                      size_t *rows, size_t *columns,
                                      struct gf_error *err)
{
    if (lab->activations.n == 0 || attention >= lab->model.n_attention) {
        return gf_fail(err, GF_E_no_such_attention);
    }
    gf_activations_attention_shape(&lab->activations, attention, rows, columns);
    return GF_OK;
}

static enum gf_status need_activations(const struct gf_lab *lab, struct gf_error *err)
{
    return lab->activations.n > 0 ? GF_OK : gf_fail(err, GF_E_no_activations);
}

enum gf_status gf_lab_tensor(struct gf_lab *lab, const char *name, struct gf_view *view,
                             struct gf_error *err)
{
    enum gf_status status = need_activations(lab, err);
    if (status == GF_OK && !gf_activations_tensor(&lab->activations, name, view)) {
        status = gf_fail(err, GF_E_no_such_tensor, name);
    }
    if (status == GF_OK && !view->data) status = gf_fail(err, GF_E_no_memory);
    return status;
}

enum gf_status gf_lab_attention(struct gf_lab *lab, size_t attention, size_t head,
                                float *A, float *S, struct gf_error *err)
{
    enum gf_status status = need_activations(lab, err);
    size_t H = (size_t)lab->model.config.n_head;
    if (status == GF_OK && (attention >= lab->model.n_attention || head >= H ||
                            !gf_head_node(lab->activations.graph, attention, head))) {
        status = gf_fail(err, GF_E_no_such_head, attention + 1, head + 1,
                         lab->model.n_attention, H);
    }
    if (status == GF_OK) {
        gf_activations_attention(&lab->activations, attention, head, A, S);
    }
    return status;
}

enum gf_status gf_lab_set_gate(struct gf_lab *lab, size_t attention, size_t head,
                               float gate, struct gf_error *err)
{
    return gf_model_set_gate(&lab->model, attention, head, gate, err);
}
