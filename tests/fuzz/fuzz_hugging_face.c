/* Any text as config.json, tokenizer.json and the header of model.safetensors, with weights of
 * zeros: an error with a sentence, or a checkpoint that opens and writes; read in pieces, the same
 * model. The three texts are separated by zero bytes; corpus/hugging_face has small models that
 * open.
 * SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "fuzz.h"
#include "glassformer.h"

#include <stdlib.h>
#include <string.h>

enum { CONFIG, TOKENIZER, HEADER, N_TEXTS, MOST_DATA = 1 << 18 };

/* The largest number after "data_offsets" in a header, up to MOST_DATA. */
static size_t data_size(const char *text, size_t n)
{
    static const char key[] = "data_offsets";
    size_t most = 0;
    for (size_t i = 0; i + sizeof key < n; i++) {
        if (memcmp(text + i, key, sizeof key - 1) != 0) continue;
        for (size_t k = i + sizeof key, x = 0; k < n && text[k] != ']'; k++) {
            bool digit = text[k] >= '0' && text[k] <= '9';
            x = digit && x < MOST_DATA ? 10 * x + (size_t)(text[k] - '0') : 0;
            most = x > most ? x : most;
        }
    }
    return most < MOST_DATA ? most : MOST_DATA;
}

/* Letters, digits, line breaks and white space: what tokenizers divide. */
static void write_on(struct gf_session *session)
{
    static const char *const texts[] = {"the fox", " I'LL 1234\n\n  \xc3\xa9", "a"};
    struct gf_sampled w;
    for (size_t i = 0; i < GF_COUNT(texts); i++) {
        if (gf_session_prompt(session, texts[i], strlen(texts[i]), 0, NULL) == GF_OK) {
            require(gf_session_sample_next(session, &(struct gf_sampling){0}, &w,
                                           NULL) == GF_OK);
        }
    }
}

static struct gf_session *open_whole(const struct gf_buffer *file)
{
    struct gf_error err = {0};
    struct gf_session *session =
        gf_session_open(file->data, file->n, NULL, 0, "{}", 2, &err);
    require(session || err.message[0]);
    if (session) write_on(session);
    return session;
}

/* NULL as well where only gf_import reads such files. */
static struct gf_session *open_pieces(const struct gf_file *files, size_t n_files)
{
    struct gf_error err = {0};
    struct gf_file_piece piece;
    size_t here[N_TEXTS];
    for (size_t i = 0; i < n_files; i++) here[i] = files[i].n;
    struct gf_session *session =
        gf_session_open_files(files, here, n_files, NULL, 0, "{}", 2, &err);
    require(session || err.message[0]);
    while (session && gf_session_next_piece(session, &piece)) {
        const struct gf_file *file = &files[piece.file];
        require(piece.n <= file->n && piece.offset <= file->n - piece.n);
        const char *bytes = (const char *)file->bytes + piece.offset;
        require(gf_session_put_piece(session, bytes, &err) == GF_OK);
    }
    if (session) write_on(session);
    return session;
}

static void check_same(const struct gf_session *a, const struct gf_session *b)
{
    char x[GF_SHA256_HEX], y[GF_SHA256_HEX];
    gf_session_hash(a, x);
    gf_session_hash(b, y);
    require(memcmp(x, y, sizeof x) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gf_file texts[N_TEXTS] = {{0}};
    size_t at = 0;
    for (int i = 0; i < N_TEXTS && at <= n; i++) {
        const uint8_t *end = i < HEADER ? memchr(bytes + at, 0, n - at) : NULL;
        size_t length = end ? (size_t)(end - bytes) - at : n - at;
        texts[i] = (struct gf_file){(const char *)bytes + at, length};
        at += length + 1;
    }
    const uint64_t n_header = texts[HEADER].n;
    size_t n_data = data_size(texts[HEADER].bytes, texts[HEADER].n);
    char *model = calloc(sizeof n_header + texts[HEADER].n + n_data + 1, 1);
    require(model != NULL);
    memcpy(model, &n_header, sizeof n_header);
    if (n_header > 0) {
        memcpy(model + sizeof n_header, texts[HEADER].bytes, texts[HEADER].n);
    }
    struct gf_arena arena = {0};
    struct gf_buffer out = {.arena = &arena};
    struct gf_error err = {0};
    const struct gf_file files[] = {{model, sizeof n_header + texts[HEADER].n + n_data},
                                    texts[TOKENIZER],
                                    texts[CONFIG]};
    const size_t n_files = texts[CONFIG].n > 0 ? 3 : 2;
    struct gf_session *whole = NULL, *read = open_pieces(files, n_files);
    if (gf_import(files, n_files, &out, &err) == GF_OK) {
        whole = open_whole(&out);
    } else {
        require(err.message[0] && out.n == 0 && !read);
    }
    if (whole && read) check_same(whole, read);
    gf_session_free(read);
    gf_session_free(whole);
    gf_arena_free(&arena);
    free(model);
    return 0;
}
