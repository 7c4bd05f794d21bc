/* SPDX-License-Identifier: MIT */
#include "small_model.h"

#include "base/json.h"
#include "harness.h"

const char *small_text(size_t *n)
{
    static const char *const words[] = {"the cat",  "a bird",  "one old goat",
                                        "sees",     "follows", "never hears",
                                        "the rain", "a stone", "its own tail"};
    static char text[4096];
    static size_t length;
    struct gf_rng key = gf_rng_key(1, GF_RNG_TASK, 0);
    bool made = length > 0;
    for (uint32_t i = 0; !made && i < 270; i++) {
        const char *word = words[3 * (i % 3) + gf_rng_below(key, i, 3)];
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", word,
                                   i % 3 == 2 ? ".\n" : " ");
    }
    *n = length;
    return text;
}

static void need(enum gf_status status, const struct gf_error *err)
{
    if (status != GF_OK) {
        printf("%s\n", err->message);
        exit(1);
    }
}

struct gf_config config_of(const char *settings)
{
    struct gf_error err = {0};
    struct gf_config config = gf_config_default();
    const char *text = json_of(settings);
    need(gf_config_parse(&config, text, strlen(text), &err), &err);
    return config;
}

enum gf_status init_model(struct gf_model *model, const struct gf_config *config,
                          const struct gf_tokenizer *tokenizer, bool trainable,
                          struct gf_error *err)
{
    enum gf_status status =
        gf_model_allocate(model, config, tokenizer, trainable, NULL, err);
    if (status == GF_OK)
        gf_weights_init(&model->weights, (uint64_t)config->seed, false);
    return status;
}

int32_t next_token(struct gf_generator *gen, const struct gf_sampling *opts)
{
    int32_t id = gf_generator_draw(gen, opts);
    gf_generator_append(gen, id, opts->no_cache);
    return id;
}

void small_open(struct small_model *s, const char *settings, size_t micro_batch)
{
    *s = (struct small_model){.config = config_of(settings)};
    struct gf_error err = {0};
    size_t n;
    const char *text = small_text(&n);
    need(gf_tokenizer_build(&s->tokenizer, &s->arena, NULL, text, n, &err), &err);
    need(init_model(&s->model, &s->config, &s->tokenizer, true, &err), &err);
    need(gf_corpus_build(&s->corpus, &s->arena, &s->tokenizer, text, n,
                         s->config.val_fraction, (size_t)s->config.block_size, &err),
         &err);
    gf_trainer_begin(&s->trainer, &s->model, gf_corpus_source(&s->corpus), micro_batch);
    need(gf_trainer_prepare(&s->trainer, &err), &err);
}

void small_close(struct small_model *s)
{
    gf_trainer_free(&s->trainer);
    gf_model_free(&s->model);
    gf_arena_free(&s->arena);
}

struct gf_generator whole_generator(struct gf_model *model)
{
    struct gf_generator gen;
    struct gf_error err = {0};
    need(gf_generator_begin(&gen, model, &err), &err);
    need(gf_generator_reserve(&gen, SIZE_MAX, &err), &err);
    return gen;
}

struct gf_activations whole_activations(struct gf_model *model)
{
    struct gf_activations acts;
    struct gf_error err = {0};
    need(gf_activations_begin(&acts, model, &err), &err);
    need(gf_activations_reserve(&acts, (size_t)model->config.block_size,
                                GF_OF_PARAMETERS_TOO, &err),
         &err);
    return acts;
}

void small_train(struct small_model *s, size_t n)
{
    struct gf_error err = {0};
    for (size_t i = 0; i < n; i++) need(gf_trainer_step(&s->trainer, &err), &err);
}

struct gf_evaluation small_evaluate(struct small_model *s, enum gf_split split,
                                    size_t n_seq)
{
    struct gf_evaluation e = {0};
    gf_trainer_evaluate(&s->trainer, split, n_seq, 0, n_seq, &e);
    e.loss /= (double)e.n_target;
    return e;
}

struct gf_size check_measured(const struct small_model *s)
{
    struct gf_size size = {0};
    CHECK_OK(gf_trainer_measure(&s->model.config, &size, &why));
    CHECK(size.n_param == s->model.layout.n_value);
    double taken = (double)(s->model.arena.n_bytes + s->trainer.arena.n_bytes +
                            s->model.weights.panels.n_bytes);
    double descriptions = (double)sizeof(struct gf_graph) + 300e3;
    CHECK_THAT((double)size.n_bytes <= taken &&
                   (double)size.n_bytes >= 0.98 * taken - descriptions,
               "%zu bytes estimated, %.0f allocated", size.n_bytes, taken);
    return size;
}

const char *small_hash(const struct small_model *s)
{
    static char hex[GF_SHA256_HEX];
    gf_sha256_hex(s->model.weights.value, s->model.layout.n_value * sizeof(float), hex);
    return hex;
}
