/* Sampling, and activations of a text: text to tokens and back.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "api/session.h"

/* ---- encoding ---------------------------------------------------------------------- */

static enum gf_status reserve(struct gf_session *session, size_t n,
                              struct gf_error *err)
{
    if (n <= session->prompt_capacity) return GF_OK;
    size_t capacity = 2 * n > 4096 ? 2 * n : 4096;
    int32_t *grown = gf_arena_array(&session->arena, capacity, sizeof *grown);
    if (!grown) {
        session->arena.failed = false; /* nothing else depends on this block */
        return gf_fail(err, GF_E_no_memory);
    }
    session->prompt = grown;
    session->prompt_capacity = capacity;
    return GF_OK;
}

/* Plain text: the beginning of a document, as a text that stands alone. */
static enum gf_status encode_text(struct gf_session *session, const char *text,
                                  size_t n, int32_t *ids, size_t *n_ids,
                                  struct gf_error *err)
{
    return (session->form == GF_FORM_TEXT
                ? gf_tokenizer_encode_document
                : gf_tokenizer_encode)(&session->tokenizer, text, n, ids, n_ids, err);
}

/* An empty text follows the end of a document; where there is none, it is a line break, or
 * the first token if the vocabulary has none. */
static size_t encode_empty(struct gf_session *session, int32_t *ids)
{
    size_t n = 0;
    int32_t end = gf_tokenizer_document(&session->tokenizer).end;
    if (end >= 0) {
        ids[0] = end;
    } else if (gf_tokenizer_encode(&session->tokenizer, "\n", 1, ids, &n, NULL) !=
                   GF_OK ||
               n == 0) {
        ids[0] = 0;
    }
    return 1;
}

/* source, <START>, answer: those that the form has. */
enum gf_status gf_session_encode(struct gf_session *session, const char *text, size_t n,
                                 struct gf_line *line, struct gf_error *err)
{
    enum gf_status status = reserve(session, n + 2, err);
    if (status != GF_OK) return status;
    bool pairs = session->form != GF_FORM_TEXT;
    const char *tab = pairs && n > 0 ? memchr(text, '\t', n) : NULL;
    size_t n_first = tab ? (size_t)(tab - text) : n, n_source = 0, n_answer = 0;
    int32_t *ids = session->prompt;
    status = encode_text(session, text, n_first, ids, &n_source, err);
    size_t at = n_source;
    if (pairs && session->form != GF_FORM_TAGGING && session->start >= 0) {
        ids[at++] = session->start;
    }
    if (status == GF_OK && tab && session->form != GF_FORM_TAGGING) {
        status = gf_tokenizer_encode(&session->tokenizer, tab + 1, n - n_first - 1,
                                     ids + at, &n_answer, err);
        at += n_answer;
    }
    bool apart = session->form == GF_FORM_ANSWER;
    *line = (struct gf_line){.tokens = apart ? ids + n_source : ids,
                             .n = apart ? at - n_source : at,
                             .source = apart ? ids : NULL,
                             .n_source = apart ? n_source : 0};
    if (status == GF_OK && apart && n_source == 0) {
        status = gf_fail(err, GF_E_no_question);
    }
    if (status == GF_OK && line->n == 0) {
        line->n = encode_empty(session, ids + at);
    }
    return status;
}

/* ---- sampling ---------------------------------------------------------------------- */

enum gf_status gf_session_prompt(struct gf_session *session, const char *prompt,
                                 size_t n, size_t keep, struct gf_error *err)
{
    struct gf_line line;
    enum gf_status status = gf_session_encode(session, prompt, n, &line, err);
    if (status == GF_OK && !session->generator.model) {
        status = gf_generator_begin(&session->generator, &session->model, err);
    }
    if (status == GF_OK) {
        status = gf_generator_reserve(&session->generator, line.n, err);
    }
    if (status == GF_OK) {
        gf_generator_source(&session->generator, line.source, line.n_source);
        gf_generator_start(&session->generator, line.tokens, line.n, keep);
    }
    return status;
}

