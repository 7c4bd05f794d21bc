/* For tests of tokenizers. After harness.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_TOKENS_H
#define GF_TESTS_TOKENS_H

#include "text/tokenizer/tokenizer.h"

static inline enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                                   struct gf_tokenizer_options options,
                                   const char *text)
{
    return gf_tokenizer_build(t, arena, &options, text, strlen(text), NULL);
}

/* The tokens of a text between dots, joined ones after a plus sign: "a·,·+b". */
static inline const char *tokens_of(const struct gf_tokenizer *t, const char *text)
{
    static char shown[400];
    int32_t ids[200];
    size_t n_ids = 0, at = 0;
    struct gf_error err = {0};
    if (gf_tokenizer_encode(t, text, strlen(text), ids, &n_ids, &err) != GF_OK)
        return strcpy(shown, err.message);
    for (size_t i = 0; i < n_ids; i++) {
        size_t n = 0;
        const char *token = gf_tokenizer_text(t, ids[i], &n);
        bool joined = t->kind == GF_TOKENIZER_WORDS && t->spacing[ids[i]] & 0x80;
        at += (size_t)snprintf(shown + at, sizeof shown - at, "%s%s%.*s", i ? "·" : "",
                               joined ? "+" : "", (int)n, token);
    }
    return shown;
}

/* Whether a text is the same after encoding and decoding, in at most n tokens. */
static inline bool comes_back(const struct gf_tokenizer *t, const char *text, size_t n)
{
    SCOPED_ARENA(arena);
    struct gf_buffer out = {.arena = &arena};
    int32_t *ids = malloc(n * sizeof *ids + 1);
    size_t n_ids = 0;
    bool ok = gf_tokenizer_encode(t, text, n, ids, &n_ids, NULL) == GF_OK &&
              n_ids <= n && gf_tokenizer_decode(t, ids, n_ids, &out, NULL) == GF_OK &&
              out.n == n && (n == 0 || memcmp(out.data, text, n) == 0);
    free(ids);
    return ok;
}

#endif
