/* A small model and its trainer on a small text. In settings ' stands for ".
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SMALL_MODEL_H
#define GF_TESTS_SMALL_MODEL_H

#include "generate/generator.h"
#include "inspect/activations.h"
#include "scoped.h"
#include "train/trainer.h"

/* Settings of which no width is a multiple of a vector, and dropout in all four places. */
#define SMALL_SHAPE \
    "'n_layer':2,'n_head':2,'n_embd':18,'n_ff':29,'block_size':11,'batch_size':5," \
    "'warmup_steps':4,'max_steps':30,'learning_rate':0.01,'init_std':0.02"
#define DROPOUT "'embd_pdrop':0.1,'attn_pdrop':0.1,'resid_pdrop':0.1,'mlp_pdrop':0.1"

/* About 2,600 characters of sentences over 20 characters, the same on every platform. */
const char *small_text(size_t *n);

/* The default configuration with these settings, a JSON object. Exits with a message on
 * failure. */
struct gf_config config_of(const char *settings);

struct small_model {
    struct gf_arena arena;
    struct gf_config config;
    struct gf_tokenizer tokenizer;
    struct gf_corpus corpus;
    struct gf_model model;
    struct gf_trainer trainer;
};

/* settings is a JSON object; micro_batch 0: chosen by the engine. Exits with a message on
 * failure. */
void small_open(struct small_model *small, const char *settings, size_t micro_batch);
void small_close(struct small_model *small);

/* The same as a variable that closes itself. */
#define SMALL_MODEL(name, settings, micro_batch) \
    struct small_model name SCOPED(small_close); \
    small_open(&name, settings, micro_batch)

/* With memory for whole windows, and of activations for all gradients. Exit with a message on
 * failure. */
struct gf_generator whole_generator(struct gf_model *model);
struct gf_activations whole_activations(struct gf_model *model);

/* A model with weights drawn from the seed of its settings. */
enum gf_status init_model(struct gf_model *model, const struct gf_config *config,
                          const struct gf_tokenizer *tokenizer, bool trainable,
                          struct gf_error *err);

/* Draws a token and appends it. */
int32_t next_token(struct gf_generator *gen, const struct gf_sampling *opts);

/* n steps, each of which must succeed. */
void small_train(struct small_model *small, size_t n);

/* Evaluates n_seq sequences of a split; loss is the mean, in nats. */
struct gf_evaluation small_evaluate(struct small_model *small, enum gf_split split,
                                    size_t n_seq);

/* Its parameters, and the memory of training before it is allocated: up to 2 % and the
 * descriptions of graph and layout less than it takes, never more. */
struct gf_size check_measured(const struct small_model *small);

/* SHA-256 of all weights, in hexadecimal. Valid until the next call. */
const char *small_hash(const struct small_model *small);

#endif
