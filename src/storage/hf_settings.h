/* What config.json of a model of transformers says, as settings of ours.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_HF_SETTINGS_H
#define GF_STORAGE_HF_SETTINGS_H

#include "models/config.h"
#include "storage/hf_architectures.h"

/* The name of that file in sentences. */
#define GF_HF_CONFIG_FILE "config.json"

/* Reads the settings of a model of this kind. GF_BAD_CHECKPOINT or GF_BAD_CONFIG for what is
 * missing, or what no model of ours has; *out is then undefined. */
enum gf_status gf_hf_settings_read(struct gf_config *out,
                                   const struct gf_architecture *kind,
                                   const struct gf_json *config, struct gf_error *err);

#endif
