/* Any bytes over the header and the weights of a small model of llama2.c, and any bytes as
 * its tokenizer: an error with a sentence, or a checkpoint that opens and writes.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "glassformer.h"

#include <string.h>

/* dim 4, hidden 3, 1 layer, 2 heads, 1 with keys, 5 tokens, context 3, as version 0. */
static const int32_t sizes[] = {4, 3, 1, 2, 1, 5, 3};
enum { N_WEIGHTS = 5 * 4 + 4 + 16 + 8 + 8 + 16 + 4 + 12 + 12 + 12 + 4 + 3 + 3 };
enum { N_HEADER = sizeof sizes, N_MODEL = N_HEADER + 4 * N_WEIGHTS };

static const char tokenizer[] = "\1\0\0\0"
                                "\0\0\0\0\5\0\0\0<unk>"
                                "\0\0\0\0\3\0\0\0<s>"
                                "\0\0\0\0\4\0\0\0</s>"
                                "\0\0\0\0\1\0\0\0a"
                                "\0\0\0\0\2\0\0\0 a";

static void use(const struct gf_buffer *file)
{
    struct gf_error err = {0};
    struct gf_sampled w;
    struct gf_session *session =
        gf_session_open(file->data, file->n, NULL, 0, "{}", 2, &err);
    require(session || err.message[0]);
    if (session && gf_session_prompt(session, "a a", 3, 0, NULL) == GF_OK) {
        for (int i = 0; i < 5; i++) {
            require(gf_session_sample_next(session, &(struct gf_sampling){0}, &w,
                                           NULL) == GF_OK);
        }
    }
    gf_session_free(session);
}

/* The first byte is how many bytes of the model follow; the rest is the tokenizer. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gf_arena arena = {0};
    struct gf_buffer out = {.arena = &arena};
    struct gf_error err = {0};
    char model[N_MODEL] = {0};
    memcpy(model, sizes, sizeof sizes);
    size_t n_over = n > 0 ? bytes[0] % (N_MODEL + 1) : 0;
    n_over = n_over < n ? n_over : n > 0 ? n - 1 : 0;
    if (n_over > 0) memcpy(model, bytes + 1, n_over);
    bool own = n <= n_over + 1;
    const void *words = own ? (const void *)tokenizer : bytes + 1 + n_over;
    size_t n_words = own ? sizeof tokenizer - 1 : n - 1 - n_over;
    const struct gf_file files[] = {{model, N_MODEL}, {words, n_words}};
    if (gf_import(files, 2, &out, &err) == GF_OK) {
        use(&out);
    } else {
        require(err.message[0] && out.n == 0);
    }
    gf_arena_free(&arena);
    return 0;
}
