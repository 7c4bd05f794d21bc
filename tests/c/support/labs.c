/* SPDX-License-Identifier: MIT */
#include "labs.h"

#include "base/sha256.h"
#include "harness.h"
#include "small_model.h"

struct gf_lab *new_lab(const char *settings)
{
    struct gf_error err = {0};
    size_t n;
    const char *text = small_text(&n);
    struct gf_lab *lab = gf_lab_new(text, n, settings, strlen(settings), &err);
    CHECK_THAT(lab != NULL, "%s: %s", settings, err.message);
    return lab;
}

void steps(struct gf_lab *lab, size_t n)
{
    struct gf_error err = {0};
    for (size_t i = 0; i < n; i++)
        CHECK_THAT(gf_lab_step(lab, NULL, &err) == GF_OK, "%s", err.message);
}

struct gf_buffer saved(const struct gf_lab *lab, struct gf_arena *arena)
{
    struct gf_buffer file = {.arena = arena};
    CHECK(gf_lab_save(lab, true, &file, NULL) == GF_OK);
    return file;
}

struct gf_lab *opened(struct gf_buffer file, const char *overrides, bool text)
{
    struct gf_error err = {0};
    size_t n;
    const char *words = small_text(&n);
    struct gf_lab *lab = gf_lab_open(file.data, file.n, words, text ? n : 0, overrides,
                                     strlen(overrides), &err);
    CHECK_THAT(lab != NULL, "%s", err.message);
    return lab;
}

struct gf_lab *through_a_file(struct gf_lab *lab, bool text)
{
    SCOPED_ARENA(arena); /* the bytes of the file are not needed any more */
    struct gf_lab *again = opened(saved(lab, &arena), "{}", text);
    gf_lab_free(lab);
    return again;
}

void same_files(struct gf_buffer a, struct gf_buffer b)
{
    CHECK_THAT(a.n == b.n, "%zu and %zu bytes", a.n, b.n);
    CHECK_BYTES(a.data, b.data, a.n < b.n ? a.n : b.n);
}

const char *hash_of(struct gf_lab *lab)
{
    static char hex[GF_SHA256_HEX];
    gf_lab_hash(lab, hex);
    return hex;
}
