/* The catalogue of errors as JSON.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"

#include "base/json.h"

/* "params" and "message" of a sentence: its placeholders by name. */
static void put_sentence(struct gf_json_writer *w, const char *sentence)
{
    struct gf_placeholder p;
    char message[512];
    struct gf_buffer text = {.data = message, .capacity = sizeof message};
    gf_json_begin_array(gf_json_key(w, "params"));
    for (const char *at = sentence; *at;) {
        if (!gf_is_placeholder(at, &p)) {
            gf_buffer_put(&text, at++, 1);
            continue;
        }
        gf_json_string_n(w, p.name, p.n_name);
        gf_buffer_put(&text, at, p.n_name + 1); /* "{name" */
        gf_buffer_puts(&text, "}");
        at += p.n;
    }
    gf_json_end_array(w);
    gf_json_string_n(gf_json_key(w, "message"), message, text.n);
}

void gf_errors(struct gf_buffer *out)
{
    struct gf_json_writer w = {.out = out};
    gf_json_begin_array(&w);
    for (int i = GF_E_none + 1; i < GF_ERROR_COUNT; i++) {
        enum gf_error_key key = (enum gf_error_key)i;
        gf_json_begin_object(&w);
        gf_json_string(gf_json_key(&w, "key"), gf_error_name(key));
        gf_json_string(gf_json_key(&w, "code"), gf_status_name(gf_error_status(key)));
        put_sentence(&w, gf_error_sentence(key));
        gf_json_end_object(&w);
    }
    gf_json_end_array(&w);
}
