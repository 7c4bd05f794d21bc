/* Which settings, restrictions and tensors of transformers' models are which of ours, and what
 * a config.json says by them (hf_settings.c).
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_HF_ARCHITECTURES_H
#define GF_STORAGE_HF_ARCHITECTURES_H

#include "models/config.h"
#include "storage/json_rules.h"

/* A setting of ours and where theirs is: in config.json, or in the object `inside` there. */
struct gf_copied_setting {
    const char *ours, *theirs;
    bool required;
    const char *inside;
    const struct gf_json_translation *values; /* NULL: the same as ours */
};

/* Sizes of tensors, and the rows where parts of c_attn begin. */
enum gf_size {
    GF_SIZE_NONE,
    GF_SIZE_C,
    GF_SIZE_K, /* of keys, and of values */
    GF_SIZE_F,
    GF_SIZE_T,
    GF_SIZE_V,
    GF_SIZE_QKV,
    GF_SIZE_C_AND_K,
    GF_SIZE_COUNT
};

/* Which setting of ours says whether there are biases. */
enum gf_bias {
    GF_BIAS_NONE, /* there are none */
    GF_BIAS_QKV,
    GF_BIAS_OUT,
    GF_BIAS_MLP,
    GF_BIAS_NORM,
    GF_BIAS_COUNT
};

/* A layer: name + ".weight" [rows][columns] and, where it has them, name + ".bias" [rows]. */
struct gf_hf_layer {
    const char *ours, *theirs;
    bool in_block;
    uint8_t first_row, rows, columns; /* enum gf_size; columns NONE: a vector */
    uint8_t bias;                     /* enum gf_bias */
};

struct gf_architecture {
    const char *model_type;
    const char *settings;  /* that all such models have, as JSON */
    const char *stack;     /* before the names of tensors */
    const char *block;     /* after it, before the number of a block */
    const char *positions; /* the key of the context length */
    const struct gf_copied_setting *copied;
    const struct gf_json_rule *rules;
    const struct gf_hf_layer *layers; /* the output layer is not in the list */
    size_t n_copied, n_rules, n_layers;
};

/* NULL: there is none of that name. */
const struct gf_architecture *gf_find_architecture(const char *model_type);

/* Reads the settings of a model of this kind. GF_BAD_CHECKPOINT or GF_BAD_CONFIG for what is
 * missing, or what no model of ours has; *out is then undefined. */
enum gf_status gf_hf_settings_read(struct gf_config *out,
                                   const struct gf_architecture *kind,
                                   const struct gf_json *config, struct gf_error *err);

#endif
