/* The interface that every kind of tokenizer implements. Private to text/tokenizer/.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_KIND_H
#define GF_TEXT_KIND_H

#include "base/json.h"
#include "text/tokenizer/bpe.h"

/* `build` (NULL: only read from files) and `read` get a tokenizer of which only the kind and the
 * special tokens are set. They fill in the tables of the regular tokens, n_vocab and, with
 * gf_texts_add, their texts. Statuses as in tokenizer.h; the text is UTF-8. */
struct gf_kind {
    const char *name, *unit;
    enum gf_status (*build)(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err);
    enum gf_status (*encode)(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err);
    void (*write)(const struct gf_tokenizer *t, struct gf_json_writer *w);
    enum gf_status (*read)(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err);
    /* Whether a space stands between two tokens; NULL: never. */
    bool (*needs_space)(const struct gf_tokenizer *t, int32_t left, int32_t right);
};

extern const struct gf_kind gf_chars_kind, gf_words_kind, gf_bpe_kind,
    gf_sentencepiece_kind, gf_bpe_vocabulary_kind;

#endif
