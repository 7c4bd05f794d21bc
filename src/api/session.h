/* struct gf_session, for the files that implement glassformer.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_SESSION_H
#define GF_SESSION_H

#include "generate/generator.h"
#include "inspect/inspector.h"
#include "storage/foreign.h"

/* A model of another program while it is read (session_files.c). */
struct gf_session_reading {
    struct gf_arena arena;
    struct gf_foreign_part *parts; /* [n_parts] */
    size_t n_parts, part, row;     /* stored rows of `part` that are read */
};

struct gf_session {
    struct gf_arena arena;  /* the session itself and encoded prompts */
    struct gf_arena data;   /* corpus or pairs */
    enum gf_data_form form; /* a text, or the form of pairs */
    struct gf_tokenizer tokenizer;
    struct gf_tokenizer labels; /* output vocabulary of an encoder; n_vocab 0: none */
    struct gf_corpus corpus;    /* GF_FORM_TEXT */
    struct gf_pairs pairs;      /* other forms */
    int32_t start, end;         /* special tokens of pairs; -1: none */
    struct gf_baselines baselines;
    bool can_train;
    uint64_t opened_at; /* step of the file; UINT64_MAX: not from a file */
    struct gf_model model;
    struct gf_trainer trainer; /* zero unless can_train */
    struct gf_session_reading reading;

    /* Created on first use. */
    struct gf_generator generator;
    struct gf_activations activations;
    struct gf_inspector inspector;
    int32_t *prompt; /* the last encoded text; grows as needed */
    size_t prompt_capacity;
    struct gf_buffer piece; /* text of the last token written */
};

/* ---- session_data.c ------------------------------------------------------------------- */

/* Checks that the model can learn the data of these settings. */
enum gf_status gf_session_check_form(const struct gf_config *config,
                                     struct gf_error *err);

/* Builds tokenizer, data and baselines of a new session from a text (unused for a
 * generated task), and sets the sizes in *config that follow from them. */
enum gf_status gf_session_data(struct gf_session *session, struct gf_config *config,
                               const char *text, size_t n, struct gf_error *err);

/* Encodes the data for a loaded model, with the vocabulary of its file. */
enum gf_status gf_session_data_again(struct gf_session *session, const char *text,
                                     size_t n, struct gf_error *err);

/* The source of the trainer's sequences. */
struct gf_source gf_session_source(const struct gf_session *session);

/* Takes the vocabularies of the model. */
void gf_session_vocabulary(struct gf_session *session);

/* ---- glassformer.c ---------------------------------------------------------------- */

/* An empty session; and that, or NULL after freeing it unless the status is GF_OK. */
struct gf_session *gf_session_allocate(struct gf_error *err);
struct gf_session *gf_session_finish(struct gf_session *session, enum gf_status status);

/* GF_OK if all that was appended since `n` is there, else out->n is `n` again. */
enum gf_status gf_session_written(struct gf_buffer *out, size_t n,
                                  struct gf_error *err);

/* Changes settings of training; those of the model are fixed. */
enum gf_status gf_session_settings(struct gf_config *config, const char *overrides,
                                   size_t n_overrides, struct gf_error *err);

/* Allocates the model (as gf_model_allocate) where it can learn such data. */
enum gf_status gf_session_model(struct gf_session *session,
                                const struct gf_config *config,
                                const struct gf_tokenizer *tokenizer,
                                const struct gf_tokenizer *labels, bool trainable,
                                const enum gf_number *numbers, struct gf_error *err);

/* Takes the data to train on, if there is any; no memory for training yet. */
enum gf_status gf_session_attach(struct gf_session *session, const char *text,
                                 size_t n_text, struct gf_error *err);

/* GF_BAD_ARGUMENT without a training text, GF_OUT_OF_MEMORY; a model from a file gets the
 * memory for training here. */
enum gf_status gf_session_need_trainer(struct gf_session *session,
                                       struct gf_error *err);

/* ---- session_info.c ------------------------------------------------------------------- */

/* Writes members of an open object: n_param, n_trained, memory_bytes, flops_per_step,
 * config. */
void gf_session_write_size(struct gf_json_writer *w, const struct gf_config *config,
                           struct gf_size size);

/* ---- session_tokens.c ----------------------------------------------------------------- */

/* Encodes a text; with pairs, a question, a tab and (the beginning of) an answer. The arrays
 * are valid until the next call. */
enum gf_status gf_session_encode(struct gf_session *session, const char *text, size_t n,
                                 struct gf_line *line, struct gf_error *err);

#endif
