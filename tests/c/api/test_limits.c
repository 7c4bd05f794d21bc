/* What would fail in the end is refused at the beginning. Vocabularies too large for a file
 * are in tests/cli/mistakes.test.js: Node crashes at the end of a test in wasm whose memory
 * grew to 100 MB.
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "harness.h"
#include "kernels/kernels.h"
#include "labs.h"

static size_t n_drawn;

static void draw_none(float *x, size_t n, struct gf_rng key, float scale)
{
    (void)x, (void)key, (void)scale;
    n_drawn += n;
}

TEST("weights are drawn when all memory is there, and never for those of a file")
{
    SCOPED_ARENA(arena);
    SCOPED_LAB lab = new_lab("{\"n_embd\":16,\"n_head\":2,\"block_size\":16}");
    struct gf_buffer file = saved(lab, &arena);
    const struct gf_kernels *kernels = gf_k;
    struct gf_kernels counting = *kernels;
    counting.fill_normal = draw_none;
    gf_k = &counting;

    const char *settings = "{\"n_embd\":64,\"n_head\":2,\"block_size\":16}";
    const char *text = "the rain in the plain stays mainly where the plain is plain. ";
    struct gf_buffer long_text = {.arena = &arena};
    for (int i = 0; i < 10; i++) gf_buffer_puts(&long_text, text);
    size_t n_tried = 0;
    struct gf_lab *large = NULL;
    for (size_t megabytes = 1; !large && megabytes < 64; megabytes++, n_tried++) {
        CHECK_THAT(n_drawn == 0, "%zu weights in %zu MB", n_drawn, megabytes);
        gf_arena_set_limit(megabytes << 20);
        large =
            gf_lab_new(long_text.data, long_text.n, settings, strlen(settings), NULL);
    }
    gf_arena_set_limit(0);
    CHECK(large && n_drawn > 0 && n_tried > 3);
    gf_lab_free(large);

    n_drawn = 0;
    SCOPED_LAB opened = gf_lab_open(file.data, file.n, NULL, 0, "{}", 2, NULL);
    gf_k = kernels;
    CHECK(opened && n_drawn == 0);
    CHECK_TEXT(hash_of(opened), hash_of(lab));
}

TEST("a model of a file that does not fit is not to be made smaller")
{
    SCOPED_ARENA(arena);
    SCOPED_LAB lab = new_lab("{\"n_embd\":96,\"n_head\":2,\"block_size\":16}");
    struct gf_buffer file = saved(lab, &arena);
    struct gf_error err = {0};
    struct gf_lab *opened = NULL;
    size_t n_said = 0;
    for (size_t n = 1; !opened && n < 256; n++) {
        gf_arena_set_limit(n << 17);
        opened = gf_lab_open(file.data, file.n, NULL, 0, "{}", 2, &err);
        CHECK_THAT(opened || !strstr(err.message, "Reduce"), "%s", err.message);
        n_said += !opened && strstr(err.message, "Use a smaller model");
    }
    gf_arena_set_limit(0);
    CHECK(opened && n_said > 0);
    gf_lab_free(opened);
}
