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
    SCOPED_BUFFER(out);
    int32_t *ids = malloc(n * sizeof *ids + 1);
    size_t n_ids = 0;
    bool ok = gf_tokenizer_encode(t, text, n, ids, &n_ids, NULL) == GF_OK &&
              n_ids <= n && gf_tokenizer_decode(t, ids, n_ids, &out, NULL) == GF_OK &&
              out.n == n && (n == 0 || memcmp(out.data, text, n) == 0);
    free(ids);
    return ok;
}

/* The ids of a text, as a document or as it is, are those of a list; they are decoded at the
 * end of a buffer. */
static inline void check_ids(const struct gf_tokenizer *t, const struct gf_json *text,
                             const struct gf_json *ids, bool document,
                             struct gf_buffer *back)
{
    int32_t *got = gf_arena_array(back->arena, text->n + 2, sizeof *got);
    size_t n = 0, i = 0;
    CHECK_OK((document ? gf_tokenizer_encode_document
                       : gf_tokenizer_encode)(t, text->string, text->n, got, &n, &why));
    CHECK_THAT(n == ids->n, "\"%s\": %zu ids, not %zu", text->string, n, ids->n);
    for (const struct gf_json *e = ids->first; e && i < n; e = e->next, i++)
        CHECK_THAT(got[i] == (int32_t)e->number, "\"%s\": id %zu is %d, not %g",
                   text->string, i, got[i], e->number);
    CHECK_OK(gf_tokenizer_decode(t, got, n, back, &why));
}

/* Two tokenizers are written as the same JSON. */
static inline void same_tokenizers(const struct gf_tokenizer *a,
                                   const struct gf_tokenizer *b)
{
    SCOPED_ARENA(arena);
    struct gf_buffer x = {.arena = &arena}, y = {.arena = &arena};
    gf_tokenizer_write(a, &(struct gf_json_writer){.out = &x});
    gf_tokenizer_write(b, &(struct gf_json_writer){.out = &y});
    CHECK(x.n == y.n && memcmp(x.data, y.data, x.n) == 0);
}

/* Written as JSON, read again and written as the same. */
static inline void through_json(struct gf_tokenizer *back, struct gf_arena *arena,
                                const struct gf_tokenizer *t)
{
    struct gf_buffer json = {.arena = arena};
    struct gf_error err = {0};
    gf_tokenizer_write(t, &(struct gf_json_writer){.out = &json});
    const struct gf_json *tree = gf_json_parse(arena, json.data, json.n, &err);
    CHECK_OK(gf_tokenizer_read(back, arena, tree, &why));
    same_tokenizers(t, back);
}

/* A tokenizer file of llama2.c: its beginning, and an entry. */
static inline void put_entry(struct gf_buffer *file, const char *text, float score)
{
    int32_t n = (int32_t)strlen(text);
    gf_buffer_put(file, &score, 4);
    gf_buffer_put(file, &n, 4);
    gf_buffer_puts(file, text);
}

static inline void put_controls(struct gf_buffer *file)
{
    gf_buffer_put(file, "\7\0\0\0", 4);
    put_entry(file, "<unk>", 0);
    put_entry(file, "\n<s>\n", 0);
    put_entry(file, "\n</s>\n", 0);
}

#endif
