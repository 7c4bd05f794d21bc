/* Named configurations: the table is presets.def.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_PRESETS_H
#define GF_MODELS_PRESETS_H

#include "base/json.h"

struct gf_preset {
    const char *name;   /* identifier */
    const char *title;  /* shown to people */
    const char *about;  /* one or two sentences */
    const char *look;   /* what to look for while it trains */
    const char *text;   /* the text it is meant for, see presets.def */
    const char *config; /* JSON object of settings; the others have their defaults */
};

/* By name; NULL when there is none. */
const struct gf_preset *gf_preset_find(const char *name);

/* The pairs that come with a preset whose text is "own"; NULL for others. */
const char *gf_preset_lines(const struct gf_preset *preset);

/* Writes all of them: [{name, title, about, look, text, lines, config}, …]. */
void gf_presets_write(struct gf_json_writer *out);

#endif