enum gf_status gf_session_sample_next(struct gf_session *session,
                                      const struct gf_sampling *opts,
                                      struct gf_sampled *written, struct gf_error *err)
{
    struct gf_generator *gen = &session->generator;
    if (gen->n == 0) return gf_fail(err, GF_E_no_prompt);
    enum gf_status status = gf_sampling_check(opts, err);
    if (status == GF_OK) status = gf_generator_reserve(gen, gen->n + 1, err);
    if (status != GF_OK) return status;
    int32_t id = gf_generator_draw(gen, opts);
    session->piece.arena = &session->arena;
    session->piece.n = 0;
    status = gf_tokenizer_append(&session->tokenizer, gf_generator_last(gen), id,
                                 &session->piece, err);
    if (status != GF_OK) return status;
    gf_generator_append(gen, id, opts->no_cache);
    struct gf_document document = gf_tokenizer_document(&session->tokenizer);
    *written = (struct gf_sampled){
        .id = id,
        .text = session->piece.data,
        .n_text = session->piece.n,
        .p = gen->p,
        .is_end = id == session->end || id == document.begin || id == document.end};
    return GF_OK;
}

enum gf_status gf_session_next_logits(struct gf_session *session, struct gf_view *view,
                                      struct gf_error *err)
{
    if (session->generator.n == 0) return gf_fail(err, GF_E_no_prompt);
    *view = (struct gf_view){.data = gf_generator_logits(&session->generator),
                             .rows = 1,
                             .columns = gf_config_outputs(&session->model.config)};
    return GF_OK;
}

/* ---- activations ------------------------------------------------------------------- */

enum gf_status gf_session_run_with_cache(struct gf_session *session, const char *text,
                                         size_t n, bool backward, size_t *n_tokens,
                                         struct gf_error *err)
{
    struct gf_line line = {0};
    size_t T = (size_t)session->model.config.block_size;
    enum gf_status status = gf_session_encode(session, text, n, &line, err);
    if (status == GF_OK && backward && !session->can_train) {
        status = gf_fail(err, GF_E_no_training_text);
    }
    if (status == GF_OK && !session->activations.model) {
        status = gf_activations_begin(&session->activations, &session->model, err);
    }
    *n_tokens = line.n < T ? line.n : T;
    if (status == GF_OK) {
        status = gf_activations_reserve(
            &session->activations, *n_tokens,
            backward ? GF_OF_PARAMETERS_TOO : GF_NO_GRADIENTS, err);
    }
    if (status == GF_OK) {
        gf_activations_source(&session->activations, line.source, line.n_source);
        gf_activations_run(&session->activations, line.tokens + line.n - *n_tokens,
                           *n_tokens, backward);
    }
    return status;
}

const int32_t *gf_session_tokens(const struct gf_session *session,
                                 enum gf_stream stream, size_t *n)
{
    bool main_stream = stream == GF_STREAM_MAIN;
    *n = main_stream ? session->activations.n : session->activations.n_source;
    return main_stream ? session->activations.tokens : session->activations.source;
}

static enum gf_status need_activations(const struct gf_session *session,
                                       struct gf_error *err)
{
    return session->activations.n > 0 ? GF_OK : gf_fail(err, GF_E_no_activations);
}

enum gf_status gf_session_attention_shape(const struct gf_session *session,
                                          size_t attention, size_t *rows,
                                          size_t *columns, struct gf_error *err)
{
    enum gf_status status = need_activations(session, err);
    if (status == GF_OK && attention >= session->model.n_attention) {
        status = gf_fail(err, GF_E_no_such_attention);
    }
    if (status == GF_OK) {
        gf_activations_attention_shape(&session->activations, attention, rows, columns);
    }
    return status;
}

enum gf_status gf_session_tensor(struct gf_session *session, const char *name,
                                 struct gf_view *view, struct gf_error *err)
{
    enum gf_status status = need_activations(session, err);
    if (status == GF_OK && !gf_activations_tensor(&session->activations, name, view)) {
        status = gf_fail(err, GF_E_no_such_tensor, name);
    }
    if (status == GF_OK && !view->data) status = gf_fail(err, GF_E_no_memory);
    return status;
}

enum gf_status gf_session_attention(struct gf_session *session, size_t attention,
                                    size_t head, float *A, float *S,
                                    struct gf_error *err)
{
    enum gf_status status = need_activations(session, err);
    size_t H = (size_t)session->model.config.n_head;
    if (status == GF_OK &&
        (attention >= session->model.n_attention || head >= H ||
         !gf_head_node(session->activations.graph, attention, head))) {
        status = gf_fail(err, GF_E_no_such_head, attention + 1, head + 1,
                         session->model.n_attention, H);
    }
    if (status == GF_OK) {
        gf_activations_attention(&session->activations, attention, head, A, S);
    }
    return status;
}

enum gf_status gf_session_set_head_mask(struct gf_session *session, size_t attention,
                                        size_t head, float head_mask,
                                        struct gf_error *err)
{
    return gf_model_set_head_mask(&session->model, attention, head, head_mask, err);
}
