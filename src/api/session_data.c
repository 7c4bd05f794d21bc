/* The data of a session: text, pairs or a generated task, by the settings.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "api/session.h"

/* ---- which data for which model -------------------------------------------------- */

enum gf_status gf_session_check_form(const struct gf_config *c, struct gf_error *err)
{
    enum gf_data_form form = gf_config_form(c);
    const struct {
        bool wrong;
        enum gf_error_key error;
        const char *setting;
    } rules[] = {
        {c->arch == GF_ARCH_ENCODER && form != GF_FORM_TAGGING,
         GF_E_encoder_needs_labels, "task"},
        {c->arch == GF_ARCH_ENCODER_DECODER && form != GF_FORM_ANSWER,
         GF_E_encoder_decoder_needs_answers, "task"},
        {c->arch != GF_ARCH_ENCODER && form == GF_FORM_TAGGING,
         GF_E_labels_need_encoder, "arch"},
        {c->arch != GF_ARCH_ENCODER_DECODER && form == GF_FORM_ANSWER,
         GF_E_answers_need_encoder_decoder, "task_form"},
        {c->task == GF_DATA_PAIRS && form == GF_FORM_TEXT, GF_E_pairs_as_text, "task"},
    };
    for (size_t i = 0; i < GF_COUNT(rules); i++) {
        if (rules[i].wrong) return gf_fail(err, rules[i].error, rules[i].setting);
    }
    return GF_OK;
}

/* The lines of a generated task, in `scratch`; for other data the given text. */
static enum gf_status find_text(const struct gf_config *c, struct gf_arena *scratch,
                                const char **text, size_t *n, struct gf_error *err)
{
    if (c->task < GF_DATA_TASK) return *n > 0 ? GF_OK : gf_fail(err, GF_E_text_empty);
    struct gf_buffer lines = {.arena = scratch};
    struct gf_task_options options = {
        .task = (enum gf_task)(c->task - GF_DATA_TASK),
        .seed = (uint64_t)c->seed,
        .n_lines = (size_t)c->task_lines,
        .modulus = (uint32_t)c->task_modulus,
        .layout = gf_config_form(c) == GF_FORM_TEXT ? GF_TASK_TEXT : GF_TASK_PAIRS};
    enum gf_status status = gf_task_write(&options, &lines, err);
    *text = lines.data;
    *n = lines.n;
    return status;
}

/* ---- a text ---------------------------------------------------------------------- */

static enum gf_status build_vocabulary(struct gf_session *session,
                                       const struct gf_config *c, const char *text,
                                       size_t n, struct gf_error *err)
{
    /* With a limited vocabulary of words, the others need a token. */
    static const char *const special[] = {"<UNK>"};
    bool limited_words = c->tokenizer == GF_TOKENIZER_WORDS && c->vocab_limit > 0;
    struct gf_tokenizer_options options = {.kind = (enum gf_tokenizer_kind)c->tokenizer,
                                           .vocab_size = (size_t)c->vocab_limit,
                                           .special = special,
                                           .n_special = limited_words ? 1 : 0};
    return gf_tokenizer_build(&session->tokenizer, &session->data, &options, text, n,
                              err);
}

static enum gf_status read_text(struct gf_session *session, const struct gf_config *c,
                                const char *text, size_t n, struct gf_error *err)
{
    enum gf_status status =
        gf_corpus_build(&session->corpus, &session->data, &session->tokenizer, text, n,
                        c->val_fraction, (size_t)c->block_size, err);
    return status == GF_OK
               ? gf_corpus_baselines(&session->corpus, &session->baselines, err)
               : status;
}

/* ---- pairs ----------------------------------------------------------------------- */

