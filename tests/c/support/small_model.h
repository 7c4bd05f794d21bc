/* A small model in training on a small text, from a JSON object of settings.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SMALL_H
#define GF_TESTS_SMALL_H

#include "train/trainer.h"

/* About 2,600 characters of sentences over 20 letters and marks, the same everywhere. */
const char *small_text(size_t *n);

struct small {
    struct gf_arena arena;
    struct gf_config config;
    struct gf_tokenizer tokenizer;
    struct gf_corpus corpus;
    struct gf_model model;
    struct gf_trainer trainer;
};

/* Ends the program with a sentence when that cannot be had. micro_batch: 0 for whatever
 * the engine chooses. */
void small_open(struct small *small, const char *settings, size_t micro_batch);
void small_close(struct small *small);

/* n steps, each of which must succeed. */
void small_train(struct small *small, size_t n);

/* Of n_seq sequences of a split; loss is their mean, in nats. */
struct gf_evaluation small_evaluate(struct small *small, enum gf_split split,
                                    size_t n_seq);

/* SHA-256 of all weights, in hexadecimal. Valid until the next call. */
const char *small_hash(const struct small *small);

#endif
