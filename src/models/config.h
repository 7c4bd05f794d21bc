/* The configuration of a model and its training: a struct, defined and validated by one
 * table (config.def).
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_CONFIG_H
#define GF_MODELS_CONFIG_H

#include "base/buffer.h"
#include "base/json.h"
#include "base/maths.h"
#include "graph/graph.h"
#include "text/tasks/tasks.h"

enum gf_arch {
    GF_ARCH_DECODER = 0,
    GF_ARCH_ENCODER,
    GF_ARCH_ENCODER_DECODER,
    GF_ARCH_BIGRAM,
    GF_ARCH_AVERAGING,
    GF_ARCH_ATTENTION_ONLY /* a decoder whose blocks have attention only */
};
enum gf_place { GF_PLACE_PRE = 0, GF_PLACE_POST, GF_PLACE_NONE };
enum gf_positions {
    GF_POS_NONE = 0,
    GF_POS_LEARNED,
    GF_POS_SINUSOIDAL,
    GF_POS_ROTARY,
    GF_POS_ALIBI
};
/* Which columns are rotated together: 2i and 2i + 1, or i and i + half of their number. */
enum gf_rotary_pairs { GF_PAIRS_ADJACENT = 0, GF_PAIRS_HALVES };
enum gf_attention_form { GF_ATTENTION_FUSED = 0, GF_ATTENTION_SIMPLE };
enum gf_head_input { GF_HEAD_FINAL = 0, GF_HEAD_TOKENS };
/* One more value of activation: an MLP of three matrices, W_2 (silu(W_1 x) * W_3 x) (Shazeer
 * 2020, equation 6). */
enum { GF_MLP_SWIGLU = -1 };
/* One more value of final_norm, which gf_config_final_norm resolves. */
enum { GF_NORM_AUTO = -1 };
enum gf_score_scale { GF_SCALE_HEAD = 0, GF_SCALE_WIDTH, GF_SCALE_NONE };
enum gf_init_scheme { GF_INIT_GPT2 = 0, GF_INIT_NORMAL, GF_INIT_TORCH };
/* What is learned: a text, pasted pairs, or GF_DATA_TASK + a task of text/tasks/tasks.h. */
enum { GF_DATA_TEXT = 0, GF_DATA_PAIRS, GF_DATA_TASK };
enum gf_optimizer { GF_OPT_ADAMW = 0, GF_OPT_ADAM, GF_OPT_MUON };
enum gf_schedule {
    GF_SCHEDULE_COSINE = 0,
    GF_SCHEDULE_CONSTANT,
    GF_SCHEDULE_WSD,
    GF_SCHEDULE_SQRT
};

/* What a file can hold: tokens of a vocabulary, and bytes of it as JSON, which escaping
 * doubles at most within the header of 100 MB. */
#define GF_MAX_VOCABULARY ((size_t)1 << 20)
#define GF_MAX_VOCABULARY_BYTES ((size_t)40 << 20)

/* One field per row of config.def, all plain values; copy freely. */
struct gf_config {
#define GF_INT(key, def, min, max, group, help) int64_t key;
#define GF_REAL(key, def, min, max, group, help) double key;
#define GF_BOOL(key, def, group, help) bool key;
#define GF_ENUM(key, def, choices, group, help) int key;
#include "models/config.def"
#undef GF_INT
#undef GF_REAL
#undef GF_BOOL
#undef GF_ENUM
    /* From the data, not from the settings; vocab_size is 0 until known. */
    int64_t vocab_size;        /* V */
    int64_t source_vocab_size; /* of an encoder-decoder's source; 0: vocab_size */
    int64_t output_vocab_size; /* of an encoder's labels; 0: vocab_size */
    int64_t pad_token;         /* id of the padding token; -1: none */
};

/* The defaults of the table; no vocabulary, no padding. */
struct gf_config gf_config_default(void);

/* Reads an object of settings over the values already in *config. An unknown key, a
 * wrong type or a value out of range is GF_BAD_CONFIG with a sentence, and *config is
 * unchanged. "bias" is accepted as a short form for all biases but the head's.
 * The sizes that come from the data are accepted because checkpoints carry them. */
enum gf_status gf_config_read(struct gf_config *config, const struct gf_json *object,
                              struct gf_error *err);

