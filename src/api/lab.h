/* What a laboratory is made of, for the files that implement glassformer.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_LAB_H
#define GF_LAB_H

#include "glassformer.h"
#include "inspect/inspector.h"

struct gf_lab {
    struct gf_arena arena;  /* the laboratory itself, and what people type */
    struct gf_arena data;   /* corpus or pairs */
    enum gf_data_form form; /* a text, or how pairs are learned */
    struct gf_tokenizer tokenizer;
    struct gf_tokenizer labels; /* what an encoder writes; n_vocab 0: none */
    struct gf_corpus corpus;    /* GF_FORM_TEXT */
    struct gf_pairs pairs;      /* the other forms */
    int32_t start, end;         /* special tokens of pairs; -1: none */
    struct gf_baselines baselines;
    bool can_train;
    uint64_t opened_at; /* step of the checkpoint it came from */
    struct gf_model model;
    struct gf_trainer trainer; /* zero unless can_train */

    /* Instruments, made when first used. */
    struct gf_generator generator;
    struct gf_activations activations;
    struct gf_inspector inspector;
    int32_t *prompt; /* encoded text of prompts and looks, grown as needed */
    size_t prompt_capacity;
    struct gf_buffer piece; /* text of the token written last */
};

/* ---- lab_data.c ------------------------------------------------------------------- */

/* Whether the data of these settings are of the kind that the model takes. */
enum gf_status gf_lab_check_form(const struct gf_config *config, struct gf_error *err);

/* Builds the data side of a fresh laboratory from a text (or, for a generated task,
 * from nothing) and completes *config with the sizes that follow from it. */
enum gf_status gf_lab_data(struct gf_lab *lab, struct gf_config *config,
                           const char *text, size_t n, struct gf_error *err);

/* Encodes data again for a model from a file, with the vocabulary of the file. */
enum gf_status gf_lab_data_again(struct gf_lab *lab, const char *text, size_t n,
                                 struct gf_error *err);

/* Where the trainer's sequences come from. */
struct gf_source gf_lab_source(const struct gf_lab *lab);

/* Vocabularies as they are in the model. */
void gf_lab_vocabulary(struct gf_lab *lab);

/* ---- lab_info.c ------------------------------------------------------------------- */

/* Members of an open object: numbers of parameters, bytes and flops, and the settings. */
void gf_lab_write_size(struct gf_json_writer *w, const struct gf_config *config,
                       size_t n_param, size_t n_bytes);

/* ---- lab_look.c ------------------------------------------------------------------- */

/* What a person's text stands for: with pairs, a question, a tab and (the beginning of)
 * an answer; otherwise tokens alone. The arrays are good until the next call. */
enum gf_status gf_lab_encode(struct gf_lab *lab, const char *text, size_t n,
                             struct gf_encoded_text *r, struct gf_error *err);

#endif
