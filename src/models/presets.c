/* SPDX-License-Identifier: MIT */
#include "models/presets.h"

#include <string.h>

#define TEXT(...) #__VA_ARGS__
#define GF_PRESET(name, title, about, look, text, ...) \
    {name, title, about, look, text, TEXT({__VA_ARGS__})},
#undef true /* JSON's words, not C's */
#undef false
static const struct gf_preset presets[] = {
#include "models/presets.def"
};

const struct gf_preset *gf_preset_find(const char *name)
{
    for (size_t i = 0; i < GF_COUNT(presets); i++) {
        if (strcmp(presets[i].name, name) == 0) return &presets[i];
    }
    return NULL;
}

const char *gf_preset_lines(const struct gf_preset *preset)
{
    static const char questions[] = "what is statquest <EOS>\tawesome\n"
                                    "statquest is what <EOS>\tawesome\n";
    return strcmp(preset->text, "own") == 0 ? questions : NULL;
}

void gf_presets_write(struct gf_json_writer *out)
{
    gf_json_begin_array(out);
    for (size_t i = 0; i < GF_COUNT(presets); i++) {
        const struct gf_preset *p = &presets[i];
        const struct {
            const char *key, *value;
        } rows[] = {{"name", p->name},   {"title", p->title},
                    {"about", p->about}, {"look", p->look},
                    {"text", p->text},   {"lines", gf_preset_lines(p)}};
        gf_json_begin_object(out);
        for (size_t r = 0; r < GF_COUNT(rows); r++) {
            gf_json_key(out, rows[r].key);
            if (rows[r].value) {
                gf_json_string(out, rows[r].value);
            } else {
                gf_json_null(out);
            }
        }
        gf_json_raw(gf_json_key(out, "config"), p->config, strlen(p->config));
        gf_json_end_object(out);
    }
    gf_json_end_array(out);
}