/* The same for a text, and for one setting. */
enum gf_status gf_config_parse(struct gf_config *config, const char *text, size_t n,
                               struct gf_error *err);
enum gf_status gf_config_set(struct gf_config *config, const char *key,
                             const struct gf_json *value, struct gf_error *err);

/* Checks that settings do not contradict each other: GF_BAD_CONFIG for the first
 * contradiction. */
enum gf_status gf_config_check(const struct gf_config *config, struct gf_error *err);

/* Writes all settings as a JSON object, in the order of the table, and the sizes. */
void gf_config_write(struct gf_json_writer *out, const struct gf_config *config);

/* Writes the table as an array of {key, type, default, min, max, choices, group, help}. */
void gf_config_write_schema(struct gf_json_writer *out);

/* Standard deviation of the initial weights, with its default resolved: that of GPT-2 at its
 * width of 768, larger for narrower models, so that products stay as large. */
static inline double gf_config_init_std(const struct gf_config *config)
{
    return config->init_std > 0 ? config->init_std
                                : 0.02 * gf_sqrt(768.0 / (double)config->n_embd);
}

/* MLP width F, with its default resolved. */
static inline size_t gf_config_ff(const struct gf_config *config)
{
    return (size_t)(config->n_ff ? config->n_ff : 4 * config->n_embd);
}

/* Heads of keys and values, with their default resolved, and the width of their rows.
 * Averaging has values of full width. */
static inline size_t gf_config_kv_heads(const struct gf_config *config)
{
    bool shared = config->n_kv_head > 0 && config->arch != GF_ARCH_AVERAGING;
    return (size_t)(shared ? config->n_kv_head : config->n_head);
}

static inline size_t gf_config_kv_width(const struct gf_config *config)
{
    return gf_config_kv_heads(config) * (size_t)(config->n_embd / config->n_head);
}

/* Columns of each head that rotary positions turn, with their default resolved. */
static inline size_t gf_config_rotary_dim(const struct gf_config *config)
{
    return (size_t)(config->rotary_dim ? config->rotary_dim
                                       : config->n_embd / config->n_head);
}

/* Longest source of an encoder-decoder, with its default resolved. */
static inline size_t gf_config_source_block(const struct gf_config *config)
{
    return (size_t)(config->source_block_size ? config->source_block_size
                                              : config->block_size);
}

/* The longer of that and the context. */
static inline size_t gf_config_longest_block(const struct gf_config *config)
{
    const size_t T = (size_t)config->block_size, S = gf_config_source_block(config);
    return T > S ? T : S;
}

/* s of the low-rank changes s B A; alpha / r. */
static inline float gf_config_lora_scale(const struct gf_config *config)
{
    double r = config->lora_rank > 0 ? (double)config->lora_rank : 1;
    return (float)(config->lora_alpha / r);
}

/* Width of the logits. */
static inline size_t gf_config_outputs(const struct gf_config *config)
{
    return (size_t)(config->output_vocab_size ? config->output_vocab_size
                                              : config->vocab_size);
}

/* The final norm, and the eps of a norm, with defaults resolved. */
static inline enum gf_norm gf_config_final_norm(const struct gf_config *config)
{
    if (config->final_norm != GF_NORM_AUTO) {
        return (enum gf_norm)config->final_norm;
    }
    bool pre = config->norm_place == GF_PLACE_PRE;
    return pre ? (enum gf_norm)config->norm : GF_NORM_NONE;
}

static inline float gf_config_eps(const struct gf_config *config, enum gf_norm norm)
{
    double eps = config->norm_eps;
    return (float)(eps > 0 ? eps : norm == GF_NORM_STD ? 1e-6 : 1e-5);
}

/* The form in which the data is learned, with `auto` resolved. */
enum gf_data_form gf_config_form(const struct gf_config *config);

/* Whether two configurations describe the same function of the same parameters; training
 * settings may differ. */
bool gf_config_same_model(const struct gf_config *a, const struct gf_config *b);

/* Number of shards S of a step: the largest power of two <= min(8, batch_size). */
static inline size_t gf_config_shards(const struct gf_config *config)
{
    size_t n = 1;
    while (2 * n <= GF_MAX_SHARDS && 2 * n <= (size_t)config->batch_size) {
        n *= 2;
    }
    return n;
}

#endif