static enum gf_status read_pairs(struct gf_session *session, const struct gf_config *c,
                                 const char *text, size_t n, struct gf_error *err)
{
    static const char *const end_only[] = {GF_END};
    bool generated = c->task >= GF_DATA_TASK;
    const struct gf_task_info *info =
        generated ? gf_task_info((enum gf_task)(c->task - GF_DATA_TASK)) : NULL;
    struct gf_pairs_options options = {
        .form = session->form,
        .kind = info ? info->kind : (enum gf_tokenizer_kind)c->tokenizer,
        .val_fraction = c->no_shuffle ? 0 : c->val_fraction,
        .loss_on_prompt = c->loss_on_prompt,
        .no_shuffle = c->no_shuffle};
    /* A few sentences, each a whole window; answers need <START> to begin with. */
    if (c->no_shuffle && session->form != GF_FORM_ANSWER) {
        options.special = end_only;
        options.n_special = 1;
    }
    enum gf_status status =
        gf_pairs_build(&session->pairs, &session->data, &options, text, n, err);
    if (status == GF_OK) {
        status = gf_pairs_check(&session->pairs, (size_t)c->block_size,
                                gf_config_source_block(c), err);
    }
    if (status == GF_OK) {
        const double none = __builtin_nan(""); /* no text to count letter pairs in */
        double V = (double)(session->form == GF_FORM_TAGGING
                                ? session->pairs.labels.n_vocab
                                : session->pairs.tokenizer.n_vocab);
        session->baselines = (struct gf_baselines){gf_log(V), none, none, none};
    }
    return status;
}

/* ---- both ------------------------------------------------------------------------ */

enum gf_status gf_session_data(struct gf_session *session, struct gf_config *c,
                               const char *text, size_t n, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    session->form = gf_config_form(c);
    /* The settings may hold the sizes of another text; the data decides. */
    c->source_vocab_size = c->output_vocab_size = 0;
    c->pad_token = -1;
    enum gf_status status = gf_session_check_form(c, err);
    if (status == GF_OK) status = find_text(c, &scratch, &text, &n, err);
    if (status == GF_OK && session->form == GF_FORM_TEXT) {
        status = build_vocabulary(session, c, text, n, err);
        if (status == GF_OK) status = read_text(session, c, text, n, err);
    } else if (status == GF_OK) {
        status = read_pairs(session, c, text, n, err);
        session->tokenizer = session->pairs.tokenizer;
        session->labels = session->pairs.labels;
        c->pad_token = session->pairs.pad;
        c->output_vocab_size = (int64_t)session->pairs.labels.n_vocab;
    }
    return status;
}

static bool same_vocabulary(const struct gf_tokenizer *a, const struct gf_tokenizer *b)
{
    bool same = a->n_vocab == b->n_vocab;
    for (size_t i = 0; same && i < a->n_vocab; i++) {
        size_t n, m;
        const char *x = gf_tokenizer_text(a, (int32_t)i, &n);
        const char *y = gf_tokenizer_text(b, (int32_t)i, &m);
        same = n == m && memcmp(x, y, n) == 0;
    }
    return same;
}

enum gf_status gf_session_data_again(struct gf_session *session, const char *text,
                                     size_t n, struct gf_error *err)
{
    const struct gf_config *c = &session->model.config;
    GF_SCOPED_ARENA(scratch);
    enum gf_status status = find_text(c, &scratch, &text, &n, err);
    if (status == GF_OK && session->form == GF_FORM_TEXT) {
        status = read_text(session, c, text, n, err);
    } else if (status == GF_OK) {
        status = read_pairs(session, c, text, n, err);
        if (status == GF_OK &&
            !(same_vocabulary(&session->pairs.tokenizer, &session->tokenizer) &&
              same_vocabulary(&session->pairs.labels, &session->labels))) {
            status = gf_fail(err, GF_E_other_vocabulary);
        }
    }
    return status;
}

struct gf_source gf_session_source(const struct gf_session *session)
{
    return session->form == GF_FORM_TEXT ? gf_corpus_source(&session->corpus)
                                         : gf_pairs_source(&session->pairs);
}

const int32_t *gf_session_corpus(const struct gf_session *session, enum gf_split split,
                                 size_t *n)
{
    *n = gf_corpus_size(&session->corpus, split);
    return *n > 0 ? gf_corpus_tokens(&session->corpus, split) : NULL;
}

void gf_session_vocabulary(struct gf_session *session)
{
    session->form = gf_config_form(&session->model.config);
    session->tokenizer = session->model.tokenizer;
    session->labels = session->model.labels;
    session->start = session->end = -1;
    if (session->form != GF_FORM_TEXT) {
        session->start = gf_tokenizer_special(&session->tokenizer, GF_START);
        session->end = gf_tokenizer_special(&session->tokenizer, GF_END);
    }
}
